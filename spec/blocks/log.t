# LANGUAGE section 8: log levels, as text.

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
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //' log
--- stdout
../script:1 try failed (times) with status 4 after 2 attempts; 1: ../script:2:2: sh -c 'exit 4': exit status 4; 2: ../script:2:2: sh -c 'exit 4': exit status 4

=== 10: a block that made no attempt, and one whose time was over
env: FTSH_LOG_FILE=log
--- script
N=x
try $N times; :; end 2>/dev/null
forany x in; :; end
try 2 times on 75; :; end 2>/dev/null
try for 500ms; sleep 100; end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //' log
--- stdout
../script:2 try failed (usage) with status 2 after 0 attempts; ../script:2:1: expected a whole number greater than zero, found "x"
../script:3 forany failed (times) with status 1 after 0 alternatives; ../script:3:1: no alternatives
../script:4 try failed (usage) with status 2 after 0 attempts; ../script:4:1: on: not yet supported
../script:5 try failed (deadline) with status 124 after 1 attempt; 1: ../script:5:16: sleep 100: exit status 124 (time limit)

=== on standard error
--- script
try 1 time; false; end 2>/dev/null
exec 2>&1
try 1 time; false; end
--- stdout
--- stderr some
--- status 1

=== 0: nothing
--- script
"$SH" --log-level 0 -c 'try 1 time; false; end; forany x in a; false; end; forall x in a; false; end'
--- status 1

=== 20: every failed attempt as it happens, and every command and its status
env: FTSH_LOG_FILE=log
env: FTSH_LOG_LEVEL=20
--- script
try 2 times every 0s
	sh -c 'exit 4' || /bin/true
	[ $FTSH_ATTEMPT = 2 ]
end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //' log
--- stdout
../script:2 sh -c 'exit 4': exit status 4
../script:2 /bin/true: exit status 0
../script:3 [ 1 = 2 ]: exit status 1
../script:1 try: attempt 1 failed: ../script:3:2: [ 1 = 2 ]: exit status 1
../script:2 sh -c 'exit 4': exit status 4
../script:2 /bin/true: exit status 0
../script:3 [ 2 = 2 ]: exit status 0

=== 30: structure and delays
env: FTSH_LOG_FILE=log
env: FTSH_LOG_LEVEL=30
--- script
try 2 times backoff fixed from 10ms
	forany x ordered in a b
		false
	end
end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //' log | grep -v 'exit status'
--- stdout
../script:1 try begins
../script:1 try attempt 1
../script:2 forany begins
../script:2 forany attempt 1
../script:2 forany attempt 2
../script:1 try: waiting 10 ms before attempt 2
../script:1 try attempt 2
../script:2 forany begins
../script:2 forany attempt 1
../script:2 forany attempt 2

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
3
first

=== nested and parallel shells share it
--- script
export FTSH_LOG_FILE=log
for i in 1 2 3 4 5 6 7 8; do
	"$SH" -c 'try 20 times every 0s; false; end' &
done
wait
grep -c '^[-0-9]* [0-9:.]* \[[0-9]*\] .*try failed (times) with status 1 after 20 attempts; 1: .*$' log
wc -l <log
--- stdout
8
8

=== the record keeps the first and the last errors of many attempts
env: FTSH_LOG_FILE=log
--- script
try 50 times every 0s
	(exit $FTSH_ATTEMPT)
end
grep -o 'after 50 attempts; 1: [^;]*; …; 32: ' log
grep -o '50: [^;]*$' log
--- stdout
after 50 attempts; 1: ../script:2:3: exit 1: exit status 1; …; 32: 
50: ../script:2:3: exit 50: exit status 50

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
1
1

=== forany and forall
env: FTSH_LOG_FILE=log
--- script
forany x ordered in a b; sh -c 'exit 4' $x; end
forall x jobs 1 keepgoing in a b; sh -c 'exit 5' $x; end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //' log
--- stdout
../script:1 forany failed (times) with status 4 after 2 alternatives; 1: ../script:1:26: sh -c 'exit 4' a: exit status 4; 2: ../script:1:26: sh -c 'exit 4' b: exit status 4
../script:2 forall failed (times) with status 5 after 2 branches; 1: ../script:2:35: sh -c 'exit 5' a: exit status 5; 2: ../script:2:35: sh -c 'exit 5' b: exit status 5

=== 20: commands that leave a list, too
env: FTSH_LOG_FILE=log
env: FTSH_LOG_LEVEL=20
--- script
f() { return 3; }
for i in 1; do break; done
try 1 time; f; end
try 1 time; abort 4; end
(exit 5)
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //' log | grep -v try
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
