# XCU 2.7: redirection.
peers: dash bash

=== output, append, input
--- script
echo a >f; cat f
echo b >f; cat <f
echo c >>f; cat f
>>g echo d; cat g
>f; wc -c <f | tr -d ' '
cat <f >h 2>&1; echo $?
--- stdout
a
b
b
c
d
0
0

=== anywhere in a simple command
--- script
>f echo a b; cat f
echo >f c d; cat f
x=1 >f echo e; cat f
>f x=2 echo g; cat f
<f cat >h; cat h
echo 1 >f 2 >h 3; cat f h
--- stdout
a b
c d
e
g
g
1 2 3

=== several redirections of one descriptor
--- script
echo a >f >g; wc -c <f | tr -d ' '; cat g
cat <f <g
--- stdout
0
a
a

=== from left to right
--- script
{ echo out; echo err >&2; } >f 2>&1; cat f
{ echo out; echo err >&2; } 2>&1 >g; echo; cat g
{ echo out; echo err >&2; } 3>&1 1>&2 2>&3 3>&- 2>h
echo h; cat h
--- stderr
out
--- stdout
out
err
err

out
h
err

=== swapping descriptors
--- script
f() { echo out; echo err >&2; }
x=$(f 3>&1 1>&2 2>&3 2>/dev/null); echo "<$x>"
x=$({ f 3>&1 1>&2 2>&3 3>&-; } 2>/dev/null); echo "<$x>"
--- stdout
<>
<err>
--- stderr
out

=== any descriptor by its number
--- script
exec 3>f 4>g
echo a >&3; echo b >&4; echo c >&3
exec 3>&- 4>&-
cat f g
echo x 5>h 6>&5 >&6; cat h
exec 9>lock
echo locked >&9
cat lock
{ echo seven >&7; } 7>k; cat k
--- stdout
a
c
b
x
locked
seven

=== reading from any descriptor
--- script
printf '1\n2\n3\n' >f
exec 4<f
read a <&4; read b <&4
echo $a $b
cat <&4
exec 4<&-
while read x <&5; do echo $x; done 5<f
--- stdout
1 2
3
1
2
3

=== flock on a descriptor
--- script
( flock -n 9 || exit 1; echo got ) 9>file
exec 8>file
flock 8
( flock -n 9 || exit 7; echo never ) 9>file; echo $?
exec 8>&-
( flock -n 9 && echo again ) 9>file
--- stdout
got
7
again

=== closing
--- script
exec 3>f
exec 3>&-
(echo a >&3) 2>/dev/null || echo closed
{ echo b; } 2>&- ; echo c
echo d >&- 2>/dev/null; echo $?
cat <&- 2>/dev/null; [ $? -ne 0 ] && echo no input
--- stdout
closed
b
c
1
no input

=== closing what is not open is no error
--- script
exec 7>&-; echo $?
: 8<&-; echo $?
echo a 9>&-
--- stdout
0
0
a

=== duplicating what is not open is an error
--- script
echo a >&7; [ $? -ne 0 ] && echo error
cat <&7; [ $? -ne 0 ] && echo error
{ echo b; } >&8; [ $? -ne 0 ] && echo error
--- stderr some
--- stdout
error
error
error

=== duplicating with a word from an expansion
--- script
exec 3>f
n=3; echo a >&$n; echo b >&"3"; echo c >&$(echo 3)
m=-; exec 3>&$m
cat f
(echo d >&3) 2>/dev/null || echo closed
--- stdout
a
b
c
closed

=== the number before is literal
--- script
n=2
echo a $n>f; cat f
echo b "2">f; cat f
--- stdout
a 2
b 2

=== read and write
--- script
echo abc >f
exec 3<>f
read x <&3; echo $x
echo def >&3
exec 3>&-
cat f
: <>new; [ -e new ] && echo made
echo x 1<>f; cat f
--- stdout
abc
abc
def
made
x
c
def

=== no clobber
--- script
echo old >f
set -C
echo new >f; [ $? -ne 0 ] && cat f
echo new >|f; cat f
echo more >>f; cat f
echo x >g; cat g
echo y >/dev/null; echo $?
mkdir d; (: >d) ; [ $? -ne 0 ] && echo directory
ln -s nowhere l; echo z >l || echo no link
set +C
echo newer >f; cat f
--- stderr some
--- stdout
old
new
new
more
x
0
directory
no link
newer

=== a file that cannot be opened
--- script
cat <nosuch; [ $? -ne 0 ] && echo not run
echo a >nodir/f; [ $? -ne 0 ] && echo not run
echo b >.; [ $? -ne 0 ] && echo not run
{ echo never; } <nosuch; [ $? -ne 0 ] && echo not run
(echo never) <nosuch; [ $? -ne 0 ] && echo not run
if true; then echo never; fi <nosuch; [ $? -ne 0 ] && echo not run
while true; do echo never; done <nosuch; [ $? -ne 0 ] && echo not run
f() { echo never; }
f <nosuch; [ $? -ne 0 ] && echo not run
<nosuch; [ $? -ne 0 ] && echo not run
echo a <nosuch >made; ls made 2>/dev/null || echo not made
echo b >made <nosuch; ls made
--- stderr some
--- stdout
not run
not run
not run
not run
not run
not run
not run
not run
not run
not made
made

=== an error of a special builtin's redirection ends the shell
except bash: goes on
--- script
echo a
: <nosuch
echo never
--- stderr some
--- stdout
a
--- status 2

=== with exec, it ends the shell
--- script
("$SH" -c 'exec <nosuch; echo never') 2>/dev/null || echo ended
("$SH" -c 'exec 5>nodir/f; echo never') 2>/dev/null || echo ended
("$SH" -c 'exec >&9; echo never') 2>/dev/null || echo ended
--- stdout
ended
ended
ended

=== command takes that effect away
--- script
command : <nosuch; [ $? -ne 0 ] && echo here
command exec <nosuch; [ $? -ne 0 ] && echo here
--- stderr some
--- stdout
here
here

=== redirections of compound commands
--- script
{ echo a; echo b; } >f; cat f
(echo c; echo d) >f; cat f
if true; then echo e; fi >f; cat f
for i in 1 2; do echo $i; done >f; cat f
while read x; do echo "<$x>"; done <f
until read x; do :; done <f; echo $x
case x in x) echo y; esac >f; cat f
f() { echo g; } >out
f; f; cat out
f >other; cat out
--- stdout
a
b
c
d
e
1
2
<1>
<2>
1
y
g
g

=== a redirected compound command's variables last
--- script
echo a >f
{ x=1; } >g; echo $x
read y <f; echo $y
while read z; do w=$z; done <f; echo $w
if true; then v=2; fi 2>/dev/null; echo $v
--- stdout
1
a
a
2

=== exec keeps its redirections
--- script
exec 3>&1 >f
echo hidden
exec >&3 3>&-
echo shown
cat f
exec <f
read x; echo $x
--- stdout
shown
hidden
hidden

=== redirections of exec with a command that fails to start are kept by no one
--- script
(exec nosuch 3>f; echo never) 2>/dev/null; echo $?
--- stdout
127

=== redirections in a subshell stay there
--- script
(exec >f; echo a)
echo b
cat f
x=$(exec 2>/dev/null; nosuchcommand; echo c); echo $x
--- stdout
b
a
c

=== a redirection without a command
--- script
>f; ls f
>g h=1; ls g; echo $h
2>/dev/null
<f; echo $?
! >f; echo $?
--- stdout
f
g
1
0
1

=== descriptors above two are inherited by commands
--- script
exec 3>f
"$SH" -c 'echo a >&3'
echo b 4>g 3>&4
{ "$SH" -c 'echo c >&5'; } 5>h
cat f h
--- stdout
b
a
c

=== descriptors of a builtin's redirection end with it
--- script
echo a 3>f
(echo b >&3) 2>/dev/null || echo closed
read x 4<f || :
(: <&4) 2>/dev/null || echo closed
--- stdout
a
closed
closed

=== a pipe and redirections
--- script
{ echo out; echo err >&2; } 2>&1 | sort
{ echo out; echo err >&2; } 2>&1 >/dev/null | cat
echo a | cat >f; cat f
echo a >f | cat; cat f
echo b | cat <f
--- stdout
err
out
err
a
a
a

=== expansion of the word
--- script
x='a b'
echo 1 >$x; cat 'a b'
echo 2 >"$x"c; cat 'a bc'
echo 3 >$(echo q)$((1+1)); cat q2
set -- p
echo 4 >$1; cat p
echo 5 >~/h 2>/dev/null; cat ~/h
echo 6 >'$x'; cat \$x
--- stdout
1
2
3
4
5
6

=== an empty word is an error
--- script
x=
(echo a >$x) 2>/dev/null || echo error
(echo a >"") 2>/dev/null || echo error
(cat <$x) 2>/dev/null || echo error
--- stdout
error
error
error

=== the order of assignments and redirections with side effects
--- script
i=0
echo a >f$((i=i+1)) 2>g$((i=i+1))
ls f1 g2
--- stdout
f1
g2

=== input from a here-document and a file, the last counts
--- script
echo file >f
cat <<E <f
here
E
cat <f <<E
here
E
--- stdout
file
here

=== standard input of the shell is shared with commands
--- stdin
one
two
three
--- script
read a; echo $a
head -n 1
read b; echo $b
--- stdout
one
two
three

=== the same open file
--- script
exec 3>f 4>&3
echo a >&3; echo b >&4; echo c >&3
cat f
{ echo 1; "$SH" -c 'echo 2'; echo 3; } >f; cat f
--- stdout
a
b
c
1
2
3

=== appending goes to the end
--- script
exec 3>>f
echo a >&3; echo b >>f; echo c >&3
cat f
--- stdout
a
b
c

=== noclobber and append to nothing
--- script
set -C
echo a >>f; cat f
--- stdout
a

=== a descriptor that the limit forbids is refused at once
skip dash: has no descriptors above 9
--- script
ulimit -n 30
echo a 29>f; echo $?
echo a 30>g || echo refused; cat f; exec 30>&-; echo $?
--- stdout
a
0
refused
0
--- stderr some

=== descriptors from before the limit was lowered go on working
skip dash: has no descriptors above 9
--- script
exec 30>f
ulimit -n 20
echo a >&30
/bin/echo b >&30
{ echo c >&30; /bin/echo d >&30; } & wait
exec 15>&30
(/bin/echo e >&15)
cat f
exec sh -c 'exec /bin/echo f' >&30
--- stdout
a
b
c
d
e

=== /dev/fd/N of a regular file is opened anew
--- script
exec 3>o; echo a >&3; echo b >/dev/fd/3; echo c >&3; cat o
echo two >>/dev/fd/3; echo d >&3; cat o
exec 4<o; read x <&4; read y </dev/fd/4; read z <&4; echo "$x $y $z"
exec 5>gone; rm gone; echo z >/dev/fd/5; echo $?
exec 6<o; echo more >/dev/fd/6; cat o
echo log >log; { echo 1 >&2; echo 2 >/dev/stderr; echo 3 >&2; } 2>log; cat log
--- stdout
b
c
b
c
d
o
b b c
0
more
2
3

=== a link to /dev/stdout leads to what the command has there
--- script
ln -s /dev/stdout app.log; ln -s app.log two; ln -s /dev d; ln -s /dev/fd fds; ln -s /proc/self/fd/2 err
( echo keep; echo x >app.log; echo y >two; echo z >>d/stdout; echo w >fds/1 ) | cat
( echo v >/dev//stdout; echo u >/dev/./fd/1; echo t >/proc/self/fd/1; echo s >d/../dev/fd/1 ) | cat
x=$(echo a >app.log; echo b >two); echo "[$x]"
{ echo e >err; } 2>f; cat f
( cd /dev; echo g >stdout; cd /dev/fd; echo h >1 ) | cat
( exec 3>&1 >i; echo never; echo j >two; echo k >fds/3 ) | cat; cat i
--- stdout
keep
x
y
z
w
v
u
t
s
[a
b]
e
g
h
k
j

=== a link to a descriptor of a regular file opens it anew
--- script
exec 3>q
( echo 1 >&3; ln -s /dev/fd/3 three; echo two >three; echo 3 >&3 ); cat q
exec 3>&-; echo x >three || echo closed
set -C; ln -s /dev/stdout out
( echo y >out ) | cat; { echo z >out; } >new || echo refused; cat new
( exec >&-; echo never >out ) || echo closed
--- stdout
tw3
closed
y
refused
closed
--- stderr some

=== a link to /dev/stdin is read, sourced and tested as what the command has there
--- script
ln -s /dev/stdin in; ln -s in in2; ln -s /dev/stdout out
echo one | { read -r l <in; echo "$l"; }
echo 'echo dotted' | . ./in2
echo 'echo piped' | ( . ./in )
: | { test -p in2 && test -r in && echo pipe; test -f in || echo no file; }
echo text >g
{ test -f in && test -s in2 && test in -ef g && echo file; } <g
{ test -e out || echo closed >&2; } >&- 2>h; cat h
--- stdin
not this one
--- stdout
one
dotted
piped
pipe
no file
file
closed

=== links to descriptors are followed as far as the kernel follows links
--- script
ln -s /dev/stdout l0
i=0; while [ $i -lt 34 ]; do ln -s l$i l$((i+1)); i=$((i+1)); done
( echo far >l34 ) | cat
while [ $i -lt 60 ]; do ln -s l$i l$((i+1)); i=$((i+1)); done
( echo never >l60 ) || echo too far
ln -s loop loop; echo never >loop || echo a loop
--- stdout
far
too far
a loop
--- stderr some

=== noclobber and /dev/fd/N
--- script
exec 3>o; set -C
echo a >&3; echo b >/dev/fd/3 || echo refused
echo c >>/dev/fd/3; echo d >|/dev/fd/3; cat o
--- stdout
refused
d
--- stderr some

=== duplicating what is open in the other direction only is an error
# XCU 2.7.5 and 2.7.6.
except dash: only the write or read fails
except bash: only the write or read fails
--- script
: >f
exec 3<f 4>g 5<>h
{ echo never >>i; } >&3; [ $? -ne 0 ] && echo no output
{ echo never >>i; } <&4; [ $? -ne 0 ] && echo no input
{ echo never >>i; } 0>&3; [ $? -ne 0 ] && echo no output
cat <<E 6>&0; [ $? -ne 0 ] && echo a here-document is no output
E
(: >&3; echo never) || echo special
echo x >&5 && cat <&5 && ls
--- stderr some
--- stdout
no output
no input
no output
a here-document is no output
special
f
g
h

=== a pipe's ends are open in one direction
except dash: only the read fails
except bash: only the read fails
--- script
{ { echo never; } <&1; } | cat
echo a | { { echo never; } >&0; } 2>/dev/null || echo no
x=$({ echo never; } <&1) 2>/dev/null || echo no
--- stderr some
--- stdout
no
no

=== an input that cannot be read, as nohup gives it, can be saved
--- script
"$SH" -c 'exec 7<&0 </dev/null; echo saved; exec <&7 7<&-; echo back' 0>/dev/null
--- stdout
saved
back

=== a redirection without a command name happens in a subshell environment
# XCU 2.9.1. What its expansions assign is lost.
except dash: it assigns in the shell
except bash: it does so for < alone
--- script
>${f:=made}; echo "[$f]"; ls
</dev/${n=null}; echo "[$n]"
for i in a b; do >${j:=$i}; done; ls
i=1; >f$((i+=1)); echo $i
v=1 >${w:=w}; echo "$v[$w]"
$nothing >${x:=x}; echo "[$x]"
<<E
${y:=1}
E
echo "[$y]"
--- stdout
[]
made
[]
a
b
made
1
1[]
[]
[]

=== an expansion error there ends no more than that environment
except dash: it ends the shell
except bash: it ends the shell
--- script
>${x?missing}; [ $? -ne 0 ] && echo one
(set -u; >$x; [ $? -ne 0 ] && echo two)
readonly r; v=1 >${r=f}; [ $? -ne 0 ] && echo three
>${x?missing} || echo four
(set -e; >${x?missing}; echo never)
ls
--- stderr some
--- stdout
one
two
three
four

=== the status there, and substitutions behind it
--- script
>f$(exit 3); echo $?
n=f; 3>$n x=$(echo a; exit 4); echo $? $x
--- stdout
3
4 a
