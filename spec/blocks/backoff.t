# docs/language.md, section 6: the backoff clause, FTSH_BACKOFF and the original's variables. The
# delays themselves are tested in package backoff; here, that they are obeyed, by
# the log.
env: FTSH_LOG_LEVEL=30
env: FTSH_LOG_FILE=log

=== fixed
--- script
try 3 times backoff fixed from 20ms; false; end
sed -n 's/.*: waiting/waiting/p' log
--- stdout
waiting 20 ms before attempt 2
waiting 20 ms before attempt 3

=== linear and fibonacci
--- script
try 4 times backoff linear from 10ms; false; end
try 5 times backoff fibonacci from 10ms; false; end
sed -n 's/.*: waiting/waiting/p' log
--- stdout
waiting 10 ms before attempt 2
waiting 20 ms before attempt 3
waiting 30 ms before attempt 4
waiting 10 ms before attempt 2
waiting 10 ms before attempt 3
waiting 20 ms before attempt 4
waiting 30 ms before attempt 5

=== from, to, factor and jitter of the default policy
--- script
try 5 times backoff from 10ms to 50ms factor 3 jitter none; false; end
sed -n 's/.*: waiting/waiting/p' log
--- stdout
waiting 10 ms before attempt 2
waiting 30 ms before attempt 3
waiting 50 ms before attempt 4
waiting 50 ms before attempt 5

=== expansions in the clause
--- script
P=fixed D='30 milliseconds'
try 2 times backoff $P from $D; false; end
sed -n 's/.*: waiting/waiting/p' log
--- stdout
waiting 30 ms before attempt 2

=== FTSH_BACKOFF holds the default policy
--- script
FTSH_BACKOFF='fixed from 15ms'
try 2 times; false; end
try 2 times backoff from 25ms; false; end
try 2 times backoff linear from 35ms; false; end
sed -n 's/.*: waiting/waiting/p' log
--- stdout
waiting 15 ms before attempt 2
waiting 25 ms before attempt 2
waiting 35 ms before attempt 2

=== FTSH_BACKOFF from the environment
env: FTSH_BACKOFF=fixed from 15ms
--- script
try 2 times; false; end
sed -n 's/.*: waiting/waiting/p' log
--- stdout
waiting 15 ms before attempt 2

=== a wrong FTSH_BACKOFF fails the block
--- script
FTSH_BACKOFF='nosuch'
try 2 times; echo never; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
--- stdout
2 usage
--- stderr some

=== the variables of the original
--- script
FTSH_EXPMIN=0.01 FTSH_EXPMAX=0.05 FTSH_EXPFACTOR=3 FTSH_EXPRAND=0
try 5 times; false; end
sed -n 's/.*: waiting/waiting/p' log
--- stdout
waiting 10 ms before attempt 2
waiting 30 ms before attempt 3
waiting 50 ms before attempt 4
waiting 50 ms before attempt 5

=== FTSH_BACKOFF comes before them
--- script
FTSH_EXPMIN=5 FTSH_EXPRAND=0 FTSH_BACKOFF='fixed from 15ms'
try 2 times; false; end
sed -n 's/.*: waiting/waiting/p' log
--- stdout
waiting 15 ms before attempt 2

=== a policy that stops by itself
--- script
try for 1 hour backoff ethernet from 100us 2>/dev/null; :; end
try for 1 hour backoff ethernet from 1ms to 1s
	false
catch
	echo "$FTSH_ATTEMPT $FTSH_REASON"
end
--- stdout
--- stderr some
--- status 2

=== ethernet stops after 16 attempts
--- script
try forever backoff ethernet from 0.1ms
	false
catch
	echo "$FTSH_ATTEMPT $FTSH_REASON"
end
--- stdout
16 times

=== a clause that a policy given at run time does not use
--- script
P=fixed
try 2 times backoff $P factor 3; echo never; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
--- stdout
2 usage
--- stderr some

=== a fraction of jitter leaves no delay over the limit
--- script
try 3 times backoff from 40ms to 40ms jitter 0.5; false; end
sed -n 's/.*: waiting \([0-9]*\).* ms before.*/\1/p' log | while read ms; do
	[ "$ms" -ge 13 ] && [ "$ms" -le 40 ] && echo yes
done
--- stdout
yes
yes

=== a factor below 1, and delays of 0, given at run time
--- script
F=0.5 D='0 seconds'
try 2 times backoff factor $F; echo never; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times backoff fixed from $D; echo never; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times backoff ftsh to $D; echo never; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
FTSH_EXPMIN=0
try 2 times; echo never; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
FTSH_EXPMIN=1 FTSH_EXPFACTOR=0.9
try 2 times; echo never; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
--- stdout
2 usage
2 usage
2 usage
2 usage
2 usage
--- stderr some
