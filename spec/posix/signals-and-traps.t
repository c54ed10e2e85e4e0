# XCU 2.12 and trap: signals and their timing.
peers: dash bash

=== a trap's action runs
--- script
trap 'echo caught' USR1
kill -USR1 $$
echo after
kill -USR1 $$
kill -s USR1 $$
echo end
--- stdout
caught
after
caught
caught
end

=== the action is read when it runs
--- script
x=1
trap "echo $x \$x" USR1
x=2
kill -USR1 $$
f() { echo f1; }
trap f USR1
f() { echo f2; }
kill -USR1 $$
--- stdout
1 2
f2

=== the status is what it was before the action
--- script
trap 'false; x=$?' USR1
true
kill -USR1 $$
echo $? $x
(exit 3)
trap 'echo in $?' USR1
(exit 4); kill -USR1 $$; echo $?
--- stdout
0 1
in 0
0

=== waits for the foreground command
--- script
trap 'echo trapped' USR1
"$SH" -c 'kill -USR1 $PPID; sleep 0.1; echo command done'
echo next
--- stdout
command done
trapped
next

=== waits for a foreground pipeline and a subshell
--- script
trap 'echo trapped' USR1
p=$$
mkfifo all # the whole pipeline has begun
"$SH" -c "read x <all; kill -USR1 $p; sleep 0.1; echo done" | { echo >all; cat; }
echo next
( "$SH" -c "kill -USR1 $p"; echo in subshell; sleep 0.1; echo done )
echo next
--- stdout
done
trapped
next
in subshell
done
trapped
next

=== interrupts wait, whose status tells the signal
--- script
trap 'trapped=yes' USR1
mkfifo p
{ read x <p; exit 5; } & b=$!
# Signals until one comes during the wait, not only before it.
{ while kill -USR1 $$; do sleep 0.05; done; } 2>/dev/null & k=$!
wait $b; s=$?
trap '' USR1
kill $k
echo "$trapped"
[ $s -gt 128 ] && kill -l $s
echo >p
wait $b; echo $?
--- stdout
yes
USR1
5

=== runs between the commands of a list and a loop
--- script
trap 'echo trapped' USR1
{ kill -USR1 $$; echo a; } && echo b
for i in 1 2; do kill -USR1 $$; echo $i; done
if kill -USR1 $$; then echo c; fi
f() { kill -USR1 $$; echo d; }
f
--- stdout
trapped
a
b
trapped
1
trapped
2
trapped
c
trapped
d

=== ends a busy loop
--- script
trap 'exit 7' USR1
{ sleep 0.1; kill -USR1 $$; } &
while :; do :; done
--- status 7

=== break, return and exit in an action
--- script
f() { trap 'return 3' USR1; kill -USR1 $$; echo never; }
f; echo $?
"$SH" -c 'trap "exit 5" USR1; kill -USR1 $$; echo never'; echo $?
"$SH" -c 'trap "exit" USR1; (exit 6); kill -USR1 $$; echo never'; echo $?
--- stdout
3
5
0

=== signals ignored
--- script
trap '' USR1
kill -USR1 $$
echo here
"$SH" -c 'kill -USR1 $$; echo ignored by the child too'
(trap) | grep -c USR1
trap - USR1
"$SH" -c 'kill -USR1 $$; echo never'; [ $? -gt 128 ] && echo died
--- stderr any
--- stdout
here
ignored by the child too
1
died

=== a caught signal is default in a child
--- script
trap 'echo parent' USR1
"$SH" -c 'kill -USR1 $$; echo never'; [ $? -gt 128 ] && echo died
(sh -c 'kill -USR1 $$'); [ $? -gt 128 ] && echo died
--- stderr any
--- stdout
died
died

=== a subshell resets traps that are not ignored
--- script
trap 'echo parent' USR1
trap '' USR2
trap 'echo exit' EXIT
(trap -- '' TERM; echo sub)
x=$(:); echo "<$x>"
("$SH" -c 'kill -USR2 $PPID; kill -USR2 $$; echo ignored')
{ "$SH" -c 'exit'; } | cat
echo end
--- stdout
sub
<>
ignored
end
exit

=== a subshell's traps are its own
--- script
(trap 'echo sub exit' EXIT; echo in sub)
echo main
x=$(trap 'echo subst exit' EXIT; echo in subst)
echo "$x"
{ trap 'echo pipe exit' EXIT; echo in pipe; } | cat
{ trap 'echo bg exit' EXIT; echo in bg; } & wait
trap 'echo main exit' EXIT
(:)
--- stdout
in sub
sub exit
main
in subst
subst exit
in pipe
pipe exit
in bg
bg exit
main exit

=== ignored at entry cannot be trapped
--- script
trap '' USR1
"$SH" -c 'trap "echo never" USR1; kill -USR1 $$; echo here'
"$SH" -c 'trap - USR1; kill -USR1 $$; echo here too'
trap '' INT TERM HUP QUIT
"$SH" -c 'trap "echo never" INT TERM HUP; kill -INT $$; kill -TERM $$; kill -HUP $$; kill -QUIT $$; echo still'
--- stdout
here
here too
still

=== the EXIT trap
--- script
"$SH" -c 'trap "echo bye" EXIT; echo hi'
"$SH" -c 'trap "echo bye" 0; exit 3'; echo $?
"$SH" -c 'trap "echo bye" EXIT; trap - EXIT; echo hi'
"$SH" -c 'trap "echo a" EXIT; trap "echo b" EXIT'
"$SH" -c 'trap "echo bye \$?" EXIT; (exit 4)'; echo $?
"$SH" -c 'trap "exit 5" EXIT; exit 4'; echo $?
"$SH" -c 'trap "(exit 5)" EXIT; exit 4'; echo $?
"$SH" -c 'trap "echo \$x" EXIT; x=late'
"$SH" -c 'f() { trap "echo in f" EXIT; }; f; echo after f'
"$SH" -c 'set -e; trap "echo bye" EXIT; false'; echo $?
"$SH" -c 'trap "echo bye" EXIT; exec true'; echo $?
--- stdout
hi
bye
bye
3
hi
b
bye 4
4
5
4
late
after f
in f
bye
1
0

=== the EXIT trap and a signal that kills
except bash: runs it
except dash: does not run it
skip bash: agrees with the design, not with dash
--- script
"$SH" -c 'trap "echo bye" EXIT; kill -TERM $$; echo never'; [ $? -gt 128 ] && echo died
--- stderr any
--- stdout
bye
died

=== an action that resets its own trap
--- script
trap 'echo once; trap - USR1' USR1
kill -USR1 $$
"$SH" -c 'trap "trap - TERM; kill -TERM \$\$" TERM; kill -TERM $$; echo never'; [ $? -gt 128 ] && echo died
--- stderr any
--- stdout
once
died

=== names and numbers
--- script
trap 'echo int' INT; kill -INT $$
trap 'echo one' 1; kill -1 $$; kill -HUP $$
trap 'echo exit' 0
trap 'echo two' USR1 USR2; kill -USR1 $$; kill -USR2 $$
trap - HUP INT
trap 15
--- stdout
int
one
one
two
two
exit

=== resetting by a number alone
--- script
trap 'echo never' INT USR1
trap 2 USR1
trap

=== a list of traps can be read again
--- script
trap 'echo "it'\''s"' USR1
trap '' USR2
trap >f
trap - USR1 USR2
. ./f
kill -USR1 $$; kill -USR2 $$; echo end
trap >g; cmp f g && echo same
--- stdout
it's
end
same

=== trap in a command substitution shows the shell's
except dash: shows nothing; POSIX wants the shell's
--- script
trap 'echo x' USR1
saved=$(trap)
trap - USR1
eval "$saved"
kill -USR1 $$
--- stdout
x

=== an EXIT trap that is ignored is shown, in the shell and in its subshells
--- script
v=$(command trap '' 0; command trap)
echo "$v"
trap '' EXIT
trap
(trap)
(trap : USR1; trap | grep EXIT)
v=$(trap : USR1; trap | grep EXIT); echo "$v"
(trap 'echo bye' EXIT; trap)
trap - EXIT
trap
--- stdout
trap -- '' EXIT
trap -- '' EXIT
trap -- '' EXIT
trap -- '' EXIT
trap -- '' EXIT
trap -- 'echo bye' EXIT
bye

=== an unknown signal is an error, the others are set
--- script
trap 'echo never' NOSUCH 2>/dev/null || echo error
trap -- 'echo ok' USR1; kill -USR1 $$
trap 'echo never' KILL 2>/dev/null; :
--- stdout
error
ok

=== several signals pending
--- script
trap 'echo u1' USR1
trap 'echo u2' USR2
"$SH" -c 'kill -USR1 $PPID; kill -USR2 $PPID; sleep 0.1'
echo | sort
echo end
--- stdout
u1
u2

end

=== an action is not interrupted by its own signal's delivery forever
--- script
n=0
trap 'n=$((n+1)); [ $n -lt 3 ] && kill -USR1 $$; :' USR1
kill -USR1 $$
:
:
:
echo $n
--- stdout
3

=== a trap set in a function is the shell's
--- script
f() { trap 'echo caught' USR1; }
f; kill -USR1 $$
--- stdout
caught

=== an action sees positional parameters and functions
--- script
set -- a b
g() { echo "g $1"; }
trap 'echo $# $1; g x' USR1
kill -USR1 $$
f() { kill -USR1 $$; }
f p q r
--- stdout
2 a
g x
3 p
g x

=== an action with several lines, redirections and comments
--- script
trap '
# a comment
echo a >f
cat f; echo b
' USR1
kill -USR1 $$
--- stdout
a
b

=== eval and dot in an action
--- file lib
echo lib
--- script
trap 'eval "echo ev"; . ./lib' USR1
kill -USR1 $$
--- stdout
ev
lib

=== kill by a group of signals to children
--- script
sleep 100 & a=$!
sleep 100 & b=$!
kill $a $b
wait $a; echo $?; wait $b; echo $?
--- stderr any
--- stdout
143
143

=== the shell dies of an untrapped signal
--- script
for s in HUP INT TERM USR1 USR2 ALRM PIPE ABRT; do
	"$SH" -c "kill -$s \$\$; echo never"
	st=$?
	[ $st -gt 128 ] && kill -l $st
done
--- stderr any
--- stdout
HUP
INT
TERM
USR1
USR2
ALRM
PIPE
ABRT

=== while a foreground command runs, it dies when that has ended or at once
leaves: processes
--- script
mkfifo p
"$SH" -c 'echo $$ >p; sleep 20; echo never' &
read pid <p
kill -TERM $pid
wait $!; echo $?
--- stderr any
--- stdout
143

=== CHLD, URG and others that do nothing by default
--- script
kill -CHLD $$; kill -URG $$; kill -WINCH $$; kill -CONT $$
echo here
trap 'echo urg' URG; kill -URG $$
trap 'echo winch' WINCH; kill -WINCH $$
trap 'echo cont' CONT; kill -CONT $$
--- stdout
here
urg
winch
cont

=== a trap on CHLD runs for children
--- script
n=0
trap 'n=$((n+1))' CHLD
sleep 0.01 & wait
i=0; while [ $n -eq 0 ] && [ $i -lt 100000 ]; do i=$((i+1)); done
[ $n -ge 1 ] && echo seen
--- stdout
seen

=== a trap on TERM lets the shell clean up its children
--- script
mkfifo p
"$SH" -c 'trap "kill \$!; echo cleaned; exit 3" TERM; sh -c "echo \$PPID >p; exec sleep 100" & wait' &
read pid <p
kill $pid
wait $!; echo $?
--- stderr any
--- stdout
cleaned
3

=== the shell dies of QUIT
skip bash: ignores it in a shell that a script starts
--- script
"$SH" -c 'kill -QUIT $$; echo never'
[ $? -gt 128 ] && echo died
--- stderr any
--- stdout
died

=== a trapped signal ends read
--- script
mkfifo p
exec 3<>p
trap 'trapped=yes' USR1
# Signals until one comes while it reads, not only before it.
{ while kill -USR1 $$; do sleep 0.05; done; } 2>/dev/null & k=$!
read x <&3; [ $? -ne 0 ] && echo ended
trap '' USR1
kill $k; wait $k 2>/dev/null
echo "$trapped"
echo line >&3
read x <&3; echo "$x"
--- stderr any
--- stdout
ended
yes
line

=== a signal during the EXIT trap ends the shell
--- script
"$SH" -c 'trap "echo one; kill -TERM \$\$; echo never" EXIT'; echo $?
"$SH" -c 'trap "kill -TERM \$\$; echo never" EXIT; exit 3'; echo $?
--- stderr any
--- stdout
one
143
143

=== a trap on CHLD has run when wait returns
skip bash: the end of the child interrupts the wait for it
--- script
n=0 i=0
trap 'n=$((n+1))' CHLD
while [ $i -lt 50 ]; do
	sh -c 'exit 3' & wait $!
	s=$? i=$((i+1))
	[ $n = $i ] && [ $s = 3 ] || echo "$i: $n, $s"
done
/bin/true; echo $n
--- stdout
51

=== a trapped signal does not end the open of a fifo
skip dash: the open fails
skip bash: runs the action when the other end has come, with the command's descriptors
--- script
mkfifo p
trap ': >trapped; echo trapped' USR1
{
	kill -USR1 $$
	i=0
	while [ ! -e trapped ] && [ $i -lt 20 ]; do sleep 0.02; i=$((i+1)); done
	echo line >p
} &
read x 2>err >out <p; echo $? "$x"
wait
cat out err
--- stdout
trapped
0 line

=== an action that exits ends the open of a fifo
skip bash: runs the action when the other end has come
--- script
mkfifo p
# Signals until one comes while it opens, not only before it.
shoot() { while kill -USR1 $1; do sleep 0.05; done 2>/dev/null; }
"$SH" -c 'trap "echo trapped; exit 3" USR1; echo $$ >pid; read x <p; echo never' & s=$!
until [ -s pid ]; do sleep 0.02; done
shoot $(cat pid) &
wait $s; echo $?
f() { trap 'trap "" USR1; echo trapped; return 4' USR1; shoot $$ & read x <p; echo never; }
f; echo $?
kill $!
--- stderr any
--- stdout
trapped
3
trapped
4

=== signals without a name, ignored at entry, are not shown
# The glibc that make starts programs with leaves the two that it uses itself ignored.
--- script
printf 't:\n\t@"$$SH" -c trap\n' >Makefile
env -u MAKEFLAGS -u MAKELEVEL make -s
echo $?
--- stdout
0

=== trap shows what was ignored at entry
except dash: leaves it out
--- script
trap '' TERM
"$SH" -c 'trap; (trap); trap "echo never" TERM; trap "echo x" USR1; trap'
--- stdout
trap -- '' TERM
trap -- '' TERM
trap -- 'echo x' USR1
trap -- '' TERM

=== an interactive shell may trap and reset what was ignored at entry
# A shell that is not can do neither.
except dash: refuses there too, as POSIX lets it
except bash: has what was ignored at entry at its default from the start
--- script
trap '' HUP USR1
"$SH" -i -c 'kill -USR1 $$; echo ignored
trap "echo trapped" USR1; kill -USR1 $$
sh -c "kill -USR1 \$\$"; kill -l $?
(trap "echo never" USR1; sh -c "kill -USR1 \$\$"; kill -l $?)
(trap - USR1; exec sh -c "kill -USR1 \$\$; echo never"); kill -l $?
trap - HUP USR1
x=$(sh -c "kill -USR1 \$\$; echo never"); kill -l $?
{ trap "echo caught" HUP; p=$(exec sh -c "echo \$PPID"); kill -HUP $p; } & wait $!; echo $?
sh -c "kill -USR1 \$\$; echo never" & wait $!; kill -l $?
exec sh -c "kill -HUP \$\$; echo never"'
kill -l $?
"$SH" -i -c '(trap - USR1; sh -c "kill -USR1 \$\$; echo never"); kill -l $?
x=$(trap - USR1; sh -c "kill -USR1 \$\$; echo never"); kill -l $?
{ trap - USR1; sh -c "kill -USR1 \$\$; echo never"; } & wait $!; kill -l $?
sh -c "kill -USR1 \$\$; echo ignored"'
"$SH" -c '(trap - USR1; sh -c "kill -USR1 \$\$; echo ignored"); { trap - USR1; sh -c "kill -USR1 \$\$; echo ignored"; } & wait'
--- stderr any
--- stdout
ignored
trapped
USR1
USR1
USR1
USR1
caught
0
USR1
HUP
USR1
USR1
USR1
ignored
ignored
ignored

=== exit and return that do not end an action yield the status of the command before
except dash: exit in a subshell yields the status before the action
except bash: return in a function yields the status before the action
--- script
f() { (exit 3); return; }
g() { trap '(exit 4); return' USR1; (exit 5); kill -USR1 $$; }
echo '(exit 6); return' >file
trap '(false; exit); echo $?; x=$(exit 2; exit); echo $?; x=$( (exit 2); exit); echo $?; { (exit 7); exit; } | :; f; echo $?; . ./file; echo $?' USR1
(exit 9)
kill -USR1 $$
g; echo $?
"$SH" -c 'trap "(exit 4); exit" EXIT; exit 5'; echo $?
(trap '(exit 4); exit' EXIT; exit 5); echo $?
f() { exit; }
"$SH" -c 'f() { (exit 3); exit; }; trap f EXIT; exit 5'; echo $?
--- stdout
1
2
2
3
6
0
5
5
5

=== what is sent to the shell is not for its subshell to ignore
--- script
trap 'echo shell' USR1
(trap '' USR1; kill -USR1 $$; echo subshell)
x=$(trap '' USR1; kill -USR1 $$; echo subst)
echo "$x"
"$SH" -c '(trap "" USR1; kill -USR1 $$); echo never'; kill -l $?
trap '' USR2
(trap - USR2; kill -USR2 $$; echo ignored)
(trap 'echo never' USR2; kill -USR2 $$; echo ignored)
--- stderr any
--- stdout
subshell
shell
shell
subst
USR1
ignored
ignored

=== under job control a program that dies of SIGINT by itself ends only itself
skip dash: needs a terminal for job control
--- script
set -m
(sh -c 'kill -INT $$'; echo $?; sh -c 'kill -QUIT $$'; echo $?; echo on)
{ sh -c 'kill -INT $$'; echo $?; } | cat
x=$(sh -c 'kill -INT $$'; echo $?); echo $x
--- stderr any
--- stdout
130
131
on
130
130

=== what is sent to the group of a job ends all of it
skip dash: needs a terminal for job control
except bash: dies as well
--- script
set -m
(sh -c 'kill -INT 0'; echo never); echo $?
{ sh -c 'kill -QUIT 0'; echo never; } | cat; echo $?
--- stderr any
--- stdout
130
131

=== nothing runs behind a signal that ends the shell
# Also where the signal leaves a core.
--- script
ulimit -c 0
for s in ABRT PROF SEGV SYS USR1; do
	for i in 1 2 3; do
		{ p=$(exec sh -c 'echo $PPID'); kill -$s $p; echo never; } & wait $!
		[ "$(kill -l $?)" = $s ] || echo $s $?
		"$SH" -c "kill -$s \$\$; echo never"
		[ "$(kill -l $?)" = $s ] || echo $s $?
	done
done
--- stderr any

=== a trap runs before set -e ends the shell
--- script
"$SH" -c 'trap "echo term \$?" TERM; trap "echo bye \$?" EXIT; set -e
sh -c "kill -TERM \$PPID; exit 3"
echo no' ; echo $?
"$SH" -c 'trap "echo usr1; exit 5" USR1; set -e; f() { sh -c "kill -USR1 \$PPID; exit 3"; }; f; echo no' ; echo $?
--- stdout
term 3
bye 3
3
usr1
5
