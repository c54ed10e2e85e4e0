# docs/language.md, section 4: abort, failure, success.

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

=== outside a block the message says what they are for
--- script
failure || failure 3
abort
success
detach sleep 0
"$SH" -o posix -c failure posix
--- stderr
../script:1:1: failure: not found: it fails an attempt inside try, forany or forall; elsewhere write false, return 1 or exit 1
../script:1:12: failure: not found: it fails an attempt inside try, forany or forall; elsewhere write false, return 1 or exit 1
../script:2:1: abort: not found: it gives up a block inside try, forany or forall; elsewhere write return 1 or exit 1
../script:3:1: success: not found: it succeeds inside try, forany or forall; elsewhere write true
../script:4:1: detach: not found: it takes a program out of a block inside try, forany or forall; elsewhere write the program with &
posix:1:1: failure: not found
--- status 127

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

=== without a status they have that of the command that failed before
env: FTSH_LOG_LEVEL=0
--- script
say() { echo "$FTSH_STATUS $FTSH_REASON $FTSH_ERROR"; }
try 1 time; sh -c 'exit 6' || failure; catch; say; end
try 1 time; sh -c 'exit 7' || abort; catch; say; end
try 1 time; if ! sh -c 'exit 8'; then failure; fi; catch; say; end
try 1 time; (sh -c 'exit 9') || (failure); catch; say; end
f() { sh -c 'exit 10' || failure; }
try 1 time; f; catch; say; end
try 2 times every 0s; [ $FTSH_ATTEMPT = 2 ] || (exit 11); failure; catch; say; end
--- stdout
6 times ../script:2:13: sh -c 'exit 6': exit status 6
7 permanent ../script:3:13: sh -c 'exit 7': exit status 7
8 times ../script:4:18: sh -c 'exit 8': exit status 8
9 times ../script:5:14: sh -c 'exit 9': exit status 9
10 times ../script:6:7: sh -c 'exit 10': exit status 10
1 times ../script:8:59: failure: exit status 1

=== the error stays that of the command with another status too
env: FTSH_LOG_LEVEL=0
--- script
try 1 time; sh -c 'exit 6' || failure 75; catch; echo "$FTSH_STATUS $FTSH_ERROR"; end
try 2 times every 0s
	try 1 time; sh -c 'exit 6'; catch; failure 75; end
catch
	echo "$FTSH_STATUS $FTSH_ERROR"
end
--- stdout
75 ../script:1:13: sh -c 'exit 6': exit status 75
75 ../script:3:14: sh -c 'exit 6': exit status 75

=== -m is the error
env: FTSH_LOG_LEVEL=0
--- script
say() { printf '%s\n' "$FTSH_STATUS $FTSH_REASON $FTSH_ERROR"; }
try 1 time; sh -c 'exit 6' || failure -m 'no answer'; catch; say; end
try 1 time; failure -m 'no answer' 5; catch; say; end
try 1 time; failure --after 1s -m 'come back'; catch; say; end
try 1 time; failure -m 'come back' --after 1s; catch; say; end
try 1 time; abort -m 'no such file' 66; catch; say; end
try 1 time; (abort -m"in a subshell"); catch; say; end
try 1 time; failure -m 'two
lines'; catch; say; end
try 1 time; failure -m; end
echo $?
--- stdout
6 times ../script:2:31: no answer
5 times ../script:3:13: no answer
1 times ../script:4:13: come back
1 times ../script:5:13: come back
66 permanent ../script:6:13: no such file
1 permanent ../script:7:14: in a subshell
1 times ../script:8:13: two\nlines
2
--- stderr
../script:10:13: failure: option -m needs an argument

=== in a catch list the default is FTSH_STATUS
env: FTSH_LOG_LEVEL=0
--- script
try 1 time; (exit 5); catch; (exit 6) || failure; end
echo $?
--- stdout
5

=== failure --after takes a duration, bare seconds or an HTTP date
env: FTSH_LOG_LEVEL=0
--- script
for d in 0 0s '0 s' 'Sun, 06 Nov 1994 08:49:37 GMT' 'Sunday, 06-Nov-94 08:49:37 GMT' 'Sun Nov  6 08:49:37 1994'; do
	try 2 times every 1 hour; failure --after "$d" 3; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
	try 2 times every 1 hour; failure --after $d 3; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
done
try for 1 hour; failure --after 3601; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try for 1 hour; failure --after 'Wed, 21 Oct 2065 07:28:00 GMT'; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; failure --after soon; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
--- stdout
3 times
3 times
3 times
3 times
3 times
3 times
3 times
3 times
3 times
3 times
3 times
3 times
124 deadline
124 deadline
2 times
--- stderr
../script:7:23: failure: --after: expected a duration such as 90s or 5 minutes, found "soon"
../script:7:23: failure: --after: expected a duration such as 90s or 5 minutes, found "soon"
