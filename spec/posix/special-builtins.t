# XCU 2.15: special builtins.
peers: dash bash

=== colon
--- script
: a b; echo $?
: ${x:=set} $((y=1)); echo $x $y
: >f; ls f
false; :; echo $?
--- stdout
0
set 1
f
0

=== eval
--- script
eval echo a b; eval 'echo "a  b"'; eval "echo 'c  d'" e
x='$y'; y=z; eval echo $x; eval "echo \"$x\""
eval; echo $?
eval ''; echo $?
eval 'false'; echo $?
eval 'x=1
y=2
echo $x $y'
eval 'for i in 1 2; do' 'echo $i; done'
eval 'f() { echo f; }'; f
eval 'eval "echo \$x"'
eval 'echo a | cat; echo b >f'; cat f
eval 'cat <<E
here
E
'
--- stdout
a b
a  b
c  d e
z
z
0
0
1
1 2
1
2
f
1
a
b
here

=== eval sees what was before
--- script
(exit 3); eval 'echo $?'
(exit 4); eval ''; echo $?
false; eval 'x=$?'; echo $x
--- stdout
3
0
1

=== dot
--- file lib
x=1
echo "$0 $#"
f() { echo f; }
return 3
echo never
--- file sub/lib2
echo lib2
--- script
. ./lib; echo $? $x; f
PATH=$PWD/sub:$PATH
. lib2
. ./sub/lib2
>empty; false; . ./empty; echo $?
echo 'false' >fails; . ./fails; echo $?
echo 'exit 4' >exits; (. ./exits; echo never); echo $?
printf 'echo no newline' >nonl; . ./nonl
printf 'echo a\n\n# c\n' >c; . ./c
--- stdout
../script 0
3 1
f
lib2
lib2
0
1
4
no newline
a

=== dot looks in PATH only for names without a slash, not in the directory
--- file lib
echo lib
--- script
(. lib) 2>/dev/null || echo not found
(PATH=.:$PATH; . lib)
(. ./nosuch; echo never) 2>/dev/null || echo ended
command . ./nosuch 2>/dev/null || echo here
--- stdout
not found
lib
ended
here

=== dot of a file that is read once, nested and recursive
--- script
echo 'n=$((n+1)); [ $n -lt 3 ] && . ./rec; echo $n' >rec
n=0; . ./rec
echo '. ./b; echo a' >a; echo 'echo b' >b
. ./a
echo 'echo first; echo "echo changed" >self2' >self; . ./self; . ./self2
--- stdout
3
3
3
b
a
first
changed

=== dot of /dev/null, a pipe and a here-document
--- script
. /dev/null; echo $?
mkfifo p; echo 'echo from pipe' >p & . ./p
wait
--- stdout
0
from pipe

=== exec
--- script
(exec echo a; echo never)
(exec 3>f; echo b >&3); cat f
(exec nosuchcommand; echo never) 2>/dev/null; echo $?
(exec ./dir; echo never) 2>/dev/null; echo $?
>noexec; (exec ./noexec; echo never) 2>/dev/null; echo $?
exec; echo $?
(x=1 exec sh -c 'echo $x')
(exec <f; cat)
(exec sh -c 'exit 3'); echo $?
(f() { echo func; }; exec true; echo never); echo $?
exec sh -c 'echo $0 $1' a b
echo never
--- stdout
a
b
127
127
126
0
1
b
3
0
a b

=== exec keeps the process
--- script
"$SH" -c 'echo $$; exec sh -c "echo \$\$"' | uniq | wc -l | tr -d ' '
--- stdout
1

=== exit
--- script
(exit); echo $?
(exit 0); echo $?
(exit 255); echo $?
false; (exit); echo $?
(f() { exit 3; }; f); echo $?
(eval 'exit 4'); echo $?
exit 5
echo never
--- stdout
0
0
255
1
3
4
--- status 5

=== export
--- script
x=1; export x; sh -c 'echo $x'
export y=2 z='a b'; sh -c 'echo $y "$z"'
export w; sh -c 'echo ${w-unset}'; w=3; sh -c 'echo $w'
unset x; sh -c 'echo ${x-unset}'
v='p q'; export u=$v; echo "$u"
export t="$v" s; echo "$t"
export -p | grep -c ' [uw]='
export e=~/a; [ "$e" = "$HOME/a" ] && echo tilde
--- stdout
1
2 a b
unset
3
unset
p q
p q
2
tilde

=== export -p and readonly -p can be read again
--- script
export a="it's" b='x y' c
readonly d='$p
q'
export -p | grep -E "^export [abc]" >f
unset a b c
. ./f
sh -c 'echo "$a" "$b" "${c-unset}"'
readonly -p | grep -A1 '^readonly d' >g
"$SH" -c '. ./g; echo "$d"; (d=2) 2>/dev/null || echo fixed'
--- stdout
it's x y unset
$p
q
fixed

=== readonly
--- script
readonly a=1; echo $a
b=2; readonly b; echo $b
(a=3; echo never) 2>/dev/null || echo error
(b=; echo never) 2>/dev/null || echo error
readonly c; echo ${c-unset}
(c=1; echo never) 2>/dev/null || echo error
readonly a b
x='p q'; readonly d=$x; echo "$d"
sh -c 'echo ${a-unset}'
"$SH" -c 'a=5; echo $a'
--- stdout
1
2
error
error
unset
error
p q
unset
5

=== set without operands lists variables, to be read again
--- script
v="it's a \$ and  a
newline"
set | grep -A1 '^v=' >f
v=
. ./f
echo "$v"
set >g; grep -c '^v=' g
--- stdout
it's a $ and  a
newline
1

=== set changes positional parameters
--- script
set a 'b c'; echo $# "$2"
set -- ; echo $#
set -- -x y; echo $1 $#
set - a; echo $1
set -f -- p; echo $1; case $- in *f*) echo f;; esac
set +f q; echo $1; case $- in *f*) echo f;; esac
set x; set --; echo "$#"
set -- a; set -u; echo $1; set +u
--- stdout
2 b c
0
-x 2
a
p
f
q
0
a

=== shift by too many
except bash: has status 1 and goes on
--- script
set -- a; (shift 2; echo never) 2>/dev/null || echo error
--- stdout
error

=== shift
--- script
set -- a b c d
shift; echo $1; shift 2; echo $1 $#; shift 0; echo $#; shift; echo $#
set -- 1 2 3; shift 3; echo $#
f() { shift; echo $1; }; set -- p q; f x y; echo $1
--- stdout
b
d 1
1
0
0
y
p

=== times
--- script
times | wc -l | tr -d ' '
times | grep -c 'm.*s .*m.*s'
--- stdout
2
2

=== trap, as a command
--- script
trap 'echo a' USR1
trap -- 'echo b' USR2
trap
trap - USR1
trap
--- stdout
trap -- 'echo a' USR1
trap -- 'echo b' USR2
trap -- 'echo b' USR2

=== unset
--- script
x=1 y=2; unset x; echo ${x-unset} $y
unset x; echo $?
unset -v y; echo ${y-unset}
f() { echo f; }; unset -f f; f 2>/dev/null; echo $?
a=1 b=2; unset a b; echo ${a-u} ${b-u}
export e=1; unset e; e=2; sh -c 'echo ${e-unset}'
g() { echo g; }; g=1; unset -v g; g
unset; echo $?
IFS=:; unset IFS; set -- a:b; x='p q'; set -- $x; echo $#
--- stdout
unset 2
0
unset
127
u u
unset
g
0
2

=== dot of /dev/stdin and /dev/fd/N
--- script
. /dev/stdin <<A
x=1
A
echo "$x"
echo 'echo piped' | . /dev/stdin
echo y=3 >f
. /dev/fd/5 5<f
echo "$y"
--- stdout
1
piped
3

=== return from a function and a dot script
--- script
f() { return 3; echo never; }; f; echo $?
echo 'return 4; echo never' >lib; . ./lib; echo $?
g() { . ./lib; echo after $?; return; }; g; echo $?
h() { eval return 5; }; h; echo $?
i() { return 6 | true; }; i; echo $?
j() { while :; do return; done; }; (exit 7); j; echo $?
k() { trap 'return 8' USR1; kill -USR1 $$; echo never; }; k; echo $?
--- stdout
3
4
after 4
0
5
0
0
8

=== break and continue in odd places
--- script
for i in 1 2; do eval 'continue'; echo never; done; echo $i
echo break >lib
for i in 1 2; do . ./lib; done; echo $i
for i in 1; do for j in 2; do eval 'break 2'; done; echo never; done; echo end
--- stdout
2
1
end

=== special builtins through command
--- script
x=1 command export y=2; echo ${x-unset} $y
command eval 'z=3'; echo $z
command exec 3>f; echo a >&3; cat f
command set -- p q; echo $2
f() { command return 4; echo never; }; f; echo $?
for i in 1 2; do command break; done; echo $i
command . /dev/null; echo $?
command -v export; command -V : >/dev/null; echo $?
(command exit 6; echo never); echo $?
--- stdout
unset 2
3
a
q
4
1
0
export
0
6

=== trap in a subshell shows the shell's until one is set
except dash: shows none
--- script
trap 'echo a' USR1
trap | grep -c USR
(trap 'echo b' USR2; trap | grep -c USR1; :)
--- stdout
1
0

=== a signal just before exec is not lost
--- script
mkfifo p
for i in 1 2 3 4 5 6 7 8; do
	"$SH" -c 'echo >p; exec sleep 100' & c=$!
	read x <p
	kill -TERM $c; wait $c; echo $?
done
--- stderr any
--- stdout
143
143
143
143
143
143
143
143

=== a name that cannot be unset or marked does not keep the others from it
except dash: stops at the first
--- script
readonly a=1; b=2 c=3
command unset b a c; [ $? -ne 0 ] && echo ${b-gone} ${c-gone}
command export d=4 a=5 e=6; [ $? -ne 0 ] && echo $a $d $e
command readonly f=7 a g=8; echo $? $f $g
--- stderr some
--- stdout
gone gone
1 4 6
0 7 8

=== exec that fails at a prompt keeps its redirections
skip dash: ends
skip bash: takes them back
--- script
printf 'exec nosuch >out\necho here\n' | "$SH" -i 2>/dev/null
cat out
--- stdout
here
