# docs/language.md, section 2: the limits and clauses of a try stand in any order.
env: FTSH_LOG_LEVEL=0

=== clauses before limits
--- script
N=2
for header in 'every 1ms 3 times' 'timeout 5 minutes 3 times every 0s' 'on 1 every 0s 3 times' 'every 1ms for 1 hour or 2 times' \
	'backoff fixed from 1ms to 2ms 3 times' 'every 1ms timeout 1h $N times' 'grace 2s 2 times signal INT every 0s' \
	'backoff fixed from 1ms for 1 hour 2 times' 'streaming 2 times every 0s'; do
	eval "try $header; false; catch; echo \"\$FTSH_ATTEMPT \$FTSH_REASON\"; end"
done
--- stdout
3 times
3 times
3 times
2 times
3 times
2 times
2 times
2 times
2 times

=== limits apart from each other
--- script
try 3 times every 0s or 1 hour
	false
catch
	echo "$FTSH_ATTEMPT"
end
try 2 times for 1 hour every 0s
	false
catch
	echo "$FTSH_ATTEMPT"
end
try every 1ms 2 times 1h
	false
catch
	echo "$FTSH_ATTEMPT"
end
--- stdout
3
2
2

=== a permanent failure, with the statuses first
--- script
try on 7 3 times
	false
catch
	echo "$FTSH_ATTEMPT $FTSH_REASON"
end
--- stdout
1 permanent

=== limits that exclude each other, apart
--- script
try 3 times every 5s 2 times; :; end
--- stderr
../script:1:22: syntax error: expected one count and one duration at most, found "2" ("try" opened at line 1)
    try 3 times every 5s 2 times; :; end
                         ^
--- status 2

=== forever is alone
--- script
try forever every 5s 3 times; :; end
--- stderr
../script:1:22: syntax error: expected forever alone, found "3" ("try" opened at line 1)
    try forever every 5s 3 times; :; end
                         ^
--- status 2

=== or needs a limit before it and behind it
--- script
"$SH" -c 'try for or 3 times; :; end' 2>&1 | sed 's/^[^:]*://; q'
"$SH" -c 'try 3 times or every 5s; :; end' 2>&1 | sed 's/^[^:]*://; q'
--- stdout
1:9: syntax error: expected a number of times, a duration or forever, found "or" ("try" opened at line 1)
1:16: syntax error: expected a number of times, a duration or forever, found "every" ("try" opened at line 1)
