# Builtins of bash that describe or control the shell: help, suspend, logout, history, bind, umask,
# ulimit, jobs -n and -x
peers: bash

=== help
--- script
help -s echo | cut -c1-11; help nosuch; echo $?; help echo nosuch >/dev/null; echo $?; help -z; echo $?
help -s ech | cut -c1-11; help 'mapf*' | grep -c 'mapfile: mapfile'; help -d true >/dev/null; echo $?
help >/dev/null; echo $?; type -t help
--- stderr some
--- stdout
echo: echo 
1
0
2
echo: echo 
1
0
0
builtin

=== help for the blocks
peers: none
--- script
help try | sed -n '3p'; help forall echo | tail -n 2
--- stdout
  try 5 times every 30 seconds     limits: 5 times, 10 minutes, 1 hour or 5 times,
echo: echo [-neE] [argument…]
    Write the arguments.

=== logout and suspend
--- script
logout; echo $?; suspend; echo $?; suspend -z; echo $?
--- stderr some
--- stdout
1
1
2

=== suspend -f stops the shell
peers: none
--- script
[[ $SH == */bash ]] && dialect= || dialect='-o bash'
"$SH" $dialect -c 'suspend -f; echo "back $?"' &
while state=$(ps -o stat= -p $!); [[ $state && $state != T* ]]; do sleep 0.05; done
kill -CONT $!; wait
--- stdout
back 0

=== there is no history in a script
--- script
history; echo $?; history 5; echo $?; history -c; echo $?; history x; echo $?; history -z; echo $?
bind '"\e[A": history-search-backward'; echo $?
--- stderr some
--- stdout
0
0
0
1
2
0

=== umask -p and -S
--- script
umask 22
umask -p; umask -S; umask -pS; umask -p 027; umask; umask -S u=rwx,g=,o=; umask
umask -z; echo $?; umask 9; echo $?; umask -p -S 027
--- stderr some
--- stdout
umask 0022
u=rwx,g=rx,o=rx
umask -S u=rwx,g=rx,o=rx
0027
u=rwx,g=,o=
0077
2
1
u=rwx,g=rx,o=

=== ulimit in bash's units, several at once
--- script
ulimit -c 0; ulimit -n 100; ulimit -n; ulimit -Hn; ulimit -Sn 50; ulimit -n -c
ulimit -n hard; ulimit -n; ulimit -n soft -f 10; ulimit -f; ulimit 8; ulimit; ulimit -n40; ulimit -n
ulimit -n x; echo $?; ulimit -nv 30; echo $?; ulimit -z; echo $?; ulimit -p 4; echo $?; ulimit -p
ulimit -a | grep 'open files\|file size\|pipe\|core'; ulimit -n 30 20; echo $?; ulimit -n
sh -c 'ulimit -f'
--- stderr some
--- stdout
100
100
open files                          (-n) 50
core file size              (blocks, -c) 0
100
10
8
40
1
1
2
1
8
core file size              (blocks, -c) 0
file size                   (blocks, -f) 8
open files                          (-n) 40
pipe size                (512 bytes, -p) 8
0
30
16

=== a limit that the system does not allow is refused, and commands go on
--- script
ulimit -n unlimited || echo "refused $?"; sh -c 'echo runs'
--- stderr some
--- stdout
refused 1
runs

=== jobs -n and -x, and bash's lines
--- script
sleep 60 & sh -c 'exit 3' & true & sleep 0.5
jobs >list; sed 's/]./]/' list; jobs; jobs -n; echo .; jobs -l | sed "s/ *[0-9][0-9]* Run/ PID Run/"
jobs -x echo a %1 %nope b >out; [[ $(<out) == "a "[0-9]*" %nope b" ]] && echo replaced
jobs -x; echo $?; jobs -x nosuch; echo $?; jobs -x false; echo $?; f() { echo f $#; }; jobs -x f %1; jobs -x -- echo hi
jobs -px echo; echo $?; jobs -z; echo $?; jobs %9; echo $?
kill %1; wait
--- stderr some
--- stdout
[1]  Running                 sleep 60 &
[2]  Exit 3                  sh -c 'exit 3'
[3]  Done                    true
[1]+  Running                 sleep 60 &
.
[1]+ PID Running                 sleep 60 &
replaced
0
127
1
f 1
hi
1
2
1

=== times, and unset's options
--- script
times | grep -c '^[0-9]*m[0-9]*\.[0-9][0-9][0-9]s [0-9]*m[0-9]*\.[0-9][0-9][0-9]s$'; times -z; echo $?
unset -fv a; echo $?; unset -z; echo $?; unset 'a b'; echo $?; unset -v 'a b'; echo $?; unset -f 'a b'; echo $?
readonly ro; unset ro; echo $?; unset -n ro; echo $?; unset -f nosuch; echo $?; unset; echo $?
f() { :; }; f=1; unset f; type -t f; echo $f; unset f; type -t f; f() { :; }; f=2; unset -f f; echo $f; type -t f
declare -n r=t; t=5; unset -n r; echo $t ${r-unset}; declare -n r=t; unset r; echo ${t-unset}
--- stderr some
--- stdout
2
2
1
2
0
1
0
1
1
0
0
function

2
5 unset
unset

=== alias -p lists all aliases first
--- script
alias m=more n='a b'; alias -p; alias -p m; alias -- m; alias -p nope || echo no
--- stdout
alias m='more'
alias n='a b'
alias m='more'
alias n='a b'
alias m='more'
alias m='more'
alias m='more'
alias n='a b'
no
--- stderr any

=== every builtin but a few prints its help for --help
peers: bash
--- script
for b in alias bg break builtin caller cd command compgen complete compopt continue declare dirs \
    disown enable eval exec exit export fc fg getopts hash help history jobs kill let local logout \
    mapfile popd printf pushd pwd read readarray readonly return set shift shopt source suspend times \
    trap type typeset ulimit umask unalias unset wait .; do
    x=$("$b" --help 2>&1)
    [ "$?" = 2 ] && [[ $x == "$b: $b"* ]] || echo "$b: $x"
done
cd --help >/dev/null; echo "$?"
echo --help
true --help; test --help && [ --help ] && : --help; echo "$?"
false --help || echo "$?"
--- stdout
2
--help
0
1
