# XCU 2.9.3.1: asynchronous lists that end at once. ftsh has no shell of their own for them.
peers: dash bash

=== their statuses
--- script
f() { return 5; }
g() { if [ ]; then f; else f; fi; }
t() { true; }
: & wait $!; echo $?
true & wait $!; echo $?
false & wait $!; echo $?
x=1 & wait $!; echo $?
x=1 : & wait $!; echo $?
f & wait $!; echo $?
t && f & wait $!; echo $?
{ ! f; } & wait $!; echo $?
(exit 3) & wait $!; echo $?
{ f; exit $?; } & wait $!; echo $?
{ if f; then :; elif ! :; then :; else exit 6; fi; exit 7; } & wait $!; echo $?
{ (exit 8) || exit 9; } & wait $!; echo $?
exit 255 & wait $!; echo $?
--- stdout
0
0
1
0
0
5
5
0
3
5
6
9
255

=== their environment is their own
--- script
x=outside
f() { x=$1; y=${x:-none}; }
set -- one
x=inside & wait $!; echo $x $?
x=inside : & wait $!; echo $x $?
f "$@" & wait $!; echo $x ${y-unset} $1 $?
{ f "$@" && x=$1$#; exit; } & wait; echo $x $?
--- stdout
outside 0
outside 0
outside unset one 0
outside 0

=== an exit in one ends it alone, without the trap of the shell
--- script
trap 'echo end' EXIT
(exit 4) & wait $!; echo $?
f() { exit 5; }
f & wait $!; echo $?
--- stdout
4
5
end

=== each has a process ID of its own
--- script
: & a=$!
f() { :; }
f & b=$!
(exit 3) & c=$!
case $a$b$c in ''|*[!0-9]*) echo bad;; *) echo numbers;; esac
[ $a != $b ] && [ $b != $c ] && [ $a != $c ] && [ $a != $$ ] && echo different
wait $c; echo $?
wait $a $b; echo $?
--- stdout
numbers
different
3
0

=== set -e in one, and around one
--- script
set -e
{ false; exit 3; } & wait $! || echo $?
false &
echo goes on
--- stdout
1
goes on

=== set -e in one that is tested
peers: dash
--- script
set -e
if { false; exit 4; } & then wait $! || echo $?; fi
--- stdout
1

=== many
--- script
i=0
while [ $i -lt 30 ]; do
    (exit $((i % 100))) &
    : &
    i=$((i + 1))
done
(exit 3) & last=$!
wait $last; echo $?
wait; echo $?
--- stdout
3
0

=== a trap of SIGCHLD runs for them
--- script
trap 'echo child' CHLD
: &
wait $!
trap - CHLD
--- stdout
child

=== a function is looked up when the list begins
--- script
f() { return 3; }
f & a=$!
f() { "$SH" -c 'exit 4'; }
f & b=$!
f() { return 5; }
f & c=$!
unset -f f
f() { g; }
g() { return 6; }
f & d=$!
for p in $a $b $c $d; do wait $p; echo $?; done
--- stdout
3
4
5
6

=== lists that may fail with a message, or take long
--- script
readonly r=1
{ r=2; exit 0; } 2>err & wait $! || echo failed
[ -s err ] && echo message
e() { r=2; }
e & wait $! || echo failed
{ exit 1 2; } & wait $!
: ${none?message} & wait $! || echo failed
: $((1/0)) & wait $! || echo failed
i=0
while [ $i -lt 3 ]; do i=$((i + 1)); done & wait $!; echo $i $?
for i in 1 2; do :; done & wait $!; echo $i $?
--- stdout
failed
message
failed
failed
failed
0 0
0 0
--- stderr some

=== traced
--- script
set -x
: a &
wait
--- stderr some

=== jobs names them
peers: none
--- script
f() { return 3; }
f a &
(exit 4) &
wait %1; echo $?
wait %2; echo $?
jobs
--- stdout
3
4
