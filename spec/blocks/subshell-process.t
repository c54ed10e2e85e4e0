# Subshells that set the trap of a signal are processes: what of blocks reaches through.

=== failure and abort take effect in the parent
--- script
try 2 times every 0s
	(trap : USR1; echo attempt $FTSH_ATTEMPT; failure -m 'not now' 7; echo never)
catch
	echo $FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT "$FTSH_ERROR"
end
try 2 times every 0s
	x=$(trap : USR1; abort -m 'not ever' 9)
	echo never
catch
	echo $FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT "$FTSH_ERROR"
end
try 2 times every 0s
	{ trap : USR1; abort 9; } | cat
catch
	echo $FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT
end
--- stdout
attempt 1
attempt 2
7 times 2 ../script:2:44: not now
9 permanent 1 ../script:7:19: not ever
9 permanent 1

=== failure takes the status of what failed before, inside or outside
--- script
try 1 time; sh -c 'exit 44' || (trap : USR1; failure); catch; echo $FTSH_STATUS "$FTSH_ERROR"; end
try 1 time; (trap : USR1; sh -c 'exit 45' || failure); catch; echo $FTSH_STATUS "$FTSH_ERROR"; end
--- stdout
44 ../script:1:13: sh -c 'exit 44': exit status 44
45 ../script:2:27: sh -c 'exit 45': exit status 45

=== failure --after says when the next attempt is made
--- script
try 2 times every 1 day
	(trap : USR1; test $FTSH_ATTEMPT = 2 || failure --after 0.01)
end
echo $?
--- stdout
0

=== the error is that of the command in it
--- script
try 1 time; (trap : USR1; sh -c 'exit 5'; echo never); catch; echo "$FTSH_ERROR"; end
try 1 time; echo x | { trap : USR1; exit 3; } | cat; catch; echo "$FTSH_ERROR"; end
try 1 time; x=$(trap : USR1; sh -c 'exit 6'); catch; echo "$FTSH_ERROR"; end
f() { trap : USR1; sh -c 'exit 7'; }
try 1 time; (f); catch; echo "$FTSH_ERROR"; end
--- stdout
../script:1:27: sh -c 'exit 5': exit status 5
../script:2:37: exit 3: exit status 3
../script:3:30: sh -c 'exit 6': exit status 6
../script:4:20: sh -c 'exit 7': exit status 7

=== where something else ended it, the error is the subshell
--- script
try 1 time; (trap '' TERM; exec sh -c 'exit 6'); catch; echo "$FTSH_ERROR"; end
try 1 time; (trap : USR1; sh -c 'kill -KILL $PPID'); catch; echo "$FTSH_ERROR"; end
--- stdout
../script:1:14: (trap '' TERM; exec sh -c 'exit 6'): exit status 6
../script:2:14: (trap : USR1; sh -c 'kill -KILL $PPID'): exit status 137 (signal 9)
--- stderr
Killed

=== a command that is not found is a mistake there, too
--- script
try 5 times every 0s
	(trap : USR1; nosuchcommand)
catch
	echo $FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT
end
--- stdout
127 permanent 1
--- stderr
../script:2:16: nosuchcommand: not found

=== it is brittle as what is around it
--- script
try 1 time; (trap : USR1; false; echo never); end
echo $?
set -o brittle
(trap : USR1; false; echo never)
echo never
--- stdout
1
--- stderr any
--- status 1

=== a block in it belongs to the attempt around it
--- script
try 1 time
	(trap : USR1; try 1 time; false; end) || echo inner failed
end
forany x ordered in a b
	(trap : USR1; try 1 time; [ $x = b ]; end)
end
echo $x
--- stdout
inner failed
b

=== the record of a block that failed in it is told unless that was handled
env: FTSH_LOG_LEVEL=failures
--- script
record() { sed 's/.*\(try 1 time: the only attempt failed with status [0-9]*\).*/\1/' "$@" | grep try; }
f() { try 1 time; sh -c 'exit 3'; end; }
{ (trap : USR1; f) || echo handled; ! (trap : USR1; f); if (trap : USR1; f); then :; fi; } 2>log
record log
{ (trap : USR1; f); echo $?; } 2>log
record log
{ (trap : USR1; f) || sh -c 'exit 4'; } 2>log
record log
g() { (trap : USR1; f) || return 5; }
{ g; g || :; } 2>log
record log
{ x=$(trap : USR1; f); (trap : USR1; f) | :; { trap : USR1; f; } | :; } 2>log
record log
x=$(trap : USR1; f 2>&1); echo "$x" | record
(trap : USR1; f 2>log); record log
(trap : USR1; f 2>log) || record log
:
--- stdout
handled
3
try 1 time: the only attempt failed with status 3
try 1 time: the only attempt failed with status 3
try 1 time: the only attempt failed with status 3
try 1 time: the only attempt failed with status 3
try 1 time: the only attempt failed with status 3
try 1 time: the only attempt failed with status 3
try 1 time: the only attempt failed with status 3
try 1 time: the only attempt failed with status 3

=== what it writes is held with the attempt
--- script
try 2 times every 0s
	(trap : USR1; echo half $FTSH_ATTEMPT; sh -c "echo program $FTSH_ATTEMPT"; test $FTSH_ATTEMPT = 2)
end >f
cat f
x=$(try 2 times every 0s; (trap : USR1; echo half $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2); end); echo "$x"
--- stdout
half 2
program 2
half 2

=== a block in it holds what the shell around it gave
--- script
attempts() { try 2 times every 0s; echo half $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end; }
(trap : USR1; attempts) | cat
x=$(trap : USR1; attempts); echo "$x"
(trap : USR1; attempts) >f; cat f
printf 'one\ntwo\n' | try 2 times every 0s; trap : USR1; read x; echo $x; test $FTSH_ATTEMPT = 2; end
--- stdout
half 2
half 2
half 2
one
one

=== a time limit ends it
--- script
try for 4 s
	(trap 'echo never' TERM; trap 'echo bye' EXIT; sleep 100; echo never)
catch
	echo $FTSH_STATUS "$FTSH_ERROR"
end
try 1 time timeout 3 s
	x=$(trap 'echo never' TERM; while :; do :; done)
catch
	echo $FTSH_STATUS
end
try for 4 s
	(trap '' TERM; trap 'echo bye' EXIT; read x <fifo) 2>/dev/null || mkfifo fifo; (trap '' TERM; read x <fifo)
catch
	echo $FTSH_STATUS
end
--- stdout
bye
124 ../script:2:49: sleep 100: exit status 124 (time limit)
124
bye
124

=== a signal that ends it is no time limit, and what it ran then is the error, or the subshell
--- script
try 1 time
	(trap : USR1; sh -c 'kill -TERM $PPID; sleep 100')
catch
	echo $FTSH_STATUS "$FTSH_ERROR"
end 2>/dev/null
try 1 time
	(trap : USR1; false || :; sh -c 'kill -TERM $PPID' & while :; do :; done)
catch
	echo $FTSH_STATUS "$FTSH_ERROR"
end 2>/dev/null
--- stdout
143 ../script:2:16: sh -c 'kill -TERM $PPID; sleep 100': exit status 143 (signal 15)
143 ../script:7:3: (trap : USR1; false || :; sh -c 'kill -TERM $PPID' & while :; do :; done): exit status 143 (signal 15)

=== a branch that is cancelled: it gets SIGTERM as a program does
--- script
forall x in fails stays
	case $x in
	fails)
		while [ ! -e ready ]; do sleep 0.01; done
		exit 3 ;;
	esac
	(trap 'echo told; exit 4' TERM; trap 'echo bye' EXIT; echo >ready; while :; do sleep 0.05; done)
end 2>/dev/null
echo $?
rm ready
forall x in fails stays
	case $x in
	fails)
		while [ ! -e ready ]; do sleep 0.01; done
		exit 3 ;;
	esac
	(trap 'echo never' USR1; trap 'echo bye' EXIT; echo >ready; while :; do sleep 0.05; done)
end 2>/dev/null
echo $?
--- stdout
told
bye
3
bye
3

=== its processes end with the attempt
--- script
try for 4 s grace 1 s
	(trap : USR1; sh -c 'trap "" TERM; echo $$ >pid; exec sleep 100' & sleep 100)
catch
	kill -0 $(cat pid) 2>/dev/null || echo gone
end
--- stdout
gone

=== a subshell that detaches stays in the shell's process
--- script
try 1 time
	(trap : USR1; detach sh -c 'echo detached')
end
--- stdout
detached

=== but not one whose functions detach
--- script
leave() { detach sh -c 'echo never'; }
try 1 time
	(trap : USR1; leave)
catch
	echo $FTSH_STATUS
end
--- stdout
2
--- stderr
../script:1:11: detach: a subshell that sets a trap cannot leave the block around it

=== trap in a branch stays in the shell's process
--- script
forall x in a b
	trap 'echo never' USR2
	echo $x
end | sort
--- stdout
a
b
