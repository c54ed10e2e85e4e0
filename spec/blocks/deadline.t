# docs/language.md, section 4: a time limit binds everything inside. What must be ended here would
# run for a minute or for ever if it were not.
env: FTSH_LOG_LEVEL=0

=== an external command
--- script
try for 100ms; sleep 100; echo never; end
echo $?
--- stdout
124

=== a command that the end of the time keeps from starting says nothing
--- script
i=0
while [ $i -lt 25 ]; do
	try for 20ms; while :; do /bin/true; done; end
	i=$((i + 1))
done
echo $i
--- stdout
25

=== a loop of builtins
--- script
try for 100ms; while :; do :; done; end
echo $?
try for 100ms; until false; do x=$((x + 1)); done; end
echo $?
try for 100ms; for i in 1; do while true; do :; done; done; end
echo $?
--- stdout
124
124
124

=== a loop of commands that fail in conditions
--- script
try for 100ms; while ! sleep 100; do :; done; echo never; end
echo $?
try for 100ms; if sleep 100; then echo never; else echo never; fi; echo never; end
echo $?
try for 100ms; sleep 100 || echo never; end
echo $?
--- stdout
124
124
124

=== functions, recursion, eval and sourced files
--- file lib
while :; do :; done
--- script
f() { while :; do g; done; }
g() { :; }
try for 100ms; f; end
echo $?
r() { sleep 0.01; r; }
try for 100ms; r; end
echo $?
try for 100ms; eval 'while :; do :; done'; end
echo $?
try for 100ms; . ./lib; end
echo $?
--- stdout
124
124
124
124

=== subshells, substitutions and pipelines
--- script
try for 100ms; (while :; do :; done); echo never; end
echo $?
try for 100ms; x=$(while :; do :; done); echo never; end
echo $?
try for 100ms; x=$(sleep 100); echo never; end
echo $?
try for 100ms; echo "$(sleep 100; echo x)"; end
echo $?
try for 100ms; sleep 100 | cat; echo never; end
echo $?
try for 100ms; while :; do echo y; done | cat >/dev/null; echo never; end
echo $?
try for 100ms; yes | while read -r l; do :; done; end
echo $?
try for 100ms; ! (sleep 100); echo never; end
echo $?
--- stdout
124
124
124
124
124
124
124
124

=== read from a pipe that gives nothing
--- script
mkfifo p
sleep 100 >p &
holder=$!
exec 3<p
try for 100ms; read -r line <&3; echo never; end
echo $?
kill $holder
wait
--- stdout
124

=== read of a line that never ends
--- script
mkfifo p
{ printf half; exec sleep 100; } >p &
holder=$!
try for 300ms; read -r line; echo never; end <p
echo $?
kill $holder
wait
--- stdout
124

=== wait for a job outside the block
--- script
sleep 100 &
job=$!
try for 100ms; wait; echo never; end
echo $?
try for 100ms; wait $job; echo never; end
echo $?
kill -0 $job && echo alive
kill $job
wait
--- stdout
124
124
alive

=== an attempt whose job the deadline ends first is cancelled
# The list has the same deadline, and looks at a clock of its own, while the shell is stopped
# and its timer comes too late. What stops and continues the shell is outside the block, which
# would end it between the two.
leaves: processes
--- script
i=0
while [ $i -lt 15 ]; do
	try for 60ms
		while :; do :; done & list=$!
		detach sh -c '(kill -STOP $0; sleep 0.12; kill -CONT $0) >/dev/null 2>&1 &' $$
		wait $list || :
		echo SURVIVED
	end
	[ $? = 124 ] || echo "not cancelled"
	i=$((i + 1))
done

=== the open of a fifo
--- script
mkfifo p
try for 100ms; cat <p; echo never; end
echo $?
try for 100ms; echo x >p; echo never; end
echo $?
try for 100ms; { :; } <p; echo never; end
echo $?
try for 100ms; exec 5<p; echo never; end
echo $?
try for 100ms; . ./p; echo never; end
echo $?
--- stdout
124
124
124
124
124

=== a builtin that writes to a full pipe
--- script
mkfifo p
sleep 100 <>p >/dev/null &
exec 3<>p
try for 200ms; while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done >&3; echo never; end
echo $?
kill $!
wait
--- stdout
124

=== the wait between attempts
--- script
try for 200ms backoff fixed from 1 hour; false; end
echo $?
try for 200 ms
	try for 1 hour backoff fixed from 1 hour; false; end
	echo never
end
echo $?
--- stdout
124
124

=== a trap action
--- script
trap 'while :; do :; done' USR1
try for 200ms
	kill -USR1 $$
	echo never
end
echo $?
--- stdout
124

=== a subshell's EXIT trap runs on cancellation
--- script
try for 100ms
	( trap 'echo cleaned' EXIT; sleep 100 )
	echo never
end
echo $?
--- stdout
cleaned
124

=== a nested deadline is never later than the outer one
--- script
try for 100ms
	try for 1 hour
		sleep 100
	catch
		echo never
	end
	echo never
end
echo $?
--- stdout
124

=== a nested deadline that is sooner fails the nested block only
--- script
try for 1 hour or 1 time
	try for 100ms
		sleep 100
	catch
		echo "inner $FTSH_REASON"
	end
	echo on
end
echo $?
--- stdout
inner deadline
on
0

=== whose limit it was is known across several levels
--- script
try for 1 hour
	try for 150 ms
		try for 2 hours
			forany x in a b
				try forever
					sleep 100
				catch
					echo never
				end
				echo never
			catch
				echo never
			end
			echo never
		catch
			echo never
		end
		echo never
	catch
		echo "second: $FTSH_REASON $FTSH_STATUS"
	end
	echo on
end
--- stdout
second: deadline 124
on

=== a deadline fails the block, not the list around it in a condition
--- script
if try for 50ms; sleep 100; end; then echo never; else echo "else $?"; fi
try for 50ms; sleep 100; end || echo "or $?"
--- stdout
else 124
or 124

=== timeout cancels one attempt, which failed with 124
--- script
try 3 times every 0s timeout 2s
	echo "attempt $FTSH_ATTEMPT"
	if [ $FTSH_ATTEMPT -lt 3 ]; then
		sleep 100
	fi
end
echo $?
try 2 times every 0s timeout 50ms
	while :; do :; done
catch
	echo "$FTSH_REASON $FTSH_STATUS $FTSH_ATTEMPT"
end
--- stdout
attempt 1
attempt 2
attempt 3
0
times 124 2

=== timeout and a deadline that is sooner
--- script
try for 100ms timeout 1 hour
	sleep 100
catch
	echo "$FTSH_REASON $FTSH_STATUS $FTSH_ATTEMPT"
end
--- stdout
deadline 124 1

=== a program that ends with 124 itself is a failure like any
--- script
try 2 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	(exit 124)
catch
	echo "$FTSH_REASON $FTSH_STATUS"
end
--- stdout
attempt 1
attempt 2
times 124

=== a delay of every that would overrun fails the block at once
--- script
try for 1 hour every 2 hours
	echo "attempt $FTSH_ATTEMPT"
	false
catch
	echo "$FTSH_REASON $FTSH_STATUS"
end
--- stdout
attempt 1
deadline 124

=== a delay of failure --after that would overrun fails the block at once
--- script
try for 1 hour
	echo "attempt $FTSH_ATTEMPT"
	failure --after 2h 5
catch
	echo "$FTSH_REASON $FTSH_STATUS"
end
--- stdout
attempt 1
deadline 124

=== an attempt that succeeds in time cancels nothing afterwards
--- script
try for 300ms
	x=1
end
sleep 0.5
echo "$?"
--- stdout
0

=== a deadline in a forall's branch and around it
--- script
try for 200ms
	forall x in 1 2 3
		sleep 100
	end
	echo never
end
echo $?
forall x in 1 2
	try for 100ms; sleep 100; end
end
echo $?
--- stdout
124
124

=== a nested shell is a command like others
--- script
try for 300ms
	"$SH" -c 'try for 1 hour; sleep 100; end; echo never' 2>/dev/null
	echo never
end
echo $?
--- stdout
124

=== standard error of what is cancelled is kept
--- script
# Where it cannot start in time it gets more.
for t in 0.2 2 20; do
	try for $t s
		sh -c 'echo message >&2; exec sleep 100'
	end 2>err
	echo $?
	[ ! -s err ] || break
done >out
tail -n 1 out
cat err >&2
--- stdout
124
--- stderr
message

=== select of a job's output is not held up by the deadline of an earlier block
--- script
try for 50ms; sleep 100; end
x=$(echo after)
echo $x | cat
--- stdout
after
