# XCU 2.9.2: pipelines.
peers: dash bash

=== standard output to standard input
--- script
echo a | cat
echo a b | tr a-z A-Z | rev
printf '1\n2\n3\n' | sed 1d | wc -l | tr -d ' '
echo x|cat|cat|cat|cat
--- stdout
a
B A
2
x

=== status of the last command
--- script
true | false; echo $?
false | true; echo $?
false | (exit 3); echo $?
nosuchcommand 2>/dev/null | cat; echo $?
cat /dev/null | nosuchcommand 2>/dev/null; echo $?
--- stdout
1
0
3
0
127

=== negation
--- script
! true; echo $?
! false; echo $?
! (exit 5); echo $?
! true | false; echo $?
! false | true; echo $?
! { false; }; echo $?
if ! false; then echo yes; fi
! true || echo or
! false && echo and
while ! true; do echo never; done
--- stdout
1
0
0
0
1
0
yes
or
and

=== pipefail
except dash: lacks it (POSIX 2024)
--- script
set -o pipefail
false | true; echo $?
(exit 3) | (exit 4) | true; echo $?
(exit 3) | true | true; echo $?
true | true; echo $?
! false | true; echo $?
(exit 5) | (exit 0) | (exit 6) | true; echo $?
set +o pipefail
false | true; echo $?
--- stdout
1
4
3
0
0
6
0

=== every command runs in a subshell
--- script
x=1
x=2 | x=3
true | cd /
echo a | { read y; x=4; }
[ "$PWD" != / ] && echo $x "<$y>"
--- stdout
1 <>

=== commands of a pipeline run at the same time
--- script
mkfifo p
{ echo a >p; echo b; } | { cat p; cat; }
--- stdout
a
b

=== a writer ends when its reader has gone
--- script
yes | head -n 1
while :; do echo z; done 2>/dev/null | head -n 1
i=0; { while echo x; do :; done; } 2>/dev/null | { read a; echo $a; }
cat /dev/zero | head -c 3 | wc -c | tr -d ' '
--- stdout
y
z
x
3

=== builtins, functions and compound commands as elements
--- script
f() { sed 's/^/f /'; }
echo a | f | { cat; echo b; } | (cat; echo c) | while read l; do echo "<$l>"; done
for i in 1 2; do echo $i; done | cat
if true; then echo d; fi | cat
case x in x) echo e;; esac | cat
{ echo f; echo g >&2; } 2>&1 | cat
echo h | if read x; then echo $x; fi
echo i | case x in x) cat;; esac
--- stdout
<f a>
<b>
<c>
1
2
d
e
f
g
h
i

=== newlines after the bar
--- script
echo a |
cat |

# comment
tr a b
--- stdout
b

=== standard input of the first is the shell's
--- stdin
line
--- script
cat | cat
--- stdout
line

=== redirections take precedence over the pipe
--- script
echo a >f | cat; cat f
echo b | cat <f
echo c 2>&1 | cat
{ echo out; echo err >&2; } 2>&1 >/dev/null | sed 's/^/e:/'
--- stdout
a
a
c
e:err

=== a big amount of data
--- script
head -c 1000000 /dev/zero | tr '\0' x | { cat; echo; } | wc -c | tr -d ' '
i=0; while [ $i -lt 20000 ]; do echo $i; i=$((i+1)); done | tail -n 1
i=0; while [ $i -lt 20000 ]; do echo $i; i=$((i+1)); done | while read x; do y=$x; [ $x = 19999 ] && echo $y; done
--- stdout
1000001
19999
19999

=== a pipeline waits for all of its commands
--- script
{ sleep 0.1; echo late >f; } | true
[ -e f ] && cat f
--- stdout
late

=== pipelines in conditions and lists
--- script
if echo a | grep -q a; then echo yes; fi
echo b | grep -q a || echo no
echo c | cat && echo d | cat
until echo x | grep -q x; do :; done; echo end
--- stdout
yes
no
c
d
end

=== exit in an element leaves that element
--- script
echo a | exit 3; echo $?
exit 4 | cat; echo $?
{ exit 5; } | cat; echo here
--- stdout
3
0
here

=== nested pipelines
--- script
(echo a | cat) | (cat | cat)
x=$(echo b | cat | cat); echo $x
{ echo c | cat; } | { cat | tr c d; }
--- stdout
a
b
d

=== an element's read-only, unset and traps stay there
--- script
{ readonly r=1; } | cat; r=2; echo $r
trap 'echo trap' EXIT
true | trap - EXIT
echo end
--- stdout
2
end
trap

=== a stopped reader of a here-document
--- script
cat <<E | head -n 1
a
b
E
--- stdout
a

=== signal status of elements
--- script
sh -c 'kill -TERM $$' | true; echo $?
true | sh -c 'kill -TERM $$'; echo $?
--- stderr any
--- stdout
0
143
