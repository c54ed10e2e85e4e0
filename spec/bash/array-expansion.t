# Expansions of arrays
peers: bash

=== elements
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
a=(1 "2 3" "" 4) i=1 z=
p "x${a[0]}${a[1]}y" ${a[1]} ${a[i+1]} ${a[$i]} ${a[a[0]]} ${a[${a[0]}]} "${a["1"]}" "${a[ 1 ]}" ${a[i=3]} "$i" ${a[i--]} "$i" "${a[-1]}"
p ${#a[1]} ${#a} "${#a[9]}" "${#a[-1]}" "${a[1]/2/x}" "${a[1]:2}" "${a[9]-def}" "${a[9]:=set}" "${a[9]}" "${a[0]+y}" "${a[2]:+y}" "$a"
s=str; p "${s[0]}" "${s[1]-d}" "${s[0]:1}"; b=([3]=x); p "${b-unset}" "${b:-d}" "${#b}"
--- stdout
<x12 3y><2><3><2><3><2><3><2><3><2 3><2 3><4><3><4><2><4> 16
<3><1><0><1><x 3><3><def><set><set><y><><1> 12
<str><d><tr> 3
<unset><d><0> 3

=== elements of associative arrays
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
k='a b'; declare -A M=([x]=1 ['a[b]c']=nest [']']=br)
M[$k]=1; M["$k c"]=2
p "${M[$k]}" "${M["$k c"]}" "${M[a b c]}" "${M[$k c]}" "${M['a b']}" ${M[a\ b]} "${M[a[b]c]}" "${M["]"]}" "${M[\]]}" "${M[nope]-d}" "${M[z]=new}" "${M[z]^}"
cat <<X
${M['a b']} ${M["a b c"]} ${M[x]:-d}
X
--- stdout
<1><2><2><2><1><1><nest><br><br><d><new><New> 12
1 2 1

=== all elements
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
a=(1 "2 3" "" 4) e=() s=str
p ${a[@]} - "${a[@]}" - "${a[*]}" - ${a[*]} - "x${a[@]}y" "x${e[@]}y" "${e[@]}" ${e[*]} "${e[*]}" "${s[@]}" "${s[*]}"
p ${#a[@]} ${#a[*]} ${#e[@]} ${#u[@]} ${#s[@]} "${!a[@]}" "${!s[@]}" "${!u[@]}" "${!e[@]}"
declare -A A=([b]=2 [c]=3 ["x y"]=s); p "${A[@]}" "${!A[@]}" "${#A[@]}" "${!A[*]}"
for k in "${!A[@]}"; do p "$k=${A[$k]}"; done
c=("${a[@]}" "${a[@]:0:1}" ${a[1]}); p "${c[@]}"; c=("${c[@]/#/-}"); p "${c[@]}"
--- stdout
<1><2><3><4><-><1><2 3><><4><-><1 2 3  4><-><1><2><3><4><-><x1><2 3><><4y><xy><><str><str> 25
<4><4><0><0><1><0><1><2><3><0> 10
<3><2><s><c><b><x y><3><c b x y> 8
<c=3> 1
<b=2> 1
<x y=s> 1
<1><2 3><><4><1><2><3> 7
<-1><-2 3><-><-4><-1><-2><-3> 7

=== IFS joins and splits the elements
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
a=(1 "2 3" "" 4) nn=("" "")
IFS=:; p "${a[*]}" ${a[*]} ${a[@]} "${a[@]}" "${a[*]:1:2}" x"${a[*]/2/y}"; v=${a[*]} w=${a[@]} z="${a[@]}"; p "$v" "$w" "$z"
[[ ${a[*]} == "1:2 3::4" ]] && p m; cat <<<"${a[*]}"; cat <<<${a[*]}; cat <<X
${a[*]} ${a[@]}
X
IFS=; p "${a[*]}" ${a[*]} ${a[@]} "${a[*]:1:2}" "${nn[*]:-d}" "${nn[@]:-d}"; v=${a[*]} w=${a[@]}; p "$v" "$w"
--- stdout
<1:2 3::4><1><2 3><><4><1><2 3><><4><1><2 3><><4><2 3:><x1:y 3::4> 15
<1:2 3::4><1 2 3  4><1 2 3  4> 3
<m> 1
1:2 3::4
1:2 3::4
1:2 3::4 1 2 3  4
<12 34><1><2 3><4><1><2 3><4><2 3><d><><> 11
<12 34><1 2 3  4> 2

=== operators over all elements
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
a=(one two three) e=()
p "${a[@]%e}" "${a[@]%%[ew]*}" "${a[@]^}" "${a[*]^^}" "${a[@]/o/0}" "${a[*]//e}" ${a[@]#t} "${a[@]@Q}" "${a[*]@Q}" "${e[@]/x/y}" "${a[@],,O}"
p "${a[@]:1}" "${a[@]: -2:1}" "${a[@]:1:${#a[@]}}" "${a[@]:${#a[@]}-1}" "${a[*]:0:2}" "${a[@]:7}" "${a[@]: -9}" "x${a[@]:1}y" ${a[@]:0:1}
sp=([5]=five [2]=two [9]=nine)
p "${sp[@]:2}" - "${sp[@]:3:1}" - "${sp[@]: -4}" - "${sp[@]:0:2}" - "${!sp[@]}" - "${sp[-1]}" "${#sp[@]}" "${sp[@]:2:0}"
declare -A A=([a]=1 [b]=2 [c]=3); p "${A[@]:1:1}" - "${A[@]:0:2}" - "${A[@]:2}" "${A[@]: -1}" "${A[@]/#/v}"
s=hello; p "${s[@]:0}" "${s[@]:1}" "${s[*]:0:1}" "${s[@]/l/L}"
--- stdout
<on><two><thre><on><t><thr><One><Two><Three><ONE TWO THREE><0ne><tw0><three><on two thr><one><wo><hree><'one'><'two'><'three'><'one' 'two' 'three'><one><two><three> 24
<two><three><two><two><three><three><one two><xtwo><threey><one> 10
<two><five><nine><-><five><-><nine><-><two><five><-><2><5><9><-><nine><3> 17
<3><-><3><2><-><2><1><1><v3><v2><v1> 11
<hello><ello><h><heLlo> 4

===  = ? + of all elements
--- script
e=() n=("") nn=("" "") a=(1 "2 3")
p "${e[@]-d}" "${e[@]:-d}" "${n[@]-d}" "${n[@]:-d}" "${nn[@]:-d}" "${nn[*]:-d}" "${u[@]-d}" ${a[@]:-d}
p "${e[@]+d}" "${e[@]:+d}" "${n[@]+d}" "${n[@]:+d}" "${nn[@]:+d}" "${nn[*]:+d}" "${e[@]+"${e[@]}"}" "${a[@]+"${a[@]}"}" "${e[*]+d}"
(p ${e[@]?none}); (p ${e[0]?none}); p ${a[@]?none}
--- stderr
../script:2:1: p: not found
../script:3:1: p: not found
../script:4:4: e[@]: none
../script:4:22: e[0]: none
../script:4:37: p: not found
--- status 127

=== quotes with lists that are empty make no field if all is empty
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
e=() n=("") z=
p "$z${e[@]}"; p "${n[@]}"; p "$z${n[@]}"; p "${e[@]}$z"; p ""${e[@]}; p "${e[@]:1}${e[@]}"; p "${e[@]}${n[@]}"
r='e[@]'; p "${!r}$z" "$z${!r}"; r=z; p "$z${!r}"; set --; p "$@${e[@]}"; p "${e[@]/a/b}"
--- stdout
<> 0
<> 1
<> 1
<> 0
<> 1
<> 0
<> 1
<> 0
<> 1
<> 0
<> 0

=== set -u
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
e=() a=(1) s=str; declare -A A
set -u
p "${u[@]}" "${u[*]}" "${!u[@]}" "${u[@]:1}" "${u[@]/a/b}" "${e[@]@Q}" ${#e[@]} "${u[@]#x}" "${e[@]}" "${a[5]-d}" "${u[@]+x}"
(p ${#u[@]}); (p "${u[0]}"); (p "${a[7]}"); (p "${A[nope]}"); (p "${u[1]^}"); (p ${#a[3]}); p end
--- stdout
<><0><d> 3
<0> 1
<end> 1
--- stderr
../script:5:4: u: parameter not set
../script:5:19: u[0]: parameter not set
../script:5:34: a[7]: parameter not set
../script:5:49: A[nope]: parameter not set
../script:5:67: u[1]: parameter not set

=== ${!x} names elements and arrays, and runs nothing
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
a=(1 "2 3") i=1 v=x x=val; declare -A A=([b]=2 [c]=3)
r='A[b]'; p "${!r}"; r='A[@]'; p "${!r}" "${!r/2/x}"; r='A[*]'; p "${!r}"; r='a[1]'; p "${!r}" ${!r}; r='a[i]'; p "${!r:-d}" "${!r+s}"
r='a[9]'; p "${!r-d}"; names=(x a); p "${!names[0]}" "${!names}" "${!names[1]/1/Q}"
declare -n nr=x; p "${!nr}" "$nr" "${nr/a/Q}"; declare -n ar=a; p "${ar[@]}" "${#ar[@]}" "${ar[1]}" "${!ar[@]}" "${!ar}" "${ar[@]:1:1}"
--- stdout
<2> 1
<3><2><3><x> 4
<3 2> 1
<2 3><2><3> 3
<2 3><s> 2
<d> 1
<val><val><Q> 3
<x><val><vQl> 3
<1><2 3><2><2 3><0><1><a><2 3> 8

=== a subscript that came from data runs no command
peers: none
--- script
a=(1 2); r='a[$(echo ran >&2)1]'; echo "${!r}"
[[ -v $r ]] || echo 2
echo $?
--- stdout
1
--- stderr
../script:1:41: arithmetic expression "$(echo ran >&2)1": syntax error: operand expected (error token is "$(echo ran >&2)1")
../script:2:1: $(echo ran >&2)1: syntax error: operand expected (error token is "$(echo ran >&2)1")

=== @A @a @K @k
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
b=(1 "it's" $'x\ny'); declare -A A=([a]=1 ["x y"]=2)
p "${b@Q}" "${b[1]@A}" "${b[@]@A}" "${b@A}" "${b[@]@a}" "${b@a}" "${b[@]@K}" "${b[@]@k}" "${b[*]@A}" "${b[*]@K}"
p "${A[@]@K}" "${A[@]@k}" "${A@A}" "${A[@]@A}" "${A@a}"
declare -ilrx q=5; p "${q@a}" "${q@A}"; declare -a em=(); p "${em[@]@A}" "${em@A}" "${em@a}" "${em[@]@a}"; declare -a un; p "${un[@]@A}" "${un@A}" "${un[@]@a}"
s=str; p "${s[@]@Q}" "${s[@]@A}" "${s[@]@K}" "${s[@]@k}" "${s[@]@a}"
--- stdout
<'1'><declare -a b='it'\''s'><declare><-a><b=([0]="1" [1]="it's" [2]=$'x\ny')><declare -a b='1'><a><a><a><a><0 "1" 1 "it's" 2 $'x\ny'><0><1><1><it's><2><x
y><declare -a b=([0]="1" [1]="it's" [2]=$'x\ny')><0 "1" 1 "it's" 2 $'x\ny'> 19
<a "1" "x y" "2" ><a><1><x y><2><declare -A A><declare><-A><A=([a]="1" ["x y"]="2" )><A> 10
<irxl><declare -irxl q='5'> 2
<declare><-a><em=()><declare -a em><a> 5
<declare><-a><un><declare -a un><a> 5
<'str'><s='str'><'str'><'str'> 4

=== BASH_REMATCH
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
[[ abc123 =~ ([a-z]+)([0-9]+) ]]; p "${BASH_REMATCH[@]}" "${BASH_REMATCH[1]}" "${#BASH_REMATCH[@]}" "${BASH_REMATCH[2]:1}" ${BASH_REMATCH[*]:1}
--- stdout
<abc123><abc><123><abc><3><23><abc><123> 8

=== [[ -v ]] and [[ -R ]]
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
t() { [[ -v $1 ]]; printf '%s:%s ' "$1" $?; }
a=(1 2 3); declare -A A=([k]=v ["x y"]=w) B=([@]=1); e=(); x=1; declare -a un; i=2; set -- one
for n in a a[0] a[3] a[-1] a[i] a[i+1] a[@] 'a[*]' e e[0] e[@] x x[0] x[1] x[@] un A A[k] A[z] 'A[x y]' A[@] 'A[*]' B[@] A[i] un[@] nope nope[@] nope[0]; do t "$n"; done; echo
for n in 1 2 @ 'a[' 'a[]' 'a[1' '1[0]' ''; do t "$n"; done; echo
[[ -v a[i] ]] && p 1; [[ -v A["x y"] ]] && p 2; [[ -v A[$nope] ]] || p 3
declare -n r=x s=unsetvar q; for n in r s x q nope; do [[ -R $n ]]; p "$n" $?; done; [[ -v r ]] && p 4; [[ -v s ]] || p 5
--- stdout
a:0 a[0]:0 a[3]:1 a[-1]:0 a[i]:0 a[i+1]:1 a[@]:0 a[*]:0 e:1 e[0]:1 e[@]:1 x:0 x[0]:0 x[1]:1 x[@]:0 un:1 A:1 A[k]:0 A[z]:1 A[x y]:0 A[@]:1 A[*]:1 B[@]:0 A[i]:1 un[@]:1 nope:1 nope[@]:1 nope[0]:1 
1:0 2:1 @:1 a[:1 a[]:1 a[1:1 1[0]:1 :1 
<1> 1
<2> 1
<3> 1
<r><0> 2
<s><0> 2
<x><1> 2
<q><1> 2
<nope><1> 2
<4> 1
<5> 1

=== subscripts that no element has
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
a=(1 2 3); declare -A A
p "x${a[-5]}"; p "${u[-1]}" "${a[-4]-d}"
p "${A[]}"; p $?
p "${A[$nope]}"; p $?
p "${a[1+]}"; p no
p "${a[1]]}"; p no
p "${#a[@]:1}"; p no
[[ -v a[-9] ]] || p v
p end
--- stdout
<x> 1
<><d> 2
<> 1
<0> 1
<v> 1
<end> 1
--- stderr
../script:3:8: a: bad array subscript
../script:3:22: u: bad array subscript
../script:3:33: a: bad array subscript
../script:4:7: bad substitution: expected a subscript, found "[]"
../script:5:7: A: bad array subscript
../script:6:8: arithmetic expression "1+": syntax error: operand expected (error token is "+")
../script:7:10: bad substitution: expected an operator or "}", found "]"
../script:8:11: bad substitution: expected an operator or "}", found ":"
../script:9:1: a[-9]: bad array subscript

=== keys have quotes only where they need them
--- script
declare -A m=([a~b]=1)
echo "${m[@]@K}" "${m[@]@A}"
m=([a^b]=2); echo "${m[@]@K}"
--- stdout
a~b "1"  declare -A m=([a~b]="1" )
"a^b" "2" 

=== @A of what is not there
--- script
set --
printf '<%s>' ${*@A} "${@@A}" ${@@A}
printf '<%s>' "${*@A}" "${q[@]@A}" "${q@A}"
q=()
printf '<%s>' "${q[@]@A}"
echo
--- stdout
<><><><declare><-a><q=()>
