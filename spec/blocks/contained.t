# docs/language.md, section 7: contained. left PIDS prints those that still run.

--- program left
#!/bin/sh
for p; do
    ! kill -0 "$p" 2>/dev/null || echo "$p is left"
done

=== what a successful attempt leaves is ended: jobs, sessions of their own, daemons, what nohup started
--- script
try contained
	sleep 1000 & echo $! >pids
	sh -c 'setsid sleep 1000 & echo $! >>pids'
	sh -c 'nohup sh -c "echo \$\$ >>pids; (sleep 1000 & echo \$! >>pids)" >/dev/null 2>&1 &'
	env -i setsid sh -c 'sleep 1000 >/dev/null 2>&1 & echo $! >>pids'
	until [ $(wc -l <pids) = 5 ]; do sleep 0.01; done
end
echo $?
./left $(cat pids)
--- stdout
0

=== output goes to its end when the block does
--- script
x=$(try contained; sleep 1000 & echo a; end)
echo $x
try contained; sleep 1000 & echo b; end | cat
forall i contained in c; sleep 1000 & echo $i; end | cat
forany i contained in d; sleep 1000 & echo $i; end | cat
mkfifo f
try contained; sleep 1000 & echo e; end >f & cat f
--- stdout
a
b
c
d
e

=== what is written at the end belongs to the attempt
--- script
x=$(try contained
	sh -c 'trap "echo bye; exit" TERM; echo >ready; while :; do sleep 0.01; done' 2>/dev/null &
	until [ -e ready ]; do sleep 0.01; done
	echo hello
end)
echo $x
--- stdout
hello bye

=== SIGKILL ends what ignores the first signal, after the grace; a success stays one
--- script
try contained grace 100ms
	sh -c 'trap "" TERM; echo $$ >pid; while :; do sleep 0.01; done' &
	until [ -s pid ]; do sleep 0.01; done
end
echo "$? <$FTSH_REASON>"
./left $(cat pid)
--- stdout
0 <>

=== signal is the first signal
--- script
try contained signal USR1
	sh -c 'trap "echo USR1; exit" USR1; echo >ready; while :; do sleep 0.01; done' 2>/dev/null &
	until [ -e ready ]; do sleep 0.01; done
end
--- stdout
USR1

=== a job may be waited for in the block; after it the status is that of the signal
--- script
try contained
	(exit 3) & first=$!
	sleep 1000 & last=$!
	wait $first || echo "waited $?"
end
wait $last
echo $?
jobs
--- stdout
waited 3
143

=== without contained a job of a success lives on
--- script
try; sleep 1000 & p=$!; end
kill $p && echo lives
--- stdout
lives

=== a job of an attempt that fails is ended before the next one, as ever
--- script
try 2 times every 0s contained
	if [ $FTSH_ATTEMPT = 2 ]; then ./left $(cat pid); fi
	sleep 1000 & echo $! >>pid
	[ $FTSH_ATTEMPT = 2 ]
end
echo $?
./left $(cat pid)
--- stdout
0

=== an inner block leaves its jobs to the one around
--- script
try contained
	try 1 time; sleep 1000 & p=$!; end
	kill -0 $p && echo "lives in the outer block"
end
./left $p
try
	sleep 1000 & mine=$!
	try contained; sleep 1000 & p=$!; end
	./left $p
	kill -0 $mine && echo "lives around the inner block"
	kill $mine
end
--- stdout
lives in the outer block
lives around the inner block

=== what ran before the block, and what detach starts, is not ended
--- script
sleep 1000 & before=$!
try contained
	detach sleep 1000 & detached=$!
end
kill $before $detached && echo both live
--- stdout
both live

=== leaving the block ends it too
--- script
f() { try contained; sleep 1000 & p=$!; return 3; end; }
f
echo $?
./left $p
while :; do try contained; sleep 1000 & p=$!; break; end; done
./left $p
(try contained; sleep 1000 & echo $! >pid; exit 4; end)
echo $?
./left $(cat pid)
--- stdout
3
4

=== forany: the alternative that wins leaves nothing, and its environment stays
--- script
forany x contained ordered in a b
	sleep 1000 & echo $! >>pid
	p=$!
	[ $x = b ]
end
echo $x
[ $p = $(tail -n 1 pid) ] && echo kept
./left $(cat pid)
--- stdout
b
kept

=== hedge: the winner leaves nothing
--- script
forany x contained hedge 1 hour in a b
	sleep 1000 & echo $! >pid
end
echo $?
./left $(cat pid)
--- stdout
0

=== forall: each branch leaves nothing, and does not wait for the others
--- script
forall x contained in a b
	if [ $x = a ]; then
		sleep 1000 & echo $! >pid.new
		mv pid.new pid
	else
		until [ -e pid ]; do sleep 0.01; done
		while kill -0 $(cat pid) 2>/dev/null; do sleep 0.01; done
		echo gone
	fi
end
--- stdout
gone

=== forall grouped
--- script
forall x contained grouped in a b c; sleep 1000 & echo $x; end
--- stdout
a
b
c

=== the lists of sense, check and catch leave nothing
--- script
try 1 time or 1 hour contained
	false
sense
	sleep 1000 & echo $! >pids
check
	./left $(cat pids)
	sleep 1000 & echo $! >>pids
	false
catch
	./left $(cat pids)
	sleep 1000 & echo $! >>pids
end
echo $?
./left $(cat pids)
try 1 time contained; false; check; sleep 1000 & p=$!; end
echo $?
./left $p
--- stdout
0
0

=== a catch list that fails, and one that leaves
env: FTSH_LOG_LEVEL=0
--- script
f() {
	try 1 time contained; false; catch; sleep 1000 & p=$!; return 5; end
}
f
echo $?
./left $p
try 1 time contained; false; catch; sleep 1000 & p=$!; (exit 6); end
echo $?
./left $p
--- stdout
5
6

=== in a subshell that is a process, and in an asynchronous list
--- script
(trap 'echo caught' USR1; try contained; sleep 1000 & echo $! >pid; end; ./left $(cat pid); kill -USR1 $(sh -c 'echo $PPID'))
try contained; sleep 1000 & echo $! >pid2; end & wait $!
echo $?
./left $(cat pid2)
--- stdout
caught
0

=== under job control
--- script
set -m
try contained; sleep 1000 & p=$!; sh -c 'sleep 1000 & echo $! >pid'; end
./left $p $(cat pid)
jobs
--- stdout
[1] + Terminated                 sleep 1000

=== a record tells what was ended
env: FTSH_LOG_LEVEL=attempts
--- script
try contained
	sleep 1000 & sleep 1000 &
end 2>log
forany x contained in 'a b'; sleep 1000 & end 2>>log
try 1 time contained; false; catch; sleep 1000 & end 2>>log
try contained; :; end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/\([0-9]+\)/(PID)/g; /failed/d; /^ /d' log
--- stdout
../script:1 try: attempt 1 left 2 processes, ended: sleep (PID), sleep (PID)
../script:4 forany: attempt 1 ('a b') left 1 process, ended: sleep (PID)
../script:5 try: the catch list left 1 process, ended: sleep (PID)

=== no record without asking, and none of an attempt that failed
env: FTSH_LOG_LEVEL=failures
--- script
try contained; sleep 1000 & end
"$SH" --log-level attempts -c 'try contained; sleep 1000 & false; end || :' 2>log
grep -c left log || :
--- stdout
0

=== a journal records a success when nothing is left
env: FTSH_JOURNAL_DIR=../tmp
--- script
for run in 1 2; do
	"$SH" -c 'try journal j keep contained; sleep 1000 & echo $! >>pids; end'
	./left $(cat pids)
done
wc -l <pids
--- stdout
1

=== through: the slot is free when nothing is left
env: FTSH_STATE_DIR=../tmp/state
--- script
mkdir -m 700 ../tmp/state
try through x jobs 1 contained; sleep 1000 & p=$!; end
try 1 time through x jobs 1 nowait contained; ./left $p; echo free; end
--- stdout
free

=== via: the branch's machine ends it
--- script
PATH=${SH%/*}:$PATH
export FTSH_VIA_POLL=100ms
forall x via local contained in a b
	sleep 1000 & echo $! >$x
	sh -c 'setsid sleep 1000 & echo $! >>$0' $x
	echo $x
end | sort
./left $(cat a b)
--- stdout
a
b

=== nothing is left of a shell that is killed in its first moment
--- script
"$SH" -c 'try contained; sleep 1000 & echo $! >pid; kill -9 $$; end'
read pid <pid
while grep -q '^State:.[^Z]' /proc/$pid/status 2>/dev/null; do sleep 0.01; done
echo gone
--- stdout
gone
--- stderr any

=== a break out of the shell's process: exec gives the block up
leaves: processes
--- script
"$SH" -c 'try contained; sleep 1000 & echo $! >pid; exec true; end'
kill $(cat pid) && echo lives
--- stdout
lives

=== it is a word of headers only
--- program try
#!/bin/sh
echo "try $*"
--- script
PATH=.:$PATH
try contained
contained() { echo "function $1"; }
contained x
--- stdout
try contained
function x

=== a clause stands once
--- script
try 1 time contained contained; :; end
--- status 2
--- stderr
../script:1:22: syntax error: expected each clause once, found "contained" ("try" opened at line 1)
    try 1 time contained contained; :; end
                         ^
