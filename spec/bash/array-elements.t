# Elements in arithmetic, unset, scopes and other processes
peers: bash

=== elements in arithmetic
--- script
((c[0]++, c[2]+=5)); declare -p c
i=2; echo $((c[i])) $((c[c[0]+1])) $((c[-1])) $((c[7]))
echo $((++c[0])) $((c[0]--)) $((c[1]=c[2]*2, c[1])); declare -p c
for ((j=0; j<3; j++)); do sq[j]=$((j*j)); done; declare -p sq
s=5; echo $((s[0])) $((s[0]+=1)) $s $((unset_one[3]))
((c[1 + 1] <<= 1)); echo $((c[2])) $((c[$i]))
--- stdout
declare -a c=([0]="1" [2]="5")
5 5 5 0
2 2 10
declare -a c=([0]="1" [1]="10" [2]="5")
declare -a sq=([0]="0" [1]="1" [2]="4")
5 6 6 0
10 10

=== elements of associative arrays in arithmetic
--- script
declare -A m; ((m[key]+=1)); ((m[key]++)); k="a b"; ((m[$k]+=5)); m[i]=3; i=9
declare -p m; echo $((m[key]*2)) $((m[none])) $((m[i]))
--- stdout
declare -A m=([i]="3" [key]="2" ["a b"]="5" )
4 0 3

=== values are expressions, also with elements
--- script
c=(7 0 5); z='c[2]'; y='c[0]+z*2'; echo $((z)) $((y))
declare -i n; n='c[0]*2'; echo $n; n+=z; echo $n
loop='loop'; echo $((loop)); echo no
echo $?
l2='l3+l3' l3='l2+l2'; echo $((l2)); echo no
echo $?
--- stdout
5 17
14
19
1
1
--- stderr some

=== no command runs by a subscript from data
# bash runs a substitution in the value of a variable that is a subscript.
peers: none
--- script
c=(1 2); v='c[$(echo bad >&2)]'
echo $((v)); echo no
[[ v -eq 0 ]]; echo $?
declare -i n; n=$v; echo no
i='$(echo bad >&2)'; c[i]=x; echo no
unset "c[i]"; echo no
declare -n r='c[$(echo bad >&2)]'; echo "[$r]"
--- stdout
1
[]
--- stderr
../script:2:9: arithmetic expression: $(echo bad >&2): syntax error: operand expected (error token is "$(echo bad >&2)")
../script:3:1: arithmetic expression "v": $(echo bad >&2): syntax error: operand expected (error token is "$(echo bad >&2)")
../script:4:15: c[$(echo bad >&2)]: $(echo bad >&2): syntax error: operand expected (error token is "$(echo bad >&2)")
../script:5:24: arithmetic expression "i": $(echo bad >&2): syntax error: operand expected (error token is "$(echo bad >&2)")
../script:6:1: unset: i: $(echo bad >&2): syntax error: operand expected (error token is "$(echo bad >&2)")

=== unset removes elements
--- script
a=(1 2 3 4 5); unset 'a[1]' a[3]; unset 'a[-1]'; declare -p a
i=1; unset 'a[i+1]'; declare -p a; unset 'a[9]'; echo $?
unset 'a[-9]' 2>/dev/null; echo $?
a=(1 2); unset 'a[@]'; declare -p a; a+=(x); declare -p a; unset a; declare -p a 2>/dev/null; echo $?
declare -A m=([x]=1 ["y z"]=2 [w]=3); k='y z'; unset 'm[x]' "m[$k]" 'm[none]'; echo $?; declare -p m
s=1; unset 's[1]' 2>/dev/null; echo $?; unset 's[0]'; echo ${s-unset}; unset 'none[1]'; echo $?
readonly r=(1 2); unset 'r[0]' 2>/dev/null; echo $?; unset r 2>/dev/null; echo $?; declare -p r
f() { :; }; g=1; g() { :; }; unset f g; command -v f; command -v g; unset -f g; command -v g; unset -v g; echo $?
--- stdout
declare -a a=([0]="1" [2]="3")
declare -a a=([0]="1")
0
1
declare -a a=()
declare -a a=([0]="x")
1
0
declare -A m=([w]="3" )
1
unset
0
1
1
declare -ar r=([0]="1" [1]="2")
g
0

=== local arrays end with their function
--- script
a=(out er)
f() { local a; a[2]=x; declare -p a; g; declare -p a; }
g() { a+=(from g); declare -a a=(g); a[1]=2; declare -p a; }
f; declare -p a
h() { local -A a=([k]=v); k; declare -p a; }; k() { a[j]=w; }; h; declare -p a
l() { unset a; a=(new); }; l; declare -p a
r() { [ $1 = 0 ] || { local d=($1); r $(($1-1)); d[0]+=x; echo ${d[@]}; }; }; r 3
--- stdout
declare -a a=([2]="x")
declare -a a=([0]="g" [1]="2")
declare -a a=([2]="x" [3]="from" [4]="g")
declare -a a=([0]="out" [1]="er")
declare -A a=([k]="v" [j]="w" )
declare -a a=([0]="out" [1]="er")
declare -a a=([0]="new")
1x
2x
3x

=== subshells have copies
--- script
a=(1 2); declare -A m=([k]=v); declare -n ref=a; declare -iu n=5
(a[0]=x m[k]=w; unset 'a[1]'; ref+=(y); n=2+2; declare -p a m n); declare -p a m n
echo "$(a+=(sub); declare -p a)"; a[1]=z | cat; declare -p a
{ declare -p a m ref n; ref[5]=six; declare -p a; } | cat
(trap 'echo trapped' USR1; ref[1]=in; declare -p a m ref n) | cat
a[7]=bg & wait; declare -p a
f() { local l=(1 2) q; local -n r=l; (r+=(3); declare -p l; declare -p r) | cat; }; f
--- stdout
declare -a a=([0]="x" [1]="y")
declare -A m=([k]="w" )
declare -iu n="4"
declare -a a=([0]="1" [1]="2")
declare -A m=([k]="v" )
declare -iu n="5"
declare -a a=([0]="1" [1]="2" [2]="sub")
declare -a a=([0]="1" [1]="2")
declare -a a=([0]="1" [1]="2")
declare -A m=([k]="v" )
declare -n ref="a"
declare -iu n="5"
declare -a a=([0]="1" [1]="2" [5]="six")
declare -a a=([0]="1" [1]="in")
declare -A m=([k]="v" )
declare -n ref="a"
declare -iu n="5"
declare -a a=([0]="1" [1]="2")
declare -a l=([0]="1" [1]="2" [2]="3")
declare -n r="l"

=== a block's attempts and alternatives treat arrays as plain variables
peers: none
--- script
a=(1 2); declare -A m=([k]=v)
try 2 times every 1 ms
    a+=(x); m[k]+=w; s+=y
    [[ ${#a[@]} -gt 3 ]]
end
declare -p a m s
forany w in one two
    a[0]=$w m[k]=$w
    [ "$w" = two ]
end
declare -p a m
forall w in one two
    a[0]=$w; declare -A m=([k]=$w)
end
declare -p a m
--- stdout
declare -a a=([0]="1" [1]="2" [2]="x" [3]="x")
declare -A m=([k]="vww" )
declare -- s="yy"
declare -a a=([0]="two" [1]="2" [2]="x" [3]="x")
declare -A m=([k]="two" )
declare -a a=([0]="two" [1]="2" [2]="x" [3]="x")
declare -A m=([k]="two" )

=== keys in arithmetic expressions
--- script
declare -A m
for k in 'a]b' 'x y' '$(echo no)' "it's" '"' '[' '\'; do ((m[$k]++)); ((m["$k"]+=5)); echo "$((m[$k]))"; done
((m['q r']=3)); ((m["s t"]=4)); let 'm[z]=5' "m[u v]=3"
echo "${m[q r]} ${m[s t]} ${m[z]} ${m[u v]} ${#m[@]} ${m['a]b']}"
i=1 a=(1 2 3); echo $((a[$i] + a["i"]))
--- stdout
6
6
6
6
6
6
6
3 4 5 3 11 6
4

=== += in the (…) of an associative array adds to the old value
--- script
declare -A m=([a]=1 [a]+=2); echo ${m[a]}
m=([a]=9 [b]=1); m=([a]=1 [a]+=2 [b]+=5); echo ${m[a]} ${m[b]}
m+=([a]+=3 [a]+=4); echo ${m[a]}
a=([0]=1 [0]+=2); echo ${a[0]}
--- stdout
2
92 15
9234
12

=== subscripts in arguments are expanded
--- script
declare -A m=([a b]=1 [c]=2 [d]=3 [']']=4 [e]=5)
a=(0 1 2 3 4 5 6 7)
k='a b' i=1
unset 'm[$k]' 'm["c"]' "m['d']"; declare -p m
unset 'a[$i]' 'a[i+1]' 'a[${#a[@]}-1]' 'a[$((i+3))]'; declare -p a
k=e; [[ -v 'm[$k]' ]]; echo $?; test -v 'm[$k]'; echo $?; [[ -v 'a[$i]' ]]; echo $?
i=3
printf -v 'a[$i]' %s new; read 'm[$k]' <<<r; declare -p a m
declare 'm[$k]=dec'; echo ${m[e]}
for k in "${!m[@]}"; do unset 'm[$k]'; done; echo ${#m[@]}
--- stdout
declare -A m=(["]"]="4" [e]="5" )
declare -a a=([0]="0" [3]="3" [6]="6" [7]="7")
0
0
1
declare -a a=([0]="0" [3]="new" [6]="6" [7]="7")
declare -A m=(["]"]="4" [e]="r" )
dec
0

=== no command runs by the subscript of an argument
peers: none
--- script
declare -A m=([a]=1)
unset 'm[$(echo a)]'; echo ${m[a]}
k='$(echo a)'; m[$k]=2; unset "m[$k]"; echo ${#m[@]} ${m[a]}
--- stdout
1
1 1
