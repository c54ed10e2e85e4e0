# echo, local, errors, set -e, and text that is never reached
peers: bash

=== echo has no backslashes without -e
--- script
echo 'a\tb' 'c\n'
echo -e 'a\tb\x41\101\0101\u20ac\q\\' 'x\cy' z
echo; echo -n a; echo -ne '\tb\n'; echo -E 'a\nb'; echo -eE 'a\nb'; echo -nope; echo - -n; echo -e
--- stdout
a\tb c\n
a	bA\101A€\q\ x
a	b
a\nb
a\nb
-nope
- -n

--- status 0

=== a local variable is unset, and does not outlast the function
--- script
x=1
f() { local x; echo "${x-unset}"; x=2; g; echo $x; }
g() { echo "g $x"; x=3; }
f; echo $x
h() { local a=1 b; local a; echo "$a ${b-unset}"; local b=$a; echo $b; }
h
k() { local y=$x x=5; echo $y $x; }
k
local z 2>/dev/null; echo $?
--- stdout
unset
g 2
3
1
1 unset
1
1 5
1

=== errors of special builtins do not end the shell
--- script
set -o nope; echo $?
shift 9; echo $?
. ./nope; echo $?
unset -z; echo $?
readonly 1x; echo $?
{ : <nope; } 2>/dev/null; echo $?
exec <nope; echo no
--- stderr
../script:1:1: set: unknown option -o nope
../script:3:1: .: ./nope: not found
../script:4:1: unset: unknown option -z
../script:5:1: readonly: "1x" is not a variable name
../script:7:6: cannot open nope: no such file or directory
--- stdout
2
1
1
2
1
1
no

=== assignments before a special builtin end with it
--- script
x=1 :; echo "${x-unset}"
x=1 eval 'echo $x'; echo "${x-unset}"
--- stdout
unset
1
unset

=== a failed expansion ends its line, not the script
--- script
echo $((1/0)); echo no
echo "after $?"
f() { echo $((1/0)); echo no; }
f; echo no
readonly r=1
r=2; echo no
echo "after $?"
(echo $((1/0)); echo no); echo "sub $?"
--- stdout
after 1
after 1
sub 1
--- stderr some

=== an unset parameter ends the script
--- script
(echo ${x?gone}; echo no); echo $?
set -u
echo $x
echo no
--- stdout
1
--- status 1
--- stderr some

=== set -e does not hold in command substitutions
--- script
set -e
x=$(false; echo goes on)
echo "$x"
f() { false; echo no; }
(f; echo no) || echo caught
x=$(false)
echo no
--- stdout
goes on
no
no
--- status 1

=== text after an exit may be anything
--- script
if true; then
    echo running
    exit 3
fi
)) binary ( data [[
--- status 3
--- stdout
running

=== an error of syntax strikes where it stands
--- script
echo before
if
)
echo after
--- stdout
before
--- status 2
--- stderr some

=== source passes arguments
--- file lib
echo "$# $1"; shift
return 4
--- script
set -- a b
source ./lib x y z; echo "$? $# $1"
source lib; echo "$?"
--- stdout
3 x
4 2 a
2 a
4

=== escapes for characters that are none of Unicode, and digits that are none
--- script
echo -e '\ud800\U110000\U7fffffff\Uffffffff|\u41\u7ff\U1F600\u \xg' | od -An -tx1 | tr -d ' \n'; echo
printf '%s' $'\ud800\U3ffffff\Uffffffff|' | od -An -tx1 | tr -d ' \n'; echo
echo -e "\x$(printf '\20')" | od -An -tx1 | tr -d ' \n'; echo
--- stdout
eda080f4908080fdbfbfbfbfbf7c41dfbff09f98805c75205c78670a
eda080fbbfbfbfbf7c
5c78100a

=== statuses of cd and umask
--- script
cd /none; echo "$?"
cd a b; echo "$?"
cd -P /none; echo "$?"
cd -x; echo "$?"
umask 999; echo "$?"
--- stdout
1
1
1
2
1
--- stderr some

=== aliases are listed as commands
--- script
alias g='echo ' h="it's"
alias
alias g
--- stdout
alias g='echo '
alias h='it'\''s'
alias g='echo '

=== a script has no prompt
--- script
[ -z "$PS1$PS2" ] && echo none
PS1='$ '; echo "$PS1"
--- stdout
none
$ 

=== TIMEFORMAT
--- script
TIMEFORMAT='%% r %R u %3U s %1S %lR'
{ time :; } 2>&1 | sed 's/[0-9]/0/g'
TIMEFORMAT=; time :
unset TIMEFORMAT; { time :; } 2>&1 | sed 's/[0-9]/0/g'
--- stdout escaped
% r 0.000 u 0.000 s 0.0 0m0.000s

real\t0m0.000s
user\t0m0.000s
sys\t0m0.000s
