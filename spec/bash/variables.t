# The variables that bash computes or sets
peers: bash

=== RANDOM is bash's sequence after a seed, and differs without one
--- script
RANDOM=42; echo $RANDOM $RANDOM $RANDOM
RANDOM=0; echo $RANDOM; RANDOM=x; echo $RANDOM; RANDOM=-5; echo $RANDOM
a="$RANDOM$RANDOM$RANDOM" b="$RANDOM$RANDOM$RANDOM"
[[ $a != "$b" ]] && echo differs
i=0; while [[ $i -lt 200 ]]; do r=$RANDOM; (( r >= 0 && r < 32768 )) || echo bad; i=$((i+1)); done
a=$(echo "$RANDOM$RANDOM$RANDOM"); b=$(echo "$RANDOM$RANDOM$RANDOM"); [[ $a != "$b" ]] && echo too
a="$SRANDOM$SRANDOM" b="$SRANDOM$SRANDOM"; [[ $a != "$b" ]] && echo secure
--- stdout
17772 26794 1435
20814
20814
17653
differs
too
secure

=== SECONDS counts from what it was assigned
--- script
[[ $SECONDS -lt 300 ]] && echo few
SECONDS=5000; [[ $SECONDS -ge 5000 && $SECONDS -lt 5300 ]] && echo on
SECONDS=x; [[ $SECONDS -lt 300 ]] && echo zero
(SECONDS=90000); [[ $SECONDS -lt 300 ]] && echo mine
--- stdout
few
on
zero
mine

=== the time in seconds and microseconds
--- script
now=$(date +%s)
(( EPOCHSECONDS - now >= 0 && EPOCHSECONDS - now < 300 )) && echo now
[[ $EPOCHREALTIME =~ ^[0-9]+[.][0-9]{6}$ ]] && echo real
EPOCHSECONDS=1; (( EPOCHSECONDS > 1 )) && echo kept
--- stdout
now
real
kept

=== the process and its subshells
--- script
[[ $BASHPID = "$$" ]] && echo same
(pid=$BASHPID; [[ $pid != "$$" ]] && echo other; sh -c 'echo $PPID' | { read -r p; [[ $p = "$pid" ]] && echo real; })
[[ $(echo $BASHPID) != "$$" ]] && echo other
echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL)); echo $(echo $BASH_SUBSHELL)
echo $BASH_SUBSHELL | cat; { echo $BASH_SUBSHELL; } | cat
{ echo $BASH_SUBSHELL; } & wait
--- stdout
same
other
real
other
0
1
2
1
0
1
1

=== who and where
--- script
[[ $UID = "$(id -ru)" && $EUID = "$(id -u)" && $GROUPS = "$(id -g)" ]] && echo ids
[[ $HOSTNAME = "$(uname -n)" && $HOSTTYPE = "$(uname -m)" && $MACHTYPE = $HOSTTYPE-* ]] && echo host
[[ $MACHTYPE = *-$OSTYPE ]] && echo system
[[ -x $BASH && $PPID -gt 0 ]] && echo program
echo $BASH_VERSINFO
[[ $BASH_VERSION = 5.2.* ]] && echo version
(UID=1) 2>/dev/null || echo readonly
(PPID=1) 2>/dev/null || echo readonly
--- stdout
ids
host
system
program
5
version
readonly
readonly

=== the level of shells
env: SHLVL=4
--- script
echo $SHLVL; sh -c 'echo $SHLVL'
--- stdout
5
5

=== a level that is no number
env: SHLVL=x
--- script
echo $SHLVL
--- stdout
1

=== a level below 0
env: SHLVL=-4
--- script
echo $SHLVL
--- stdout
0

=== a level that is too high
env: SHLVL=999
--- script
echo $SHLVL
--- stdout
1
--- stderr any

=== names of machines that the environment has are kept
env: HOSTNAME=me
env: OSTYPE=os
--- script
echo $HOSTNAME $OSTYPE
--- stdout
me os

=== PIPESTATUS has the status of every element
--- script
p() { echo "$1 $PIPESTATUS"; }
(exit 3) | true; p 1
true | (exit 3) | true; echo $PIPESTATUS
! false; p 2
! (exit 5) | true; p 3
if (exit 3) | (exit 4); then :; fi; p 4
{ false; (exit 5) | true; }; p 5
(exit 6); p 6
[[ a = b ]]; p 7
(( 0 )); p 8
(exit 9) | true; [[ a = a ]]; p 9
(exit 9) | true; x=1; p 10
for i in 1; do (exit 9) | true; done; p 11
(exit 9) | true && p 12
f() { (exit 9) | true; }; f; p 13
x=$(exit 9); p 14
(exit 9) | true; x=$PIPESTATUS; echo $x
set -o pipefail; (exit 9) | true; echo $? $PIPESTATUS
--- stdout
1 3
0
2 1
3 5
4 3
5 5
6 6
7 1
8 1
9 0
10 0
11 9
12 9
13 0
14 9
9
9 9

=== $_ is the last argument
--- script
echo hi x; echo "$_"
: a "b  c"; echo "$_"
x=1; echo "[$_]"
f() { : q; }; f z; echo "$_"
: a | : b; echo "$_"
(: zz); echo "$_"
for i in 1; do : loop; done; echo "$_"
: $(: sub); echo "$_"
: w; [[ a == a ]]; echo "$_"
--- stdout
hi x
x
b  c
[]
z
z
z
loop
:
w

=== the running functions, their files and the lines of their calls
--- file lib
echo "lib ${FUNCNAME-none} $BASH_SOURCE $BASH_LINENO"
f
--- script
f() { echo "$FUNCNAME $BASH_SOURCE $BASH_LINENO"; }
g() {
    f
    echo "$FUNCNAME $BASH_LINENO"
}
echo "${FUNCNAME-none} $BASH_SOURCE $BASH_LINENO"
f
g
. ./lib
(f)
eval f
x=$(g); echo "$x"
--- stdout
none ../script 0
f ../script 7
f ../script 3
g 8
lib none ./lib 9
f ../script 2
f ../script 10
f ../script 11
f ../script 3
g 12

=== FUNCNAME of a command string, and no file
run: -c
--- script
f() { echo "$FUNCNAME $BASH_SOURCE $BASH_LINENO"; }; f; echo "[${FUNCNAME-none}$BASH_SOURCE$BASH_LINENO]"
--- stdout
f environment 1
[none]

=== the command
--- script
echo "$BASH_COMMAND"
f() { echo "$BASH_COMMAND"  "x"; }
f
--- stdout
echo "$BASH_COMMAND"
echo "$BASH_COMMAND" "x" x

=== BASH_ARGV0 renames the script
--- script
echo $BASH_ARGV0; BASH_ARGV0=other; echo $0 $BASH_ARGV0
--- stdout
../script
other other

=== SHELLOPTS has the names of options that are on
--- script
echo $SHELLOPTS; set -eu -o pipefail; echo $SHELLOPTS; set +B; echo $SHELLOPTS
(SHELLOPTS=x) 2>/dev/null || echo readonly
--- stdout
braceexpand:hashall:interactive-comments
braceexpand:errexit:hashall:interactive-comments:nounset:pipefail
errexit:hashall:interactive-comments:nounset:pipefail
readonly

=== the letters of options
--- script
echo $-; set -exE 2>/dev/null; set +x; echo $-
--- stdout
hB
ehBE
--- stderr any

=== a variable that was unset is one like others
--- script
unset RANDOM SECONDS BASHPID BASH_SUBSHELL FUNCNAME
RANDOM=4 SECONDS=3 BASHPID=2 BASH_SUBSHELL=9
f() { echo "[$FUNCNAME]"; }; f
echo $RANDOM $SECONDS $BASHPID $BASH_SUBSHELL
--- stdout
[]
4 3 2 9

=== a local variable hides the one that is computed
--- script
f() { local RANDOM=3; echo $RANDOM; RANDOM=5; echo $RANDOM; }
f; RANDOM=42; echo $RANDOM
RANDOM=1 eval 'echo $RANDOM'
--- stdout
3
5
17772
1

=== an asynchronous list has them too
--- script
f() { { echo $FUNCNAME $BASH_LINENO $BASH_SUBSHELL; (( RANDOM >= 0 )) && echo random; } & wait; }
f
SECONDS=5000; { (( SECONDS >= 5000 )) && echo seconds; } & wait
unset RANDOM; { echo "[$RANDOM]"; } & wait
--- stdout
f 2 1
random
seconds
[]

=== $_ after the declaration of an array is its name
--- script
: x; declare a=(1 2); echo "$_"; typeset -A h+=([x]=1); echo "$_"; declare s=bar; echo "$_"
--- stdout
a
h
s=bar

=== unset reaches a caller's local variable, and shows what it hides
--- script
unsets() { unset -v x; x=new; }
f() { local x=f; g; echo "f $x"; }
g() { local x=g; unsets; echo "g $x"; }
x=top; f; echo $x
h() { local x=h; unset x; x=again; echo "h $x"; }; h; echo $x
k() { local x=k; echo "$(unsets; echo $x) $x [$(unset x; echo $x)]"; (unsets; echo $x); }; k; echo $x
l() { unset x; echo "l $x"; unset x; echo "l ${x-none}"; }
m() { local x=m; l; echo "m ${x-none}"; }; m; echo ${x-none}
x=top; n() { unset x; echo "n $x"; }; x=before n; echo $x
up() { unset -v "$1" && eval $1=\$2; }
inner() { local "$1" && up $1 value; }
outer() { local cur; inner cur; echo "outer $cur"; }; outer; echo ${cur-none}
i=top; o() { local i=$1; p; echo $i; }; p() { unset i; i=$i.p; }; o 1; o 2; echo $i
r() { local x=r; readonly x; l 2>/dev/null; }; r
s() { local x=s; x=before t; echo "s ${x-none}"; }; t() { unset x; echo "t $x"; unset x; }
unset x; s; echo "${x-none}"; a=(1 2); u() { local a=u; v; }; v() { unset a; echo "${a[*]}"; }; u
v2() { local a=v2; v3; echo $a; }; v3() { unset a; a+=(3); }; v2; echo "${a[*]}"
--- stdout
g new
f new
top
h again
top
new k []
new
top
l top
l none
m none
none
n top
top
outer value
none
top.p
top.p.p
top.p.p
l r
l r
t s
s none
none
1 2
1
1 2 3

=== unset in a block keeps the block's own variables apart
peers: none
--- script
h=outer
f() {
    forall h in a
        unset h; echo "${h-none}"
    end
}
f; echo $h
--- stdout
none
outer

=== BASH_ALIASES and BASH_CMDS are the aliases and the remembered programs
--- script
alias a=b c='d e'; echo "${BASH_ALIASES[a]} ${BASH_ALIASES[c]} ${#BASH_ALIASES[@]}"
BASH_ALIASES[x]='echo hi'; alias x; BASH_ALIASES[x]+=' there'; alias x; BASH_ALIASES=([q]=1); alias q
for k in "${!BASH_ALIASES[@]}"; do echo "$k"; done | sort; [[ -v BASH_ALIASES[q] ]] && echo set
unset 'BASH_ALIASES[a]'; alias a; unalias -a; echo ${#BASH_ALIASES[@]}
(alias s=t; echo ${BASH_ALIASES[s]}); echo "${BASH_ALIASES[s]-unset}"
shopt -s expand_aliases; BASH_ALIASES[say]='echo said'
say x
hash -r; hash ls; declare -p BASH_CMDS; BASH_CMDS[foo]=/bin/echo; foo hi; hash -t foo; echo ${BASH_CMDS[ls]} ${BASH_CMDS[foo]}
unset BASH_ALIASES; alias y=z; echo "${BASH_ALIASES[y]-unset}"
--- stdout
b d e 2
alias x='echo hi'
alias x='echo hi there'
alias q='1'
a
c
q
x
set
alias a='b'
0
t
unset
said x
declare -A BASH_CMDS=([ls]="/usr/bin/ls" )
hi
/bin/echo
/usr/bin/ls /bin/echo
unset

=== the text and the arguments of the shell
--- script
[[ $SH == */bash ]] && dialect= || dialect='-o bash'
"$SH" $dialect -c 'declare -p BASH_EXECUTION_STRING BASH_ARGC BASH_ARGV; BASH_EXECUTION_STRING=x; echo $BASH_EXECUTION_STRING' n o p
echo "${BASH_EXECUTION_STRING-unset}"; declare -p COMP_WORDBREAKS BASH_ARGC BASH_ARGV
--- stdout
declare -- BASH_EXECUTION_STRING="declare -p BASH_EXECUTION_STRING BASH_ARGC BASH_ARGV; BASH_EXECUTION_STRING=x; echo \$BASH_EXECUTION_STRING"
declare -a BASH_ARGC=([0]="2")
declare -a BASH_ARGV=([0]="p" [1]="o")
x
unset
declare -- COMP_WORDBREAKS=$' \t\n"\'@><=;|&(:'
declare -a BASH_ARGC=([0]="0")
declare -a BASH_ARGV=()

=== PIPESTATUS has no elements before the first command
--- script
echo "${#PIPESTATUS[@]}"
echo "${#PIPESTATUS[@]}"
--- stdout
0
1

=== BASH_SOURCE of a file in the directory, and in PATH
--- file lib
echo "$BASH_SOURCE"
--- script
. lib; source ./lib; mkdir d; cd d; (PATH=$PATH:..; . lib); cd ..; PATH=$PATH::; . lib
--- stdout
lib
./lib
../lib
./lib

=== the environment of a command has its path in _
--- script
env | grep '^_='
(env | grep '^_=')
x=$(env | grep '^_='); echo "$x"
env a=b | grep -c '^_='
sh -c 'env | grep -c "^_="'
(exec -c /usr/bin/env)
--- stdout
_=/usr/bin/env
_=/usr/bin/env
_=/usr/bin/env
1
1

=== PIPESTATUS after a condition without a list to run
peers: bash
--- script
if false; then :; fi; echo "$? ${PIPESTATUS[@]}"
if true | (exit 3); then :; fi; echo "$? ${PIPESTATUS[@]}"
if false; then :; elif [[ a == b ]]; then :; fi; echo "$? ${PIPESTATUS[@]}"
while (exit 4); do :; done; echo "$? ${PIPESTATUS[@]}"
until true; do :; done; echo "$? ${PIPESTATUS[@]}"
while read -r x; do (exit 5); done <<<a; echo "$? ${PIPESTATUS[@]}"
--- stdout
0 1
0 0 3
0 1
0 4
0 0
5 1
