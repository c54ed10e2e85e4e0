# docs/language.md, section 4: catch.
env: FTSH_LOG_LEVEL=0

=== catch runs when the block fails, its result replaces the failure
--- script
try 2 times every 0s
	(exit 5)
catch
	echo caught
end
echo $?
try 1 time; (exit 5); catch; (exit 6); end
echo $?
--- stdout
caught
0
6

=== catch does not run when the block succeeds
--- script
try 1 time; echo body; catch; echo never; end
forany x in a; echo body; catch; echo never; end
forall x in a; echo body; catch; echo never; end
--- stdout
body
body
body

=== variables of catch
--- script
try 2 times every 0s
	(exit 5)
catch
	echo "$? $FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"
	echo "$FTSH_ERROR"
	sh -c 'echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"; echo "$FTSH_ERROR"'
end
echo "${FTSH_STATUS-unset} ${FTSH_REASON-unset} ${FTSH_ERROR-unset} ${FTSH_ATTEMPT-unset}"
--- stdout
5 5 times 2
../script:2:3: exit 5: exit status 5
5 times 2
../script:2:3: exit 5: exit status 5
5 times ../script:2:3: exit 5: exit status 5 unset

=== FTSH_ERROR is one line that names the command and where it stands
--- script
f() {
	sh -c 'exit 7' "an argument"
}
try 1 time
	f
catch
	echo "$FTSH_ERROR"
end
try 1 time
	nosuchcommand
catch
	echo "$FTSH_ERROR"
end
try 1 time
	echo $(
	exit 9)
catch
	echo "$FTSH_ERROR"
end
try 1 time
	sh -c 'kill -TERM $$'
catch
	echo "$FTSH_ERROR"
end
try 1 time
	sh -c 'exit 3' 'two
lines'
catch
	printf '%s\n' "$FTSH_ERROR"
end
--- stdout
../script:2:2: sh -c 'exit 7' "an argument": exit status 7
../script:10:2: nosuchcommand: exit status 127
../script:16:2: exit 9: exit status 9
../script:21:2: sh -c 'kill -TERM $$': exit status 143 (signal 15)
../script:26:2: sh -c 'exit 3' 'two\nlines': exit status 3
--- stderr some

=== the reasons
--- script
try 1 time; false; catch; echo "$FTSH_REASON"; end
try for 100ms; sleep 60; catch; echo "$FTSH_REASON"; end
try 5 times; abort; catch; echo "$FTSH_REASON"; end
N=x
try $N times; :; catch; echo "$FTSH_REASON"; end
forany x in a; false; catch; echo "$FTSH_REASON"; end
forany x in; false; catch; echo "$FTSH_REASON $FTSH_STATUS"; end
forall x in a; false; catch; echo "$FTSH_REASON"; end
--- stdout
times
deadline
permanent
usage
times
times 1
times
--- stderr some

=== catch of an inner block hides its failure from the outer one
--- script
try 3 times every 0s
	try 1 time
		false
	catch
		echo inner caught
	end
	echo "outer $FTSH_ATTEMPT"
end
--- stdout
inner caught
outer 1

=== failure and abort in catch have the block's status
--- script
try 1 time; (exit 5); catch; failure; end
echo $?
try 1 time; (exit 5); catch; abort; end
echo $?
try 1 time; (exit 5); catch; failure 6; end
echo $?
f() { failure; }
try 1 time; (exit 5); catch; f; end
echo $?
try 1 time; (exit 5); catch; (failure); echo never; end
echo $?
--- stdout
5
5
6
5
5

=== success in catch
--- script
try 1 time; false; catch; success; end
echo $?
--- stdout
0

=== catch runs under the enclosing deadline, not the block's
--- script
try for 200 ms
	sleep 60
catch
	sleep 0.3
	echo "caught $FTSH_STATUS"
end
--- stdout
caught 124

=== FTSH_DEADLINE in catch is the enclosing one
--- script
try for 100ms; sleep 100; catch; echo "${FTSH_DEADLINE-none}"; end
try 1 time timeout 100ms; sleep 100; catch; echo "${FTSH_DEADLINE-none}"; end
try for 1 hour
	d=$FTSH_DEADLINE
	try for 100ms
		sleep 100
	catch
		[ "$FTSH_DEADLINE" = "$d" ]
		sh -c '[ "$FTSH_DEADLINE" = "$1" ]' sh "$d"
		echo outer
	end
end
--- stdout
none
none
outer

=== the enclosing deadline binds catch
--- script
try for 300 ms
	try 1 time
		false
	catch
		sleep 60
		echo never
	end
	echo never
catch
	echo "outer $FTSH_REASON"
end
--- stdout
outer deadline

=== a block ended by an outer deadline does not run its catch
--- script
try for 200 ms
	try 5 times
		sleep 60
	catch
		echo never
	end
	echo never
end
echo $?
--- stdout
124

=== output of catch
--- script
try 1 time
	false
catch
	echo out
	echo err >&2
end >file 2>&1
cat file
--- stdout
out
err

=== catch of a forall knows the status
--- script
forall x jobs 1 in a b
	(exit 4)
catch
	echo "$? $FTSH_STATUS $FTSH_REASON"
	failure
end
echo $?
--- stdout
4 4 times
4

=== the directory in catch and the variables of the body
--- script
try 1 time
	x=set
	cd /
	false
catch
	echo "$x ${PWD##*/}"
	cd /
end
pwd
--- stdout
set work
/

=== exit, return and continue in catch
--- script
f() { try 1 time; false; catch; return 7; end; echo never; }
f
echo $?
for i in 1 2; do try 1 time; false; catch; continue; end; echo never; done
try 1 time; false; catch; exit 8; end
--- stdout
7
--- status 8

=== FTSH_ERROR for what is no simple command
--- script
err() { echo "$FTSH_STATUS $FTSH_ERROR"; }
try 1 time; ! true; catch; err; end
try 1 time; ! true | true; catch; err; end
try 1 time; : ${nosuch?gone}; catch; err; end 2>/dev/null
try 1 time; cat <nosuch; catch; err; end 2>/dev/null
try 1 time; { :; } <nosuch; catch; err; end 2>/dev/null
readonly r=1
try 1 time; r=2; catch; err; end 2>/dev/null
try 1 time; : $((1 / 0)); catch; err; end 2>/dev/null
--- stdout
1 ../script:2:13: ! true: exit status 1
1 ../script:3:13: ! true | true: exit status 1
2 ../script:4:15: nosuch: gone
2 ../script:5:13: cat <nosuch: cannot open nosuch: no such file or directory
2 ../script:6:13: cannot open nosuch: no such file or directory
2 ../script:8:13: r: is read only
2 ../script:9:20: arithmetic expression: division by zero

=== FTSH_ERROR has the place of the innermost command of eval and of a sourced file
--- file lib
:
(exit 4)
--- script
try 1 time; . ./lib; catch; echo "$FTSH_ERROR"; end
try 1 time; eval 'sh -c "exit 5"'; catch; echo "$FTSH_ERROR"; end
--- stdout
./lib:2:2: exit 4: exit status 4
../script:2:1: eval …: exit status 5

=== a failure that a condition consumed is not the one that FTSH_ERROR names
--- script
f() { (exit 1); }
try 1 time
	if f; then :; fi
	sh -c 'exit 1'
catch
	echo "$FTSH_ERROR"
end
--- stdout
../script:4:2: sh -c 'exit 1': exit status 1

=== FTSH_ERROR tells what ran when the time was over
--- script
try for 500ms; sleep 100; catch; echo "$FTSH_ERROR"; end
try for 500ms; (sleep 100) | cat; catch; echo "$FTSH_ERROR"; end
try for 500ms; x=$(sleep 100); catch; echo "$FTSH_ERROR"; end
try for 500ms; forall x in a; sleep 100; end; catch; echo "$FTSH_ERROR"; end
try for 500ms; try for 1 hour; sleep 100; end; catch; echo "$FTSH_ERROR"; end
try for 500ms; while :; do :; done; catch; echo "script:6${FTSH_ERROR##*:}"; end # in either list
try 1 time timeout 500ms; sleep 100; catch; echo "$FTSH_ERROR"; end
--- stdout
../script:1:16: sleep 100: exit status 124 (time limit)
../script:2:17: sleep 100: exit status 124 (time limit)
../script:3:20: sleep 100: exit status 124 (time limit)
../script:4:31: sleep 100: exit status 124 (time limit) (x: a)
../script:5:32: sleep 100: exit status 124 (time limit)
script:6 exit status 124 (time limit)
../script:7:27: sleep 100: exit status 124 (time limit)

=== variables of catch where no attempt was made
--- script
try 1 time
	N=x
	try $N times
		echo never
	catch
		echo "$FTSH_ATTEMPT ${FTSH_TRY_ID:+set} $FTSH_REASON $FTSH_STATUS $FTSH_ERROR"
	end 2>/dev/null
	forany x in
		echo never
	catch
		echo "$FTSH_ATTEMPT ${FTSH_TRY_ID:+set} $FTSH_REASON $FTSH_STATUS $FTSH_ERROR"
	end
	readonly ro
	forall ro in a
		echo never
	catch
		echo "$FTSH_ATTEMPT ${FTSH_TRY_ID:+set} $FTSH_REASON $FTSH_STATUS $FTSH_ERROR"
	end 2>/dev/null
end
--- stdout
0 set usage 2 ../script:3:2: expected a whole number greater than zero, found "x"
0 set times 1 ../script:8:2: no alternatives
0 set usage 2 ../script:14:2: ro: is read only

=== a status that is no signal's
--- script
try 1 time; (exit 255); catch; echo "$FTSH_ERROR"; end
--- stdout
../script:1:14: exit 255: exit status 255

=== an attempt that the deadline leaves no time for does not hide why the others failed
env: FTSH_BACKOFF=fixed from 1 hour
--- script
try for 1 second
	if [ $FTSH_ATTEMPT = 2 ]; then
		sleep 100 # cut: the wait before it was shortened
	fi
	(exit 3)
catch
	echo "$FTSH_ERROR"
end
try for 500ms every 0s
	if [ $FTSH_ATTEMPT = 2 ]; then
		sleep 100 # cut, but it had its time
	fi
	(exit 3)
catch
	echo "$FTSH_ERROR"
end
--- stdout
../script:5:3: exit 3: exit status 3
../script:11:3: sleep 100: exit status 124 (time limit)
