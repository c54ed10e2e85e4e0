# docs/language.md, section 7: signals to the shell.
env: FTSH_LOG_LEVEL=0

=== SIGTERM cancels the block and ends the shell by that signal
--- script
"$SH" -c 'try forever; echo started; setsid sh -c "sleep 100; :"; echo never; catch; echo never; end; echo never' >out &
until grep -q started out 2>/dev/null; do sleep 0.02; done
kill -TERM $!
wait $!
echo $?
cat out
--- stdout
143
started

=== SIGHUP does so too
--- script
"$SH" -c 'try forever; echo started; sleep 100; end; echo never' >out &
until grep -q started out 2>/dev/null; do sleep 0.02; done
kill -HUP $!
wait $!
echo $?
--- stdout
129

=== SIGINT does so too
--- script
# Not in the background, where SIGINT and SIGQUIT are ignored.
(until grep -q started out 2>/dev/null; do sleep 0.02; done; read -r pid <out; kill -INT $pid) &
"$SH" -c 'echo $$; try forever; echo started; sleep 100; end; echo never' >out
echo $?
grep never out
--- stdout
130
--- status 1
--- stderr any

=== SIGQUIT does so too
--- script
(until grep -q started out 2>/dev/null; do sleep 0.02; done; read -r pid <out; kill -QUIT $pid) &
"$SH" -c 'ulimit -c 0; echo $$; try forever; echo started; sleep 100; end; echo never' >out
echo $?
grep never out
--- stdout
131
--- status 1
--- stderr any

=== the EXIT trap runs before the signal ends the shell
--- script
"$SH" -c 'trap "echo exit trap" EXIT; try forever; echo started; sleep 100; end; echo never' >out &
until grep -q started out 2>/dev/null; do sleep 0.02; done
kill -TERM $!
wait $!
echo $?
cat out
--- stdout
143
started
exit trap

=== outside a block the EXIT trap runs, too
--- script
"$SH" -c 'trap "echo exit trap" EXIT; echo started; sleep 100; echo never' >out &
until grep -q started out 2>/dev/null; do sleep 0.02; done
kill -HUP $!
wait $!
echo $?
cat out
--- stdout
129
started
exit trap

=== a signal between two attempts ends the wait
--- script
"$SH" -c 'try forever backoff fixed from 1 hour; echo started; false; catch; echo never; end; echo never' >out &
until grep -q started out 2>/dev/null; do sleep 0.02; done
kill -TERM $!
wait $!
echo $?
cat out
--- stdout
143
started

=== jobs started outside the blocks live on
--- script
"$SH" -c 'sleep 100 & echo $!; try forever; echo started; sleep 100; end' >out &
until grep -q started out 2>/dev/null; do sleep 0.02; done
kill -TERM $!
wait $!
echo $?
read -r job <out
kill -0 $job && echo alive
kill $job
--- stdout
143
alive

=== a trapped signal's action runs after the foreground command
--- script
trap 'echo action' USR1
try 1 time
	sh -c 'kill -USR1 $PPID; sleep 0.1; echo command'
	echo next
end
--- stdout
command
action
next

=== between attempts a trapped signal's action runs at once and the wait goes on
--- script
"$SH" -c 'trap "echo action" USR1
try 2 times backoff fixed from 1 hour
	echo "attempt $FTSH_ATTEMPT"
	false
end
echo $?' >out &
until grep -q 'attempt 1' out 2>/dev/null; do sleep 0.02; done
sleep 0.1
kill -USR1 $!
until grep -q 'action' out; do sleep 0.02; done
sleep 0.1
kill -TERM $!
wait $!
echo $?
cat out
--- stdout
143
attempt 1
action

=== abort, failure and break in a trap action between attempts
--- script
shoot() { until grep -q go out; do sleep 0.02; done; sleep 0.1; kill -USR1 $1; }
run() {
	>out
	"$SH" --log-level 0 -c "trap 'echo action; $1' USR1
for d in 6s 1s; do # time enough for the signal, and not
	try 2 times backoff fixed from \$d; echo go; false; end
	echo \"\$?\"
done" >out &
	shoot $!
	wait $!
	echo "$1: $(sed -n '/go/d; p' out | tr '\n' ' ')"
}
run 'abort 9'
run 'failure --after 1h 9'
run break
--- stdout
abort 9: action 9 1 
failure --after 1h 9: action 1 1 
break: action 

=== a trapped SIGTERM does not cancel
--- script
trap 'echo action' TERM
try 1 time
	sh -c 'kill -TERM $PPID; sleep 0.1; echo command'
	echo next
end
echo $?
--- stdout
command
action
next
0

=== exit in a trap's action leaves the block
--- script
trap 'exit 7' USR1
try 5 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	kill -USR1 $$
	echo never
catch
	echo never
end
echo never
--- stdout
attempt 1
--- status 7

=== a command that dies of a signal is a failure like any
--- script
try 2 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	sh -c 'kill -KILL $$'
end
echo $?
--- stdout
attempt 1
attempt 2
137
--- stderr any

=== a signal that was ignored at entry stays ignored, and cancelling works all the same
--- script
trap '' TERM
"$SH" --kill-timeout 1s -c 'try for 300ms; sleep 100; end; echo $?; kill -TERM $$; echo alive'
--- stdout
124
alive

=== children start with what was ignored at entry ignored
--- script
trap '' HUP
"$SH" -c 'try 1 time; sh -c "kill -HUP \$\$; echo alive"; end'
--- stdout
alive

=== a subshell's EXIT trap runs when the shell is ended
--- script
"$SH" -c 'try forever; ( trap "echo cleaned" EXIT; echo started; sleep 100 ); end' >out &
until grep -q started out 2>/dev/null; do sleep 0.02; done
kill -TERM $!
wait $!
echo $?
cat out
--- stdout
143
started
cleaned

=== a kill timeout bounds the EXIT trap
--- script
"$SH" --kill-timeout 1s -c 'trap "echo trap; while :; do :; done" EXIT; try forever; echo started; sleep 100; end' >out &
until grep -q started out 2>/dev/null; do sleep 0.02; done
kill -TERM $!
wait $!
echo $?
cat out
--- stdout
143
started
trap
