# XCU kill, wait, jobs, trap.
peers: dash bash

=== wait gives the status of a process
--- script
(exit 3) & wait $!; echo $?
sh -c 'exit 4' & p=$!
(exit 5) & q=$!
wait $q $p; echo $?
wait; echo $?
--- stdout
3
4
0

=== wait for what is no child
--- script
wait 1; echo $?
--- stdout
127
--- stderr any

=== kill and 128 + n
--- script
sleep 100 & kill $!; wait $!; echo $?
sleep 100 & kill -9 $!; wait $! 2>/dev/null; echo $?
sleep 100 & kill -s HUP $!; wait $!; echo $?
mkfifo f
sh -c ': >f; exec sleep 100' & : <f # it has begun, and ignores SIGINT
kill -INT $! ; kill -s KILL $!; wait $!; echo $?
--- stdout
143
137
129
137
--- stderr any

=== kill -0 looks only
--- script
kill -0 $$; echo $?
kill -s 0 $$; echo $?
sleep 0 & p=$!; wait $p
kill -0 $p 2>/dev/null || echo gone
--- stdout
0
0
gone

=== kill -l
--- script
kill -l 9; kill -l 143; kill -l | tr ' ' '\n' | grep -c TERM
--- stdout
KILL
TERM
1

=== kill of the shell itself runs its trap
--- script
trap 'echo caught' USR1
kill -USR1 $$
echo after
--- stdout
caught
after

=== kill of the shell itself ends it
--- script
kill -TERM $$
sleep 10
echo never
--- status 143

=== trap lists what can be read again
--- script
trap 'echo "it'"'"'s"' EXIT INT
trap '' HUP
trap >list
trap - EXIT INT HUP
trap
. ./list
trap >list2
cmp list list2 && echo same
trap - INT HUP
--- stdout
same
it's

=== trap -p
except dash: has no -p
--- script
trap 'echo x' INT
trap -p INT | sed 's/SIG//'
--- stdout
trap -- 'echo x' INT

=== a number first resets
--- script
trap 'echo never' EXIT INT
trap 0 2
trap
--- stdout

=== a wrong condition does not end the shell
--- script
trap 'echo x' NOSUCH 2>/dev/null; echo $?
--- stdout
1

=== an ignored signal is ignored by children
--- script
trap '' TERM
sh -c 'kill -TERM $$; echo alive'
--- stdout
alive

=== a trapped signal ends wait with 128 + n
--- script
trap : USR1
sleep 100 & p=$!
(until [ -e done ]; do kill -USR1 $$; sleep 0.1; done) 2>/dev/null &
wait $p; echo $?
: >done; kill $p
--- stdout
138

=== jobs -p prints process ids, in a substitution too
except dash: a subshell knows no jobs
--- script
sleep 100 & p=$!
[ "$(jobs -p)" = "$p" ] && echo same
kill $p; wait $p; echo $?
--- stdout
same
143
--- stderr any
