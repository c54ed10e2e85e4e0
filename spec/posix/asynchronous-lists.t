# XCU 2.9.3.1: asynchronous and-or lists.
peers: dash bash

=== runs at the same time
--- script
mkfifo p
echo through >p &
cat p
wait
--- stdout
through

=== the status of starting one is zero
--- script
false & echo $?
nosuchcommand 2>/dev/null & echo $?
wait
--- stdout
0
0

=== the process id
--- script
sleep 0 &
case $! in ''|*[!0-9]*) echo bad;; *) echo number;; esac
a=$!
sleep 0 &
[ $a != $! ] && echo different
wait
--- stdout
number
different

=== wait gives the status of a job
--- script
(exit 3) & wait $!; echo $?
"$SH" -c 'exit 4' & wait $!; echo $?
{ true; exit 5; } & wait $!; echo $?
true & wait $!; echo $?
false & a=$!; true & b=$!
wait $a; echo $?; wait $b; echo $?
(exit 6) & c=$!; (exit 7) & wait $c $!; echo $?
--- stdout
3
4
5
0
1
0
7

=== wait without operands waits for all, and succeeds
--- script
(sleep 0.1; echo a >f) &
(sleep 0.05; echo b >g; exit 9) &
wait; echo $?
cat f g
--- stdout
0
a
b

=== wait for an unknown process
--- script
wait 1 2>/dev/null; echo $?
wait 99999999 2>/dev/null; echo $?
--- stdout
127
127

=== a process may be waited for once it has ended
--- script
(exit 8) & p=$!
sleep 0.1
wait $p; echo $?
--- stdout
8

=== other programs can signal it
--- script
mkfifo p
sleep 100 & p=$!
/bin/kill $p
wait $p; echo $?
{ read x <p; } & p=$!
/bin/kill -TERM $p
wait $p; echo $?
(while :; do read x <p; done) & p=$!
env kill -KILL $p
wait $p; echo $?
f() { while :; do :; done; }
f & p=$!
env kill -HUP $p
wait $p; echo $?
--- stderr any
--- stdout
143
143
137
129

=== kill -0 sees it
--- script
mkfifo p
sleep 100 & p=$!
kill -0 $p && echo alive
kill $p; wait $p 2>/dev/null
kill -0 $p 2>/dev/null || echo gone
{ read x <p; } & p=$!
/bin/kill -0 $p && echo alive
/bin/kill $p; wait $p 2>/dev/null
kill -0 $p 2>/dev/null || echo gone
--- stderr any
--- stdout
alive
gone
alive
gone

=== a subshell environment
--- script
x=1
{ x=2; cd /; echo $x; } & wait
echo $x; [ "$PWD" != / ] && echo here
f() { echo $1 $x; }
x=3
f a & wait
set -- p q
{ echo "$@" $#; } & wait
(umask 0; :) & wait
--- stdout
2
1
here
a 3
p q 2

=== the main shell's process id is kept
--- script
a=$$
{ [ $a = $$ ] && echo same; } & wait
"$SH" -c '[ $PPID = '$$' ] && echo parent' & wait
--- stdout
same
parent

=== standard input is /dev/null
--- stdin
line
--- script
cat &
wait
{ read x || echo end; } & wait
(cat; echo done) & wait
read y; echo $y
--- stdout
end
done
line

=== an explicit redirection of standard input counts
--- stdin
line
--- script
echo data >f
cat <f & wait
{ cat; } <f & wait
exec 3<&0
cat <&3 & wait
echo p | cat & wait
--- stdout
data
data
line
p

=== an and-or list as a whole
--- script
true && echo a & wait
false || echo b & wait
false && echo never || { echo c; } & wait
echo d | cat & wait
true && (exit 4) & wait $!; echo $?
(exit 3) | (exit 5) & wait $!; echo $?
--- stdout
a
b
c
d
4
5

=== several on a line
--- script
sleep 0 & sleep 0 & wait; echo done
{ : & : & }; wait
(sleep 0 & wait); echo inner
--- stdout
done
inner

=== functions, variables and options go along
--- script
f() { g "$@"; }; g() { echo "g $* $v $(h)"; }; h() { echo "h $-" | tr -dc 'f '; }
v='a "b" $c'
set -f
f 1 '2 3' & wait
readonly r=5
{ (r=6) 2>/dev/null || echo readonly; } & wait
export E=exported
{ sh -c 'echo $E'; } & wait
local_test() { local l=inner; { echo $l; } & wait; }
local_test
--- stdout
g 1 2 3 a "b" $c  f
readonly
exported
inner

=== aliases, working directory, umask and descriptors go along
--- script
mkdir d; cd d; umask 027
exec 5>../out
{ echo "${PWD##*/}"; pwd | sed 's,.*/,,'; umask; echo five >&5; } & wait
cat ../out
--- stdout
d
d
0027
five

=== jobs of a subshell are its own
--- script
sleep 0 & p=$!
(wait $p 2>/dev/null; echo $?)
wait $p; echo $?
--- stdout
127
0

=== the interrupt and quit signals are ignored
--- script
"$SH" -c 'kill -INT $$; echo survived' & wait $!; echo $?
{ "$SH" -c 'kill -QUIT $$; echo survived'; } & wait $!; echo $?
mkfifo p
"$SH" -c 'echo >p; exec sleep 100' & p=$!
read x <p
kill -INT $p; kill -QUIT $p; kill -0 $p && echo alive
kill -TERM $p; wait $p; echo $?
--- stderr any
--- stdout
survived
0
survived
0
alive
143

=== output order through one descriptor
--- script
{ echo a; echo b; } & wait; echo c
for i in 1 2 3; do echo $i & wait; done
--- stdout
a
b
c
1
2
3

=== a background job outlives the shell
leaves: processes
--- script
mkfifo p
"$SH" -c 'read x <p && echo late >f &'
[ -e f ] && echo early
echo go >p
while [ ! -s f ]; do sleep 0.05; done
cat f
--- stdout
late

=== exit does not wait
--- script
"$SH" -c 'sleep 100 >/dev/null 2>&1 & echo $!' >pid
p=$(cat pid)
kill -0 $p && echo still there
kill $p
while kill -0 $p 2>/dev/null; do sleep 0.1; done
--- stdout
still there

=== many at a time
--- script
i=0; while [ $i -lt 50 ]; do (exit $((i % 7))) & pids="$pids $!"; i=$((i+1)); done
s=0; for p in $pids; do wait $p; s=$((s+$?)); done; echo $s
--- stdout
147

=== a command substitution does not wait for a job that closed its output
--- script
x=$(sleep 100 >/dev/null 2>&1 & echo $!)
kill -0 $x && echo running
kill $x
while kill -0 $x 2>/dev/null; do sleep 0.1; done
--- stdout
running

=== an assignment and a redirection
--- script
x=1 & wait; echo "<$x>"
>f & wait; ls f
x=$(echo sub) & wait; echo "<$x>"
--- stdout
<>
f
<>

=== a compound command with redirections and expansions
--- script
for i in 1 2; do echo $i; done >f & wait; cat f
n=3
while [ $n -gt 0 ]; do echo $n; n=$((n-1)); done & wait; echo $n
case x in x) echo y;; esac & wait
if true; then echo z; fi & wait
--- stdout
1
2
3
2
1
3
y
z

=== an error in the list
--- script
{ echo ${nosuch?}; echo never; } 2>/dev/null & wait $!; [ $? -ne 0 ] && echo error
nosuchcommand 2>/dev/null & wait $!; echo $?
/ 2>/dev/null & wait $!; echo $?
cat </nosuch 2>/dev/null & wait $!; [ $? -ne 0 ] && echo error
--- stderr any
--- stdout
error
127
126
error

=== the status of a negated pipeline
except bash: has status 0
--- script
! true & wait $!; echo $?
! false & wait $!; echo $?
--- stdout
1
0

=== they cannot be trapped by the list
except bash: lets the list trap them
--- script
{ trap 'echo never; exit 3' INT; sh -c 'kill -INT $PPID'; sleep 0; echo end; } & wait $!; echo $?
--- stdout
end
0

=== $! behind a pipeline is the process id of its last command
todo: it is that of the shell which runs the pipeline
--- script
true | sh -c 'echo $$ >pid' & last=$!
wait
[ $last = "$(cat pid)" ] && echo same
--- stdout
same

=== a subshell in the background ignores for itself
--- script
mkfifo p q
(trap '' HUP TERM; echo ready >p; read x <q; echo "$x") &
read x <p; kill -HUP $!; kill -TERM $!; echo on >q; wait $!; echo $?
(trap '' TERM; echo ready >p; read x <q; echo "$x") >out &
read x <p; kill -TERM $!; echo on >q; wait $!; echo $?; cat out
--- stdout
on
0
0
on
