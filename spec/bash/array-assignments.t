# Assignments of arrays and their elements
peers: bash

=== an array is assigned in parentheses
--- file a.x
--- file b.x
--- script
i=3
a=(x "y z" [5]=v w *.x *.none "*" {1,2} $i "$i$i" ~)
declare -p a | sed "s,$HOME,HOME,"
b=()
declare -p b
c=( # a comment
  one
  two # another

  three)
declare -p c
d=([3]=x y [1]=z w); declare -p d
e=([1+1]=a [i]=b ["0"]=c); declare -p e
x='p q' f=($x "$x" [9]=$x); declare -p f
g=([0] [ab]c [a] =); declare -p g
--- stdout
declare -a a=([0]="x" [1]="y z" [5]="v" [6]="w" [7]="a.x" [8]="b.x" [9]="*.none" [10]="*" [11]="1" [12]="2" [13]="3" [14]="33" [15]="HOME")
declare -a b=()
declare -a c=([0]="one" [1]="two" [2]="three")
declare -a d=([1]="z" [2]="w" [3]="x" [4]="y")
declare -a e=([0]="c" [2]="a" [3]="b")
declare -a f=([0]="p" [1]="q" [2]="p q" [9]="p q")
declare -a g=([0]="[0]" [1]="[ab]c" [2]="[a]" [3]="=")

=== += adds elements
--- script
a=(1 2); a+=(3 4); a+=([9]=x y [0]+=z); declare -p a
b=str; b+=(x); declare -p b
c+=(new); declare -p c
a+=5; declare -p a
declare -i n=(1+1 2); n+=(3+3); n[0]+=4; n[1]=2*2; declare -p n
declare -u u=(ab); u+=(cd [0]+=ef); u[1]+=g; declare -p u
--- stdout
declare -a a=([0]="1z" [1]="2" [2]="3" [3]="4" [9]="x" [10]="y")
declare -a b=([0]="str" [1]="x")
declare -a c=([0]="new")
declare -a a=([0]="1z5" [1]="2" [2]="3" [3]="4" [9]="x" [10]="y")
declare -ai n=([0]="6" [1]="4" [2]="6")
declare -au u=([0]="ABEF" [1]="CDG")

=== elements are assigned one by one
--- script
a[2]=x a[0]="y z" a[1+2]=$(echo sub); declare -p a
a[-1]=last a[2]+=y; declare -p a
i=0; a[i++]=$i a[i]=${i}th; declare -p a; echo $i
s=str; s[2]=x; declare -p s; s[0]+=ing; s+=s; declare -p s
n[1 + 1]=spaces n[$((2+3))]=five; declare -p n
k='1] 2'; n["3"]=q; declare -p n
j=7; n[j]=a n[$j+1]=b; declare -p n
--- stdout
declare -a a=([0]="y z" [2]="x" [3]="sub")
declare -a a=([0]="y z" [2]="xy" [3]="last")
declare -a a=([0]="0" [1]="1th" [2]="xy" [3]="last")
1
declare -a s=([0]="str" [2]="x")
declare -a s=([0]="strings" [2]="x")
declare -a n=([2]="spaces" [5]="five")
declare -a n=([2]="spaces" [3]="q" [5]="five")
declare -a n=([2]="spaces" [3]="q" [5]="five" [7]="a" [8]="b")

=== associative arrays have keys
--- script
declare -A m=([a]=1 ["b c"]=2 [$'d']=3 ['@']=4 [e-f]= [x]+=y)
declare -p m
m[x y]=5 m["q]"]=6; k=new; m[$k]=7 m["$k$k"]=8 m[a]+=0; declare -p m
m=(k1 v1 "k 2" v2 k3); declare -p m
m+=([k1]=w [k4]=u); m+=(k5 t); declare -p m
x='a b'; m=($x *); declare -p m
m=(); declare -p m
declare -A n; declare -p n; n[i]=v; declare -p n
declare -A l=([A]=1); declare -iA num=([x]=1+1); num[x]+=3; declare -p l num
--- stdout
declare -A m=([e-f]="" ["b c"]="2" ["@"]="4" [x]="y" [d]="3" [a]="1" )
declare -A m=([newnew]="8" ["q]"]="6" [e-f]="" ["b c"]="2" ["@"]="4" [x]="y" [d]="3" [a]="10" [new]="7" ["x y"]="5" )
declare -A m=([k1]="v1" [k3]="" ["k 2"]="v2" )
declare -A m=([k4]="u" [k5]="t" [k1]="w" [k3]="" ["k 2"]="v2" )
declare -A m=(["a b"]="*" )
declare -A m=()
declare -A n
declare -A n=([i]="v" )
declare -A l=([A]="1" )
declare -Ai num=([x]="5" )

=== declarations take arrays
--- script
declare -a a=(1 "2 3") b; declare -p a b
readonly -a r=(x y); readonly s=(z); declare -p r s
export e=(1); declare -p e; env | grep -c '^e='
typeset -ai t=(1+1); declare -p t
declare p=5; declare -a p; declare -p p; declare p=6; declare -p p
declare 'a[2]=two' a[3]=three "a[1]+=x"; declare -p a
declare -a 'q=(1 "2 3" [5]=x)'; declare -p q; declare q='(y)'; declare -p q
declare "z=(1 2)"; declare -p z
f() { local a=("${1}" in) b=(); local -A m=([k]=v); declare -p a m b; a+=(more); declare -p a; }
f arg; declare -p a m 2>/dev/null; echo $?
g() { local -a x; x[1]=y; declare -p x; declare -ga G=(g); }; g; declare -p G
--- stdout
declare -a a=([0]="1" [1]="2 3")
declare -a b
declare -ar r=([0]="x" [1]="y")
declare -ar s=([0]="z")
declare -ax e=([0]="1")
0
declare -ai t=([0]="2")
declare -a p=([0]="5")
declare -a p=([0]="6")
declare -a a=([0]="1" [1]="2 3x" [2]="two" [3]="three")
declare -a q=([0]="1" [1]="2 3" [5]="x")
declare -a q=([0]="y")
declare -- z="(1 2)"
declare -a a=([0]="arg" [1]="in")
declare -A m=([k]="v" )
declare -a b=()
declare -a a=([0]="arg" [1]="in" [2]="more")
declare -a a=([0]="1" [1]="2 3x" [2]="two" [3]="three")
1
declare -a x=([1]="y")
declare -a G=([0]="g")

=== bad subscripts and kinds are errors
--- script
a=(1); a[-2]=x; echo no
echo $?
b[-1]=x; echo no
echo $?; declare -p b
a=(1 [-9]=x 2); echo $?; declare -p a
a=([1+]=x); echo no
echo $?
declare -A m; m['']=x; echo no
echo $?
m=([a]=1 b); echo $?; declare -p m
declare -a m; echo $?; declare -A a; echo $?; declare +a a; echo $?
readonly a; a[0]=x; echo no
echo $?
a+=(x); echo no
echo $?
--- stdout
1
1
0
declare -a a=([0]="1" [1]="2")
1
1
0
declare -A m=([a]="1" )
1
1
1
1
1
--- stderr some

=== huge indices cost nothing
--- script
a[999999999999]=1 a[9223372036854775000]=2; declare -p a
a=([4611686018427387904]=x y); declare -p a
a[0x7fffffff]+=z; declare -p a
--- stdout
declare -a a=([999999999999]="1" [9223372036854775000]="2")
declare -a a=([4611686018427387904]="x" [4611686018427387905]="y")
declare -a a=([2147483647]="z" [4611686018427387904]="x" [4611686018427387905]="y")

=== the highest index is an error, since there would be no end
peers: none
--- script
a[9223372036854775807]=x; echo no
a[9223372036854775806]=x; a+=(y); echo 1; declare -p a
--- stdout
1
declare -a a=([9223372036854775806]="x")
--- stderr
../script:1:2: a[9223372036854775807]: bad array subscript
../script:2:27: a[]: bad array subscript

=== before a command an array is text, and an element an error
--- script
a=(1 "2")
a=(5 6) env | grep '^a='
a[0]=x echo ran
f() { declare -p a; }; a=(7) f
declare -p a
x=1 x+=2 eval 'echo $x'
--- stdout
a=(5 6)
ran
declare -x a="(7)"
declare -a a=([0]="1" [1]="2")
12
--- stderr some

=== set -x shows them
--- script
set -x
a=(1 "2 3"); a[1]=x; a+=(4); b+=c
--- stderr
+ a=(1 "2 3")
+ a[1]=x
+ a+=(4)
+ b+=c
