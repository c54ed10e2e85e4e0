# XCU 2.9.3.1: asynchronous and-or lists.
peers: dash bash

=== runs at the same time
--- script
mkfifo p
echo through >p &
cat p
wait
--- stdout
through

=== the status of starting one is zero
--- script
false & echo $?
nosuchcommand 2>/dev/null & echo $?
wait
--- stdout
0
0

=== the process id
--- script
sleep 0 &
case $! in ''|*[!0-9]*) echo bad;; *) echo number;; esac
a=$!
sleep 0 &
[ $a != $! ] && echo different
wait
--- stdout
number
different

=== wait gives the status of a job
--- script
(exit 3) & wait $!; echo $?
"$SH" -c 'exit 4' & wait $!; echo $?
{ true; exit 5; } & wait $!; echo $?
true & wait $!; echo $?
false & a=$!; true & b=$!
wait $a; echo $?; wait $b; echo $?
(exit 6) & c=$!; (exit 7) & wait $c $!; echo $?
--- stdout
3
4
5
0
1
0
7

=== wait without operands waits for all, and succeeds
--- script
(sleep 0.1; echo a >f) &
(sleep 0.05; echo b >g; exit 9) &
wait; echo $?
cat f g
--- stdout
0
a
b

=== wait for an unknown process
--- script
wait 1 2>/dev/null; echo $?
wait 99999999 2>/dev/null; echo $?
--- stdout
127
127

=== a process may be waited for once it has ended
--- script
(exit 8) & p=$!
sleep 0.1
wait $p; echo $?
--- stdout
8

=== other programs can signal it
--- script
mkfifo p
sleep 100 & p=$!
/bin/kill $p
wait $p; echo $?
{ read x <p; } & p=$!
/bin/kill -TERM $p
wait $p; echo $?
(while :; do read x <p; done) & p=$!
env kill -KILL $p
wait $p; echo $?
f() { while :; do :; done; }
f & p=$!
env kill -HUP $p
wait $p; echo $?
--- stderr any
--- stdout
143
143
137
129

=== kill -0 sees it
--- script
mkfifo p
sleep 100 & p=$!
kill -0 $p && echo alive
kill $p; wait $p 2>/dev/null
kill -0 $p 2>/dev/null || echo gone
{ read x <p; } & p=$!
/bin/kill -0 $p && echo alive
/bin/kill $p; wait $p 2>/dev/null
kill -0 $p 2>/dev/null || echo gone
--- stderr any
--- stdout
alive
gone
alive
gone

=== a subshell environment
--- script
x=1
{ x=2; cd /; echo $x; } & wait
echo $x; [ "$PWD" != / ] && echo here
f() { echo $1 $x; }
x=3
f a & wait
set -- p q
{ echo "$@" $#; } & wait
(umask 0; :) & wait
--- stdout
2
1
here
a 3
p q 2

=== the main shell's process id is kept
--- script
a=$$
{ [ $a = $$ ] && echo same; } & wait
"$SH" -c '[ $PPID = '$$' ] && echo parent' & wait
--- stdout
same
parent

=== standard input is /dev/null
--- stdin
line
--- script
cat &
wait
{ read x || echo end; } & wait
(cat; echo done) & wait
read y; echo $y
--- stdout
end
done
line

=== an explicit redirection of standard input counts
--- stdin
line
--- script
echo data >f
cat <f & wait
{ cat; } <f & wait
exec 3<&0
cat <&3 & wait
echo p | cat & wait
--- stdout
data
data
line
p

=== an and-or list as a whole
--- script
true && echo a & wait
false || echo b & wait
false && echo never || { echo c; } & wait
echo d | cat & wait
true && (exit 4) & wait $!; echo $?
(exit 3) | (exit 5) & wait $!; echo $?
--- stdout
a
b
c
d
4
5

=== several on a line
--- script
sleep 0 & sleep 0 & wait; echo done
{ : & : & }; wait
(sleep 0 & wait); echo inner
--- stdout
done
inner

=== functions, variables and options go along
--- script
f() { g "$@"; }; g() { echo "g $* $v $(h)"; }; h() { echo "h $-" | tr -dc 'f '; }
v='a "b" $c'
set -f
f 1 '2 3' & wait
readonly r=5
{ (r=6) 2>/dev/null || echo readonly; } & wait
export E=exported
{ sh -c 'echo $E'; } & wait
local_test() { local l=inner; { echo $l; } & wait; }
local_test
--- stdout
g 1 2 3 a "b" $c  f
readonly
exported
inner

=== aliases, working directory, umask and descriptors go along
--- script
mkdir d; cd d; umask 027
exec 5>../out
{ echo "${PWD##*/}"; pwd | sed 's,.*/,,'; umask; echo five >&5; } & wait
cat ../out
--- stdout
d
d
0027
five

=== jobs of a subshell are its own
--- script
sleep 0 & p=$!
(wait $p 2>/dev/null; echo $?)
wait $p; echo $?
--- stdout
127
0

=== the interrupt and quit signals are ignored
--- script
"$SH" -c 'kill -INT $$; echo survived' & wait $!; echo $?
{ "$SH" -c 'kill -QUIT $$; echo survived'; } & wait $!; echo $?
mkfifo p
"$SH" -c 'echo >p; exec sleep 100' & p=$!
read x <p
kill -INT $p; kill -QUIT $p; kill -0 $p && echo alive
kill -TERM $p; wait $p; echo $?
--- stderr any
--- stdout
survived
0
survived
0
alive
143

=== output order through one descriptor
--- script
{ echo a; echo b; } & wait; echo c
for i in 1 2 3; do echo $i & wait; done
--- stdout
a
b
c
1
2
3

=== a background job outlives the shell
leaves: processes
--- script
mkfifo p
"$SH" -c 'read x <p && echo late >f &'
[ -e f ] && echo early
echo go >p
while [ ! -s f ]; do sleep 0.05; done
cat f
--- stdout
late

=== exit does not wait
--- script
"$SH" -c 'sleep 100 >/dev/null 2>&1 & echo $!' >pid
p=$(cat pid)
kill -0 $p && echo still there
kill $p
while kill -0 $p 2>/dev/null; do sleep 0.1; done
--- stdout
still there

=== many at a time
--- script
i=0; while [ $i -lt 50 ]; do (exit $((i % 7))) & pids="$pids $!"; i=$((i+1)); done
s=0; for p in $pids; do wait $p; s=$((s+$?)); done; echo $s
--- stdout
147

=== a command substitution does not wait for a job that closed its output
--- script
x=$(sleep 100 >/dev/null 2>&1 & echo $!)
kill -0 $x && echo running
kill $x
while kill -0 $x 2>/dev/null; do sleep 0.1; done
--- stdout
running

=== an assignment and a redirection
--- script
x=1 & wait; echo "<$x>"
>f & wait; ls f
x=$(echo sub) & wait; echo "<$x>"
--- stdout
<>
f
<>

=== a compound command with redirections and expansions
--- script
for i in 1 2; do echo $i; done >f & wait; cat f
n=3
while [ $n -gt 0 ]; do echo $n; n=$((n-1)); done & wait; echo $n
case x in x) echo y;; esac & wait
if true; then echo z; fi & wait
--- stdout
1
2
3
2
1
3
y
z

=== an error in the list
--- script
{ echo ${nosuch?}; echo never; } 2>/dev/null & wait $!; [ $? -ne 0 ] && echo error
nosuchcommand 2>/dev/null & wait $!; echo $?
/ 2>/dev/null & wait $!; echo $?
cat </nosuch 2>/dev/null & wait $!; [ $? -ne 0 ] && echo error
--- stderr any
--- stdout
error
127
126
error

=== the status of a negated pipeline
except bash: has status 0
--- script
! true & wait $!; echo $?
! false & wait $!; echo $?
--- stdout
1
0

=== $! behind a pipeline is the process id of its last command
--- script
true | sh -c 'echo $$ >pid' & last=$!
wait
[ $last = "$(cat pid)" ] && echo same
--- stdout
same

=== a subshell in the background ignores for itself
--- script
mkfifo p q
(trap '' HUP TERM; echo ready >p; read x <q; echo "$x") &
read x <p; kill -HUP $!; kill -TERM $!; echo on >q; wait $!; echo $?
(trap '' TERM; echo ready >p; read x <q; echo "$x") >out &
read x <p; kill -TERM $!; echo on >q; wait $!; echo $?; cat out
--- stdout
on
0
0
on

=== each word is expanded once
--- script
i=0
/bin/echo "redirection" >f$((i+=1)) & wait
/bin/echo $((i+=1)) $((i+=1)) >f$((i+=1)) & wait
a=$((i+=1)) /bin/sh -c 'echo $a' sh $((i+=10)) & wait
/bin/cat <<- end & wait
	$((i+=1)) $((i+=1))
end
echo $i f*; cat f3
--- stdout
11
1 2
0 f1 f3
1 2

=== each word of a builtin, of a function and of nothing
--- script
i=0
f() { echo $# $1 $i >f$((i+=1)); }
echo $((i+=1)) >b$((i+=1)) & wait
f "a  b" $((i+=5)) & wait
none=; $none >n$((i+=1)) & wait
a=$((i+=1)) b=$a eval 'echo $i $a $b' & wait
echo *; cat b2 f6
--- stdout
1 1 1
b2 f6 n1
1
2 a b 5

=== what an expansion assigns goes along
--- script
unset x y
/bin/echo ${x:=v} "$x" & wait
echo ${x:=v} "$x" & wait
export y
/bin/sh -c 'echo "$y"' ${y:=exported} & wait
: ${x:=v} && echo $x & wait
echo "<$x$y>"
--- stdout
v v
v v
exported
v
<>

=== what was expanded is not expanded again
--- script
x='$y *' y='a  b' e=
set -- "$x" "$y" ''
echo "$@" "$x" '$y' \* ~root $e & wait
f() { for a; do echo "<$a>"; done; }
f "$@" "$x" $y $e "$e" & wait
a=$x eval 'echo "$a"' & wait
echo "$x" >"$x" & wait; ls
cat <<end & wait
$x \$y
end
--- stdout
$y * a  b  $y * $y * /root
<$y *>
<a  b>
<>
<$y *>
<a>
<b>
<>
$y *
$y *
$y * $y

=== an expansion that fails is reported once
--- script
unset u; i=0
/bin/echo ${u?message} >f$((i+=1)) & wait $!; [ $? != 0 ] && echo failed
/bin/echo >${u?message} & wait $!; [ $? != 0 ] && echo failed
a=${u?message} /bin/echo & wait $!; [ $? != 0 ] && echo failed
set -u; /bin/echo $u & wait $!; [ $? != 0 ] && echo failed
echo *
--- stdout
failed
failed
failed
failed
*
--- stderr
../script:2:11: u: message
../script:3:12: u: message
../script:4:3: u: message
../script:5:19: u: parameter not set

=== set -C
--- script
set -C; : >old; i=0
/bin/echo new >new$((i+=1)) & wait $!; echo $?; cat new1
/bin/echo first >first$((i+=1)) 2>errors >old & wait $!; [ $? != 0 ] && echo failed
/bin/nosuch >second & wait $!; echo $?
echo *
--- stdout
0
new
failed
127
errors first1 new1 old second
--- stderr some

=== a redirection that fails behind others
--- script
/bin/echo >a 2>b >nodir/c >d & wait $!; [ $? != 0 ] && echo failed
echo *; [ -s b ] && echo reported
--- stdout
failed
a b
reported

=== a command that is not found
--- script
i=0
nosuch a >out$((i+=1)) 2>err$i & wait $!; echo $?
echo *; [ -s out1 ] || [ -s err1 ] && echo reported
: >noexec; ./noexec$((i-=1)) 2>err$((i+=2)) & wait $!; echo $?
echo '#!/nosuch' >bad; chmod +x bad
set -C; ./bad >once 2>err & wait $!; echo $?; [ -s err ] && echo reported
--- stdout
127
err1 out1
reported
127
127
reported

=== a fifo in a redirection
--- script
mkfifo p1; i=0
/bin/echo through >p$((i+=1)) & cat p1; wait
/bin/cat <p$((i+=1)) & echo back >p1; wait
echo through >p$((i+=1)) & cat p1; wait
--- stdout
through
back
through

=== an assignment of PATH finds the program
--- program bin/ls
#!/bin/sh
echo mine
--- script
PATH=$PWD/bin:$PATH ls & wait
PATH=$PWD/bin ls & wait
PATH=/nosuch ls 2>/dev/null & wait $!; echo $?
--- stdout
mine
mine
127

=== the trace of a program
peers: none
--- script
i=0
exec 2>>trace
set -x
x=a y=$x$((i+=1)) /bin/echo $((i+=1)) 2>err$((i+=1)) &
{ set +x; wait; } 2>/dev/null; cat trace; : >trace; set -x
x=b nosuch $((i+=1)) 2>err &
{ set +x; wait; } 2>/dev/null; cat trace; : >trace; set -x
echo $((i+=1)) &
{ set +x; wait; } 2>/dev/null; cat trace; ls
--- stdout
1
+ x=a y=a3 /bin/echo 1
+ x=b nosuch 1
1
+ echo 1
err
err2
trace

=== the trace behind a program that does not start
peers: none
--- script
echo '#!/nosuch' >bad; chmod +x bad
exec 2>>trace
set -x
./bad >out &
{ set +x; wait; } 2>/dev/null; cat trace; ls
--- stdout
+ ./bad
../script:4:1: ./bad: not found
bad
out
trace

=== getopts goes on, or begins again
--- script
set -- -a -b -c
getopts abc o; getopts abc o
{ getopts abc o; echo $o; } & wait
OPTIND=1
{ getopts abc o; echo $o; } & wait
--- stdout
c
a

=== the umask and the directory of a subshell go along
--- script
mkdir d
(umask 027; cd d; { umask; echo "${PWD##*/}"; pwd | sed 's,.*/,,'; sh -c umask; : >f; mkdir g; } & wait)
umask; ls -ld d/f d/g | cut -c1-10
--- stdout
0027
d
d
0027
0022
-rw-r-----
drwxr-x---

=== the hash table goes along
peers: none
--- script
hash ls cat
{ hash; } >f & wait
hash | sort >g; sort f | cmp - g && [ -s f ] && echo same
PATH=/bin; { hash; } & wait
--- stdout
same

=== the jobs of the environment around are listed, but no children
peers: none
--- script
mkfifo p
cat p & a=$!
{ jobs -p; jobs; wait $a; echo $?; wait; echo waited; } >f & wait $!
sed "s/^$a/pid/" f; : >p; wait
--- stdout
pid
[1] + Running                    cat p
127
waited

=== a list does not know the jobs that ended before it
peers: none
--- script
: & while kill -0 $! 2>/dev/null; do sleep 0.01; done
mkfifo p
cat p &
{ jobs; } >f & wait $!
cat f; : >p; wait
--- stdout
[2] + Running                    cat p

=== in a catch list, failure passes the status on
peers: none
--- script
try
	sh -c 'exit 9'
catch
	{ failure; } & wait $! || echo $?
end
--- stderr any
--- stdout
9

=== a variable that is unset, also one that a shell sets at its start
--- script
unset IFS OLDPWD PS4 PWD
{ echo "${IFS-none} ${OLDPWD-none} ${PS4-none} ${PWD-none}"; } & wait
--- stdout
none none none none

=== a list may trap what the script around it ignores, as any subshell
--- script
trap '' HUP USR1
{ trap 'echo caught' HUP; kill -HUP $(sh -c 'echo $PPID'); echo on; } & wait
{ trap - USR1; sh -c 'kill -USR1 $$'; echo $?; } & wait
{ trap - USR1; kill -USR1 $(sh -c 'echo $PPID'); echo never; } & wait $!; echo $?
--- stderr any
--- stdout
caught
on
138
138

=== also SIGINT and SIGQUIT, which it begins with ignoring
except dash: they were ignored at the list's entry
--- script
{ trap 'echo caught' INT QUIT; p=$(exec sh -c 'echo $PPID'); kill -INT $p; kill -QUIT $p; echo on; } & wait $!; echo $?
( { trap 'echo caught' INT; sh -c 'kill -INT $PPID'; echo on; } & wait $!; echo $?; trap 'echo mine' INT; sh -c 'kill -INT $PPID' )
{ trap - INT; "$SH" -c 'kill -INT $$; echo never'; echo $?; } & wait $!; echo $?
{ trap - QUIT; exec sh -c 'kill -QUIT $$; echo never'; } & wait $!; echo $?
--- stderr any
--- stdout
caught
caught
on
0
caught
on
0
mine
130
0
131

=== not where the shell was started with them ignored
--- script
trap '' INT
"$SH" -c '{ trap "echo never" INT; sh -c "kill -INT \$PPID"; echo on; } & wait $!; echo $?
{ trap - INT; sh -c "kill -INT \$\$; echo ignored"; } & wait $!; echo $?'
--- stdout
on
0
ignored
0

=== a list whose variables are larger than a file may be
--- script
x=0123456789abcdef; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x
trap '' XFSZ
ulimit -f 1
{ echo ${#x}; y=$x$x; { echo ${#y}; } & wait; } &
wait $!; echo $?
--- stdout
262144
524288
0

=== who waits for the end of its output does not wait for the list that has it elsewhere
--- script
mkfifo p
x=$({ read y <p; } >/dev/null & echo $!); kill $x
x=$( (read y <p) >/dev/null & echo $!); kill $x
x=$({ exec >/dev/null; read y <p; } & echo $!); kill $x
x=$({ exec >&-; read y <p; } & echo $!); kill $x
x=$({ exec 3>&1 >/dev/null; exec 3>&-; read y <p; } & echo $!); kill $x
echo done
--- stdout
done

=== a list that closed its standard error and output can open them again
--- script
{ exec >&- 2>&-; exec >f 2>&1; echo out; nosuchcommand; echo err >&2; } & wait
sed 's/.*not found/not found/' f
--- stdout
out
not found
err

=== what has more exported variables than a program can be given runs all the same
# In a variable that is too long by itself, and in many.
--- script
x=0123456789abcdef; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x
run() {
	/bin/true || echo "no program: $?"
	{ echo list ${#y}; } & wait $!; echo $?
	(trap 'echo got' USR1; echo subshell ${#y}; exit 3); echo $?
	echo piped | { trap : USR1; read -r v; echo $v; } & wait $!; echo $?
	v=$(trap : USR1; echo substituted); echo $v $?
	{ unset y $names; x=; (trap : USR1; /bin/echo a program); } & wait $!
}
names= y=$x$x$x; export y
run
y=short i=0
while [ $i -lt 140 ]; do eval "z$i=\$x; export z$i"; names="$names z$i"; i=$((i+1)); done
run
--- stdout
no program: 126
list 147456
0
subshell 147456
3
piped
0
substituted 0
a program
no program: 126
list 5
0
subshell 5
3
piped
0
substituted 0
a program
--- stderr some

=== a list that closes all copies of a pipe does not keep it open
--- script
mkfifo p
x=$(exec 3>&1; { exec >/dev/null 3>&-; read y <p; } & echo $!); kill $x
x=$(exec 3>&1 4>&1 >/dev/null; { exec 3>&- 4>&-; read y <p; } & echo $! >&3); kill $x
( exec 2>&1 3>&1; { exec >/dev/null 2>&1 3>&-; read y <p; } & echo $! >pid ) | cat; kill $(cat pid)
echo done
--- stdout
done
