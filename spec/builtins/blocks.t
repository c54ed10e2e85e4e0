# LANGUAGE section 4: abort, failure, success, detach.

=== outside a block the names are ordinary commands
--- script
abort
echo $?
failure() { echo mine; }
failure
try() { :; }
--- stdout
127
mine
--- stderr some

=== failure fails the attempt with its status
env: FTSH_LOG_LEVEL=0
--- script
try 2 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	failure 7
	echo never
end
echo $?
--- stdout
attempt 1
attempt 2
7

=== failure without a status is 1
env: FTSH_LOG_LEVEL=0
--- script
try 1 time
	failure
end
echo $?
--- stdout
1

=== abort fails the block at once
env: FTSH_LOG_LEVEL=0
--- script
try 5 times
	echo $FTSH_ATTEMPT
	abort 9
catch
	echo "$FTSH_STATUS $FTSH_REASON"
	failure
end
echo $?
--- stdout
1
9 permanent
9

=== a status of 0 is refused
env: FTSH_LOG_LEVEL=0
--- script
try 1 time
	failure 0 || echo refused
end
--- stdout
refused
--- stderr some

=== success is true
--- script
try 3 times
	success
	echo once
end
--- stdout
once

=== from a function and a subshell
env: FTSH_LOG_LEVEL=0
--- script
give_up() { abort 4; }
try 3 times
	(give_up; echo never)
	echo never
end
echo $?
--- stdout
4

=== failure --after sets the next delay
env: FTSH_LOG_LEVEL=0
--- script
try 2 times
	[ $FTSH_ATTEMPT = 2 ] && { echo again; abort 3; }
	failure --after 10 ms
end
echo $?
--- stdout
again
3

=== detach is not there yet
env: FTSH_LOG_LEVEL=0
--- script
try 1 time
	detach sleep 0 || echo no
end
--- stdout
no
--- stderr some
