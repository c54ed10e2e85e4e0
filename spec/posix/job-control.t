# XCU 2.11, and fg, bg, jobs, wait and kill under set -m. dash has no job control without a
# terminal; under one it agrees.
peers: bash

=== a command that stops itself is a job, which fg continues
--- script
set -m
sh -c 'kill -STOP $$; exit 3'; echo $?
sh -c 'kill -TSTP $$; exit 4'; echo $?
sh -c 'kill -TTIN $$; exit 5'; echo $?
sh -c 'kill -TTOU $$; exit 6'; echo $?
fg >/dev/null; echo $?
fg %2 >/dev/null; echo $?
fg %?TTIN >/dev/null; echo $?
fg %sh >/dev/null; echo $?
--- stdout
147
148
149
150
6
4
5
3
--- stderr any

=== options saved in a substitution and restored keep job control
--- script
set -m
saved=$(set +o)
eval "$saved"
case $- in *m*) echo on;; esac
(case $- in *m*) echo on in a subshell;; esac)
echo x | case $- in *m*) echo on in an element;; esac
x=$(case $- in *m*) echo on in a substitution;; esac); echo "$x"
case $- in *m*) echo on in a list;; esac & wait
(set +m; case $- in *m*) ;; *) echo off where it was turned off;; esac)
f() { local -; set +m; }; f
sh -c 'kill -STOP $$; exit 3'; echo $?
fg >/dev/null; echo $?
--- stdout
on
on in a subshell
on in an element
on in a substitution
on in a list
off where it was turned off
147
3
--- stderr any

=== wait waits for what kill has continued by its process id, or its group's
# bash finds out too late that it runs again
peers: none
--- script
set -m
(exec sleep 0.3) & kill -STOP $!; wait $!; echo $?
kill -CONT $!; wait $!; echo $?
(sleep 0.3; exit 3) & kill -STOP -- -$!; wait $!; echo $?
kill -s CONT -- -$!; wait $!; echo $?
--- stdout
147
0
147
3

=== a subshell that stops itself
--- script
set -m
(sh -c 'kill -STOP $PPID'; exit 3); echo $?
(sh -c 'kill -TSTP $PPID'; exit 4); echo $?
(kill -TTIN $(exec sh -c 'echo $PPID'); exit 5); echo $?
(kill -STOP 0; exit 6); echo $?
for n in 1 2 3 4; do bg %$n >/dev/null; wait %$n; echo $?; done
--- stdout
147
148
149
147
3
4
5
6
--- stderr any

=== a program in a subshell that stops
--- script
set -m
(sh -c 'kill -STOP $$; exit 3'); echo $?
fg >/dev/null; echo $?
(exec sh -c 'kill -TSTP $$; exit 4'); echo $?
fg >/dev/null; echo $?
--- stdout
147
3
148
4
--- stderr any

=== one that is not its last command stops the subshell
peers: none
--- script
set -m
(sh -c 'kill -STOP $$'; echo on; exit 3); echo $?
jobs
fg; echo $?
--- stdout
147
[1] + Stopped (SIGSTOP)          (sh -c 'kill -STOP $$'; echo on; exit 3)
(sh -c 'kill -STOP $$'; echo on; exit 3)
on
3

=== a pipeline of which all elements are stopped
--- script
set -m
sh -c 'kill -STOP $$; echo x' | sh -c 'kill -STOP $$; cat; exit 7'; echo $?
fg >/dev/null; echo $?
{ sh -c 'until [ -e cat ]; do sleep 0.01; done; kill -STOP 0; echo x'; echo y; } |
  sh -c '>cat; exec cat'; echo $?
bg >/dev/null; wait %; echo $?
--- stdout
147
x
7
147
x
y
0
--- stderr any

=== one that is stopped from outside
--- script
set -m
mkfifo f g
{ read p <f; until kill -STOP $p; do sleep 0.01; done; } &
(sh -c 'echo $PPID' >f; read x <g; exit 3); echo $?
wait %1; echo $?
jobs | grep -c Stopped
bg %2 >/dev/null; echo go >g; wait %2; echo $?
--- stdout
147
0
1
3
--- stderr any

=== a stopped job is signalled, and counts as running once it is continued
--- script
set -m
(kill -STOP 0; exit 2); echo $?
kill -TERM %?STOP; kill -CONT %1; wait %1; echo $?
(kill -STOP 0; exit 2); echo $?
wait %1; echo $?
kill -s CONT %%; wait %1; echo $?
--- stdout
147
143
147
147
2
--- stderr any

=== the status of a job that has been stopped is judged
--- script
set -m
if (kill -STOP 0; exit 1); then echo yes; else echo no $?; fi
(kill -STOP 0) && echo never
(kill -STOP 0) || echo or
! (kill -STOP 0); echo $?
f() { (kill -STOP 0); echo f $?; }; f
kill -CONT %1 %2 %3 %4 %5; wait
jobs; echo end
--- stdout
no 147
or
0
f 147
end
--- stderr any

=== fg and bg take the job that was suspended last
--- script
set -m
sleep 100 & p=$!
(kill -STOP 0; exit 2)
(kill -STOP 0; exit 3)
fg >/dev/null; echo $?
bg >/dev/null; wait %2; echo $?
kill $p
--- stdout
3
2
--- stderr any

=== bg takes several jobs, and tells them
except bash: writes an & behind it
--- script
set -m
(kill -STOP 0; exit 3); (kill -STOP 0; exit 4)
bg %2 %1
wait %1; echo $?
wait %2; echo $?
--- stdout
[2] (kill -STOP 0; exit 4)
[1] (kill -STOP 0; exit 3)
3
4
--- stderr any

=== fg takes several jobs, one after the other
except bash: takes only one
--- script
set -m
(kill -STOP 0; echo a; exit 3); (kill -STOP 0; echo b; exit 4)
fg %2 %1; echo $?
--- stdout
(kill -STOP 0; echo b; exit 4)
b
(kill -STOP 0; echo a; exit 3)
a
3
--- stderr any

=== a job that bg continues is named by $!
--- script
set -m
sleep 100 & p=$!
sh -c 'echo $$ >pid; kill -STOP $$; exit 5'
[ $p = $! ] && echo not yet
bg >/dev/null
[ "$(cat pid)" = $! ] && echo now
wait $!; echo $?
kill $p
--- stdout
not yet
now
5
--- stderr any

=== bg of what runs does nothing
--- script
set -m
mkfifo f
(read x <f; exit 3) &
bg >/dev/null 2>&1; echo $?
echo >f; wait %1; echo $?
--- stdout
0
3

=== what is no job
--- script
set -m
fg; [ $? -gt 0 ] && echo fg
bg %none; [ $? -gt 0 ] && echo bg
(kill -STOP 0; exit 3)
bg %none %1 >/dev/null; [ $? -gt 0 ] && echo none
wait %1; echo $?
kill %9; [ $? -gt 0 ] && echo kill
--- stdout
fg
bg
none
3
kill
--- stderr any

=== a job that has ended is known until it is waited for
run: stdin
--- script
set -m
echo 1 & exit 11 &
sleep 0.2
wait %echo %exit; echo $?
wait %exit 2>/dev/null; echo $?
--- stdout
1
11
127
--- stderr any

=== jobs has the text of commands from anywhere
run: stdin
peers: none
--- script
set -m
f() { sleep 100 & }
f
eval 'sleep 200 | cat &'
( sleep 300 ) &
jobs
kill %1 %2 %3
--- stdout
[3] + Running                    (sleep 300)
[2] - Running                    sleep 200 | cat
[1]   Running                    sleep 100

=== every process of a pipeline is in its group, which kill reaches
--- script
set -m
{ kill -TERM 0; echo never; } | cat; echo $?
cat | { sh -c 'kill -TERM 0'; echo never; } </dev/null; echo $?
mkfifo f
{ : >f; sleep 100; } | sleep 100 & : <f
kill -s TERM -- -$(jobs -p); wait $!; echo $?
--- stdout
143
143
143
--- stderr any

=== $! is the last element's process, and wait is for all of the pipeline
--- script
set -m
mkfifo f
{ read x <f; echo done >out; } | sh -c 'echo $$ >pid; exit 4' & p=$!
until [ -s pid ]; do sleep 0.01; done
[ $p = "$(cat pid)" ] && echo same
echo >f; wait %1; echo $?; cat out
--- stdout
same
4
done
--- stderr any

=== the status of a pipeline in the background, with pipefail and without
--- script
(exit 3) | true & wait $!; echo $?
set -o pipefail
(exit 3) | (exit 4) | true & wait $!; echo $?
set +o pipefail
(exit 3) | (exit 5) & wait $!; echo $?
--- stdout
0
4
5

=== a subshell and an element of a pipeline have processes of their own
--- script
set -m
sh -c 'echo $PPID' >main
(sh -c 'echo $PPID' >sub; :)
cmp -s main sub || echo other
[ "$(cat main)" = $$ ] && echo same
echo x | { read x; trap 'echo trapped' USR1; kill -USR1 $(exec sh -c 'echo $PPID'); echo $x; }
--- stdout
other
same
trapped
x

=== a subshell under job control keeps what it stands in
--- script
set -m -e
x=1; f() { echo "f $x"; }; set -- a b
if (false; echo tested $1 $x); then f; fi
(f; x=2; exit 3) || echo $? $x
trap 'echo main' EXIT
(trap 'echo sub' EXIT; :)
echo y | (read z; echo $z $#)
f() { (return 4) || echo $?; }; f
--- stdout
tested a 1
f 1
f 1
3 1
sub
y 2
4
main

=== jobs says which signal has stopped a job
# XCU jobs: plain Stopped is SIGTSTP.
peers: none
--- script
set -m
stopped() { while ! jobs "$1" | grep -q Stopped; do sleep 0.1; done; }
sh -c 'kill -STOP $$' & stopped %1
sh -c 'kill -TSTP $$' & stopped %2
sh -c 'kill -TTIN $$' & stopped %3
sh -c 'kill -TTOU $$' & stopped %4
for j in 1 2 3 4; do jobs %$j; done
kill -KILL %1 %2 %3 %4
wait
--- stdout
[1]   Stopped (SIGSTOP)          sh -c 'kill -STOP $$'
[2]   Stopped                    sh -c 'kill -TSTP $$'
[3] - Stopped (SIGTTIN)          sh -c 'kill -TTIN $$'
[4] + Stopped (SIGTTOU)          sh -c 'kill -TTOU $$'
