# docs/language.md, section 4: the check list.
env: FTSH_LOG_LEVEL=0

=== the block succeeds when the check list does
--- script
try 3 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	(exit 5)
check
	echo "check $FTSH_ATTEMPT $?"
	[ $FTSH_ATTEMPT = 2 ]
catch
	echo never
end
echo $?
--- stdout
attempt 1
check 1 5
attempt 2
check 2 5
0

=== it does not run when the attempt succeeds
--- script
try 3 times; echo body; check; echo never; end
--- stdout
body

=== when it fails the limits hold, and the status is that of the attempt
--- script
try 2 times every 0s
	(exit 5)
check
	echo "check $FTSH_ATTEMPT"
	(exit 6)
catch
	echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
	echo "$FTSH_ERROR"
	failure
end
echo $?
try; (exit 7); check; echo once; false; end
echo $?
--- stdout
check 1
check 2
5 times 2
../script:2:3: exit 5: exit status 5
5
once
7

=== not after abort, a permanent failure, or a command that was not found
--- script
try 3 times; abort 3; check; echo never; end
echo $?
try 3 times on 75; (exit 1); check; echo never; end
echo $?
try 3 times; nosuchcommand; check; echo never; end 2>/dev/null
echo $?
try 3 times on 127 every 0s; nosuchcommand; check; echo "check $FTSH_ATTEMPT"; end 2>/dev/null
echo $?
N=x
try $N times; :; check; echo never; end 2>/dev/null
echo $?
--- stdout
3
1
127
check 1
0
2

=== exit, return, break and continue end the block without it
--- script
f() { try 3 times; return 4; check; echo never; end; echo never; }
f
echo $?
for i in 1 2; do try 3 times; continue; check; echo never; end; echo never; done
for i in 1 2; do try 3 times; break; check; echo never; end; echo never; done
echo $i
(try 3 times; exit 6; check; echo never; end)
echo $?
--- stdout
4
1
6

=== it can leave itself
--- script
f() { try 3 times; false; check; return 4; end; echo never; }
f
echo $?
for i in 1 2; do try 3 times; false; check; break; end; echo never; done
echo $i
(try 3 times; false; check; exit 6; end; echo never)
echo $?
--- stdout
4
1
6

=== abort in it fails the block for good
--- script
try 2 times every 0s
	echo outer
	try 3 times every 0s
		false
	check
		abort 9
	catch
		echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
		failure
	end
end
echo $?
--- stdout
outer
9 permanent 1
outer
9 permanent 1
9

=== a command that is not there gives no answer
--- script
try 3 times every 0s
	false
check
	nosuchcommand
catch
	echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
	echo "$FTSH_ERROR"
end
--- stdout
127 permanent 1
../script:4:2: nosuchcommand: exit status 127
--- stderr some

=== it is brittle
--- script
try 2 times every 0s
	false
check
	echo check
	false
	echo never
end
echo $?
--- stdout
check
check
1

=== after an attempt that the block's own deadline ended: once, under the enclosing one
--- script
try for 200ms
	sleep 100
check
	sleep 0.3
	echo "check ${FTSH_DEADLINE-none}"
end
echo $?
try for 200ms
	sleep 100
check
	echo check
	false
catch
	echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
end
try for 200ms
	sleep 100
check
	echo check
	failure
catch
	echo "$FTSH_STATUS $FTSH_REASON"
end
--- stdout
check none
0
check
124 deadline 1
check
124 deadline

=== the enclosing deadline binds it
--- script
try for 2s
	try for 100ms
		sleep 100
	check
		echo check
		sleep 100
		echo never
	catch
		echo never
	end
	echo never
catch
	echo "outer $FTSH_REASON"
end
--- stdout
check
outer deadline

=== the block's deadline binds it otherwise
--- script
try for 1s
	false
check
	echo check
	sleep 100
	echo never
catch
	echo "$FTSH_STATUS $FTSH_REASON"
end
--- stdout
check
124 deadline

=== an attempt's timeout does not
--- script
try 2 times timeout 100ms
	sleep 100
check
	echo "${FTSH_DEADLINE-none}"
	sleep 0.3
end
echo $?
--- stdout
none
0

=== a block that an outer deadline ended does not run it
--- script
try for 200ms
	try 5 times
		sleep 100
	check
		echo never
	end
	echo never
end
echo $?
--- stdout
124

=== a block that a signal to the shell ended does not run it
--- script
try 5 times
	kill -TERM $$
	sleep 100
check
	echo never
catch
	echo never
end
--- status 143

=== it begins in the directory of the block's start, and the next attempt too
--- file a/x
--- script
try 2 times every 0s
	echo "${PWD##*/}"
	cd a
	false
check
	echo "check ${PWD##*/}"
	cd a
	false
end
echo "${PWD##*/}"
try
	false
check
	cd a
end
echo "${PWD##*/}"
--- stdout
work
check work
work
check work
work
a

=== failure means that it is unknown: the check runs again, and no attempt is made
--- script
n=0
try 5 times every 10ms
	echo "attempt $FTSH_ATTEMPT"
	false
check
	n=$((n + 1))
	echo "check $n"
	[ $n != 1 ] || failure
	[ $n != 2 ] || (failure)
	[ $n != 3 ] || sh -c 'exit 3' # no
	[ $n != 4 ] || false || failure 7
end
echo $?
--- stdout
attempt 1
check 1
check 2
check 3
attempt 2
check 4
check 5
0

=== as many unknown answers in a row as attempts are allowed end the block
--- script
n=0
try 3 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	(exit 5)
check
	n=$((n + 1))
	[ $n != 3 ] || false
	failure 9
catch
	echo "$n $FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
end
try
	(exit 5)
check
	echo once
	failure
catch
	echo "$FTSH_STATUS $FTSH_REASON"
end
--- stdout
attempt 1
attempt 2
6 5 times 2
once
5 times

=== with a deadline it is asked until that
--- script
n=0
try 2 times or 1 s every 50ms
	echo "attempt $FTSH_ATTEMPT"
	false
check
	n=$((n + 1))
	failure
catch
	[ $n -gt 2 ]
	echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
end
--- stdout
attempt 1
124 deadline 1

=== unknown from a block inside it is that block's affair
--- script
try 2 times every 0s
	false
check
	try; failure; catch; echo inner; end
end
echo $?
--- stdout
inner
0

=== jobs of a check that fails end with it
--- script
try 1 time
	false
check
	sleep 1000 &
	false
catch
	wait && echo gone
end
--- stdout
gone

=== FTSH_TRY_ID is that of the attempts; a block in the check list has its own
--- script
try 1 time
	id=$FTSH_TRY_ID
	false
check
	[ "$FTSH_TRY_ID" = "$id" ] && echo "the same"
	try
		[ "$FTSH_TRY_ID" = "$id" ] || echo "its own"
	end
	[ "$FTSH_TRY_ID" = "$id" ]
end
--- stdout
the same
its own
