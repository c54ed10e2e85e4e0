# Redirections of the dialect
peers: bash

=== <<< text
--- script
x='a  b'
cat <<< "$x c"
cat <<< $x
cat <<<'*'
read -r a b <<< "one two three"; echo "$b"
cat 3<<<three <&3
--- stdout
a  b c
a  b
*
two three
three

=== &> and &>> and >&
--- script
{ echo out; echo err >&2; } &> f; cat f
{ echo out2; echo err2 >&2; } &>> f; cat f
{ echo out3; echo err3 >&2; } >& f; cat f
&> f echo four; cat f
sh -c 'echo a; echo b >&2' &>/dev/null; echo $?
--- stdout
out
err
out
err
out2
err2
out3
err3
four
0

=== {name} gets a descriptor
--- script
exec {fd}> f
[[ $fd -ge 10 ]] && echo 1
echo text >&$fd
exec {fd}>&-
cat f
exec {in}< f; read -r line <&$in; echo "$line"
{ echo inner; } {out}>g; echo more >&$out; cat g
--- stdout
1
text
text
inner
more

=== a { that begins no redirection is text
--- script
echo {a} {a}b {a }
--- stdout
{a} {a}b {a }

=== a target is one word
--- script
f="a b"
echo x >$f; echo "$?"
cat <$unset; echo "$?"
echo y >"$f"; cat a\ b
set -- one two
echo x >$@; echo "$?"
echo z >s?; echo s*
: >t1
echo pattern >t?; cat t1
--- stdout
1
1
y
1
s?
pattern
--- stderr some

=== a descriptor can be moved
--- script
exec 3>file
exec 4>&3-
echo moved >&4
{ echo closed >&3; } 2>/dev/null || echo "3 is closed"
exec 4>&- 5<file
exec 6<&5-
read -r line <&6; echo "$line"
{ true <&5; } 2>/dev/null || echo "5 is closed"
--- stdout
3 is closed
moved
5 is closed

=== assignments without a command come before its redirections
--- script
a=1 >/nope/x; echo "$? $a"
b=$(echo out; echo err >&2; false) 2>file; echo "$? $b <$(cat file)>"
readonly r=1; (r=2 >made); ls
--- stdout
1 1
1 out <>
file
--- stderr any

=== a target with braces is several words
--- script
echo hi >c-{1,2}; echo $?
sh -c 'echo hi' >{d,e} & wait $!; echo $?
{ echo hi; } >{d,e}; echo $?
x="a b"; sh -c 'echo hi' >$x & wait $!; echo $?
echo hi >f{1}; ls
--- stdout
1
1
1
1
f{1}
--- stderr any

=== a descriptor may be duplicated by <& and >& whatever it is open for
--- script
f() { exec 4<&1; echo 4 >&4; }
f >out; cat out
: <&2 >&0; echo $?
--- stdin
in
--- stdout
4
0

=== >&word with a target that is only known later
--- script
f=both; { echo out; echo err >&2; } >&$f; cat both
n=7; exec 7>seven; echo one >&$n; echo two >&"$n"
exec 8>&$n-; echo three >&8; cat seven; (echo four >&7) 2>/dev/null || echo closed
exec {in}<seven {copy}<&$in-; read -r line <&$copy; echo "$line"
echo again >&${f}2; cat both2; ls nowhere >&"$f" || test -s both && echo said
x=-; echo gone >&$x; echo $?
--- stdout
out
err
one
two
three
closed
one
again
said
1
--- stderr any
=== wrong targets of >&word
--- script
f='a b'; echo never >&$f || echo two words
echo never 3>&$f || echo three; echo word >word; n=word
cat <&$n || echo no file
echo never 3>&$n || echo no number
--- stdout
two words
three
no file
no number
--- stderr any
=== >&9- without a number before it moves the descriptor
--- script
exec 9>nine; echo moved >&9-; cat nine; (echo x >&9-; echo y >&9) 2>/dev/null; cat nine; ls
--- stdout
moved
moved
x
y
nine
--- stderr any
=== asynchronous functions with both outputs in a file
--- script
f() { echo in f; echo err >&2; }
f &>one & wait; cat one; f >/dev/null &>>one & wait; cat one
n=two; f >&$n & wait; cat two
exec 9>three; f 2>&1 >&9- & wait; cat three
--- stdout
in f
err
in f
err
in f
err
in f
err
err
in f
--- stderr any

=== {name[subscript]} keeps the descriptor in an element
--- script
exec {fd[0]}>f {fd[2]}>g
echo hello >&${fd[0]}; echo other >&"${fd[2]}"
[ "${fd[0]}" -ge 10 ] && echo "${!fd[@]}"
exec {fd[0]}>&-
cat f g
declare -A m
i=k
exec {m[$i]}<f; read -r line <&${m[k]}; echo "${!m[@]} $line"
exec {m[$i]}<&-
echo x {fd[0]}> h; cat h
--- stdout
0 2
hello
other
k hello
x

=== redirections do not see the assignments before their command, which precede them
--- script
set -- a b
IFS=, read -r x <<E
$*
E
echo "$x"
y=1
y=2 cat <<<"$y"
y=3 : >f$y
f() { echo "f $y"; }
y=4 f >f$y
cat f1
y=5 env >f$y
grep ^y= f1
y=6 eval 'echo $y' >f$y
cat f1
y=7 z=$y sh -c 'echo $z $y' >>f$y
cat f1
y=8 echo a 2>f${y:=9} >g${u:=8}
echo f* g* $y $u
--- stdout
a b
1
f 4
y=5
6
6
7 7
f1 g8 1 8
