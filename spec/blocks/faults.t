# docs/language.md, section 7: what is cancelled ends also where something is missing.
env: FTSH_LOG_LEVEL=0

=== no descriptor is left
--- script
(
	ulimit -n 16
	"$SH" -c 'try for 1s; forall i in 1 2 3 4 5 6; sleep 100; end; end'
	echo $?
)
--- stderr any
--- stdout
124

=== a daemon that cleared its environment
--- script
try 1 times
	env -i "$(command -v setsid)" sh -c 'PATH=/usr/bin:/bin; sleep 100 & echo $! >pid'
	false
end
kill -0 $(cat pid) 2>/dev/null
echo $?
--- stdout
1

=== a daemon that forked twice and cleared its environment
--- script
try 1 times
	(env -i "$(command -v setsid)" sh -c 'PATH=/usr/bin:/bin; (sleep 100 & echo $! >pid)' &)
	until [ -s pid ]; do sleep 0.01; done
	false
end
kill -0 $(cat pid) 2>/dev/null
echo $?
--- stdout
1

=== a daemon of an attempt that succeeded is left by the next one
leaves: processes
--- script
try 1 times
	env -i "$(command -v setsid)" sh -c 'PATH=/usr/bin:/bin; sleep 100 & echo $! >pid'
end
try 1 times
	sleep 100 &
	false
end
kill -0 $(cat pid) && kill $(cat pid)
echo $?
--- stdout
0

=== a daemon from outside all blocks is left
leaves: processes
--- script
try 1 times; true; end
env -i "$(command -v setsid)" sh -c 'PATH=/usr/bin:/bin; sleep 100 & echo $! >pid'
try 1 times
	sleep 100 &
	false
end
kill -0 $(cat pid) && kill $(cat pid)
echo $?
--- stdout
0

=== the limit by which processes are told is none for scripts
--- script
out=$(ulimit -w)
try 1 times
	[ "$(ulimit -w)" = "$out" ]
	[ "$("$SH" -c 'ulimit -w')" = "$out" ]
	ulimit -S -w 77
	"$SH" -c 'ulimit -w'
end
--- stdout
77

=== orphans leave no zombies
--- script
i=0
while [ $i -lt 50 ]; do
	try 1 times; (sh -c 'sleep 0.01 & exit' &); end
	i=$((i+1))
done
# Other processes may still be on their way to their end.
until [ "$(ps -o stat= --ppid $$ | grep -c Z)" = 0 ] || [ $((i+=1)) = 300 ]; do
	sleep 0.05
done
[ $i -lt 300 ] && echo none
--- stdout
none

=== orphans that end together with a program leave no zombies
--- script
i=0
while [ $i -lt 100 ]; do
	try 1 times; sh -c 'sleep 0.01 & exec sleep 0.01'; /bin/true; end
	i=$((i+1))
done
until [ "$(ps -o stat= --ppid $$ | grep -c Z)" = 0 ] || [ $((i+=1)) = 1000 ]; do
	sleep 0.05
done
[ $i -lt 1000 ] && echo none
--- stdout
none

=== behind a block and under set -m, a pipeline whose first element has ended gets its others
--- script
set -m
try 1 times; :; end
i=0
while [ $i -lt 100 ]; do
	/bin/true | { :; /bin/true; } | /bin/true
	i=$((i+1))
done
/bin/true | { :; /bin/true; } | cat &
wait
echo done
--- stdout
done

=== SIGCHLD can be trapped, ignored and forgotten where orphans come to the shell
--- script
try 1 times; true; end
trap 'echo child' CHLD
sh -c 'exit 3'
echo $?
trap '' CHLD
sh -c 'exit 4'
echo $?
"$SH" -c 'trap "echo never" CHLD; sh -c "exit 5"; echo $?'
trap - CHLD
sh -c 'exit 6' & wait $!
echo $?
--- stdout
child
3
4
5
6

=== the program that exec makes of a shell in a block is not watched
--- script
"$SH" -c 'try
	sleep 0.8
	exec sh -c "sleep 0.5; echo lives"
end'
--- stdout
lives
