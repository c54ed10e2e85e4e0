# wrong operands of builtins, and the operands and options that only bash knows
peers: bash

=== too many operands end the line
--- script
set -- a b c
shift 1 2; echo never
echo "$? $#"
for i in 1 2; do echo "i=$i"; continue 1 2; done; echo never
echo $?
f() { return 1 2; echo never; }
f; echo never
echo $?
exit 3 4
echo last
--- stdout
1 3
i=1
1
1
last
--- stderr any
=== a number of loops below 1 leaves all of them
--- script
for i in 1 2; do
  for j in 1 2; do echo "$i $j"; break 0; done
done
echo $?
for i in 1 2; do continue -1; echo never; done
echo $?
break 1 2; echo $?
--- stdout
1 1
1
1
0
--- stderr any
=== a word instead of a number of loops ends the shell
--- script
(for i in 1 2; do break x; done; echo never)
echo $?
--- stdout
128
--- stderr any
=== umask
--- script
umask 027; umask -p; umask -pS
umask u=rx,go-w; umask
umask a=; umask; umask 022
for mode in u=X a-ug u=rw=x u=r, r 8; do umask "$mode"; echo "$mode $? $(umask)"; done
umask -S u=rw
--- stdout
umask 0027
umask -S u=rwx,g=rx,o=
0227
0777
u=X 1 0022
a-ug 1 0022
u=rw=x 1 0022
u=r, 1 0022
r 1 0022
8 1 0022
u=rw,g=rx,o=rx
--- stderr any
=== kill
--- script
kill -l 0 INT sigterm EXIT 130; kill -L 9 | cat
kill -l | { read -r first; echo "$first"; }
kill -l 10 NOPE 12; echo $?
kill -n 0 $$; echo $?
kill -n 999 $$; echo $?
kill -s 999 $$; echo $?
kill -NOPE $$; echo $?
kill -s; echo $?
kill nope; echo $?
kill; echo $?
--- stdout
EXIT
2
15
0
INT
KILL
1) SIGHUP	 2) SIGINT	 3) SIGQUIT	 4) SIGILL	 5) SIGTRAP
USR1
USR2
1
0
1
1
1
1
1
2
--- stderr any
=== statuses of errors
--- script
mkdir d
wait nope; echo "wait $?"
. ./d; echo "source $?"
read x <d; echo "read $?"
read -n 2 x <d; echo "read $?"
pushd -z; echo "pushd $?"
popd; echo "popd $?"
printf '%d\n' 99999999999999999999; echo "printf $?"
printf '%d\n' x; echo "printf $?"
--- stdout
wait 1
source 1
read 1
read 1
pushd 2
popd 1
9223372036854775807
printf 0
0
printf 1
--- stderr any
=== ulimit counts files and core dumps in 1024 bytes
--- script
ulimit -S -f 4; ulimit -f; head -c 4096 /dev/zero >file; echo $?
--- stdout
4
0
=== command -v and -V
--- script
mkdir bin; printf 'echo hi\n' >bin/tool; chmod +x bin/tool; : >bin/data
command -v bin/tool; command -v ./bin/tool; command -v bin/data || echo no
f() { :; }
command -v f; command -V echo; command -V if
command -V f | head -n 1
command -V nope; echo $?
--- stdout
bin/tool
./bin/tool
no
f
echo is a shell builtin
if is a shell keyword
f is a function
1
--- stderr any
=== set -e and errors
--- script
readonly r=1
(set -e; r=2; echo never); echo $?
(set -e; r=2 || echo never); echo $?
(set -e; shopt -s failglob; echo *.nope || echo never); echo $?
set -e
eval 'r=2' || echo eval
r=2
echo never
--- stdout
1
1
1
eval
--- stderr any
--- status 1
=== a parameter that is not set ends the command of -c with 127
run: -c
--- script
(echo ${u?}); echo $?
set -u
f() { echo $u; }
f
--- stdout
1
--- stderr some
--- status 127
=== it is 1 under set -e
run: -c
--- script
set -e; echo ${u?}
--- stderr some
--- status 1
