# wait -n, -p and -f, disown, jobs
peers: bash

=== -n waits for one job, and -p names it
--- script
wait -n; echo $?
(exit 3) &
wait -n -p V; echo $? $((V == $!))
mkfifo f
(read -r x <f; exit 4) &
first=$!
(exit 5) & second=$!
wait -n -p V $first $second; echo $? $((V == second))
echo >f
wait -n -p V; echo $? $((V == first))
wait -n -p V; echo $? ${V-unset}
--- stdout
127
3 1
5 1
4 1
127 unset

=== -p without -n, and -f
--- script
(exit 5) & wait -p V $!; echo $? $((V == $!))
(exit 6) & wait -f $!; echo $?
(exit 7) & wait -fp V %1; echo $? $((V == $!))
(exit 8) & wait -f; echo $?
wait -n 1 2>/dev/null; echo $?
wait -p 1x $! 2>/dev/null; echo $?
wait -n %7 2>/dev/null; echo $?
wait -z 2>/dev/null; echo $?
--- stdout
5 1
6
7 1
0
127
1
127
2

=== a trapped signal interrupts -n, and its action can end the job
--- script
mkfifo f
trap 'echo trap; echo >f' USR1
(read -r x <f; exit 3) & job=$!
kill -USR1 $$ &
s=138
while [ $s = 138 ]; do wait -n $job; s=$?; done
echo $s
--- stdout
trap
3

=== a disowned job is not listed
--- script
mkfifo f g
read -r x <f &
jobs | wc -l
disown -h %1; jobs | wc -l
disown; jobs
disown; echo $?
disown %3; echo $?
echo >f
read -r x <f &
read -r x <g &
disown -r %1; jobs | wc -l
disown -a; jobs
echo >f; echo >g
--- stdout
1
1
1
1
1
--- stderr some

=== jobs -r and -s
--- script
sleep 100 & a=$!
[ "$(jobs -rp)" = "$a" ] && echo runs
jobs -sp
kill "$a"; wait "$a" 2>/dev/null
jobs -rp
echo end
--- stdout
runs
end

=== another wait for the same process has its status
--- script
(exit 3) & p=$!; wait $p; echo $?; wait $p; echo $?
wait -p V $p; echo $? $((V == p)); wait -f $p; echo $?
(exit 4) & q=$!; wait $q $p; echo $?; wait $p $q; echo $?
(exit 5) & r=$!; wait -n; echo $?; wait $r; echo $?
(exit 6) & wait %1; echo $?; wait $!; echo $?
(exit 7) | (exit 8) & wait $!; echo $?; wait $!; echo $?
sleep 100 & s=$!; kill $s; wait $s 2>/dev/null; echo $?; wait $s; echo $?
cat <(exit 9); wait $!; echo $?; wait $!; echo $?
f() { wait $p; echo $?; }; f
(wait $p 2>/dev/null; echo $?)
wait -n $p 2>/dev/null; echo $?
wait; wait $p 2>/dev/null; echo $?
--- stdout
3
3
3 1
3
3
4
5
5
6
6
8
8
143
143
9
9
3
127
127
127

=== jobs forgets no status
--- script
(exit 2) & p=$!; sleep 0.1
jobs >/dev/null; jobs; wait $p; echo $?
--- stdout
2

=== of a process of an attempt, too
peers: none
--- script
try
    (exit 3) & p=$!
    wait $p || wait $p || echo $?
end
wait $p; echo $?
--- stdout
3
3

=== the status of wait is that of the process, whatever it is
--- script
(exit 2) & a=$!; (exit 1) & b=$!; (exit 127) & c=$!
wait $a; echo $?; wait $b; echo $?; wait $c; echo $?
(exit 2) & wait nope $!; echo $?
(exit 3) & wait $! nope; echo $?
wait nope; echo $?
--- stdout
2
1
127
2
1
1
--- stderr any
