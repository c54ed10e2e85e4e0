# docs/language.md, section 4: the sense list.
env: FTSH_LOG_LEVEL=0

=== it runs before each attempt, the first too
--- script
try for 1 hour every 0s
	echo "attempt $FTSH_ATTEMPT"
	[ $FTSH_ATTEMPT = 3 ]
sense
	echo "sense $FTSH_ATTEMPT" >&2
end 2>&1
echo $?
--- stdout
sense 1
attempt 1
sense 2
attempt 2
sense 3
attempt 3
0

=== when it fails no attempt is spent, and it runs again
--- script
n=0
try 2 times or 1 hour backoff fixed from 1ms
	echo "attempt $FTSH_ATTEMPT, look $n"
	(exit 5)
sense
	n=$((n + 1))
	[ $((n % 4)) = 0 ]
catch
	echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT, look $n"
end
--- stdout
attempt 1, look 4
attempt 2, look 8
5 times 2, look 8

=== FTSH_ATTEMPT in it is the number of the attempt to come
--- script
n=0
try for 1 hour backoff fixed from 1ms
	echo "attempt $FTSH_ATTEMPT" >&2
	[ $FTSH_ATTEMPT = 2 ]
sense
	echo "sense $FTSH_ATTEMPT" >&2
	n=$((n + 1))
	[ $n = 2 ] || [ $n = 4 ]
end 2>&1
--- stdout
sense 1
sense 1
attempt 1
sense 2
sense 2
attempt 2

=== FTSH_TRY_ID and FTSH_DEADLINE are those of the block
--- script
try for 1 hour
	[ "$FTSH_TRY_ID $FTSH_DEADLINE" = "$seen" ]
	echo same
sense
	seen="$FTSH_TRY_ID $FTSH_DEADLINE"
	[ "$FTSH_DEADLINE" ]
end
--- stdout
same

=== a time limit or forever is needed
--- script
try 3 times
	true
sense
	true
end
--- stderr
../script:3:1: syntax error: expected a time limit or forever in the header of a try with sense, found "sense" ("try" opened at line 1)
    sense
    ^
--- status 2

=== also where the header alone does not say that it is a block
--- script
echo never
try timeout 5 s
	true
sense
	true
end
--- stderr
../script:4:1: syntax error: expected a time limit or forever in the header of a try with sense, found "sense" ("try" opened at line 2)
    sense
    ^
--- status 2

=== a limit known only at run time is one, that of the block around is none
--- script
D='1 hour'
try for $D; echo a; sense; true; end
try $D; echo b; sense; true; end
try forever; echo c; sense; true; end
try 1 time or 1h; echo d; sense; true; end
"$SH" -c 'try for 1 hour; try; a; sense; b; end; end' ftsh
--- stdout
a
b
c
d
--- stderr
ftsh:1:25: syntax error: expected a time limit or forever in the header of a try with sense, found "sense" ("try" opened at line 1)
    try for 1 hour; try; a; sense; b; end; end
                            ^
--- status 2

=== before check and catch, in this order
--- script
try for 1 hour; echo body; false; sense; :; check; echo check; end
try for 1 hour; false; sense; abort 3; check; echo never; catch; echo "catch $FTSH_STATUS"; end
"$SH" -c 'try for 1 s; a; check; b; sense; c; end' ftsh
--- stdout
body
check
catch 3
--- stderr
ftsh:1:27: syntax error: expected "catch" or "end", found "sense" ("try" opened at line 1)
    try for 1 s; a; check; b; sense; c; end
                              ^
--- status 2

=== a command of that name
--- program sense
#!/bin/sh
echo "command $*"
--- script
PATH=.:$PATH
sense outside
try for 1 hour; \sense inside; sense; \sense; end
sense() { echo function; }
sense
--- stdout
command outside
command inside
function

=== its output is discarded, its errors are not
--- script
x=$(try for 1 hour
	echo body
sense
	echo builtin
	sh -c 'echo program; echo error >&2'
	{ echo group; } | cat
end)
echo "$x"
try for 1 hour; echo body; sense; echo never; end >out
cat out
--- stdout
body
body
--- stderr
error

=== exec in it redirects no output of the attempt
--- script
try for 1 hour; echo body; sense; exec >other; echo x; end
echo behind
cat other
--- stdout
body
behind
x

=== it reads nothing: the input is for the attempts
--- script
try for 1 hour every 0s
	read -r line
	echo "attempt $FTSH_ATTEMPT: $line"
	[ $FTSH_ATTEMPT = 2 ]
sense
	! read -r line
	[ -z "$(cat)" ]
end 2>/dev/null <<E
first
second
E
printf 'a\nb\n' | while read -r x; do
	try for 1 hour; echo "$x"; sense; cat; end
done
--- stdout
attempt 1: first
attempt 2: first
a
b

=== assignments last, the directory does not
--- file d/x
--- script
try for 1 hour
	echo "found $found in ${PWD##*/}"
sense
	cd d
	found=$(echo *)
end
n=0
try for 1 hour backoff fixed from 1ms
	echo "$n ${PWD##*/}"
sense
	n=$((n + 1))
	cd d
	[ $n = 3 ]
end
--- stdout
found x in work
3 work

=== it is brittle
--- script
n=0
try for 1 hour backoff fixed from 1ms
	echo "attempt $FTSH_ATTEMPT, look $n"
sense
	n=$((n + 1))
	[ $n = 2 ]
	echo "went on" >&2
end
--- stdout
attempt 1, look 2
--- stderr
went on

=== at the limit: status 124, reason busy
--- script
try for 200ms
	echo never
sense
	(exit 7)
catch
	echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
	echo "$FTSH_ERROR"
	failure
end
echo $?
try for 200ms
	echo never
sense
	sleep 1000
catch
	echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
	echo "$FTSH_ERROR"
end
--- stdout
124 busy 0
../script:4:3: exit 7: exit status 7
124
124 busy 0
../script:14:2: sleep 1000: exit status 124 (time limit)

=== what the shell waited for last is the reason
--- script
try for 3 s every 1 hour
	(exit 3)
sense
	[ "$FTSH_ATTEMPT" = 1 ]
catch
	echo "$FTSH_STATUS $FTSH_REASON"
end
try for 3 s
	sleep 1000
sense
	true
catch
	echo "$FTSH_STATUS $FTSH_REASON"
end
--- stdout
124 deadline
124 deadline

=== timeout binds it, and what it ends is a deferral
--- script
n=0
try for 1 hour timeout 30 s backoff fixed from 1ms
	echo "look $n"
sense
	n=$((n + 1))
	[ $n = 2 ] || (: >began; exit 1) || try timeout 50ms; sleep 1000; end
end
n=0
try for 1 hour timeout 100ms backoff fixed from 1ms
	:
sense
	n=$((n + 1))
	if [ $n = 3 ]; then abort 3; fi
	sleep 1000
catch
	echo "look $n: $FTSH_STATUS $FTSH_ATTEMPT"
end
try for 1 hour timeout 30 min
	[ "$deadline" -lt "$outer" ]
	echo "${outer:+set}"
sense
	deadline=$FTSH_DEADLINE
	outer=$(($(date +%s) + 2000))
end
--- stdout
look 2
look 3: 3 0
set

=== a command that is not found fails the block
--- script
try for 1 hour
	echo never
sense
	nosuchcommand
catch
	echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
	echo "$FTSH_ERROR"
end
try for 1 hour
	try for 1 hour; echo never; sense; nosuchcommand; end
catch
	echo "outer $FTSH_STATUS $FTSH_REASON"
end
n=0
try for 1 hour on 127 backoff fixed from 1ms
	echo "look $n"
sense
	n=$((n + 1))
	[ $n = 3 ] || nosuchcommand
	[ $n = 3 ]
end
n=0
try for 1 hour on 127 backoff fixed from 1ms
	echo "look $n"
sense
	n=$((n + 1))
	if [ $n != 3 ]; then nosuchcommand; fi
end
--- stdout
127 permanent 0
../script:4:2: nosuchcommand: exit status 127
outer 127 permanent
look 3
look 3
--- stderr any

=== status 2 fails the block, but not when failure says it
--- script
try for 1 hour
	echo never
sense
	[ "" -ge 5 ]
catch
	echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
end
try for 1 hour on 2; echo never; sense; sh -c 'exit 2'; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try for 1 hour; echo never; sense; : "${unset?}"; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
n=0
try for 1 hour backoff fixed from 1ms
	echo "look $n"
sense
	n=$((n + 1))
	[ $n = 3 ] || sh -c 'exit 2' || failure
end
--- stdout
2 permanent 0
2 permanent
2 permanent
look 3
--- stderr some

=== abort fails the block
--- script
try for 1 hour
	echo never
sense
	abort -m 'no such queue' 9
catch
	echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
	echo "$FTSH_ERROR"
	failure
end
echo $?
--- stdout
9 permanent 0
../script:4:2: no such queue
9

=== failure --after sets the next delay
--- script
n=0
try for 1 hour backoff fixed from 30 min
	echo "look $n"
sense
	n=$((n + 1))
	[ $n = 2 ] || failure --after 1ms
end
try for 1 hour
	echo never
sense
	failure --after '1 hour' -m 'come back later'
catch
	echo "$FTSH_STATUS $FTSH_REASON"
	echo "$FTSH_ERROR"
end
--- stdout
look 2
124 busy
../script:11:2: come back later

=== on and except speak of attempts
--- script
n=0
try for 1 hour on 75 backoff fixed from 1ms
	(exit 3)
sense
	n=$((n + 1))
	[ $n = 3 ]
catch
	echo "$n $FTSH_STATUS $FTSH_REASON"
end
n=0
try for 1 hour except 1 backoff fixed from 1ms; echo "look $n"; sense; n=$((n + 1)); [ $n = 3 ]; end
--- stdout
3 3 permanent
look 3

=== level 15 says deferred
env: FTSH_LOG_LEVEL=15
--- script
n=0
try for 1 hour backoff fixed from 1ms
	echo body
sense
	n=$((n + 1))
	[ $n = 2 ]
end 2>log
sed 's/^.*script:2 //' log
--- stdout
body
try: attempt 1 deferred: ../script:6:2: [ $n = 2 ]: exit status 1
try: waiting 1 ms before attempt 1

=== by default deferrals are quiet, but in the record of a block that fails
env: FTSH_LOG_LEVEL=10
--- script
n=0
try for 1 hour backoff fixed from 1ms; :; sense; n=$((n + 1)); [ $n = 5 ]; end
n=0
{ try for 1 hour every 1ms
	(exit 4)
sense
	n=$((n + 1))
	[ $n != 2 ]
	[ $n -lt 6 ] || failure --after '2 hours'
end; } 2>log
sed 's/^.*script:4 //; s/attempts in .*$/attempts in TIME/' log
--- stdout
try for 1 hour failed (busy) with status 124 after 4 attempts in TIME
    1–4: ../script:5:3: exit 4: exit status 4
    deferred once: ../script:8:2: [ $n != 2 ]: exit status 1
    deferred once: ../script:9:2: [ $n -lt 6 ]: exit status 1

=== exit, return, break and continue in it leave the block
--- script
f() { try for 1 hour; echo never; sense; return 4; end; echo never; }
f
echo $?
for i in 1 2; do try for 1 hour; echo never; sense; continue; end; echo never; done
for i in 1 2; do try for 1 hour; echo never; sense; break; end; echo never; done
echo $i
(trap 'echo bye' EXIT; try for 1 hour; echo never; sense; exit 6; end; echo never)
echo $?
--- stdout
4
1
bye
6

=== a deadline around it ends it without catch
--- script
try for 300ms
	try forever backoff fixed from 1ms
		echo never
	sense
		sleep 1000
	catch
		echo never
	end
	echo never
catch
	echo "outer $FTSH_STATUS $FTSH_REASON"
end
--- stdout
outer 124 deadline

=== a signal to the shell ends it
--- script
try forever
	echo never
sense
	kill -TERM $$
	sleep 1000
catch
	echo never
end
--- status 143

=== jobs of a look that fails end with it
--- script
n=0
try for 1 hour backoff fixed from 1ms
	wait && echo gone
sense
	n=$((n + 1))
	if [ $n = 1 ]; then
		sleep 1000 &
		false
	fi
end
--- stdout
gone

=== check and sense: each where it belongs
--- script
n=0
try for 1 hour every 0s
	echo "attempt $FTSH_ATTEMPT" >&2
	false
sense
	echo "sense $FTSH_ATTEMPT" >&2
check
	n=$((n + 1))
	echo "check $n" >&2
	[ $n != 1 ] || failure
	[ $n = 3 ]
end 2>&1
--- stdout
sense 1
attempt 1
check 1
check 2
sense 2
attempt 2
check 3

=== a block in it chooses what the attempt uses
--- script
try for 1 hour timeout 30 min
	echo "from $host"
sense
	forany host ordered timeout 5 min in a b c
		[ $host != a ]
	end
end
--- stdout
from b

=== a block whose directory is gone fails
--- script
mkdir gone
cd gone
try for 1 hour
	echo never
sense
	cd ..
	rmdir gone
catch
	echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
end
--- stdout
2 permanent 0
--- stderr
../script:3:1: cannot return to the directory of the block's start: no such file or directory

=== in processes of its own: an asynchronous list, a subshell with a trap, a job
--- script
f() { try for 1 hour backoff fixed from 1ms; echo "$1 $n"; sense; n=$((n+1)); [ $n = 3 ]; end; }
n=0
f list & wait
(trap : TERM; f subshell)
set -m
(f job) | cat
--- stdout
list 3
subshell 3
job 3
