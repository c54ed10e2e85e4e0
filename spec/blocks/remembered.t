# forany VAR through NAME: an alternative that failed a short while ago, in any process of the host,
# is tried last (docs/language.md, section 5).
env: FTSH_LOG_LEVEL=0
env: FTSH_STATE_DIR=state

=== an alternative that has failed is tried last by the next process
--- script
cat >job <<'X'
forany host ordered through "mirror-$host" in a, b, c
    printf '%s ' "$host"
    [ "$host" != "$DOWN" ]
end
echo
X
DOWN=a "$SH" job
DOWN=c "$SH" job
DOWN=b "$SH" job
DOWN=none "$SH" job
--- stdout
a b 
b 
b c 
c 

=== those that have failed follow one another, the oldest failure first
--- script
one() { forany host through "m-$host" in "$1"; false; end || :; }
one c
one a
one b
forany host ordered through "m-$host" in a, b, c, d, e
    printf '%s ' "$host"
    false
end
echo
--- stdout
d e c a b 

=== a success forgets the failure
--- script
forany host through "m-$host" in a; false; end
forany host through "m-$host" in a; true; end
forany host ordered through "m-$host" in a, b; echo "$host"; end
--- stdout
a

=== a failure is forgotten after a while, by the header's own numbers
--- script
forany host through "m-$host" in a; false; end
sleep 0.01
forany host ordered through "m-$host" for 1ms in a, b; echo "$host"; end
D='1 hour'
forany host through "m-$host" for $D in c; false; end
forany host ordered through "m-$host" for 2 hours in c, b; echo "$host"; end
--- stdout
a
b

=== the failures of a try through the same name count, and its breaker
env: FTSH_BACKOFF=fixed from 1h
--- script
for n in 1 2; do
    try through m-a break 2 in 1h; false; end
done
try through m-b budget 20%; false; end
forany host ordered through "m-$host" in a, b, c; echo "$host"; end
try for 100ms through m-a break 2 in 1h; echo never; catch; echo "$FTSH_REASON"; end
--- stdout
c
open

=== and its failures count for a try
--- script
forany host through "m-$host" in a; false; end
forany host through "m-$host" in a; false; end
try for 100ms through m-a break 2 in 1h; echo never; catch; echo "$FTSH_REASON"; end
--- stdout
open

=== mistakes, abort and a cancelled alternative say nothing about a mirror
--- script
forany host through "m-$host" in a; nosuchcommand; end 2>/dev/null || :
try; forany host through "m-$host" in a; abort; end; end
mkfifo go
forany host ordered hedge 0s through "m-$host" in a, b
    if [ "$host" = b ]; then read x <go; else echo >go; sleep 1000; fi
end
echo "$host"
forany host ordered through "m-$host" in a, c; echo "$host"; end
--- stdout
b
a

=== a time limit of the attempt is a failure
--- script
forany host timeout 50ms through "m-$host" in a; sleep 1000; end
forany host ordered through "m-$host" in a, b; echo "$host"; end
--- stdout
b

=== alternatives at the same time remember, too
--- script
mkfifo gone
forany host ordered hedge 1h through "m-$host" in a, b
    [ "$host" = b ]
end
echo "$host"
forany host ordered hedge 1h through "m-$host" in a, b; echo "$host"; end
--- stdout
b
b

=== a block in it that goes through the same name is part of it
--- script
forany host through "m-$host" in a
    echo "$FTSH_THROUGH"
    try 3 times every 0s through "m-$host"; false; end || :
end
echo "${FTSH_THROUGH-unset}"
forany host ordered through "m-$host" in a, b; echo "$host"; end
--- stdout
m-a
unset
a

=== a state that cannot be used is reported once, and changes nothing
env: FTSH_STATE_DIR=file
--- script
echo >file
for i in 1 2; do
    forany host ordered through "m-$host" in a, b; echo "$host"; [ "$host" = b ]; end
done
--- stdout
a
b
a
b
--- stderr some

=== the names are expanded once for each word, and must be names
--- script
n=0
forany host ordered through "m-$((n += 1))-$host" in a, a, b; echo "$n"; end
forany host through "$NOTHING" in a; echo never; end
echo "$FTSH_REASON"
set -- x y
forany host through "m-$(exit 3)$host"; echo never; end
echo "$? $FTSH_REASON"
--- stdout
2
usage
3 usage
--- stderr
../script:3:1: expected the name of a resource, found ""

=== explain
flags: --explain
--- script
forany host ordered timeout 1s through "m-$host" in a, b; x; end
forany host timeout 1s through "m-$host" for 1 hour in a; x; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: forany host ordered timeout 1s through "m-$host" in a, b
    limits      1 second for an alternative
    attempts    2 alternatives at most, in order
    through     "m-$host": one that has failed in the last 10 minutes comes last
    worst case  2 seconds: 2 alternatives of 1 second

../script:2: forany host timeout 1s through "m-$host" for 1 hour in a
    limits      1 second for an alternative
    attempts    1 alternative at most, in random order
    through     "m-$host": one that has failed in the last 1 hour comes last
    worst case  1 second: 1 alternative of 1 second
