# docs/language.md, section 5: forall … via. Each body runs as it is, and via local: they have to agree.

=== output, in list order where one runs at a time
--- file body
word=outer
f() { echo "$1 and $word"; }
forall x CLAUSE jobs 1 in a 'b c' d
	f "$x"
	echo "attempt $FTSH_ATTEMPT" >&2
end 2>&1
--- script
PATH=${SH%/*}:$PATH
for clause in '' 'via local'; do
	sed "s/CLAUSE/$clause/" body >run
	"$SH" run
done
ls -A
--- stdout
a and outer
attempt 1
b c and outer
attempt 2
d and outer
attempt 3
a and outer
attempt 1
b c and outer
attempt 2
d and outer
attempt 3
body
run

=== a branch has the environment of a subshell
--- file body
set -- one 'two words'
set -u
umask 027
cd sub
export EXPORTED=yes
readonly FIXED=ro
trap 'echo "EXIT trap of the shell"' EXIT
trap '' USR1
f() { echo "f $# $*"; }
forall x CLAUSE in a
	f "$@"
	umask
	echo "${PWD##*/} $FIXED $0 $x"
	sh -c 'echo "$EXPORTED"; kill -USR1 $$; echo alive; readlink /proc/self/fd/0'
	case $- in *u*) echo nounset ;; esac
	trap 'echo "EXIT trap of the branch"' EXIT
	word=inner
end
echo "${word-unset}"
--- script
PATH=${SH%/*}:$PATH
mkdir sub
for clause in '' 'via local'; do
	sed "s/CLAUSE/$clause/" body >run
	"$SH" run
done
--- stdout
f 2 one two words
0027
sub ro run a
yes
alive
/dev/null
nounset
EXIT trap of the branch
unset
EXIT trap of the shell
f 2 one two words
0027
sub ro run a
yes
alive
/dev/null
nounset
EXIT trap of the branch
unset
EXIT trap of the shell

=== status, what failed, and who
--- file body
forall x CLAUSE keepgoing jobs 1 in 0 7 3
	(exit "$x")
	echo "ok $x"
catch
	echo "$FTSH_STATUS" $FTSH_FAILED "$FTSH_REASON"
	echo "$FTSH_ERROR"
	failure
end
echo "status $?"
--- script
PATH=${SH%/*}:$PATH
for clause in '' 'via local'; do
	sed "s/CLAUSE/$clause/" body >run
	"$SH" run 2>errors
	sed '1s/.*forall/forall/; 1s/ in [0-9].*//' errors
done
--- stdout
ok 0
7 7 3 times
run:2:3: exit "$x": exit status 7
status 7
forall failed with status 7 after 3 branches
    7: run:2:3: exit "$x": exit status 7
    3: run:2:3: exit "$x": exit status 3
ok 0
7 7 3 times
run:2:3: exit "$x": exit status 7
status 7
forall failed with status 7 after 3 branches
    7: run:2:3: exit "$x": exit status 7
    3: run:2:3: exit "$x": exit status 3

=== exit, return, abort and failure, a command that is not there, and a signal
--- file body
FTSH_LOG_LEVEL=0
forall x CLAUSE in a; exit 3; end
echo $?
f() {
	forall x CLAUSE in a; return 4; end
	echo "in the function: $?"
}
f
try 3 times every 0s
	forall x CLAUSE in a
		echo once
		abort -m 'for good' 5
	end
catch
	echo "$FTSH_REASON: $FTSH_ERROR"
	success
end
try 2 times every 0s
	forall x CLAUSE in a; echo "try $FTSH_ATTEMPT"; failure 6; end
catch
	echo "$FTSH_REASON $FTSH_STATUS"
	success
end
try 2 times every 0s
	forall x CLAUSE in a; echo once; nosuchcommand; end
catch
	echo "$FTSH_REASON $FTSH_STATUS"
	success
end
forall x CLAUSE in a; sh -c 'kill -KILL $$'; end
echo $?
forall x CLAUSE in a; exec sh -c 'exit 9'; end
echo $?
forall x CLAUSE in; false; end
echo $?
--- script
PATH=${SH%/*}:$PATH
for clause in '' 'via local'; do
	sed "s/CLAUSE/$clause/" body >run
	"$SH" run 2>/dev/null >"out.${clause#* }"
done
cat out.local
cmp out. out.local
--- stdout
3
in the function: 4
once
permanent: run:12:3: for good (x: a)
try 1
try 1
times 6
once
permanent 127
137
9
0

=== the first failure cancels the others
--- file body
forall x CLAUSE in bad sleeper
	if [ "$x" = bad ]; then
		until [ -e begun ]; do sleep 0.05; done
		exit 5
	fi
	trap 'echo cleaned' EXIT
	echo begun
	: >begun
	sleep 1000
end
echo "status $?"
--- script
PATH=${SH%/*}:$PATH
for clause in '' 'via local'; do
	rm -f begun
	sed "s/CLAUSE/$clause/" body >run
	FTSH_VIA_LOCAL=2 "$SH" run 2>/dev/null
done
--- stdout
begun
cleaned
status 5
begun
cleaned
status 5

=== tagged and grouped
--- file body
forall x CLAUSE grouped in a b; echo "out $x"; sh -c "echo err $x >&2"; echo "again $x"; end 2>&1
forall x CLAUSE jobs 1 tagged in a b; echo "out $x"; echo "err $x" >&2; end 2>&1
o=$(forall x CLAUSE grouped in a b; echo "$x"; end)
echo "$o" | tr '\n' ' '
forall x CLAUSE grouped in c d; echo "$x"; end | tr '\n' ' '
--- script
PATH=${SH%/*}:$PATH
for clause in '' 'via local'; do
	sed "s/CLAUSE/$clause/" body >run
	"$SH" run >"out.${clause#* }"
done
cat out.local
cmp out. out.local
--- stdout noeol
out a
err a
again a
out b
err b
again b
a	out a
a	err a
b	out b
b	err b
a b c d 

=== a branch's time limit counts from its own beginning
--- file body
forall x CLAUSE timeout 2s in a
	echo begun
	[ -n "$FTSH_DEADLINE" ]
	sleep 1000
catch
	echo "$FTSH_REASON $FTSH_STATUS"
	success
end
try for 3s
	forall x CLAUSE in a; [ -n "$FTSH_DEADLINE" ]; sleep 1000; end
catch
	echo "$FTSH_REASON $FTSH_STATUS"
	success
end
forall x CLAUSE timeout 2s in a
	exec sleep 1000
catch
	echo "$FTSH_REASON $FTSH_STATUS"
	success
end
--- script
PATH=${SH%/*}:$PATH
for clause in '' 'via local'; do
	sed "s/CLAUSE/$clause/" body >run
	"$SH" run 2>/dev/null
done
--- stdout
begun
times 124
deadline 124
times 124
begun
times 124
deadline 124
times 124

=== blocks in branches
--- file body
forall x CLAUSE jobs 1 in 1 2
	try 2 times every 0s; echo "$x attempt $FTSH_ATTEMPT"; [ "$FTSH_ATTEMPT" = 2 ]; end
	try 2 times every 0s; false; end || echo handled
	forall y jobs 1 in a b; echo "$x$y"; end
end
--- script
PATH=${SH%/*}:$PATH
for clause in '' 'via local'; do
	sed "s/CLAUSE/$clause/" body >run
	"$SH" run >"out.${clause#* }"
done
cat out.local
cmp out. out.local
--- stdout
1 attempt 1
1 attempt 2
handled
1a
1b
2 attempt 1
2 attempt 2
handled
2a
2b

=== standard input is a file, from where it is read
--- file lines
one
two
three
--- script
PATH=${SH%/*}:$PATH
{
	read -r first
	forall x via local jobs 1 in a b; echo "$x: $(cat)"; end <&0
} <lines
echo "$first"
forall x via local in a; cat; end <lines
echo piped | forall x via local in a; cat; end
echo $?
{ forall x via local in a; echo not run; end; } 3>file
echo $?
--- stdout
a: two
three
b: two
three
one
one
two
three
0
2
--- stderr some

=== a branch begins at most once, whatever starts its task
--- program ftsh-via-twice
#!/bin/sh
case $1 in
submit)
	for i in 0 1 0 1; do "$2/ftsh" --via-task "$2" "$3" $i; done
	;;
esac
--- script
PATH=$PWD:$PATH
forall x via twice in a b; echo "ran $x" >>log; echo "$x"; end
cat log
--- stdout
a
b
ran a
ran b

=== what takes fewer tasks gets the others in another submission
--- program ftsh-via-one
#!/bin/sh
case $1 in
submit)
	echo "$3: $FTSH_VIA_TASKS" >>log
	"$2/ftsh" --via-task "$2" "$3" 0
	echo 1
	;;
esac
--- script
PATH=$PWD:$PATH
forall x via one in a b c; echo "$x"; end
cat log
--- stdout
a
b
c
1: 3
2: 1
3: 1

=== submissions have no more than FTSH_VIA_CHUNK tasks, and jobs hold for all of them
--- program ftsh-via-here
#!/bin/sh
case $1 in
submit)
	echo "$3: $FTSH_VIA_TASKS $FTSH_VIA_JOBS $FTSH_VIA_TIME" >>log
	i=0
	while [ $i -lt $FTSH_VIA_TASKS ]; do "$2/ftsh" --via-task "$2" "$3" $i; i=$((i + 1)); done
	;;
esac
--- script
PATH=$PWD:$PATH
FTSH_VIA_CHUNK=3
forall x via here in 1 2 3 4 5 6 7; :; end
forall x jobs 2 via here timeout 1h in 1 2 3; :; end
cat log
--- stdout
1: 3 0 0
2: 3 0 0
3: 1 0 0
1: 3 2 3690

=== a branch is lost when its task is gone and no mark comes
--- program ftsh-via-loses
#!/bin/sh
case $1 in
submit) "$2/ftsh" --via-task "$2" "$3" 0 ;;
poll)
	echo "the queue cannot be seen" >&2
	[ -e looked ] || { >looked; exit 1; }
	;;
esac
--- script
PATH=$PWD:$PATH FTSH_VIA_POLL=0.1 FTSH_VIA_PATIENCE=0.1
forall x keepgoing via loses in a b
	echo "$x"
catch
	echo "$FTSH_FAILED $FTSH_STATUS"
	echo "$FTSH_ERROR"
end 2>/dev/null
--- stdout
a
b 125
../script:2:1: via loses: the branch is lost: it left the queue and wrote no result

=== a batch system that does not answer is told of once, and once when it answers again
--- program ftsh-via-mute
#!/bin/sh
silences() { grep -c 'not answered' err; }
case $1 in
submit)
	while [ "$3" = 2 ] && [ "$(silences)" = 1 ]; do
		echo "the controller is busy" >&2
		sleep 0.1
	done
	;;
poll)
	[ "$(silences)" != 0 ] || { echo "no controller" >&2; exit 1; }
	;;
esac
exec ftsh-via-local "$@"
--- file s
forall x jobs 1 via mute in a b
	until grep -q again err; do sleep 0.05; done
end
--- script
export PATH=$PWD:${SH%/*}:$PATH FTSH_VIA_POLL=0.1 FTSH_VIA_PATIENCE=3 FTSH_VIA_CHUNK=1
"$SH" s 2>err
echo $?
sed 's/.*\] //; s/ [0-9]* seconds*/ N seconds/' err
--- stdout
0
s:1 forall: via mute has not answered for N seconds: no controller
s:1 forall: via mute answers again, after N seconds
s:1 forall: via mute has not answered for N seconds: the controller is busy
s:1 forall: via mute answers again, after N seconds

=== variables may be large, but what is exported goes to a program
--- program ftsh-via-large
#!/bin/sh
exec ftsh-via-local "$@"
--- script
PATH=$PWD:${SH%/*}:$PATH FTSH_LOG_LEVEL=0
x=x
while [ ${#x} -lt 300000 ]; do x=$x$x; done
forall y via large in a; echo "${#x}"; end
export x
forall y via large in a; echo "${#x}"; end
echo "$?"
--- stdout
524288
126
--- stderr
../script:6:1: via large: ftsh-via-large: argument list too long (more is exported than a program can get; branches also get variables that are not exported)

=== what is refused for good ends the try around, and is said once
--- program ftsh-via-refuses
#!/bin/sh
echo "no such partition" >&2
exit 1
--- script
PATH=$PWD:$PATH FTSH_LOG_LEVEL=0
try 3 times every 0s
	forall x via refuses keepgoing in a b; echo "$x"; end
catch
	echo "$FTSH_REASON $FTSH_STATUS: $FTSH_ERROR"
end
ls -A
--- stdout
permanent 126: ../script:3:2: via refuses: no such partition (x: a, b)
ftsh-via-refuses
--- stderr
../script:3:2: via refuses: no such partition

=== what may pass does not
--- program ftsh-via-busy
#!/bin/sh
echo "try later" >&2
exit 75
--- script
PATH=$PWD:$PATH FTSH_LOG_LEVEL=0
try 2 times every 0s
	forall x via busy in a; echo "$x"; end
catch
	echo "$FTSH_REASON $FTSH_ATTEMPT"
end 2>/dev/null
--- stdout
times 2

=== a batch system that nothing is there for, and names that are none
--- script
FTSH_LOG_LEVEL=0
try 3 times every 0s
	forall x via nosuch in a; echo "$x"; end
catch
	echo "$FTSH_REASON $FTSH_STATUS $FTSH_ATTEMPT"
end
name=../x
forall x via $name in a; echo "$x"; end
echo $?
FTSH_VIA_CHUNK=0
forall x via nosuch in a; echo "$x"; end
echo $?
FTSH_VIA_CHUNK=
forall x via nosuch in; :; end
echo $?
--- stdout
permanent 127 1
2
2
0
--- stderr
../script:3:2: via nosuch: ftsh-via-nosuch: not found
../script:8:1: expected the name of a batch system, found "../x"
../script:11:1: FTSH_VIA_CHUNK: expected a whole number greater than zero, found "0"

=== a stream that ends is the end of printing
--- script
PATH=${SH%/*}:$PATH
forall x jobs 1 via local in a b c; echo "$x"; yes "$x" | head -n 100000; end | head -n 1
--- stdout
a
--- stderr some

=== what a script will do
flags: --explain
--- script
forall x jobs 2 via slurm timeout 1h in a b; echo "$x"; end
forall x via $SYSTEM in a; echo "$x"; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: forall x jobs 2 via slurm timeout 1h in a b
    limits      1 hour for a branch
    attempts    2 branches
    at once     2 at most
    via         slurm
    failure     the first one cancels the others
    worst case  unbounded: branches wait in the batch system's queue without a limit

../script:2: forall x via $SYSTEM in a
    attempts    1 branch
    at once     all
    via         a batch system known at run time
    failure     the first one cancels the others
    worst case  unbounded: branches wait in the batch system's queue without a limit

=== a signal to the shell cancels its branches
--- script
PATH=${SH%/*}:$PATH
FTSH_VIA_LOCAL=2 "$SH" -c 'forall x via local in a b; trap "echo cleaned" EXIT; : >"begun.$x"; sleep 1000; end' &
until [ -e begun.a ] && [ -e begun.b ]; do sleep 0.05; done
kill $!
wait $!
echo $?
ls -A
--- stdout
cleaned
cleaned
143
begun.a
begun.b
--- stderr any

=== so does SIGKILL
--- script
PATH=${SH%/*}:$PATH
FTSH_VIA_LOCAL=2 "$SH" -c 'forall x via local in a b; sh -c "echo \$\$ >pid.$x.new; mv pid.$x.new pid.$x; exec sleep 1000"; end' &
until [ -e pid.a ] && [ -e pid.b ]; do sleep 0.05; done
kill -KILL $!
wait $!
echo $?
read -r a <pid.a
read -r b <pid.b
while kill -0 $a || kill -0 $b || [ -n "$(ls -A .ftsh-via)" ]; do sleep 0.05; done 2>/dev/null
echo gone
--- stdout
137
gone
--- stderr any

=== what a machine that went down has left is cancelled and removed by the next run
--- program ftsh-via-waits
#!/bin/sh
case $1 in
submit) >submitted; sleep 1000 ;;
cancel) echo "cancelled $FTSH_VIA_ID" >>log ;;
esac
--- script
PATH=$PWD:${SH%/*}:$PATH
"$SH" -c 'forall x via waits in a; :; end' &
until [ -e submitted ]; do sleep 0.05; done
cp -R .ftsh-via/ftsh* left
kill $!
wait $!
mkdir .ftsh-via
mv left .ftsh-via/left
rm -f log
"$SH" -c 'forall x via local in a; echo "ran $x"; end'
wc -l <log
ls -A
--- stdout
ran a
1
ftsh-via-waits
log
submitted

=== via local: a number of processes that is none is said, and not tried again
--- script
export PATH=${SH%/*}:$PATH FTSH_LOG_LEVEL=0
for FTSH_VIA_LOCAL in 0 abc; do
    export FTSH_VIA_LOCAL
    try 3 times every 0s
        echo attempt
        forall x via local in a; echo "$x"; end
    catch
        echo "$FTSH_REASON $FTSH_STATUS"
    end
done
--- stdout
attempt
permanent 126
attempt
permanent 126
--- stderr
../script:6:9: via local: FTSH_VIA_LOCAL: expected a number from 1 on, found "0"
../script:6:9: via local: FTSH_VIA_LOCAL: expected a number from 1 on, found "abc"

=== via local: a process that has got the number of a pool is left alone
--- script
PATH=${SH%/*}:$PATH
mkdir d
echo 0 >d/1.map
sleep 1000 &
echo "$! 1" >d/1.pool
ftsh-via-local poll "$PWD/d"
ftsh-via-local cancel "$PWD/d"
kill -KILL $!
wait $!
echo "$?"
sh -c 'while sleep 0.1; do :; done' pool pool "$PWD/d" 1 &
echo "$! 0" >d/1.pool
until tr '\0' ' ' <"/proc/$!/cmdline" | grep -q " pool $PWD/d 1 "; do sleep 0.05; done
ftsh-via-local poll "$PWD/d"
ftsh-via-local cancel "$PWD/d"
wait $!
echo "$?"
--- stdout
137
1 0-0
143

=== no branch begins behind one that has failed, and descriptors are closed there that are closed here
--- script
PATH=${SH%/*}:$PATH FTSH_LOG_LEVEL=0
for clause in '' 'via local'; do
    cat >body <<-E
	forall x jobs 1 $clause in a b c; echo \$x >>ran; [ \$x != b ]; end
	echo \$? \$(cat ran)
	rm ran
	forall x $clause in a; echo out; end >&- 2>/dev/null
	echo \$?
	forall x $clause in a; echo err >&2; end 2>&-
	echo \$?
	forall x $clause in a; read -r line; end <&- 2>/dev/null
	echo \$?
	forall x $clause in a; exec sh -c 'kill -9 \$\$'; end
	echo \$?
	forall x $clause in a; env; end | grep ^FTSH_VIA
	E
    . ./body
done
forall x via local in a; echo not run >&3; end 3>&1
--- stdout
1 a b
1
2
2
137
FTSH_VIA_REASON=
1 a b
1
2
2
137
FTSH_VIA_REASON=
--- stderr
Killed
Killed
../script:19:1: via local: descriptor 3 is open, and cannot go to another machine
--- status 2

=== FTSH_VIA_DIR stays, and one that others may write to is refused
--- script
PATH=${SH%/*}:$PATH
export FTSH_LOG_LEVEL=0
mkdir mine
FTSH_VIA_DIR=$PWD/mine "$SH" -c 'forall x via local in a; echo "ran $x"; end'
FTSH_VIA_DIR=new "$SH" -c 'forall x via local in b; echo "ran $x"; end'
ls
chmod 770 mine
FTSH_VIA_DIR=$PWD/mine "$SH" -c 'forall x via local in c; echo "ran $x"; end' 2>&1 | sed "s,$PWD/,,; s,.*ftsh:,ftsh:,"
ls -A mine
--- stdout
ran a
ran b
mine
new
ftsh:1:1: via local: mine: others may write to it (mode 0770): chmod go-w

=== a queue that answers nonsense has not been read
env: FTSH_VIA_ID=me
--- program bin/squeue
#!/bin/sh
cat queue
--- program bin/qstat
#!/bin/sh
cat queue
--- script
PATH=$PWD/bin:${SH%/*}:$PATH
mkdir d
echo 7 >d/1.array
for system in slurm gridengine; do
	echo "<html>503 no server</html>" >queue
	ftsh-via-$system poll d
	echo "$?"
	: >queue
	ftsh-via-$system poll d
	echo "$?"
done
printf '%s\n' "CLUSTER: here" "7 3 ftsh-via:1" >queue
ftsh-via-slurm poll d
--- stdout
1
0
1
0
1 3
--- stderr
squeue printed: <html>503 no server</html>
qstat printed: <html>503 no server</html>

=== why a task ended: the states of Slurm, and of its accounting for what the controller has forgotten
env: FTSH_VIA_ID=me
--- program bin/squeue
#!/bin/sh
[ "$5" = "--format=%F %K %T %N %k" ] && cat <<END
7 0 OUT_OF_MEMORY n1 ftsh-via:1
7 1 PREEMPTED n2 ftsh-via:1
7 2 FAILED n2 ftsh-via:1
7 3 NODE_FAIL  ftsh-via:1
7 4 TIMEOUT n[1-2] ftsh-via:1
8 0 BOOT_FAIL n3 by hand
9 0 RUNNING n1 ftsh-via:3
END
--- program bin/sacct
#!/bin/sh
case $* in
*--jobs=8_1*) echo "CANCELLED by 1000|n4" ;;
*--jobs=8_2*) echo "FAILED|n4" ;;
*) echo "sacct: error: no accounting" >&2; exit 1 ;;
esac
--- script
PATH=$PWD/bin:${SH%/*}:$PATH
mkdir d
echo 7 >d/1.array
echo 8 >d/2.array
ftsh-via-slurm why d 1 0 1 1 1 2 1 3 1 4 2 0 2 1 2 2 | sed 's/ *$//'
echo "status $?"
--- stdout
1 0 oom n1 Slurm: OUT_OF_MEMORY
1 1 preempted n2 Slurm: PREEMPTED
1 2 - n2
1 3 node - Slurm: NODE_FAIL
1 4 timeout n[1-2] Slurm: TIMEOUT
2 0 node n3 Slurm: BOOT_FAIL
2 1 cancelled n4 Slurm: CANCELLED by 1000
status 0
