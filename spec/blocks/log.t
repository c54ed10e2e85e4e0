# docs/language.md, section 8: log levels, as text.

=== a block that succeeds in the end prints nothing by default
--- script
try 3 times every 0s
	[ $FTSH_ATTEMPT = 3 ]
end

=== nor do blocks that failed inside it
--- script
try 3 times every 0s
	forany x in a; [ $FTSH_ATTEMPT = 3 ] || sh -c 'exit 4'; end || [ $FTSH_ATTEMPT = 3 ]
end
try 3 times every 0s
	n=$FTSH_ATTEMPT
	try 1 time; [ $n = 3 ]; end
end

=== 10: a block that failed in the end, with its attempts and their errors
env: FTSH_LOG_FILE=log
--- script
try 2 times every 0s
	sh -c 'exit 4'
end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/ in [0-9.]+ (ms|seconds?)$/ in T/' log
--- stdout
../script:1 try 2 times: all 2 attempts failed with status 4 in T
    1, 2: ../script:2:2: sh -c 'exit 4': exit status 4

=== 10: a block that made no attempt, and one whose time was over
env: FTSH_LOG_FILE=log
--- script
N=x
try $N times; :; end 2>/dev/null
forany x in; :; end
forall x jobs $N in a; :; end 2>/dev/null
try for 500ms; sleep 100; end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/ in [0-9.]+ (ms|seconds?)$/ in T/' log
--- stdout
../script:2 try failed (usage) with status 2 after 0 attempts in T
    ../script:2:1: expected a whole number greater than zero, found "x"
../script:3 forany failed with status 1 after 0 alternatives in T
    ../script:3:1: no alternatives
../script:4 forall failed (usage) with status 2 after 0 branches in T
    ../script:4:1: expected a whole number greater than zero, found "x"
../script:5 try for 500 ms failed (deadline) with status 124 after 1 attempt in T
    1: ../script:5:16: sleep 100: exit status 124 (time limit)

=== each different error has a line, with its attempts
env: FTSH_LOG_FILE=log
--- script
try 9 times every 0s
	case $FTSH_ATTEMPT in
	[1-3] | 7) (exit 3) ;;
	8) cat nosuch ;;
	*) (exit 5) ;;
	esac
end 2>/dev/null
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/ in [0-9.]+ (ms|seconds?)$/ in T/' log
--- stdout
../script:1 try 9 times: all 9 attempts failed with status 5 in T
    1–3, 7: ../script:3:14: exit 3: exit status 3
    4–6, 9: ../script:5:6: exit 5: exit status 5
    8: ../script:4:5: cat nosuch: exit status 1

=== an error in text that is parsed anew for each attempt is the same error
env: FTSH_LOG_FILE=log
--- file lib
f() { sh -c 'exit 4'; }
f "$FTSH_ATTEMPT"
--- script
try 3 times every 0s; . ./lib; end
try 3 times every 0s; eval "(exit 5) && echo $FTSH_ATTEMPT"; end
trap 'failure 6' USR1
try 3 times every 0s; kill -USR1 $$; :; end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/ in [0-9.]+ (ms|seconds?)$/ in T/' log
--- stdout
../script:1 try 3 times: all 3 attempts failed with status 4 in T
    1–3: ./lib:1:7: sh -c 'exit 4': exit status 4
../script:2 try 3 times: all 3 attempts failed with status 5 in T
    1–3: ../script:2:2: eval …: exit status 5
../script:4 try 3 times: all 3 attempts failed with status 6 in T
    1–3: ../script:4:1: trap …: exit status 6

=== a record goes to the standard error of the place where the block stands
--- script
fails() { try 1 time; false; end; }
try 1 time; false; end 2>f
grep -c failed f
{ fails; } 2>f
grep -c failed f
fails 2>f
grep -c failed f
x=$(fails 2>&1)
echo "$x" | grep -c failed
{ fails; } 2>&1 | grep -c failed
(exec 2>f; fails)
grep -c failed f
fails 2>&1 >/dev/null | grep -c failed
try 1 time
	false 2>/dev/null
end 2>f
grep -c failed f
exec 2>>g
fails
grep -c failed g
--- stdout
1
1
1
1
1
1
1
1
1

=== a closed standard error harms nobody
--- script
try 1 time; false; end 2>&-
echo on
--- stdout
on

=== two blocks that fail in a redirected group, of which the second is handled
--- script
{
	try 1 time; false; end
	try 1 time; (exit 3); end
} 2>log || true
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/ in [0-9.]+ (ms|seconds?)$/ in T/' log
--- stdout
../script:2 try 1 time: the only attempt failed with status 1 in T
    1: ../script:2:14: false: exit status 1

=== 0: nothing
--- script
"$SH" --log-level 0 -c 'try 1 time; false; end; forany x in a; false; end; forall x in a; false; end'
--- status 1

=== 15: every failed attempt as it happens, and the wait behind it
env: FTSH_LOG_FILE=log
env: FTSH_LOG_LEVEL=attempts
--- script
try 2 times backoff fixed from 10ms
	sh -c 'exit 4' secret "$0" || false
end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/ in [0-9.]+ (ms|seconds?)$/ in T/' log
--- stdout
../script:1 try: attempt 1 failed: ../script:2:32: false: exit status 1
../script:1 try: waiting 10 ms before attempt 2
../script:1 try: attempt 2 failed: ../script:2:32: false: exit status 1
../script:1 try 2 times: all 2 attempts failed with status 1 in T
    1, 2: ../script:2:32: false: exit status 1

=== 15: failures that were handled, and those inside the attempt of another block
env: FTSH_LOG_FILE=log
env: FTSH_LOG_LEVEL=15
--- script
try 1 time; false; end || true
try 1 time
	try 1 time; false; end || true
end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/ in [0-9.]+ (ms|seconds?)$/ in T/' log | grep 'failed [(w]'
--- stdout
../script:1 try 1 time: the only attempt failed with status 1 in T
../script:3 try 1 time: the only attempt failed with status 1 in T

=== levels have names
--- script
for level in silent failures attempts commands blocks processes 0 10 15 20 30 40 12 quiet 41 -1 ''; do
	"$SH" --log-level "$level" -c : 2>/dev/null || echo "<$level>"
	FTSH_LOG_LEVEL=$level "$SH" -c : 2>/dev/null || echo "<$level> in the environment"
done
--- stdout
<quiet>
<quiet> in the environment
<41>
<41> in the environment
<-1>
<-1> in the environment
<>

=== FTSH_LOG_LEVEL assigned in a script wins over the option, in a subshell for that
--- script
"$SH" --log-level silent --log-file log -c '
f() { try 1 time; false; end; }
f
FTSH_LOG_LEVEL=failures
f
(FTSH_LOG_LEVEL=0; f)
f
(FTSH_LOG_LEVEL=silent; f & wait)
f
{ f; } &
wait
FTSH_LOG_LEVEL=0 f
unset FTSH_LOG_LEVEL
f
g() { local FTSH_LOG_LEVEL=10; f; }
g
f
' script
grep -c 'failed [(w]' log
--- stdout
5

=== a bad level is said once, and changes nothing
--- script
"$SH" -c '
FTSH_LOG_LEVEL=loud
:
(FTSH_LOG_LEVEL=louder; { :; } & wait)
FTSH_LOG_LEVEL=20x
:' script
"$SH" -c 'FTSH_LOG_LEVEL=loud' script
--- stderr
script:3:1: FTSH_LOG_LEVEL: expected silent, failures, attempts, commands, blocks, processes or a number from 0 to 40, found "loud"
script:1:1: FTSH_LOG_LEVEL: expected silent, failures, attempts, commands, blocks, processes or a number from 0 to 40, found "loud"

=== 20: every command and its status
env: FTSH_LOG_FILE=log
env: FTSH_LOG_LEVEL=20
--- script
try 2 times every 0s
	sh -c 'exit 4' || /bin/true
	[ $FTSH_ATTEMPT = 2 ]
end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/ in [0-9.]+ (ms|seconds?)$/ in T/' log
--- stdout
../script:2 sh -c 'exit 4': exit status 4
../script:2 /bin/true: exit status 0
../script:3 [ 1 = 2 ]: exit status 1
../script:1 try: attempt 1 failed: ../script:3:2: [ 1 = 2 ]: exit status 1
../script:1 try: waiting 0 seconds before attempt 2
../script:2 sh -c 'exit 4': exit status 4
../script:2 /bin/true: exit status 0
../script:3 [ 2 = 2 ]: exit status 0

=== 20: the last KiB that a failed attempt wrote where that was held, but not below
env: FTSH_LOG_FILE=log
--- script
FTSH_LOG_LEVEL=20
try 1 time; printf 'one\ntwo\n'; false; end >out
try 1 time; echo gone; head -c 1023 /dev/zero | tr '\0' x; echo; false; end >out
FTSH_LOG_LEVEL=15
try 1 time; echo unseen; false; end >out
sed -En 's/^    \| (xx*)$/\1/p' log | tr -d '\n' | wc -c | tr -d ' '
grep -v xxx log | grep '^    |'
--- stdout
1023
    | one
    | two

=== 30: where blocks and attempts begin
env: FTSH_LOG_FILE=log
env: FTSH_LOG_LEVEL=30
--- script
try 2 times backoff fixed from 10ms
	forany x ordered in a b
		false
	end
end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/ in [0-9.]+ (ms|seconds?)$/ in T/' log | grep -v 'exit status'
--- stdout
../script:1 try begins
../script:1 try attempt 1
../script:2 forany begins
../script:2 forany attempt 1
../script:2 forany attempt 2
../script:2 forany: all 2 alternatives failed with status 1 in T
../script:1 try: waiting 10 ms before attempt 2
../script:1 try attempt 2
../script:2 forany begins
../script:2 forany attempt 1
../script:2 forany attempt 2
../script:2 forany: all 2 alternatives failed with status 1 in T
../script:1 try 2 times: all 2 attempts failed with status 1 in T

=== 40: processes and signals
env: FTSH_LOG_FILE=log
env: FTSH_LOG_LEVEL=40
--- script
try for 3s
	sleep 100
end
grep -c 'process [0-9]*: SIGTERM$' log
--- stdout
1

=== levels by option
--- script
"$SH" --log-level 30 --log-file log -c 'try 1 time; :; end'
grep -c 'try begins' log
"$SH" --log-level=10 --log-file=log2 -c 'try 1 time; :; end'
[ -s log2 ] || echo nothing
"$SH" --log-level loud -c 'echo never'
echo $?
--- stdout
1
nothing
2
--- stderr some

=== the file is made absolute at start, and appended to
--- script
mkdir d
echo first >log
"$SH" --log-file log -c 'cd d; try 1 time; false; end; cd ..; try 1 time; (exit 2); end'
ls d
wc -l <log
head -n 1 log
--- stdout
5
first

=== nested and parallel shells share it
--- script
export FTSH_LOG_FILE=log
for i in 1 2 3 4 5 6 7 8; do
	"$SH" -c 'try 20 times every 0s; false; end' &
done
wait
grep -c '^[-0-9]* [0-9:.]* \[[0-9]*\] .*try 20 times: all 20 attempts failed with status 1 in .*$' log
grep -c '^    1–20: .*: false: exit status 1$' log
wc -l <log
--- stdout
8
8
16

=== the record keeps the first and the last of many different errors
env: FTSH_LOG_FILE=log
--- script
try 50 times every 0s
	sh -c "exit $FTSH_ATTEMPT"
end
wc -l <log
sed -n '2,4p;22p' log
--- stdout
22
    1: ../script:2:2: sh -c "exit $FTSH_ATTEMPT": exit status 1
    … (30 more)
    32: ../script:2:2: sh -c "exit $FTSH_ATTEMPT": exit status 32
    50: ../script:2:2: sh -c "exit $FTSH_ATTEMPT": exit status 50

=== and of an error the first and the last attempts
env: FTSH_LOG_FILE=log
--- script
try 50 times every 0s
	if [ $((FTSH_ATTEMPT % 2)) = 0 ]; then false; else (exit 3); fi
end
sed 1d log
--- stdout
    1, …, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47, 49: ../script:2:54: exit 3: exit status 3
    2, …, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50: ../script:2:41: false: exit status 1

=== a newline in a command does not break the record
env: FTSH_LOG_FILE=log
--- script
try 1 time
	sh -c 'exit 4' 'two
lines'
end
wc -l <log
grep -c "'two\\\\nlines'" log
--- stdout
2
1

=== a command is shown as it is written, and its name as it was called
env: FTSH_LOG_FILE=log
--- script
secret=hidden
call() { "$@"; }
try 1 time; sh -c 'exit 3' "$secret" ${secret:-none} $(echo $secret) x=$secret 2>/dev/null; end
tool=sh
try 1 time; $tool -c 'exit 3' "$secret"; end
try 1 time; call sh -c 'exit 3' "$secret"; end
try 1 time; secret=$secret sh -c 'cat; exit 3' <<E; end
$secret
E
try 1 time; eval "sh -c 'exit 3' $secret"; end
try 1 time; ! { secret=$secret sh -c : "$secret"; true; } | cat; end
sed -n 's/^    1: //p' log
grep -c hidden log
--- stdout
hidden
../script:3:13: sh -c 'exit 3' "$secret" ${secret:-none} $(echo $secret) x=$secret 2>/dev/null: exit status 3
../script:5:13: sh -c 'exit 3' "$secret": exit status 3
../script:2:10: sh "$@": exit status 3
../script:7:13: secret=$secret sh -c 'cat; exit 3' <<E: exit status 3
../script:10:1: eval …: exit status 3
../script:11:13: ! { secret=$secret sh -c : "$secret"; true; } | cat: exit status 1
0
--- status 1

=== from level 20 on with the words that it was called with, but not in FTSH_ERROR
env: FTSH_LOG_FILE=log
env: FTSH_LOG_LEVEL=20
--- script
secret=hidden
try 1 time; sh -c 'exit 3' "$secret"; catch; echo "$FTSH_ERROR"; end
sed -n 's/^    1: //p' log
--- stdout
../script:2:13: sh -c 'exit 3' "$secret": exit status 3
../script:2:13: sh -c 'exit 3' hidden: exit status 3

=== at most 200 bytes of it
env: FTSH_LOG_FILE=log
--- script
try 1 time
	sh -c 'exit 3' aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb
end
sed -n 's/^    1: .*: \(sh .*…\): exit status 3$/\1/p' log | wc -c
--- stdout
204

=== text of eval stays unseen in functions that it defines, and in other processes
env: FTSH_LOG_FILE=log
--- script
secret=hidden
eval "f() { try 1 time; sh -c 'exit 3' $secret; end; }"
f
f &
wait
eval "{ try 1 time; sh -c 'exit 3' $secret; end; } & wait"
g() { try 1 time; sh -c 'exit 3' "$secret"; end; }
eval g
sed -n 's/^    1: [^ ]*: \(.*\): exit.*/\1/p' log
--- stdout
eval …
eval …
eval …
sh -c 'exit 3' "$secret"

=== forany and forall
env: FTSH_LOG_FILE=log
--- script
forany x ordered in a b; sh -c 'exit 4' $x; end
forall x jobs 1 keepgoing in a b; sh -c 'exit 5' $x; end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/ in [0-9.]+ (ms|seconds?)$/ in T/' log
--- stdout
../script:1 forany: all 2 alternatives failed with status 4 in T
    a b: ../script:1:26: sh -c 'exit 4' $x: exit status 4
../script:2 forall failed with status 5 after 2 branches in T
    a b: ../script:2:35: sh -c 'exit 5' $x: exit status 5

=== the words of forany and forall are in the order of the list
env: FTSH_LOG_FILE=log
--- script
forany x in e d c b a; sh -c 'exit 3' $x; end
forall x keepgoing in 'a b' 1 2 3 4; [ "$x" = 2 ] || sh -c 'exit 5'; sh -c 'exit 6'; end
sed -nE 's/^    (.*): \.\..*: /    \1: /p' log
--- stdout
    e d c b a: exit status 3
    'a b' 1 3 4: exit status 5
    2: exit status 6

=== 20: commands that leave a list, too
env: FTSH_LOG_FILE=log
env: FTSH_LOG_LEVEL=20
--- script
f() { return 3; }
for i in 1; do break; done
try 1 time; f; end
try 1 time; abort 4; end
(exit 5)
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/ in [0-9.]+ (ms|seconds?)$/ in T/' log | grep -v -e try -e '^    '
--- stdout
../script:2 break: exit status 0
../script:1 return 3: exit status 3
../script:3 f: exit status 3
../script:4 abort 4: exit status 4
../script:5 exit 5: exit status 5

=== 40: processes begin and end, signals arrive
--- script
"$SH" --log-level 40 --log-file log -c '
sh -c "exit 3"
trap : USR1
sh -c "kill -USR1 \$PPID"
{ :; } &
wait' script
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/process [0-9]+/process N/' log | grep -e process -e signal | sort
--- stdout
script signal SIGUSR1
script:2 process N: ended: exit status 3
script:2 process N: started: sh -c 'exit 3'
script:4 process N: ended: exit status 0
script:4 process N: started: sh -c 'kill -USR1 $PPID'
script:5 process N: started: { :; } &
