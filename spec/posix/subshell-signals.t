# A subshell is as if a process (XCU 2.13): who sets the trap of a signal in one, or resets
# or ignores it, has it for that one alone, and its programs have it as their parent. So do
# those of one that asks for its own process id.
peers: dash bash

=== a signal to a subshell's process runs its trap, and no other
--- script
kill='kill $PPID' # in a variable, so that the text of subshells does not ask for their ids
trap 'echo never' TERM
(trap 'echo trapped' TERM; sh -c "$kill"; echo after)
echo main $?
x=$(trap 'echo trapped' TERM; sh -c "$kill"; echo after)
echo "$x"
{ trap 'echo trapped' TERM; sh -c "$kill"; echo after; } | cat
echo x | { trap 'echo trapped' TERM; sh -c "$kill"; echo after; }
--- stdout
trapped
after
main 0
trapped
after
trapped
after
trapped
after

=== each signal that can be trapped
--- script
for s in HUP INT QUIT ILL TRAP ABRT FPE USR1 SEGV USR2 PIPE ALRM TERM XCPU; do
	(trap "echo $s" $s; s=$s sh -c 'kill -$s $PPID')
done
--- stdout
HUP
INT
QUIT
ILL
TRAP
ABRT
FPE
USR1
SEGV
USR2
PIPE
ALRM
TERM
XCPU

=== a reset signal ends the subshell
--- script
kill='kill $PPID' # in a variable, so that the text of subshells does not ask for their ids
trap 'echo never' USR1
(trap - USR1; sh -c 'kill -USR1 $PPID'; echo never)
echo $?
trap '' TERM
(trap 'echo caught' TERM; sh -c "$kill"; trap - TERM; sh -c "$kill"; echo never)
echo $?
(trap 10; sh -c 'kill -USR1 $PPID'; echo never)
echo $?
--- stdout
138
caught
143
138
--- stderr some

=== a condition alone resets it
except bash: it is an error of usage
--- script
trap 'echo never' USR1
(trap USR1; sh -c 'kill -USR1 $PPID'; echo never)
echo $?
--- stdout
138
--- stderr some

=== an ignored signal is ignored in the subshell's process
--- script
kill='kill $PPID' # in a variable, so that the text of subshells does not ask for their ids
trap 'echo never' USR1
(trap '' USR1; sh -c 'kill -USR1 $PPID'; echo lives; sh -c 'kill -USR1 $$; echo inherited')
n=$(trap '' PIPE; sh -c 'kill -PIPE $PPID'; echo lives)
echo "$n"
--- stdout
lives
inherited
lives

=== the trap may end the subshell
--- script
(trap 'echo bye; exit 3' TERM; sh -c 'kill $PPID'; echo never); echo $?
(trap 'exit' TERM; trap 'echo at exit' EXIT; sh -c 'kill $PPID; exit 5'; echo never); echo $?
(trap 'echo early' TERM; f() { trap 'return 4' TERM; sh -c 'kill $PPID'; echo never; }; f; echo $?)
--- stdout
bye
3
at exit
5
4

=== a signal while the subshell waits
--- script
(
	trap 'echo trapped; exit 6' USR1
	sh -c 'kill -USR1 $PPID; exec sleep 0.1'
	echo never
)
echo $?
(
	trap 'woken=yes' USR1
	me=$(exec sh -c 'echo $PPID')
	sleep 100 & p=$!
	sh -c 'while kill -USR1 "$1" 2>/dev/null; do sleep 0.1; done' - "$me" &
	while [ -z "$woken" ]; do wait $p; done
	echo woken
	kill $p
)
echo $?
--- stdout
trapped
6
woken
0

=== traps that a function sets
--- script
kill='kill $PPID' # in a variable, so that the text of subshells does not ask for their ids
plain() { :; }
sets() { trap 'echo trapped' TERM; }
calls() { plain; sets; }
(sets; sh -c "$kill"; echo after)
(calls; sh -c "$kill"; echo after)
x=$(calls; sh -c "$kill"); echo "$x"
{ calls; sh -c "$kill"; echo after; } | cat
(inner() { trap 'echo inner' TERM; }; inner; sh -c "$kill"; echo after)
whole() (trap 'echo whole' TERM; sh -c "$kill"; echo after)
whole
--- stdout
trapped
after
trapped
after
trapped
trapped
after
inner
after
whole
after

=== a function that is defined later, or anew
--- script
kill='kill $PPID' # in a variable, so that the text of subshells does not ask for their ids
f() { echo nothing; }
run() { (f; sh -c 'exit 0'); x=$(f); echo "<$x>"; }
run
f() { trap 'echo trapped' TERM; sh -c "$kill"; :; }
run
unset -f f
f() { echo nothing; }
run
--- stdout
nothing
<nothing>
trapped
<trapped>
nothing
<nothing>

=== traps that eval, a sourced file or a variable sets
--- file lib
trap 'echo sourced' TERM
--- script
kill='kill $PPID' # in a variable, so that the text of subshells does not ask for their ids
(eval 'trap "echo literal" TERM'; sh -c "$kill"; echo after)
text='trap "echo variable" TERM'
(eval "$text"; sh -c "$kill"; echo after)
(eval "$text" ; sh -c "$kill") | cat
(. ./lib; sh -c "$kill"; echo after)
dir=.
(. "$dir/lib"; sh -c "$kill"; echo after)
f() { trap 'echo function' TERM; }
name=f
($name; sh -c "$kill"; echo after)
set -- f
("$@"; sh -c "$kill"; echo after)
(eval f; sh -c "$kill"; echo after)
name=trap
($name 'echo name' TERM; sh -c "$kill"; echo after)
(command trap 'echo command' TERM; sh -c "$kill"; echo after)
(\trap 'echo quoted' TERM; sh -c "$kill"; echo after)
signal=TERM
(trap 'echo signal' $signal; sh -c "$kill"; echo after)
(trap "echo $signal" TERM INT; sh -c "$kill"; echo after)
--- stdout
literal
after
variable
after
variable
sourced
after
sourced
after
function
after
function
after
function
after
name
after
command
after
quoted
after
signal
after
TERM
after

=== a subshell that asks for its own process id has one
--- script
own() { [ "$1" != "$main" ] && echo own; }
id() { id=$(exec sh -c 'echo $PPID'); }
main=$$
(x=$(sh -c 'echo $PPID'); own $x; sh -c '[ $PPID = $0 ] && echo the same' $x; :)
(id; own $id)
x=$(sh -c 'echo $PPID'; :); own $x
echo | { read x; id; own $id; }
(shell=sh; x=$("$shell" -c "echo \$PPID"); own $x)
(eval "x=\$(exec sh -c 'echo \$PPID')"; own $x)
(sh >f <<'E'
echo $PPID
E
read x <f; own $x)
(read x rest </proc/self/stat; own $x)
(id; x=$id; (id; own $id; [ $id != $x ] && echo other); own $id)
--- stdout
own
the same
own
own
own
own
own
own
own
own
other
own

=== where a program takes the place of the subshell, its parent is the shell
--- script
x=$(sh -c 'echo $PPID'); [ $x = $$ ] && echo shell
x=$(exec sh -c 'echo $PPID'); [ $x = $$ ] && echo shell
(exec sh -c '[ $PPID = $0 ] && echo shell' $$)
sh -c '[ $PPID = $0 ] && echo shell' $$ | cat
id() { id=$(exec sh -c 'echo $PPID'); }
id; [ $id = $$ ] && echo shell
--- stdout
shell
shell
shell
shell
shell

=== a signal to the process that it asked for ends it alone
--- script
(sh -c 'kill -KILL $PPID'; echo never)
echo $?
id() { id=$(exec sh -c 'echo $PPID'); }
(id; kill -TERM $id; echo never)
echo $?
x=$(echo text; id; kill -KILL $id; echo never)
echo "$x" $?
--- stdout
137
143
text 137
--- stderr some

=== traps that a variable sets, in the subshell or in a function that it calls
--- script
kill='kill $PPID' # in a variable, so that the text of subshells does not ask for their ids
trapcmd=trap
f() { $trapcmd 'echo trapped' TERM; }
g() { f; }
($trapcmd 'echo trapped' TERM; sh -c "$kill"; echo after)
(f; sh -c "$kill"; echo after)
(g; sh -c "$kill"; echo after)
trapcmd='command trap'
(f; sh -c "$kill"; echo after)
kill='kill -PIPE $PPID'
($trapcmd '' PIPE; sh -c "$kill"; echo lives)
trapcmd=:
(f; echo nothing)
--- stdout
trapped
after
trapped
after
trapped
after
trapped
after
lives
nothing

=== subshells in one another
--- script
(
	trap 'echo outer' TERM
	(trap 'echo inner' TERM; sh -c 'kill $PPID'; exit 2)
	echo $?
	sh -c 'kill $PPID'
	x=$(trap 'echo innermost' TERM; sh -c 'kill $PPID'); echo "$x"
)
echo $?
((trap 'echo only' TERM; sh -c 'kill $PPID'); exit 3)
echo $?
--- stdout
inner
2
outer
innermost
0
only
3

=== what a subshell gets
--- script
set -u -- a b
x=1 y=2
export y
readonly z=3
cd /
umask 027
alias hi='echo alias'
f() { echo function $x; }
getopts ab: o -ab arg
sleep 0 &
p=$!
(exit 4)
(
	echo $? $x $y $z $# "$@"
	trap : USR1
	pwd; umask
	f
	sh -c 'echo $y'
	getopts ab: o -ab arg; echo $o $OPTARG
	[ $! = $p ] && echo same
	case $- in *u*) echo nounset ;; esac
	[ $$ = $(sh -c 'echo $PPID') ] || echo another process
	eval hi
	x=changed y=changed
	set -- c
	cd /tmp
	umask 0
	exit 5
)
echo $? $x $y $# "$@" $(pwd) $(umask)
wait
--- stdout
4 1 2 3 2 a b
/
0027
function 1
2
b arg
same
nounset
another process
alias
5 1 2 2 a b / 0027

=== $$ is that of the main shell
--- script
(trap 'echo never' USR1; echo $$) >f
read pid <f
[ "$pid" = $$ ] && echo same
trap 'echo main' USR1
(trap 'echo never' USR1; kill -USR1 $$)
echo then
--- stdout
same
main
then

=== functions, locals and positional parameters go along
--- script
f() {
	x=outer
	(trap : USR1; echo $x "$@"; return 4; echo never)
	echo $?
}
f 1 '2  3'
--- stdout
outer 1 2  3
4

=== input is shared with what comes behind
--- stdin
one
two
three
--- script
(trap : USR1; read x; echo "$x")
read x; echo "$x"
x=$(trap : USR1; read y; echo "$y"); echo "$x"
printf 'four\nfive\n' | { (trap : USR1; read x; echo "$x"); cat; }
(trap : USR1; cat) <<E
six
E
--- stdout
one
two
three
four
five
six

=== descriptors
--- script
exec 3>f
(trap : USR1; echo three >&3; exec 3>&-; echo closed >&3) 2>/dev/null
echo more >&3
(trap : USR1; exec >g; echo to g)
(trap : USR1; echo err >&2) 2>h
cat f g h
--- stdout
three
more
to g
err

=== errexit
--- script
set -e
if (trap : USR1; false; echo on); then echo then; fi
(trap : USR1; false; echo on) || echo not
! (trap : USR1; false; echo on; false)
(trap : USR1; false; echo on) && echo then
(trap : USR1; trap 'echo at exit' EXIT; false; echo never)
echo never
--- stdout
on
then
on
on
on
then
at exit
--- status 1

=== the status of a pipeline and of a substitution
--- script
{ trap : USR1; exit 3; } | { trap : USR1; cat; exit 4; }
echo $?
x=$(trap : USR1; echo text; exit 5)
echo "$x" $?
! (trap : USR1; exit 6)
echo $?
while (trap : USR1; exit 7); do :; done
echo $?
echo "$(trap : USR1; echo word)" "$(trap : USR2; echo word)"
cat <<E
$(trap : USR1; echo document)
E
--- stdout
4
text 5
0
0
word word
document

=== exec puts the program into the subshell's process
--- script
(trap 'echo never' TERM; exec sh -c 'kill $$; echo never')
echo $?
(trap '' TERM; exec sh -c 'kill $$; echo ignored; exit 4')
echo $?
x=$(trap '' TERM; exec echo text); echo "$x"
--- stdout
143
ignored
4
text
--- stderr some

=== jobs and wait in the subshell
--- script
sleep 100 &
p=$!
(
	trap 'echo never' USR1
	kill $p
	wait $p 2>/dev/null; echo not mine $?
	sh -c 'exit 3' & wait $!; echo $?
	(exit 4) & wait; echo $?
)
wait $p
echo $?
--- stdout
not mine 127
3
0
143
--- stderr any

=== the traps of the shell are shown until one is set
except dash: its subshells show no traps of the shell
--- script
trap 'echo main' USR1
trap '' USR2
(trap | grep -c USR; trap : TERM; trap | grep -v USR1)
--- stdout
2
trap -- '' USR2
trap -- ':' TERM

=== EXIT alone needs no process, and works beside another trap
--- script
(trap 'echo one' EXIT; echo in)
(trap 'echo two' 0; trap 'echo never' TERM; echo in)
(trap 'echo three' EXIT; trap - EXIT; trap : TERM)
x=$(trap 'echo four' EXIT; trap : TERM); echo "$x"
--- stdout
in
one
in
two
four

=== under job control
skip dash: wants a terminal for it
--- script
set -m
(trap 'echo trapped' TERM; sh -c 'kill $PPID'; echo after; exit 3)
echo $?
{ trap 'echo trapped' TERM; sh -c 'kill $PPID'; echo after; } | cat
(trap : TERM; sleep 100 & kill $!; wait $!; echo $?)
--- stdout
trapped
after
3
trapped
after
143
--- stderr any

=== a signal to the group reaches it
skip dash: wants a terminal for it
--- script
set -m
(trap 'echo trapped' TERM; trap : USR1; sh -c 'trap "" TERM; kill 0'; echo after)
echo $?
--- stdout
trapped
after
0
--- stderr any

=== it is stopped and goes on as a job
skip dash: wants a terminal for it
--- script
set -m
(trap 'echo trapped' TERM; sh -c 'kill -STOP $PPID'; echo goes on; exit 3)
echo $(($? > 128))
jobs | grep -c Stopped
fg >/dev/null
echo $?
--- stdout
1
1
goes on
3
--- stderr any
