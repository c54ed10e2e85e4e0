# docs/language.md, section 7: grace and signal.
env: FTSH_LOG_LEVEL=0

=== grace is the kill timeout of one block
--- script
for grace in 100ms 0s; do
	try for 100ms grace $grace
		sh -c 'trap "" TERM; while :; do sleep 0.01; done'
	catch
		echo $FTSH_REASON
	end
done
forany x grace 100ms timeout 100ms in a; sh -c 'trap "" TERM; while :; do sleep 0.01; done'; end
echo $?
forall x grace 100ms timeout 100ms in a; sh -c 'trap "" TERM; while :; do sleep 0.01; done'; end
echo $?
--- stdout
deadline
deadline
124
124

=== also where a branch of a forall ends the rest
--- script
mkfifo f
forall x grace 100ms in a b
	if [ $x = a ]; then
		read y <f
		(exit 4)
	fi
	sh -c 'trap "" TERM; echo go >f; while :; do sleep 0.01; done'
end
echo $?
--- stdout
4

=== it is never beyond that of the block around
--- script
try for 100ms grace 100ms
	try 1 time grace 1 hour
		echo $FTSH_KILL_TIMEOUT
		sh -c 'trap "" TERM; while :; do sleep 0.01; done'
	end
catch
	echo $FTSH_REASON
end
--- stdout
1
deadline

=== an inner block's holds where an outer one ends it
--- script
try for 200ms
	try 1 time grace 100ms
		sh -c 'trap "" TERM; while :; do sleep 0.01; done'
	end
catch
	echo $FTSH_REASON
end
--- stdout
deadline

=== shells inside are told, five seconds less
--- script
try grace 20s; echo $FTSH_KILL_TIMEOUT; try; echo $FTSH_KILL_TIMEOUT; end; end
try grace 5500ms; echo $FTSH_KILL_TIMEOUT; end
try grace 8500ms; sh -c 'echo $FTSH_KILL_TIMEOUT'; end
try grace 1 hour; echo $FTSH_KILL_TIMEOUT; end
try; echo $FTSH_KILL_TIMEOUT; end
--- stdout
15
15
1
3.5
25
25

=== signal is the first signal
--- program victim
#!/bin/sh
exec 2>/dev/null
for s in INT TERM USR1; do
	trap "echo $s >got$1; exit 1" $s
done
echo >ready
while :; do sleep 0.01; done
--- script
mkfifo ready
for s in USR1 SIGUSR1 usr1 TERM; do
	try signal $s; ./victim & read x <ready; false; end
	cat got
done
try; ./victim & read x <ready; false; end
cat got
forany y signal USR1 in a; ./victim & read x <ready; false; end
cat got
forall y signal USR1 in a; ./victim & read x <ready; false; end
cat got
forall y signal INT in a b
	if [ $y = a ]; then ./victim; fi
	read x <ready
	false
end
cat got
--- stdout
USR1
USR1
USR1
TERM
TERM
USR1
USR1
INT

=== also at a time limit
--- program victim
#!/bin/sh
exec 2>/dev/null
for s in INT TERM USR1; do
	trap "echo $s >got$1; exit 1" $s
done
echo >ready
while :; do sleep 0.01; done
--- script
>got
mkfifo ready
try for 2s signal USR1; ./victim & read x <ready; wait; end
cat got
try 1 time timeout 2s signal USR1; ./victim & read x <ready; wait; end
cat got
--- stdout
USR1
USR1

=== KILL may be the first
--- script
try for 200ms signal KILL
	sh -c 'trap "" TERM; while :; do sleep 0.01; done'
end
echo $?
--- stdout
124

=== KILL comes behind another signal
--- script
try for 200ms signal INT grace 100ms
	sh -c 'trap "" INT TERM; while :; do sleep 0.01; done'
end
echo $?
--- stdout
124

=== an inner block's holds where an outer one ends it, down to what its commands started
--- program victim
#!/bin/sh
exec 2>/dev/null
for s in INT TERM USR1; do
	trap "echo $s >got$1; exit 1" $s
done
echo >ready
while :; do sleep 0.01; done
--- script
mkfifo ready
forall y in a b c
	case $y in
	a) try 1 time signal INT; sh -c './victim 1; :'; end ;;
	b) ./victim 2 ;;
	c)
		exec 3<>ready
		read x <&3
		read x <&3
		false
		;;
	esac
end
cat got1 got2
--- stdout
INT
TERM

=== also with groups for jobs
--- program victim
#!/bin/sh
exec 2>/dev/null
for s in INT TERM USR1; do
	trap "echo $s >got$1; exit 1" $s
done
echo >ready
while :; do sleep 0.01; done
--- script
mkfifo ready
set -m
try 1 time signal INT; ./victim & read x <ready; false; end
cat got
--- stdout
INT

=== an asynchronous list knows it
--- program victim
#!/bin/sh
exec 2>/dev/null
for s in INT TERM USR1; do
	trap "echo $s >got$1; exit 1" $s
done
echo >ready
while :; do sleep 0.01; done
--- script
mkfifo ready
try signal USR1 grace 20s
	{ try; ./victim & read x <ready; false; end; } & wait
end
cat got
--- stdout
USR1

=== bad values at run time
--- script
for s in STOP CONT 0 9 nosuch ''; do
	try signal "$s"; echo never; catch; echo "$FTSH_REASON"; end
done
d=x
try grace $d; echo never; catch; echo "$FTSH_REASON"; end
--- stdout
usage
usage
usage
usage
usage
usage
usage
--- stderr
../script:2:2: expected the name of a signal that can end a process, such as INT, found "STOP"
../script:2:2: expected the name of a signal that can end a process, such as INT, found "CONT"
../script:2:2: expected the name of a signal that can end a process, such as INT, found "0"
../script:2:2: expected the name of a signal that can end a process, such as INT, found "9"
../script:2:2: expected the name of a signal that can end a process, such as INT, found "nosuch"
../script:2:2: expected the name of a signal that can end a process, such as INT, found ""
../script:5:1: expected a duration such as 90s or 5 minutes, found "x"

=== bad values in the text
--- script
try 1 time signal STOP; :; end
--- status 2
--- stderr
../script:1:19: syntax error: expected the name of a signal that can end a process, such as INT, found "STOP" ("try" opened at line 1)
    try 1 time signal STOP; :; end
                      ^

=== under set -m a subshell or pipeline in a block stops and ends its own group, not the shell
--- script
try 1 time
	set -m
	(kill -STOP 0; echo goes on)
	{ kill -STOP 0; echo goes on; } | cat
	(kill -TERM 0; echo never) || echo $?
	{ kill 0; echo never; } | cat || echo $?
	(kill -KILL 0; echo never) || echo $?
	trap '' USR1
	(kill -USR1 0; echo ignored)
	(kill -0 0; echo there)
end
try for 1 second
	set -m
	(kill -STOP 0; kill -STOP 0; sleep 1000)
end 2>/dev/null
echo $?
--- stdout
goes on
goes on
143
143
137
ignored
there
124
--- stderr any

=== under set -m a subshell that traps a signal, and so is a process, goes on in a block
--- script
set -m
try
	(trap 'echo trapped' USR1; sh -c 'kill -s STOP $PPID'; sh -c 'kill -s USR1 $PPID'; exit 3) ||
		echo $?
	(trap 'echo never' USR1; sh -c 'kill -s KILL $PPID') 2>/dev/null || echo $?
end
jobs
--- stdout
trapped
3
137

=== a job that a server runs with the environment of an attempt is none of its processes
--- script
# (ulimit: the server is none of this shell's, either.)
mkfifo asked job alive
sh -c 'ulimit -S -w unlimited; read tree <asked; FTSH_TREE=$tree sleep 1000 & echo $! >job; wait' &
server=$!
"$SH" -c 'try contained grace 200ms; echo "$FTSH_TREE" >asked; (trap "" TERM; exec sleep 1000 8>alive); end' &
shell=$!
exec 3<alive
read job <job
kill -9 $shell
read ended <&3
kill -0 $job && kill $job && echo "the job ran on"
wait $server
--- stdout
the job ran on
