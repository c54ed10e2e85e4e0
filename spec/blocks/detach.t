# docs/language.md, section 4: detach.
env: FTSH_LOG_LEVEL=0
env: FTSH_KILL_TIMEOUT=5

=== it runs a program, and waits for it as for any
--- script
try 1 time
	detach sh -c 'echo out; exit 3' || echo $?
	x=$(detach echo substituted)
	echo "$x"
	detach cat </dev/null | detach cat
	detach sh -c 'exit 4' >/dev/null
end
echo $?
--- stdout
out
3
substituted
4

=== a deadline ends the wait, not the process
--- script
mkfifo f
try for 300ms
	detach sh -c 'trap "" TERM; read x <f; echo "$x" >late'
	echo never
catch
	echo "$FTSH_REASON"
	echo alive >f
end
while ! [ -s late ]; do sleep 0.01; done
cat late
--- stdout
deadline
alive

=== in the background it outlives the attempt
--- script
mkfifo f
try 2 times every 0s
	if [ $FTSH_ATTEMPT = 1 ]; then
		detach sh -c 'read x <f; echo "$x" >late' &
		job=$!
	fi
	false
end
echo alive >f
wait $job
echo $?
cat late
--- stdout
0
alive

=== what it leaves behind outlives the attempt
--- script
mkfifo f
try 1 time
	detach sh -c '(read x <f; echo "$x" >late) &'
	sh -c '(sleep 1000) &'
	false
end
echo alive >f
while ! [ -s late ]; do sleep 0.01; done
cat late
--- stdout
alive

=== also what clears its environment, and calls setsid
--- script
mkfifo f
try 1 time
	detach setsid env -i PATH="$PATH" sh -c '(read x <f; echo "$x" >late) &'
	false
end
echo alive >f
while ! [ -s late ]; do sleep 0.01; done
cat late
--- stdout
alive

=== it carries no tag of a block
--- script
try 1 time
	sh -c '[ -n "$FTSH_TREE" ] && echo tagged'
	detach sh -c 'echo "${FTSH_TREE-none}"'
	[ -n "$FTSH_TREE" ]
	sh -c '[ -n "$FTSH_TREE" ] && echo tagged'
	sh -c 'ulimit -w' >/dev/null 2>&1 || :
	one=$(detach sh -c 'grep "file locks" /proc/self/limits')
	grep "file locks" /proc/$$/limits >outside
	[ "$one" = "$(cat outside)" ] && echo "no number"
end
--- stdout
tagged
none
tagged
no number

=== a signal that ends the shell does not end it
--- script
mkfifo f
"$SH" -c '
try 1 time
	detach sh -c "trap : TERM; read x <f; echo \$x >late" &
	kill -TERM $$
	sleep 100
end'
echo $?
echo alive >f
while ! [ -s late ]; do sleep 0.01; done
cat late
--- stdout
143
alive
--- stderr any

=== a program that is not there
--- script
try 2 times; detach nosuch; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
--- stdout
127 permanent
--- stderr
../script:1:14: nosuch: not found

=== functions and builtins are no programs
--- script
f() { :; }
try 1 time; detach f; end
echo $?
try 1 time; detach shift; end
echo $?
try 1 time; detach; end
echo $?
--- stdout
2
2
2
--- stderr
../script:2:13: detach: f is not a program
../script:4:13: detach: shift is not a program
../script:6:13: detach: expected a command

=== an asynchronous list cannot leave the block that started it
--- script
try 1 time; { detach sleep 0; } & wait $!; end
echo $?
{ try 1 time; detach echo own; end; } &
wait $!
--- stdout
2
own
--- stderr
../script:1:15: detach: an asynchronous list cannot leave the block that started it (detach sleep & can)
