# <( ) and >( )
peers: bash

=== a name that the command reads, or writes
--- script
cat <(echo a)
cat <(echo b) <(echo c)
paste <(echo 1; echo 2) <(echo a; echo b)
diff <(echo a) <(echo a) && echo same
diff <(echo a) <(echo b)
tee >(wc -c) </dev/null; wait $!
echo hello > >(tr a-z A-Z); wait $!
while read -r l; do echo "l $l"; done < <(printf '%s\n' 1 2 3)
--- stdout escaped
a
b
c
1\ta
2\tb
same
1c1
< a
\---
> b
0
HELLO
l 1
l 2
l 3

=== in every word of the dialect
--- script
echo <(:) <(:) >(:) "<(:)" a<(:)b \<\(
x=<(echo a) y=$x; echo $y
for i in <(echo c); do cat $i; done
case <(:) in /dev/fd/63) echo 63;; esac
[[ -p <(:) ]] && echo pipe
f() { cat $1; }; f <(echo f)
(cat <(echo sub))
echo $(cat <(echo inner))
cat <(cat <(echo nested))
cat <(echo p1) | cat - <(echo p2)
{ cat; } < <(echo brace)
if read -r l < <(echo if); then echo $l; fi
until cat <(echo until); do :; done
. <(echo 'echo sourced $1') arg
cat 2>&1 < <(echo A) - <<<B
export z=<(:); echo $z
echo hi | cat <(cat)
cat <(cat <<END
here
END
)
cat <(
    echo lines # with a comment )
)
cat <(case a in a) echo case;; esac)
--- stdout
/dev/fd/63 /dev/fd/62 /dev/fd/61 <(:) a/dev/fd/60b <(
/dev/fd/63
c
63
pipe
f
sub
inner
nested
p1
p2
brace
if
until
sourced arg
B
/dev/fd/63
hi
here
lines
case

=== $! and wait know the process, jobs does not
--- script
cat <(exit 3); wait $!; echo $?
: <(exit 4) <(exit 5); wait $!; echo $?
first=; cat <(exit 6); first=$!; cat <(exit 7); wait $first; echo $?; wait $!; echo $?
jobs
echo out > >(cat; echo end); wait; echo after
(exit 8) & : <(:); wait %1; echo $?
--- stdout
3
5
6
7
out
end
after
8

=== a descriptor that exec keeps
--- script
exec 5> >(cat >out)
echo to5 >&5
exec 5>&-
wait $!
cat out
exec {fd}< <(echo q; echo r)
read a <&$fd
read b <&$fd
echo $a $b $((fd >= 10))
exec {fd}<&-
exec 3< <(echo three)
cat <&3
--- stdout
to5
q r 1
three

=== its errors go where the command's go, and its status is not judged
--- script
set -e
cat <(echo err >&2; echo out; false) 2>&1
{ cat <(echo err >&2); } 2>both
cat both
cat <(nosuchcommand) 2>/dev/null
echo end
--- stdout
out
err
end
--- stderr some

=== changes in it are its own
--- script
x=1
cat <(x=2; cd /; echo $x)
echo $x; [ "$PWD" != / ] && echo here
f() { echo "f $1"; }
cat <(f $x)
set -- a b
cat <(echo $# $*)
--- stdout
2
1
here
f 1
2 a b

=== no descriptor is left
--- script
count() { set -- /proc/$$/fd/*; echo $#; }
: <(:); wait $!
before=$(count)
for ((i = 0; i < 100; i++)); do read -r x < <(printf '%s\n' $i); : >(/bin/cat); done
echo $x
wait
after=$(count)
((after < before + 20)) && echo few
echo <(:)
--- stdout
99
few
/dev/fd/63

=== a reader that leaves ends a writer without end
--- script
read -r x < <(while :; do echo y; done)
pid=$!
echo $x
wait $pid
echo $?
head -n 1 <(yes); wait $!; echo $?
--- stdout
y
141
y
141

=== syntax errors
peers: none
--- script
eval 'cat <(echo'
eval 'cat <(;)'
eval 'cat < <(echo a) )'
set +o bash
eval 'cat <(echo)'
--- stderr
../script:1:11: syntax error: expected ")", found end of file ("<(" opened at line 1)
    cat <(echo
              ^
../script:2:7: syntax error: expected a command, found ";" ("<(" opened at line 2)
    cat <(;)
          ^
../script:3:17: syntax error: expected a command, found ")"
    cat < <(echo a) )
                    ^
../script:5:6: syntax error: expected a file name after the redirection, found "(": there is no <( ) or >( ): write a pipe, or a file from mktemp
    cat <(echo)
         ^
--- status 2

=== no open descriptor is taken
--- script
exec 9>nine
for i in {10..63}; do eval "exec $i>/dev/null"; done
cat <(echo x)
echo y >&9; cat nine
--- stdout
x
y
