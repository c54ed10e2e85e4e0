# declare -n: variables that refer to others
peers: bash

=== a reference stands for its variable
--- script
declare -n r=x
r=5; echo $x $r; x=6; echo $r ${r}0 ${#r} $((r+1))
r+=7; echo $x; ((r++)); echo $x
declare -p r; declare -p x
declare -i r; r=2+3; declare -p x r
export r; declare -p x; unset r; declare -p x 2>/dev/null; echo $?; declare -p r
r=again; echo $x
unset -n r; declare -p r 2>/dev/null; echo $? $x
--- stdout
5 5
6 60 1 7
67
68
declare -n r="x"
declare -- x="68"
declare -i x="5"
declare -n r="x"
declare -ix x="5"
1
declare -n r="x"
again
1 again

=== a reference gets its variable later, or another one
--- script
declare -n r; declare -p r; r=foo; foo=7; echo $r
declare -n r=bar; r=8; echo $foo $bar
y=z; declare -n y; declare -p y; y=1; echo $z
for r in p1 p2; do r=val$r; done; echo $p1 $p2; declare -p r
declare +n r; declare -p r; r=plain; echo $r $p2
--- stdout
declare -n r
7
7 8
declare -n y="z"
1
val val
declare -n r="p2"
declare -- r="p2"
plain val

=== a reference to an element, and to an array
--- script
declare -n e='a[1]'; e=hi; declare -p a; echo $e ${e-unset}; e+=x; echo $e
i=2; declare -n f='a[i+1]'; f=three; i=3; f=four; declare -p a
unset e; declare -p a
declare -A m; declare -n k='m[some key]'; k=v; declare -p m
declare -n b=a; b[0]=zero b+=(last); b[-1]+=!; declare -p a; unset 'b[0]'; declare -p a
b=(new); declare -p a b; echo ${b[@]} ${#b[@]}
declare -n n=m; n=([x]=1); n[y]=2; declare -p m
--- stdout
declare -a a=([1]="hi")
hi hi
hix
declare -a a=([1]="hix" [3]="three" [4]="four")
declare -a a=([3]="three" [4]="four")
declare -A m=(["some key"]="v" )
declare -a a=([0]="zero" [3]="three" [4]="four" [5]="last!")
declare -a a=([3]="three" [4]="four" [5]="last!")
declare -a a=([0]="new")
declare -n b="a"
new 1
declare -A m=([y]="2" [x]="1" )

=== functions take variables by name
--- script
add() { local -n to=$1; shift; to+=("$@"); }
a=(1); add a "2 3" 4; declare -p a
f() { local v=inner; g v; echo $v; }; g() { local -n r=$1; r+=ed; }
v=outer; f; echo $v
h() { local -n r=$1; local -n s=r; s=deep; }; h v; echo $v
k() { declare -n r=v; readonly r; }; k; declare -p v
l() { local -n ref; ref=w; ref=new; }; l; echo $w; declare -p ref 2>/dev/null; echo $?
--- stdout
declare -a a=([0]="1" [1]="2 3" [2]="4")
innered
outer
deep
declare -r v="deep"
new
1

=== a name refers to itself as the variable outside functions
--- script
x=1; f() { local -n x=x 2>/dev/null; x=5; } 2>/dev/null; f; echo $x
--- stdout
5

=== loops of references are errors
--- script
declare -n self=self; echo $?
declare -n a=b; declare -n b=c; declare -n c=a
echo "[$a]"; a=1; echo $?
unset -n a b c; a=fine; echo $a
--- stdout
1
[]
fine
--- stderr some

=== some names cannot be referred to
--- script
declare -n bad=1x; echo $?
declare -n empty=; echo $?
v=5; declare -n v; echo $?; echo $v
declare -a arr; declare -n arr; echo $?; declare -n arr2=(x); echo $?
readonly ro=1; declare -n r=ro; r=2; echo no
echo $?
declare -n r=other; echo $? $ro
--- stdout
1
1
1
5
1
1
1
0 1
--- stderr some

=== a subscript that refers to itself ends
peers: none
--- script
declare -n r='a[r+r+r+r+r+r+r+r]'
echo "[$r]"
r=1; declare -p a
--- stdout
[]
declare -a a=([0]="1")
