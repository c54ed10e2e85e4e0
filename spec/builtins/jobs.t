# XCU kill, wait, jobs, trap.
peers: dash bash

=== wait gives the status of a process
--- script
(exit 3) & wait $!; echo $?
sh -c 'exit 4' & p=$!
(exit 5) & q=$!
wait $q $p; echo $?
wait; echo $?
--- stdout
3
4
0

=== wait for what is no child
--- script
wait 1; echo $?
--- stdout
127
--- stderr any

=== kill and 128 + n
--- script
sleep 100 & kill $!; wait $!; echo $?
sleep 100 & kill -9 $!; wait $! 2>/dev/null; echo $?
sleep 100 & kill -s HUP $!; wait $!; echo $?
mkfifo f
sh -c ': >f; exec sleep 100' & : <f # it has begun, and ignores SIGINT
kill -INT $! ; kill -s KILL $!; wait $!; echo $?
--- stdout
143
137
129
137
--- stderr any

=== kill -0 looks only
--- script
kill -0 $$; echo $?
kill -s 0 $$; echo $?
sleep 0 & p=$!; wait $p
kill -0 $p 2>/dev/null || echo gone
--- stdout
0
0
gone

=== kill -l
--- script
kill -l 9; kill -l 143; kill -l | tr ' ' '\n' | grep -c TERM
--- stdout
KILL
TERM
1

=== kill of the shell itself runs its trap
--- script
trap 'echo caught' USR1
kill -USR1 $$
echo after
--- stdout
caught
after

=== kill of the shell itself ends it
--- script
kill -TERM $$
sleep 10
echo never
--- status 143

=== trap lists what can be read again
--- script
trap 'echo "it'"'"'s"' EXIT INT
trap '' HUP
trap >list
trap - EXIT INT HUP
trap
. ./list
trap >list2
cmp list list2 && echo same
trap - INT HUP
--- stdout
same
it's

=== trap -p
except dash: has no -p
--- script
trap 'echo x' INT
trap -p INT | sed 's/SIG//'
--- stdout
trap -- 'echo x' INT

=== a number first resets
--- script
trap 'echo never' EXIT INT
trap 0 2
trap
--- stdout

=== a wrong condition does not end the shell
--- script
trap 'echo x' NOSUCH 2>/dev/null; echo $?
--- stdout
1

=== an ignored signal is ignored by children
--- script
trap '' TERM
sh -c 'kill -TERM $$; echo alive'
--- stdout
alive

=== a trapped signal ends wait with 128 + n
--- script
trap : USR1
sleep 100 & p=$!
(until [ -e done ]; do kill -USR1 $$; sleep 0.1; done) 2>/dev/null &
wait $p; echo $?
: >done; kill $p
--- stdout
138

=== jobs -p prints process ids, in a substitution too
except dash: a subshell knows no jobs
--- script
sleep 100 & p=$!
[ "$(jobs -p)" = "$p" ] && echo same
kill $p; wait $p; echo $?
--- stdout
same
143
--- stderr any

=== a subshell that was stopped goes on as it was
skip dash: wants a terminal for -m
--- script
set -m
mkdir d; cd d
x=1; umask 022; f() { echo f1; }; alias a='echo a1'; set -- p1; exec 5>five; trap '' USR1; ulimit -S -c 0
(
	sh -c 'kill -STOP 0'
	echo $x; f; echo $*; umask; echo written >&5; : >shell
	sh -c 'pwd | sed "s,.*/,,"; umask; ulimit -c; kill -USR1 $$; : >child; echo "<$x>"'
)
echo stopped
x=2; export x; cd ..; umask 077; f() { echo f2; }; set -- p2; exec 5>&-; trap - USR1; ulimit -S -c unlimited
fg >/dev/null
cat d/five; ls -l d/shell d/child | cut -c1-10
echo $x; f; echo $*; umask; echo "${PWD##*/}"
--- stdout
stopped
1
f1
p1
0022
d
0022
0
<>
written
-rw-r--r--
-rw-r--r--
2
f2
p2
0077
work
--- stderr any

=== a pipeline that was stopped goes on as it was
skip dash: wants a terminal for -m
--- script
set -m
mkdir d; cd d
x=1; umask 022
{ sh -c 'kill -STOP 0'; echo $x; : >shell; sh -c ': >child; pwd'; } | { read y; echo $x$y; read z; echo "${z##*/}"; umask; }
echo stopped
x=2; cd ..; umask 077
fg >/dev/null
ls -l d | tail -n 2 | cut -c1-10; echo $x; umask
--- stdout
stopped
11
d
0022
-rw-r--r--
-rw-r--r--
2
0077
--- stderr any

=== kill -CONT %n continues a job: wait is for its end
peers: bash
--- script
set -m
(sh -c 'kill -STOP 0'; exit 7)
echo $?
kill -CONT %1; wait %1; echo $?
--- stderr any
--- stdout
147
7

=== exec under job control stays in the shell's process group
--- script
"$SH" -c 'set -m; exec sh -c "ps -o pgid= -p \$\$"' 2>/dev/null | tr -d ' ' >f
[ "$(cat f)" = "$$" ] && echo same
set -m 2>/dev/null
exec echo leader
--- stdout
same
leader
