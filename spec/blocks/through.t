# docs/language.md, section 4: the clause through. (Several processes beside each other: interp's and the package's tests.)
env: FTSH_LOG_LEVEL=0
env: FTSH_STATE_DIR=state

=== a slot is held during the attempt, and by nobody else
--- script
try through lock jobs 1
	"$SH" -c 'unset FTSH_THROUGH; try through lock jobs 1 nowait; echo never; catch; echo "$FTSH_STATUS $FTSH_REASON ${FTSH_ERROR##*: }"; failure; end'
	echo never
end
echo $?
"$SH" -c 'try through lock jobs 1 nowait; echo free; end'
--- stdout
75 busy no slot is free
75
free

=== a slot is free before the catch list, and between attempts
--- script
probe() { "$SH" -c 'unset FTSH_THROUGH; try through lock jobs 1 nowait; echo "$0: free"; end' "$1"; }
try 2 times every 0s through lock jobs 1
	probe body || :
	false
check
	probe check || :
	false
catch
	probe catch
end
--- stdout
catch: free

=== what runs inside it passes through the same name
--- script
held() { echo "$FTSH_THROUGH" | sed 's/[.][0-9]*//g'; }
try through lock jobs 1
	held
	try through lock jobs 1; echo nested; end
	"$SH" -c 'try through lock jobs 1; echo "$FTSH_THROUGH" | sed "s/[.][0-9]*//g"; end'
	try through other jobs 1; held; end
end
echo "${FTSH_THROUGH-unset}"
--- stdout
lock lock=0
nested
lock lock=0 lock
lock lock=0 other other=0
unset

=== a name may be anything
--- script
for name in 'http:a/b' .. 'a b' é; do
	try through "$name" jobs 1; echo "${FTSH_THROUGH% *}"; end
done
try through ""; echo never; catch; echo "$FTSH_REASON"; end
--- stdout
http%3Aa%2Fb
%2E.
a%20b
%C3%A9
usage
--- stderr
../script:4:1: expected the name of a resource, found ""

=== values that are known at run time
--- script
n=1 p=50% k=3 d='1 minute'
try through x budget $p jobs $n break $k in $d; echo fine; end
k=65
try through x break $k in $d; echo never; catch; echo "$FTSH_REASON $FTSH_ERROR"; end
p=50
try through x budget $p; echo never; catch; echo "$FTSH_REASON"; end
n=0
try through x jobs $n; echo never; catch; echo "$FTSH_REASON"; end
n=1025
try through x jobs $n; echo never; catch; echo "$FTSH_REASON"; end
--- stdout
fine
usage ../script:4:1: expected a whole number from 1 to 64, found 65
usage
usage
usage
--- stderr
../script:4:1: expected a whole number from 1 to 64, found 65
../script:6:1: expected a percentage (20%), found "50"
../script:8:1: expected a whole number greater than zero, found "0"
../script:10:1: expected a whole number from 1 to 1024, found 1025

=== a breaker opens for all, and a success closes it
env: FTSH_BACKOFF=fixed from 1h
--- script
try through x break 2 in 1h; false; end
try through x break 2 in 1h; (exit 2); end
echo $?
try for 1s through x break 2 in 1h; echo never; catch; echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT $FTSH_ERROR"; end
echo "others: $(try through x budget 20%; echo go on; end)"
# Its delay is that of who opened it. Here there is none: whoever comes is to see.
try 3 times every 0s through y break 2 in 1h; [ "$FTSH_ATTEMPT" = 3 ]; end
echo $?
"$SH" -c 'try through y break 2 in 1h; echo closed; end'
--- stdout
2
124 open 0 ../script:4:1: x: the breaker was not closed before the time limit
others: go on
0
closed

=== what would not be made again does not open it
env: FTSH_BACKOFF=fixed from 1h
--- script
try through x break 1 in 1h; abort 3; end
try 3 times on 75 through x break 1 in 1h; (exit 1); end
try through x break 1 in 1h; nosuchcommand; end 2>/dev/null
try through x break 1 in 1h; (exit 126); end
try through x break 1 in 1h; (exit 127); end
try for 1s through x break 1 in 1h; echo still closed; false; end
try for 1s through x break 1 in 1h; echo never; catch; echo $FTSH_REASON; end
--- stdout
still closed
open

=== an attempt's time limit opens it, unless successes have taken longer
env: FTSH_BACKOFF=fixed from 1h
--- script
try through x break 1 in 1h; sleep 1; end
try timeout 100ms through x break 1 in 1h; sleep 100; end
try through x break 1 in 1h; echo still closed; end
try timeout 100ms through y break 1 in 1h; sleep 100; end
try for 1s through y break 1 in 1h; echo never; catch; echo $FTSH_REASON; end
--- stdout
still closed
open

=== a budget lets first attempts through, and what it has no tokens for waits
--- script
n=0
try forever every 0s through x budget 0%
	n=$((n + 1))
	[ $n = 31 ]
end
echo $n
try for 1s every 0s through x budget 0%
	echo "attempt $FTSH_ATTEMPT"
	false
catch
	echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
end
--- stdout
31
attempt 1
124 busy 1

=== what a server asks for binds the others, for at most the policy's maximum
env: FTSH_BACKOFF=fixed from 1h to 1h
--- script
try through x; failure --after 30m 75; end
echo $?
try for 1s through x; echo never; catch; echo "$FTSH_REASON ${FTSH_ERROR##*: }"; end
try 1 time every 0s through y; failure --after 1h; end
try through y; echo at once; end
try for 1m through x jobs 1; echo a lock is none of its business; end
--- stdout
75
open an attempt asked for a delay that was not over before the time limit
at once
a lock is none of its business

=== a state that cannot be used
env: FTSH_STATE_DIR=none/state
--- script
try through x; echo without; end
try 2 times every 0s through x; echo without; false; end
try through x jobs 1; echo never; catch; echo "$FTSH_STATUS $FTSH_REASON"; failure; end
echo $?
mkdir -m 777 none none/state 2>/dev/null; chmod 777 none/state
try through x jobs 1; echo never; catch; echo "${FTSH_ERROR##*: }"; end
--- stdout
without
without
without
75 state
75
others may write to it (mode 0777)
--- stderr any

=== what the shell writes of it
env: FTSH_LOG_LEVEL=blocks
--- script
try 3 times every 0s through x break 2 in 1h; [ $FTSH_ATTEMPT = 3 ]; end 2>&1 | grep -o 'try: .*'
try through y jobs 1; :; end 2>&1 | grep -o 'try: .*'
--- stdout
try: attempt 1 failed: ../script:1:47: [ 1 = 3 ]: exit status 1
try: waiting 0 seconds before attempt 2
try: attempt 2 failed: ../script:1:47: [ 2 = 3 ]: exit status 1
try: x is open
try: waiting 0 seconds before attempt 3
try: through x (probe)
try: x is closed
try: through y (slot)
--- stderr any

=== a deferral gives the slot back, and the next look has one again
--- script
try for 1h every 50ms through lock jobs 1
	echo first
sense
	: >looked
	[ -e free ]
	"$SH" -c 'unset FTSH_THROUGH; try through lock jobs 1 nowait; : >unlocked; catch; :; end'
end &
until [ -e looked ]; do sleep 0.01; done
try for 1h through lock jobs 1; echo second; end
: >free
wait
[ -e unlocked ] || echo locked
--- stdout
second
first
locked

=== deferrals cost no tokens
--- script
i=0
try for 1h every 0s through x budget 1%
	[ $FTSH_ATTEMPT = 2 ]
sense
	[ $FTSH_ATTEMPT = 1 ] || [ $((i+=1)) = 100 ]
end
echo $i
--- stdout
100

=== what --explain says
flags: --explain
--- script
try 1 time through "http:$h" budget 50% jobs 2 nowait break 5 in 30s; :; end
try for 1h every 1m through x; :; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 1 time through "http:$h" budget 50% jobs 2 nowait break 5 in 30s
    attempts    one
    through     "http:$h": budget 50%, jobs 2 nowait, break 5 in 30s
    worst case  unbounded: nothing bounds the waits for other processes at "http:$h"

../script:2: try for 1h every 1m through x
    limits      1 hour
    attempts    any number
    delays      every 1 minute from start to start
    fit         60 in 1 hour if each fails at once
    through     x: budget 20%, break 5 in 30s
    worst case  1 hour: the time limit of line 2

=== an attempt that leaves the block with status 0 is a success
env: FTSH_BACKOFF=fixed from 1ms
env: FTSH_LOG_LEVEL=blocks
--- script
f() { try for 1m through x break 1 in 1h; return 0; end; }
exec 2>log
for leave in break continue exit f; do
	try through x break 1 in 1h; false; end
	for i in 1; do
		case $leave in
		break) try for 1m through x break 1 in 1h; break; end ;;
		continue) try for 1m through x break 1 in 1h; continue; end ;;
		exit) (try for 1m through x break 1 in 1h; exit 0; end) ;;
		f) f ;;
		esac
	done
done
try through x break 1 in 1h; false; end
(try for 1m through x break 1 in 1h; exit 3; end)
echo $?
sed -n 's/.* x is //p' log
--- stdout
3
open
closed
open
closed
open
closed
open
closed
open

=== an attempt that the check list answers for is no failure
env: FTSH_BACKOFF=fixed from 1h
--- script
try 2 times through x break 1 in 1h; false; check; true; end
try 2 times through x break 1 in 1h; false; check; abort 3; end
try for 1m through x break 1 in 1h; echo closed; end
try 1 time through x break 1 in 1h; false; check; false; end
try for 1s through x break 1 in 1h; echo never; catch; echo $FTSH_REASON; end
--- stdout
closed
open

=== a check list makes no attempt longer
env: FTSH_BACKOFF=fixed from 1h
--- script
try through x break 1 in 1h; sleep 1; end
try 1 time timeout 100ms through x break 1 in 1h; sleep 100; check; sleep 2; false; end
try for 1m through x break 1 in 1h; echo closed; end
--- stdout
closed

=== a relative FTSH_STATE_DIR counts from the directory in which the shell began
--- script
mkdir sub
cd sub
try through mirror jobs 1; "$SH" -c 'try through other jobs 1; :; end'; end
ls . ../state | sed 's/@.*//'
--- stdout
.:

../state:
mirror
other
