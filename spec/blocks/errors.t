# docs/language.md, section 2: a header that is certainly a block but wrong, and words of the
# blocks in the wrong place, are syntax errors: file, line, column, what was
# expected, what was found, and where the block was opened.

=== a unit that does not exist
--- script
try for 5 parsecs
	:
end
--- stderr
../script:1:11: syntax error: expected a unit of time (ms, s, m, h, d or w), found "parsecs" ("try" opened at line 1)
    try for 5 parsecs
              ^
--- status 2

=== a number without a unit
--- script
try for 3
	:
end
--- stderr
../script:1:10: syntax error: expected a unit of time (ms, s, m, h, d or w), found newline ("try" opened at line 1)
    try for 3
             ^
--- status 2

=== two counts
--- script
try 5 times or 6 times
	:
end
--- stderr
../script:1:16: syntax error: expected one count and one duration at most, found "6" ("try" opened at line 1)
    try 5 times or 6 times
                   ^
--- status 2

=== two durations
--- script
try for 5 s or 6 s
	:
end
--- stderr
../script:1:16: syntax error: expected one count and one duration at most, found "6" ("try" opened at line 1)
    try for 5 s or 6 s
                   ^
--- status 2

=== forever with another limit
--- script
try forever or 5 times; :; end
--- stderr
../script:1:16: syntax error: expected forever alone, found "5" ("try" opened at line 1)
    try forever or 5 times; :; end
                   ^
--- status 2

=== no times
--- script
try 0 times; :; end
--- stderr
../script:1:5: syntax error: expected a whole number greater than zero, found "0" ("try" opened at line 1)
    try 0 times; :; end
        ^
--- status 2

=== a count with a fraction
--- script
try 1.5 times; :; end
--- stderr
../script:1:5: syntax error: expected a whole number greater than zero, found "1.5" ("try" opened at line 1)
    try 1.5 times; :; end
        ^
--- status 2

=== no time
--- script
try for 0 s; :; end
--- stderr
../script:1:9: syntax error: expected a duration greater than zero, found "0" ("try" opened at line 1)
    try for 0 s; :; end
            ^
--- status 2

=== no time for an attempt
--- script
try 5 times timeout 0s; :; end
--- stderr
../script:1:21: syntax error: expected a duration greater than zero, found "0s" ("try" opened at line 1)
    try 5 times timeout 0s; :; end
                        ^
--- status 2

=== no jobs
--- script
forall h jobs 0 in a; :; end
--- stderr
../script:1:15: syntax error: expected a whole number greater than zero, found "0" ("forall" opened at line 1)
    forall h jobs 0 in a; :; end
                  ^
--- status 2

=== a clause of forany in a try
--- script
try 3 times hedge 5 s
	:
end
--- stderr
../script:1:13: syntax error: expected a limit, every, timeout, backoff, on, except, known, permanent, transient, streaming, grace, signal, through, journal, contained, scratch, ; or a newline, found "hedge" ("try" opened at line 1): it is a clause of forany
    try 3 times hedge 5 s
                ^
--- status 2

=== a clause of forall in a forany
--- script
forany x keepgoing in a; :; end
--- stderr
../script:1:10: syntax error: expected ordered, timeout, hedge, streaming, grace, signal, through, journal, contained, scratch, table, in, ; or a newline, found "keepgoing" ("forany" opened at line 1): it is a clause of forall
    forany x keepgoing in a; :; end
             ^
--- status 2

=== a clause twice
--- script
try 3 times every 5 s every 6s; :; end
--- stderr
../script:1:23: syntax error: expected each clause once, found "every" ("try" opened at line 1)
    try 3 times every 5 s every 6s; :; end
                          ^
--- status 2

=== every excludes backoff
--- script
try 3 times every 5s backoff full; :; end
--- stderr
../script:1:22: syntax error: expected either every or backoff, found "backoff" ("try" opened at line 1)
    try 3 times every 5s backoff full; :; end
                         ^
--- status 2

=== on excludes except
--- script
try for 5s on 75 except 3; :; end
--- stderr
../script:1:18: syntax error: expected either on or except, found "except" ("try" opened at line 1)
    try for 5s on 75 except 3; :; end
                     ^
--- status 2

=== a policy that does not exist
--- script
try 5 times backoff nosuch; :; end
--- stderr
../script:1:21: syntax error: expected a backoff policy (ftsh, thain, ethernet, gauss, google-http, google-drive, aws-simpledb, aws-api, full, equal, decorrelated, fixed, linear or fibonacci), from, to, factor or jitter, found "nosuch" ("try" opened at line 1)
    try 5 times backoff nosuch; :; end
                        ^
--- status 2

=== a clause that the policy does not use
--- script
try 5 times backoff fixed factor 3; :; end
--- stderr
../script:1:27: syntax error: expected only from, to and jitter for the policy fixed, found "factor" ("try" opened at line 1)
    try 5 times backoff fixed factor 3; :; end
                              ^
--- status 2

=== delays that shrink
--- script
try 5 times backoff factor 0.5; :; end
--- stderr
../script:1:28: syntax error: expected a factor of 1 or more, since a smaller one makes delays shorter with every failure, found "0.5" ("try" opened at line 1)
    try 5 times backoff factor 0.5; :; end
                               ^
--- status 2

=== a policy that never waits
--- script
try for 1 hour backoff fixed from 0s; :; end
--- stderr
../script:1:35: syntax error: expected a delay above 0 (for attempts without a pause, write every 0s), found "0s" ("try" opened at line 1)
    try for 1 hour backoff fixed from 0s; :; end
                                      ^
--- status 2

=== a clause after the list
--- script
forall h in $hosts jobs 8
	:
end
--- stderr
../script:1:20: syntax error: expected clauses before in, found "jobs" ("forall" opened at line 1)
    forall h in $hosts jobs 8
                       ^
--- status 2

=== an unclosed block names the line that opened it
--- script
echo before

try 3 times
	echo a
--- stderr
../script:5:1: syntax error: expected "check", "catch" or "end", found end of file ("try" opened at line 3)
--- status 2

=== a block inside an if that is closed first
--- script
if true; then
	try 3 times
	echo a
fi
--- stderr
../script:4:1: syntax error: expected "check", "catch" or "end", found "fi" ("try" opened at line 2): a block ends with end
    fi
    ^
--- status 2

=== end behind &&
--- script
try 1 time
	: && end
--- stderr
../script:2:7: syntax error: expected a command, found "end" ("try" opened at line 1)
    	: && end
    	     ^
--- status 2

=== end with arguments
--- script
try 1 time
	:
end a
--- stderr some
--- status 2

=== end with an assignment
--- script
try 1 time
	:
x=1 end
--- stderr some
--- status 2

=== catch in a pipeline
--- script
try 1 time
	:
catch | x
end
--- stderr
../script:3:7: syntax error: expected ; or a newline after "catch", found "|" ("try" opened at line 1)
    catch | x
          ^
--- status 2

=== a redirection behind a header
--- script
try 1 time >f
	:
end
--- stderr
../script:1:12: syntax error: expected ; or a newline after the header of try, found ">" ("try" opened at line 1): write redirections after end
    try 1 time >f
               ^
--- status 2

=== a pipe behind a header
--- script
try 1 time | cat
	:
end
--- stderr
../script:1:12: syntax error: expected ; or a newline after the header of try, found "|" ("try" opened at line 1)
    try 1 time | cat
               ^
--- status 2

=== && behind a header
--- script
try 1 time && true
end
--- stderr
../script:1:12: syntax error: expected ; or a newline after the header of try, found "&&" ("try" opened at line 1)
    try 1 time && true
               ^
--- status 2

=== & behind a header
--- script
forany x in a &
end
--- stderr
../script:1:15: syntax error: expected ; or a newline after the header of forany, found "&" ("forany" opened at line 1)
    forany x in a &
                  ^
--- status 2

=== || behind a header
--- script
forall x in a || true
end
--- stderr
../script:1:15: syntax error: expected ; or a newline after the header of forall, found "||" ("forall" opened at line 1)
    forall x in a || true
                  ^
--- status 2

=== two catch lists
--- script
forall h in a b
	:
catch
	:
catch
	:
end
--- stderr
../script:5:1: syntax error: expected "end", found "catch" ("forall" opened at line 1)
    catch
    ^
--- status 2

=== check in a forany
--- script
forany h in a b
	:
check
	:
end
--- stderr some
--- status 2

=== an empty body
--- script
try 1 time
end
--- stderr
../script:2:1: syntax error: expected a command, found "end" ("try" opened at line 1): write : for a list that does nothing and succeeds
    end
    ^
--- status 2

=== an empty catch list
--- script
try 1 time
	:
catch
end
--- stderr
../script:4:1: syntax error: expected a command, found "end" ("try" opened at line 1): write : for a catch list that does nothing and succeeds
    end
    ^
--- status 2

=== on without a limit
--- script
try on 75
	:
end
--- stderr
../script:1:5: syntax error: expected a limit (a count, a duration or forever) next to on, found "on" ("try" opened at line 1): after try comes a limit: try 3 times
    try on 75
        ^
--- status 2

=== in the text of eval
--- script
eval 'try for 5 parsecs
:
end'
echo never
--- stderr
../script:1:11: syntax error: expected a unit of time (ms, s, m, h, d or w), found "parsecs" ("try" opened at line 1)
    try for 5 parsecs
              ^
--- status 2

=== the record says where the grace went: to what did not end by the first signal
--- script
try timeout 6s grace 1s
    sh -c 'trap "" TERM; while :; do sleep 1; done'
end 2>err
sed 1d err
try grace 1s
    sh -c 'trap "" TERM; : >left; while :; do sleep 1; done' &
    while [ ! -e left ]; do sleep 0.01; done
    false
end || echo "$FTSH_ERROR"
--- stdout
    1: ../script:2:5: sh -c 'trap "" TERM; while :; do sleep 1; done': exit status 124 (time limit; SIGKILL after 1 second of grace)
../script:8:5: false: exit status 1 (processes it left: SIGKILL after 1 second of grace)
