# docs/language.md, section 7: to cancel is to end every process of what is cancelled.
env: FTSH_LOG_LEVEL=0

=== children of children
--- script
try for 300ms
	sh -c 'sh -c "sh -c \"sleep 100; :\"; :" & wait'
	echo never
end
echo $?
--- stdout
124

=== a child that ignores SIGTERM
flags: --kill-timeout 1s
--- script
try for 300ms
	sh -c 'trap "" TERM; while :; do sleep 0.1; done' 2>/dev/null
	echo never
end
echo $?
--- stdout
124

=== a child that catches SIGTERM has time to clean up
--- script
# Where it cannot start in time it gets more.
for t in 0.3 3 30; do
	try for $t s
		sh -c 'trap "echo cleaned; exit 0" TERM; echo started; while :; do sleep 0.05; done' 2>/dev/null >out
		echo never
	end
	echo $? >>out
	! grep -q started out || break
done
cat out
--- stdout
started
cleaned
124

=== what cleans up may run programs
--- script
try for 1s
	sh -c 'trap "sleep 0.3 && echo cleaned; exit 0" TERM; while :; do sleep 0.05; done' 2>/dev/null
	echo never
end
try for 1s
	{ trap 'sleep 0.3 && echo cleaned' EXIT; sleep 100; } &
	sleep 100
end
try for 3s # a shell begins in it, under an emulator, too
	"$SH" -c 'trap "sleep 0.3 && echo cleaned" EXIT; sleep 100; echo never'
end
try for 1s
	(trap 'sleep 0.3 && echo cleaned' EXIT; sleep 100; echo never)
end
--- stdout
cleaned
cleaned
cleaned
cleaned
--- status 124

=== an EXIT trap that hangs is ended after the kill timeout
flags: --kill-timeout 1s
--- script
trap 'sleep 100' EXIT
try for 300ms
	(trap 'sleep 100; echo never' EXIT; sleep 100)
end
echo $?
kill $$
--- stdout
124
--- status 143

=== a child in a session of its own
--- script
try for 300ms
	setsid sleep 100
	echo never
end
echo $?
try for 300ms
	setsid -f sleep 100
	sleep 100
end
echo $?
--- stdout
124
124

=== a double fork
--- script
try for 300ms
	sh -c '(sleep 100 & ) ; exit 0'
	sleep 100
end
echo $?
--- stdout
124

=== a stopped child
--- script
try for 300ms
	sh -c 'kill -STOP $$; :'
	echo never
end
echo $?
--- stdout
124

=== a stopped child that ignores SIGTERM
flags: --kill-timeout 1s
--- script
try for 300ms
	sh -c 'trap "" TERM; kill -STOP $$; while :; do sleep 0.1; done' 2>/dev/null
	echo never
end
echo $?
--- stdout
124

=== every element of a pipeline
--- script
try for 300ms
	sleep 100 | sleep 100 | sh -c 'sleep 100; :'
	echo never
end
echo $?
--- stdout
124

=== jobs of an attempt that is cancelled
--- script
try for 300ms
	sleep 100 &
	{ sleep 100; echo never; } &
	sh -c 'sleep 100; :' &
	sleep 100
end
echo $?
--- stdout
124

=== jobs of an attempt that fails
--- script
try 2 times every 0s
	sleep 100 &
	{ sleep 100; echo never; } &
	setsid sleep 100 &
	false
end
echo $?
--- stdout
1

=== daemons of an attempt that fails
--- script
try 1 time
	setsid -f sleep 100
	sh -c '(sleep 100 & ) ; exit 0'
	false
end
echo $?
--- stdout
1

=== the job is gone before the next attempt begins
--- script
try 2 times every 0s
	if [ $FTSH_ATTEMPT = 2 ]; then
		kill -0 $job 2>/dev/null || echo gone
	else
		sleep 100 &
		job=$!
		false
	fi
end
--- stdout
gone

=== jobs of an attempt that succeeds live on
--- script
try 1 time
	sleep 100 &
	job=$!
end
kill -0 $job && echo alive
kill $job
wait $job
echo $?
--- stdout
alive
143

=== jobs of an inner success end when the outer attempt fails
--- script
try 1 time
	try 1 time
		sleep 100 &
	end
	false
end
echo $?
--- stdout
1

=== jobs from outside are left alone
--- script
sleep 100 &
job=$!
try for 100ms; sleep 100; end
try 1 time; false; end
kill -0 $job && echo alive
kill $job
wait $job
echo $?
--- stdout
alive
143

=== processes of an alternative that failed
--- script
forany x ordered in a b
	if [ $x = a ]; then
		sleep 100 &
		setsid -f sleep 100
		false
	fi
	echo $x
end
--- stdout
b

=== a nested ftsh cleans up first
flags: --kill-timeout 7s
--- script
# Where it cannot start in time it gets more.
for t in 0.5 5 50; do
	try for $t s
		"$SH" -c 'trap "echo inner exit" EXIT; echo $FTSH_KILL_TIMEOUT; try for 1 hour; setsid sleep 100; end' >out
	end
	echo $? >>out
	! grep -qx 2 out || break
done
cat out
--- stdout
2
inner exit
124

=== the kill timeout of a nested ftsh is not below a second
flags: --kill-timeout 2s
--- script
try 1 time
	echo $FTSH_KILL_TIMEOUT
	"$SH" -c 'try 1 time; echo $FTSH_KILL_TIMEOUT; end'
end
--- stdout
1
1

=== a daemon from a block of a nested ftsh
--- script
try 1 time
	"$SH" -c 'try 1 time; setsid -f sleep 100; end'
	false
end
echo $?
--- stdout
1

=== kill mode weak
flags: --kill-timeout 1s --kill-mode weak
--- script
try for 300ms
	sh -c 'trap "" TERM; while :; do sleep 0.1; done' 2>/dev/null
end
echo $?
--- stdout
124

=== an expansion is cancelled at once
--- script
try for 100ms
	x=$(while :; do echo y; done)
end
echo $?
--- stdout
124

=== hundreds of branches at once
--- script
forall n in $(seq 300); [ $n != 150 ] && sleep 100; end
echo $?
try for 2s
	forall n in $(seq 300); sleep 100; end
end
echo $?
--- stdout
1
124

=== a branch's processes when another branch fails
--- script
forall x in a b c
	if [ $x = a ]; then
		until [ -e b ] && [ -e c ]; do sleep 0.01; done
		(exit 9)
	else
		: >$x
		setsid sh -c 'sleep 100; :'
		echo never
	fi
end
echo $?
--- stdout
9
