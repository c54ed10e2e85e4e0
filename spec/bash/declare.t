# declare, typeset, local, readonly and export, and the attributes of variables
peers: bash

=== attributes hold at every assignment
--- script
declare -i n=5 m
n+=4; echo $n
n=n*2; echo $n
m=n-1; echo $m
for n in 1+1 2+2; do echo $n; done
read n <<<7*6; echo $n
: ${unset_one=3}; declare -i d; : ${d=2+2}; echo $d
declare -l lo=ABC; declare -u up=Äbc; echo $lo $up
lo+=DEF; up+=d; echo $lo $up
declare -u lo; lo=mixed; echo $lo
declare -lu both=aB; echo $both
declare +i n; n=1+1; echo $n
--- stdout
9
18
17
2
4
42
4
abc ÄBC
abcdef ÄBCD
MIXED
aB
1+1

=== declare -p prints what declares a variable again
--- script
x="a b" y="it's" z=$'n\nl' e=
declare -p x y z e
declare v; declare -p v
declare -i i=1 j; declare -p i j
declare -x ex=1; declare -p ex; declare +x ex; declare -p ex
declare -ir ro=2*3; declare -p ro
declare -xl -- lo='A"$`\'; declare -p lo
typeset -iu t=7; declare -p t
declare -p nosuch 2>/dev/null; echo $?
readonly r1=5 r2; declare -p r1 r2
readonly -p | grep ' r[12]'
export e1; declare -p e1
export -p | grep ' lo='
export -n lo; declare -p lo
declare -i | grep ' [it]='
declare -ra | grep -c -v BASH_VERSINFO; declare -ix | grep " [ijt]=\| ex\| r1\| e1"
--- stdout
declare -- x="a b"
declare -- y="it's"
declare -- z=$'n\nl'
declare -- e=""
declare -- v
declare -i i="1"
declare -i j
declare -x ex="1"
declare -- ex="1"
declare -ir ro="6"
declare -xl lo="a\"\$\`\\"
declare -iu t="7"
1
declare -r r1="5"
declare -r r2
declare -r r1="5"
declare -r r2
declare -x e1
declare -xl lo="a\"\$\`\\"
declare -l lo="a\"\$\`\\"
declare -i i="1"
declare -iu t="7"
0
declare -x e1
declare -i i="1"
declare -iu t="7"

=== declare alone prints assignments
--- script
zz1='a b'; zz2="it's"; zz3=$'a\tb'; zz4=; zz5=plain/text,1; zz6='#x'; zz7=x#; zz8='a:~'
declare -a zz9=(1 "2 3"); declare zza
declare | grep '^zz'; set | grep '^zz'
--- stdout
zz1='a b'
zz2='it'\''s'
zz3=$'a\tb'
zz4=
zz5=plain/text,1
zz6='#x'
zz7=x#
zz8='a:~'
zz9=([0]="1" [1]="2 3")
zz1='a b'
zz2='it'\''s'
zz3=$'a\tb'
zz4=
zz5=plain/text,1
zz6='#x'
zz7=x#
zz8='a:~'
zz9=([0]="1" [1]="2 3")

=== in a function variables are local, except with -g
--- script
x=outer
f() { declare x=inner; declare -g y=global; g; echo $x; }
g() { x=changed; local x; echo "${x-unset}"; }
f; echo $x $y
h() { local x=1; declare -g x=2; echo $x; }
h; echo $x
new() { local n=1; declare -gi n=2+3; }
new; declare -p n
k() { local -i i=2+3 j; local -r r=1; local -p; j=1+1; echo $j; }
k; echo "${i-unset}"
l() { local -I x; echo $x; x=5; }; l; echo $x
--- stdout
unset
changed
outer global
1
2
declare -i n="5"
declare -i i="5"
declare -i j
declare -r r="1"
2
unset
2
2

=== errors fail declare and go on
--- script
readonly ro=1
declare ro=3; echo $?
declare +r ro; echo $?
declare 1x a=1 2y=2 b=2; echo $? $a $b
declare -z; echo $?
local x; echo $?
declare - ; echo $?
declare -i ro; declare -p ro
typeset +y; echo $?
--- stdout
1
1
1 1 2
2
1
1
declare -ir ro="1"
2
--- stderr some

=== an expression that is none ends the command line
--- script
declare -i q=1+; echo no
echo $?
declare -i q; q=1+; echo no
echo $?
q+=2+; echo no
echo $?
--- stdout
1
1
1
--- stderr some

=== functions are listed
--- script
f() { echo hi; }
g () ( echo g )
declare -F
declare -F f; declare -F nosuch; echo $?
declare -f nosuch; echo $?
eval "$(declare -f f | sed s/hi/ho/)"; f
eval "$(declare -f g | sed '1s/g/k/')"; k
eval "again() $(declare -f g | tail -n +2)"; again
declare -f f | head -n 1
--- stdout
declare -f f
declare -f g
f
1
1
ho
g
g
f () 

=== a function with a local attribute leaves the outer variable alone
--- script
declare -u x=abc
f() { local -i x=2+2; echo $x; x=x*2; echo $x; local +i x; x=1+1; echo $x; }
f
x=def; echo $x
declare -i x=7; f; declare -p x
--- stdout
4
8
1+1
DEF
4
8
1+1
declare -iu x="7"

=== export of arrays
--- script
export -a x=abc; declare -p x; export -A m=([a]=b); declare -p m; export -a y=(1 2); declare -p y
export -n y; declare -p y
--- stdout
declare -ax x=([0]="abc")
declare -Ax m=([a]="b" )
declare -ax y=([0]="1" [1]="2")
declare -a y=([0]="1" [1]="2")

=== unset of a caller's local variable
--- script
f() { local a=1; g; echo "f $a"; }
g() { local b=3; h; echo "g ${b-un}"; }
h() { unset a; echo "${a-un}"; a=9; unset b; b=7; }
a=0; f; echo $a ${b-}
upvar() { unset -v "$1"; eval "$1=\$2"; }
k() { local r; upvar r val; echo "k $r"; }; k; echo ${r-none}
m() { local x=1; unset x; echo ${x-un}; x=2; }; x=0; m; echo $x
u() { local v=1; w; echo ${v-un}; }; w() { unset v; local v=5; y; echo $v; }; y() { unset v; echo ${v-un}; }
v=top; u; echo $v
--- stdout
0
g 7
f 9
9 7
k val
val
un
0
top
top
top
top

=== a local variable hides a readonly one that is local to a caller
--- script
caller() { local -r x=0; callee; echo "$x"; local x; echo $?; }
callee() { local x; echo "${x-unset}"; x=5; x=(1 2); echo "${x[@]}"; deeper; echo "${#x[@]}"; }
deeper() { local x=3; echo $x; for x in 4; do echo $x; done; unset x; echo "${x-unset}"; }
caller
readonly g=1; f() { local g=2; echo $?; }; f
p() { local -r y=1; q; echo never; }
q() { y=2; echo never; }
p; echo never
echo $?
--- stdout
unset
1 2
3
4
unset
2
0
0
1
1
--- stderr any

=== a local variable begins with the value of an assignment before the call
--- script
f() { local v; echo "${v-unset}"; v=2; env | grep '^v='; declare -i v; v+=1; echo $v; }
v=t f; v=0; v=4 f; echo $v; f
g() { f; }; v=3 g
h() { local v=x; echo $v; }; v=t h
i() { local -a v; echo "${v[@]-unset}"; local v; }; v=t i
v=t eval 'f'; q() { v=1 f; }; v=2 q; echo $v
--- stdout
t
v=2
3
4
v=2
3
0
unset
3
3
v=2
3
x
unset
t
v=2
3
1
v=2
3
0

=== a readonly local variable of a calling function can be hidden, a global one cannot
--- script
count() { local -r n=$1 s=$2; ((n > 0)) && count $((n-1)) x; echo $n $s; }
count 2 y
f() { local -r v=1; g; echo $v; }; g() { local v=2; v=3; echo $v; h; }
h() { declare -i v; v=4+1; local v; echo $v; ( k ); k; }; k() { local -r v=6; echo $v; }
f
same() { local -r x=1; local x=2; echo $? $x; local x; echo $?; }; same 2>/dev/null
readonly G=1
global() { local G=2; echo $? $G; local G; echo $?; f2; }; f2() { readonly w=1; f3; }; f3() { local w; echo $?; }
global 2>/dev/null
made() { local m=1; readonly m; user; echo $m; }; user() { local m=2; echo $m; unset m; echo $m; }; made 2>/dev/null
arrays() { local -ra a=(1 2); inner; echo ${a[@]}; }; inner() { local -a a=(3); a+=(4); echo ${a[@]}; }; arrays
--- stdout
0 x
1 x
2 y
3
5
6
6
1
1 1
0
1 1
1
1
2

1
3 4
1 2

=== export and readonly take + as a part of a name
--- script
export +u b=x
echo $? $b
readonly +i n=x
echo $? $n
export -u c=x
echo $? $c
--- stdout
1 x
1 x
2
--- stderr some

=== set -a exports no array, but one whose first element is assigned by its name
--- script
set -a
a=(p q) b[1]=x
declare -A m=([k]=v)
m[z]=1
read -ra r <<<'a b'
mapfile -t l <<<a
printf -v 'w[1]' x
((e[2] = 1, s = 2))
y[0]=1
y=2
declare -p a b m r l w e s y
--- stdout
declare -a a=([0]="p" [1]="q")
declare -a b=([1]="x")
declare -A m=([z]="1" [k]="v" )
declare -a r=([0]="a" [1]="b")
declare -a l=([0]="a")
declare -a w=([1]="x")
declare -a e=([2]="1")
declare -x s="2"
declare -ax y=([0]="2")

=== declare -ft prints nothing
--- script
f() { :; }; declare -ft f; echo $?; declare -f -t nosuch; echo $?; declare -f +t f; echo $?
--- stdout
0
1
0

=== -t is kept and shown
--- script
declare -t x=1; declare -p x
declare -tx y; declare -p y
declare +t x; declare -p x
declare -t | grep ' [xy]'
f() { local -t z=3; declare -p z; }; f
declare -rtixl q=3; declare -p q
declare -ft f
--- stdout
declare -t x="1"
declare -tx y
declare -- x="1"
declare -tx y
declare -t z="3"
declare -irtxl q="3"

=== under set -a a new variable without a value is exported once it has one
peers: bash
--- script
v0= ; set -a
declare v; declare -i n; typeset w=1; declare v0
f() { local l; l=in; env | grep '^l='; }; f
set +a
v=1 n=2+3
env | grep -E '^(v|n|w|v0)=' | sort
declare -p v n v0
--- stdout
l=in
n=5
v=1
w=1
declare -x v="1"
declare -ix n="5"
declare -- v0=""
