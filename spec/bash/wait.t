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
