# wrong uses of arrays, elements and references
peers: bash

=== a list is no value of an element
--- script
a=(1 2); a[0]=(3 4); echo never
echo "$? ${a[@]}"
a[1]+=(5)
echo "$? ${a[@]}"
--- stdout
1 1 2
1 1 2
--- stderr any
=== an empty subscript
--- script
a=(1 2); a[]=3; echo never
echo "$?"
a[]+=3
echo "$? ${a[@]}"
b=(1 []=2 3); echo "$? ${b[@]}"
--- stdout
1
1 1 2
0 1 3
--- stderr any
=== an index before the first element, in an expression
--- script
a=(x)
echo "<$((a[-2]))> $?"
((a[-5] = 1)); echo "$? ${a[@]}"
echo "$((a[-2] + 3))"
--- stdout
<0> 0
0 x
3
--- stderr any
=== readonly and export take no element
--- script
readonly b[7]=8; echo $?
export c[1]=2 d=3; echo "$? $d ${#c[@]}"
declare e[2]=3; declare -p e
readonly -a f g=(1); declare -p f g
--- stdout
1
1 3 0
declare -a e=([2]="3")
declare -r f
declare -ar g=([0]="1")
--- stderr any
=== a reference without a variable becomes the array
--- script
declare -n r
r=(x y); echo "$? $r"; declare -p r
--- stdout
0 x
declare -a r=([0]="x" [1]="y")
--- stderr any
=== a reference to an element is no array
--- script
a=(X Y Z); declare -n t='a[0]'
t[0]=W; echo never
echo "$? ${a[@]}"
t=(1 2)
echo "$? ${a[@]}"
t=V; echo "${a[@]}"
--- stdout
1 X Y Z
1 X Y Z
V Y Z
--- stderr any
=== the value of an array without element 0 refers to nothing
--- script
a=() b=([1]=x); declare -A m=([k]=v)
echo "<${!a}> <${!b}> <${!m}> <${!m-none}> <${!m+set}> <${!m@Q}>"
--- stdout
<> <> <> <none> <> <>
=== :- through a reference to all elements
--- script
ref='a[@]'; show() { echo "'${!ref-no}' '${!ref:-null}' '${!ref:+set}'"; }
a=(); show; a=(""); show; a=("" ""); show; IFS=; ref='a[*]'; show
--- stdout
'no' 'null' ''
'' '' 'set'
' ' ' ' 'set'
'' '' 'set'
=== ${!prefix*} with an empty IFS
--- script
gg1=1; gg2=2; IFS=
printf '<%s>' ${!gg*} "${!gg*}" ${!gg@}; echo
IFS=,; printf '<%s>' ${!gg*} "${!gg*}"; echo
--- stdout
<gg1gg2><gg1gg2><gg1><gg2>
<gg1><gg2><gg1,gg2>
