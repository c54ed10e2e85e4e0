# docs/language.md, section 4: on and except.
env: FTSH_LOG_LEVEL=0

=== on: only those statuses are tried again
--- script
try 3 times every 0s on 75
	echo "attempt $FTSH_ATTEMPT"
	(exit 75)
catch
	echo "$FTSH_REASON $FTSH_STATUS"
end
try 3 times every 0s on 75
	echo "attempt $FTSH_ATTEMPT"
	(exit 74)
catch
	echo "$FTSH_REASON $FTSH_STATUS $FTSH_ATTEMPT"
end
--- stdout
attempt 1
attempt 2
attempt 3
times 75
attempt 1
permanent 74 1

=== except: all but those
--- script
try 3 times every 0s except 2,64-78
	echo "attempt $FTSH_ATTEMPT"
	[ $FTSH_ATTEMPT = 1 ] || (exit 70)
	(exit 63)
catch
	echo "$FTSH_REASON $FTSH_STATUS $FTSH_ATTEMPT"
end
--- stdout
attempt 1
attempt 2
permanent 70 2

=== one word of statuses and ranges
--- script
for s in 1 4 5 6 9 10 11 255; do
	try 2 times every 0s on 1,5-9,255
		(exit $s)
	catch
		echo "$s $FTSH_REASON"
	end
done
--- stdout
1 times
4 permanent
5 times
6 times
9 times
10 permanent
11 permanent
255 times

=== its value may come at run time
--- script
tempfail=75,111
try 2 times every 0s on $tempfail; (exit 111); catch; echo "$FTSH_REASON"; end
try 2 times every 0s except "$tempfail"; (exit 111); catch; echo "$FTSH_REASON"; end
--- stdout
times
permanent

=== a bad value at run time makes no attempt
--- script
for s in '' 0 256 x 5-2 '1 2' 1,; do
	try 2 times on "$s"; echo never; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
done
--- stdout
2 usage
2 usage
2 usage
2 usage
2 usage
2 usage
2 usage
--- stderr
../script:2:2: expected exit statuses from 1 to 255, such as 75 or 1,2 or 64-78, found ""
../script:2:2: expected exit statuses from 1 to 255, such as 75 or 1,2 or 64-78, found "0"
../script:2:2: expected exit statuses from 1 to 255, such as 75 or 1,2 or 64-78, found "256"
../script:2:2: expected exit statuses from 1 to 255, such as 75 or 1,2 or 64-78, found "x"
../script:2:2: expected exit statuses from 1 to 255, such as 75 or 1,2 or 64-78, found "5-2"
../script:2:2: expected exit statuses from 1 to 255, such as 75 or 1,2 or 64-78, found "1 2"
../script:2:2: expected exit statuses from 1 to 255, such as 75 or 1,2 or 64-78, found "1,"

=== an attempt that its timeout ended has status 124
--- script
try 2 times every 0s timeout 100ms; sleep 100; catch; echo "$FTSH_REASON $FTSH_ATTEMPT"; end
try 2 times every 0s timeout 100ms except 124; sleep 100; catch; echo "$FTSH_REASON $FTSH_STATUS $FTSH_ATTEMPT"; end
try 2 times every 0s timeout 100ms on 124; sleep 100; catch; echo "$FTSH_REASON $FTSH_ATTEMPT"; end
try 2 times every 0s timeout 100ms on 75; sleep 100; catch; echo "$FTSH_REASON $FTSH_ATTEMPT"; end
--- stdout
times 2
permanent 124 1
times 2
permanent 1

=== the block's own deadline is no status of an attempt
--- script
try for 100ms except 124; sleep 100; catch; echo "$FTSH_REASON"; end
try for 100ms on 75; sleep 100; catch; echo "$FTSH_REASON"; end
--- stdout
deadline
deadline

=== failure has a status like any; abort is permanent
--- script
try 2 times every 0s on 75; failure 75; catch; echo "$FTSH_REASON"; end
try 2 times every 0s on 75; failure 76; catch; echo "$FTSH_REASON"; end
try 2 times every 0s on 75; abort 75; catch; echo "$FTSH_REASON"; end
--- stdout
times
permanent
permanent

=== an inner block's permanent failure is one of the outer block's attempts
--- script
try 2 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	try 5 times on 75; (exit 1); end
end
echo $?
--- stdout
attempt 1
attempt 2
1
