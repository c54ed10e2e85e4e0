# --explain prints what the blocks of a script will do, and runs nothing (docs/language.md, section 11).
flags: --explain

=== nothing runs
--- script
echo ran >&2
>made
if x; then
    try 1 time; touch made; end
fi
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:4: try 1 time
    attempts    one
    worst case  unbounded: ../script:4: nothing bounds touch made

=== a script without blocks
--- script
echo ran
--- stdout
../script: no blocks

=== a count, a time limit and a timeout
--- script
try 3 times or 10 seconds timeout 2 s
    make
end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 3 times or 10 seconds timeout 2 s
    limits      10 seconds; 2 seconds for an attempt
    attempts    3 at most
    delays      ftsh
                after failure     1   2  in all
                least            1s  2s      3s
                expected       1.5s  3s    4.5s
                most             2s  4s      6s
    fit         3 in 10 seconds if each fails at once; 3 if each takes 2 seconds
    worst case  10 seconds: the time limit of line 1

=== the policy of the clause, and nothing that bounds the command
--- script
try 12 times backoff full from 100ms to 2s
    curl http://host/
end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 12 times backoff full from 100ms to 2s
    attempts    12 at most
    delays      full from 100ms to 2s
                after failure      1      2      3      4      5   6   7   8  ...  in all
                least             0s     0s     0s     0s     0s  0s  0s  0s  ...      0s
                expected        50ms  100ms  200ms  400ms  800ms  1s  1s  1s  ...   7.55s
                most           100ms  200ms  400ms  800ms   1.6s  2s  2s  2s  ...   15.1s
    worst case  unbounded: ../script:2: nothing bounds curl http://host/

=== a policy that gives up by itself
--- script
try forever timeout 1s backoff google-drive
    x
end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try forever timeout 1s backoff google-drive
    limits      1 second for an attempt
    attempts    6 at most (then google-drive gives up)
    delays      google-drive
                after failure     1     2     3     4      5  in all
                least            1s    2s    4s    8s    16s     31s
                expected       1.5s  2.5s  4.5s  8.5s  16.5s   33.5s
                most             2s    3s    5s    9s    17s     36s
    worst case  42 seconds: 6 attempts of 1 second, delays of 36 seconds

=== a policy whose delays have no bound, or none at random
--- script
try 3 times backoff gauss; :; end
try 3 times backoff fixed from 2s; :; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 3 times backoff gauss
    attempts    3 at most
    delays      gauss
                after failure         1         2    in all
                least                0s        0s        0s
                expected          100ms     272ms     372ms
                most           no bound  no bound  no bound
    worst case  unbounded: the delays of gauss have no bound

../script:2: try 3 times backoff fixed from 2s
    attempts    3 at most
    delays      fixed from 2s
                after failure   1   2  in all
                least          2s  2s      4s
                expected       2s  2s      4s
                most           2s  2s      4s
    worst case  4 seconds: 3 attempts of 0 seconds, delays of 4 seconds

=== from start to start, shorter and longer than an attempt
--- script
try 3 times every 10s timeout 2s; x; end
try 3 times every 2s timeout 10s; x; end
try for 1 minute every 7s timeout 20s; x; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 3 times every 10s timeout 2s
    limits      2 seconds for an attempt
    attempts    3 at most
    delays      every 10 seconds from start to start
    worst case  22 seconds: 3 attempts of 2 seconds, 10 seconds from start to start

../script:2: try 3 times every 2s timeout 10s
    limits      10 seconds for an attempt
    attempts    3 at most
    delays      every 2 seconds from start to start
    worst case  30 seconds: 3 attempts of 10 seconds, 2 seconds from start to start

../script:3: try for 1 minute every 7s timeout 20s
    limits      1 minute; 20 seconds for an attempt
    attempts    any number
    delays      every 7 seconds from start to start
    fit         9 in 1 minute if each fails at once; 3 if each takes 20 seconds
    worst case  1 minute: the time limit of line 3

=== what bounds an attempt is added up from the blocks in it
--- script
try 2 times backoff fixed from 1s
    forany host timeout 10s in a, b, c
        wget "$host"
    end
    if true; then
        try timeout 5s; x; end
    else
        try timeout 7s; y; end
    fi
end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 2 times backoff fixed from 1s
    attempts    2 at most
    delays      fixed
                after failure   1  in all
                least          1s      1s
                expected       1s      1s
                most           1s      1s
    worst case  1 minute 15 seconds: 2 attempts of 37 seconds, delays of 1 second

    ../script:2: forany host timeout 10s in a, b, c
        limits      10 seconds for an alternative
        attempts    3 alternatives at most, in random order
        worst case  30 seconds: 3 alternatives of 10 seconds

    ../script:6: try timeout 5s
        limits      5 seconds for an attempt
        attempts    one
        worst case  5 seconds: the timeout of line 6

    ../script:8: try timeout 7s
        limits      7 seconds for an attempt
        attempts    one
        worst case  7 seconds: the timeout of line 8

=== what is around binds what is inside
--- script
try for 1 hour
    try 3 times timeout 30 minutes
        x
    end
    try for $LONG
        y
    end
end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try for 1 hour
    limits      1 hour
    attempts    any number
    delays      ftsh
                after failure     1   2   3    4    5     6      7      8  ...
                least            1s  2s  4s   8s  16s   32s   1m4s   2m8s  ...
                expected       1.5s  3s  6s  12s  24s   48s  1m36s  3m12s  ...
                most             2s  4s  8s  16s  32s  1m4s   2m8s  4m16s  ...
    fit         12 to 13, 13 expected, in 1 hour if each fails at once
    worst case  1 hour: the time limit of line 1

    ../script:2: try 3 times timeout 30 minutes
        limits      30 minutes for an attempt
        attempts    3 at most
        delays      ftsh
                    after failure     1   2  in all
                    least            1s  2s      3s
                    expected       1.5s  3s    4.5s
                    most             2s  4s      6s
        fit         3 in 1 hour if each fails at once; 2 if each takes 30 minutes
        worst case  1 hour: the time limit of line 1

    ../script:5: try for $LONG
        limits      known at run time: $LONG
        attempts    any number
        delays      ftsh
                    after failure     1   2   3    4    5     6      7      8  ...
                    least            1s  2s  4s   8s  16s   32s   1m4s   2m8s  ...
                    expected       1.5s  3s  6s  12s  24s   48s  1m36s  3m12s  ...
                    most             2s  4s  8s  16s  32s  1m4s   2m8s  4m16s  ...
        fit         12 to 13, 13 expected, in 1 hour if each fails at once
        worst case  1 hour: the time limit of line 1

=== the catch list is not below the deadline, and counts for what is around
--- script
try 2 times backoff fixed from 1s
    try timeout 10s
        x
    catch
        try timeout 20s; y; end
        failure
    end
end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 2 times backoff fixed from 1s
    attempts    2 at most
    delays      fixed
                after failure   1  in all
                least          1s      1s
                expected       1s      1s
                most           1s      1s
    worst case  1 minute 1 second: 2 attempts of 30 seconds, delays of 1 second

    ../script:2: try timeout 10s
        limits      10 seconds for an attempt
        attempts    one
        worst case  10 seconds: the timeout of line 2

        ../script:5: try timeout 20s
            where       in the catch list of line 2
            limits      20 seconds for an attempt
            attempts    one
            worst case  20 seconds: the timeout of line 5

=== jobs and branches
--- script
forall host jobs 2 timeout 10s keepgoing in a b c 'd e' f
    ssh "$host"
end
forall host timeout 10s in $hosts; ssh "$host"; end
forall host jobs 3 timeout 10s in $hosts; ssh "$host"; end
forall host jobs $N timeout 10s in a b; ssh "$host"; end
forall host in a b; ssh "$host"; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: forall host jobs 2 timeout 10s keepgoing in a b c 'd e' f
    limits      10 seconds for a branch
    attempts    5 branches
    at once     2 at most
    failure     the others run to their end
    worst case  30 seconds: 5 branches, 2 at once, 10 seconds each

../script:4: forall host timeout 10s in $hosts
    limits      10 seconds for a branch
    attempts    one for each word; known at run time: $hosts
    at once     all
    failure     the first one cancels the others
    worst case  10 seconds: all branches at once, 10 seconds each

../script:5: forall host jobs 3 timeout 10s in $hosts
    limits      10 seconds for a branch
    attempts    one for each word; known at run time: $hosts
    at once     3 at most
    failure     the first one cancels the others
    worst case  known at run time: $hosts, 10 seconds for each branch

../script:6: forall host jobs $N timeout 10s in a b
    limits      10 seconds for a branch
    attempts    2 branches
    at once     known at run time: $N
    failure     the first one cancels the others
    worst case  known at run time: jobs $N

../script:7: forall host in a b
    attempts    2 branches
    at once     all
    failure     the first one cancels the others
    worst case  unbounded: ../script:7: nothing bounds ssh "$host"

=== FTSH_JOBS and FTSH_BACKOFF of the environment
env: FTSH_JOBS=4
env: FTSH_BACKOFF=fixed from 3s
--- script
forall f timeout 1s in 1 2 3 4 5
    x
end
try 3 times backoff to 1 minute; :; end
FTSH_JOBS=5
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: forall f timeout 1s in 1 2 3 4 5
    limits      1 second for a branch
    attempts    5 branches
    at once     4 at most (FTSH_JOBS)
    failure     the first one cancels the others
    worst case  2 seconds: 5 branches, 4 at once, 1 second each

../script:4: try 3 times backoff to 1 minute
    attempts    3 at most
    delays      fixed from 3s to 1m
                after failure   1   2  in all
                least          3s  3s      6s
                expected       3s  3s      6s
                most           3s  3s      6s
    worst case  6 seconds: 3 attempts of 0 seconds, delays of 6 seconds

../script:5: not followed: FTSH_JOBS=5

=== what is known at run time, and defaults
--- script
try $N times; :; end
try for ${T:-1 hour} every "${E-10 s}" timeout $U; x; end
try ${N:-3} times backoff from $D; :; end
try ${N:-3} times timeout 1s backoff ${P-fixed} ; x; end
forany h in "$@"; x; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try $N times
    attempts    known at run time: $N
    delays      ftsh
                after failure     1   2   3    4    5     6      7      8  ...
                least            1s  2s  4s   8s  16s   32s   1m4s   2m8s  ...
                expected       1.5s  3s  6s  12s  24s   48s  1m36s  3m12s  ...
                most             2s  4s  8s  16s  32s  1m4s   2m8s  4m16s  ...
    worst case  known at run time: $N times

../script:2: try for ${T:-1 hour} every "${E-10 s}" timeout $U
    limits      1 hour (the default of T); known at run time for an attempt: $U
    attempts    any number
    delays      every 10 seconds from start to start (the default of E)
    fit         360 in 1 hour if each fails at once
    worst case  1 hour: the time limit of line 2, the default of T

../script:3: try ${N:-3} times backoff from $D
    attempts    3 at most (the default of N)
    delays      known at run time: from $D
    worst case  known at run time: the delays of from $D

../script:4: try ${N:-3} times timeout 1s backoff ${P-fixed}
    limits      1 second for an attempt
    attempts    3 at most (the default of N)
    delays      fixed (the default of P)
                after failure   1   2  in all
                least          1s  1s      2s
                expected       1s  1s      2s
                most           1s  1s      2s
    worst case  5 seconds: 3 attempts of 1 second, delays of 2 seconds

../script:5: forany h in "$@"
    attempts    one for each word, in random order; known at run time: "$@"
    worst case  unbounded: ../script:5: nothing bounds x

=== functions are looked into, also those that call themselves
--- script
fetch() {
    try timeout 10s; x; end
}
try 2 times backoff fixed; fetch; fetch; end
again() { try 2 times; again; end; }
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:2: try timeout 10s
    where       in function fetch: its caller may set a tighter limit
    limits      10 seconds for an attempt
    attempts    one
    worst case  10 seconds: the timeout of line 2

../script:4: try 2 times backoff fixed
    attempts    2 at most
    delays      fixed
                after failure   1  in all
                least          1s      1s
                expected       1s      1s
                most           1s      1s
    worst case  41 seconds: 2 attempts of 20 seconds, delays of 1 second

../script:5: try 2 times
    where       in function again: its caller may set a tighter limit
    attempts    2 at most
    delays      ftsh
                after failure     1  in all
                least            1s      1s
                expected       1.5s    1.5s
                most             2s      2s
    worst case  unbounded: ../script:5: it calls itself

=== in the background nothing around binds
--- script
try for 1 minute
    try timeout 10 minutes; x; end &
    y
end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try for 1 minute
    limits      1 minute
    attempts    any number
    delays      ftsh
                after failure     1   2   3    4    5     6  ...
                least            1s  2s  4s   8s  16s   32s  ...
                expected       1.5s  3s  6s  12s  24s   48s  ...
                most             2s  4s  8s  16s  32s  1m4s  ...
    fit         6 to 7, 7 expected, in 1 minute if each fails at once
    worst case  1 minute: the time limit of line 1

    ../script:2: try timeout 10 minutes
        where       in the background
        limits      10 minutes for an attempt
        attempts    one
        worst case  10 minutes: the timeout of line 2

=== a delay that the script asks for
--- script
try 3 times timeout 1s
    failure --after 10
end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 3 times timeout 1s
    limits      1 second for an attempt
    attempts    3 at most
    delays      ftsh
                after failure     1   2  in all
                least            1s  2s      3s
                expected       1.5s  3s    4.5s
                most             2s  4s      6s
    worst case  known at run time: the delays of failure --after

=== a loop, a list of known length, a choice
--- script
try 2 times backoff fixed; while :; do :; done; end
try 2 times backoff fixed; for i in 1 2 3; do try timeout 2s; x; end; done; end
try 2 times backoff fixed; case $x in a) try timeout 2s; x; end ;; b) try timeout 3s; x; end ;; esac; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 2 times backoff fixed
    attempts    2 at most
    delays      fixed
                after failure   1  in all
                least          1s      1s
                expected       1s      1s
                most           1s      1s
    worst case  unbounded: ../script:1: the loop may run for ever

../script:2: try 2 times backoff fixed
    attempts    2 at most
    delays      fixed
                after failure   1  in all
                least          1s      1s
                expected       1s      1s
                most           1s      1s
    worst case  13 seconds: 2 attempts of 6 seconds, delays of 1 second

    ../script:2: try timeout 2s
        limits      2 seconds for an attempt
        attempts    one
        worst case  2 seconds: the timeout of line 2

../script:3: try 2 times backoff fixed
    attempts    2 at most
    delays      fixed
                after failure   1  in all
                least          1s      1s
                expected       1s      1s
                most           1s      1s
    worst case  7 seconds: 2 attempts of 3 seconds, delays of 1 second

    ../script:3: try timeout 2s
        limits      2 seconds for an attempt
        attempts    one
        worst case  2 seconds: the timeout of line 3

    ../script:3: try timeout 3s
        limits      3 seconds for an attempt
        attempts    one
        worst case  3 seconds: the timeout of line 3

=== statuses, order and hedge
--- script
try 2 times on 75,76; x; end
try 2 times except 64-78; x; end
forany h ordered hedge 2s timeout 5s in a, b; x; end
try 1 time known permanent '*a;b*' "$p" transient *c*; x; end
try 2 times timeout 1s known; x; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 2 times on 75,76
    attempts    2 at most
    delays      ftsh
                after failure     1  in all
                least            1s      1s
                expected       1.5s    1.5s
                most             2s      2s
    retried     status 75,76 only
    worst case  unbounded: ../script:1: nothing bounds x

../script:2: try 2 times except 64-78
    attempts    2 at most
    delays      ftsh
                after failure     1  in all
                least            1s      1s
                expected       1.5s    1.5s
                most             2s      2s
    retried     all but status 64-78
    worst case  unbounded: ../script:2: nothing bounds x

../script:3: forany h ordered hedge 2s timeout 5s in a, b
    limits      5 seconds for an alternative
    attempts    2 alternatives at most, in order
    hedge       the next one begins when one has run for 2 seconds or has failed
    worst case  10 seconds: 2 alternatives of 5 seconds

../script:4: try 1 time known permanent '*a;b*' "$p" transient *c*
    attempts    one
    permanent   a failure that says '*a;b*', "$p" ends the block
    transient   a failure that says *c* is retried
    known       then by what is known of the failed program (ftsh-state known)
    worst case  unbounded: ../script:4: nothing bounds x

../script:5: try 2 times timeout 1s known
    limits      1 second for an attempt
    attempts    2 at most
    delays      ftsh
                after failure     1  in all
                least            1s      1s
                expected       1.5s    1.5s
                most             2s      2s
    known       then by what is known of the failed program (ftsh-state known)
    worst case  known at run time: the delays that known failures ask for

=== a header on several lines, with a comment; a block in a header and in a substitution
--- script
try 3 times \
    timeout 2s   # a comment
    x=$(try timeout 1s; y; end)
end
forall i in $(try timeout 1s; z; end); x; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 3 times timeout 2s
    limits      2 seconds for an attempt
    attempts    3 at most
    delays      ftsh
                after failure     1   2  in all
                least            1s  2s      3s
                expected       1.5s  3s    4.5s
                most             2s  4s      6s
    worst case  9 seconds: 3 attempts of 1 second, delays of 6 seconds

    ../script:3: try timeout 1s
        limits      1 second for an attempt
        attempts    one
        worst case  1 second: the timeout of line 3

../script:5: try timeout 1s
    limits      1 second for an attempt
    attempts    one
    worst case  1 second: the timeout of line 5

../script:5: forall i in $(try timeout 1s; z; end)
    attempts    one for each word; known at run time: $(try timeout 1s; z; end)
    at once     all
    failure     the first one cancels the others
    worst case  unbounded: ../script:5: nothing bounds x

=== what is not looked into
--- script
. ./library
eval "$text"
try 1 time; x; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:3: try 1 time
    attempts    one
    worst case  unbounded: ../script:3: nothing bounds x

../script:1: not looked into: . ./library
../script:2: not looked into: eval "$text"

=== what stands behind a command that always leaves is no script
--- script
try 1 time; x; end
exit 0
try for 5 parsecs
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 1 time
    attempts    one
    worst case  unbounded: ../script:1: nothing bounds x

=== a syntax error is as usual
--- script
try for 5 parsecs
    x
end
--- stderr
../script:1:11: syntax error: expected a unit of time (ms, s, m, h, d or w), found "parsecs" ("try" opened at line 1)
    try for 5 parsecs
              ^
--- status 2

=== how many attempts fit before the deadline
--- script
try for 10s backoff fixed from 3s; x; end
try for 10s every 3s; x; end
try for 10s every 0s; x; end
try for 10s backoff equal from 4s; x; end
try for 2 hours backoff fixed from 100ms; x; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try for 10s backoff fixed from 3s
    limits      10 seconds
    attempts    any number
    delays      fixed from 3s
                after failure   1   2   3   4  ...
                least          3s  3s  3s  3s  ...
                expected       3s  3s  3s  3s  ...
                most           3s  3s  3s  3s  ...
    fit         5 in 10 seconds if each fails at once
    worst case  10 seconds: the time limit of line 1

../script:2: try for 10s every 3s
    limits      10 seconds
    attempts    any number
    delays      every 3 seconds from start to start
    fit         4 in 10 seconds if each fails at once
    worst case  10 seconds: the time limit of line 2

../script:3: try for 10s every 0s
    limits      10 seconds
    attempts    any number
    delays      every 0 seconds from start to start
    fit         8192 or more in 10 seconds if each fails at once
    worst case  10 seconds: the time limit of line 3

../script:4: try for 10s backoff equal from 4s
    limits      10 seconds
    attempts    any number
    delays      equal from 4s
                after failure   1   2    3  ...
                least          2s  4s   8s  ...
                expected       3s  6s  12s  ...
                most           4s  8s  16s  ...
    fit         3 to 4, 4 expected, in 10 seconds if each fails at once
    worst case  10 seconds: the time limit of line 4

../script:5: try for 2 hours backoff fixed from 100ms
    limits      2 hours
    attempts    any number
    delays      fixed from 100ms
                after failure      1      2      3      4      5      6      7      8  ...
                least          100ms  100ms  100ms  100ms  100ms  100ms  100ms  100ms  ...
                expected       100ms  100ms  100ms  100ms  100ms  100ms  100ms  100ms  ...
                most           100ms  100ms  100ms  100ms  100ms  100ms  100ms  100ms  ...
    fit         8192 or more in 2 hours if each fails at once
    worst case  2 hours: the time limit of line 5

=== a case that falls through, a substitution in a list, a word of several fields
--- script
try 2 times every 1s; case $x in a) try timeout 2s; x; end ;& b) try timeout 3s; x; end ;; esac; end
try 2 times every 1s; for i in $(make list); do :; done; end
forall x timeout 1s jobs 1 in a "${y:-$@}"; x; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 2 times every 1s
    attempts    2 at most
    delays      every 1 second from start to start
    worst case  10 seconds: 2 attempts of 5 seconds, 1 second from start to start

    ../script:1: try timeout 2s
        limits      2 seconds for an attempt
        attempts    one
        worst case  2 seconds: the timeout of line 1

    ../script:1: try timeout 3s
        limits      3 seconds for an attempt
        attempts    one
        worst case  3 seconds: the timeout of line 1

../script:2: try 2 times every 1s
    attempts    2 at most
    delays      every 1 second from start to start
    worst case  unbounded: ../script:2: nothing bounds make list

../script:3: forall x timeout 1s jobs 1 in a "${y:-$@}"
    limits      1 second for a branch
    attempts    one for each word; known at run time: "${y:-$@}"
    at once     1 at most
    failure     the first one cancels the others
    worst case  known at run time: "${y:-$@}", 1 second for each branch

=== sense: nothing bounds how often it defers an attempt
--- script
try 1 time or 10 seconds
    make
sense
    try timeout 2 s; curl http://host/; end
end
try forever backoff google-drive; true; sense; true; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 1 time or 10 seconds
    limits      10 seconds
    attempts    one
    delays      ftsh
                after failure     1   2   3    4  ...
                least            1s  2s  4s   8s  ...
                expected       1.5s  3s  6s  12s  ...
                most             2s  4s  8s  16s  ...
    fit         1 in 10 seconds if each fails at once
    sense       line 3, before each attempt: while it fails no attempt is made; delays after it are counted separately
    worst case  10 seconds: the time limit of line 1

    ../script:4: try timeout 2 s
        where       in the sense list of line 1
        limits      2 seconds for an attempt
        attempts    one
        worst case  2 seconds: the timeout of line 4

../script:6: try forever backoff google-drive
    attempts    6 at most (then google-drive gives up)
    delays      google-drive
                after failure     1     2     3     4      5  in all
                least            1s    2s    4s    8s    16s     31s
                expected       1.5s  2.5s  4.5s  8.5s  16.5s   33.5s
                most             2s    3s    5s    9s    17s     36s
    sense       line 6, before each attempt: while it fails no attempt is made; delays after it are counted separately
    worst case  unbounded: nothing bounds how often the sense list defers an attempt

=== contained
--- script
try 1 time contained; :; end
forall x contained grace 2s in a; :; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 1 time contained
    attempts    one
    contained   what an attempt has started ends with it, after a success too
    worst case  0 seconds

../script:2: forall x contained grace 2s in a
    attempts    1 branch
    at once     all
    failure     the first one cancels the others
    contained   what an attempt has started ends with it, after a success too
    worst case  0 seconds: all branches at once, 0 seconds each

=== table: the file is named
--- script
forall x table "$d/t.tsv" in a
    :
end
forany x ordered table "a t.tsv" in a
    :
end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: forall x table "$d/t.tsv" in a
    attempts    1 branch
    at once     all
    failure     the first one cancels the others
    table       known at run time: "$d/t.tsv", a line for each branch that ends
    worst case  0 seconds: all branches at once, 0 seconds each

../script:4: forany x ordered table "a t.tsv" in a
    attempts    1 alternative at most, in order
    table       a t.tsv, a line for each alternative that ends
    worst case  0 seconds: 1 alternative of 0 seconds
