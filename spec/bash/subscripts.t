# subscripts in texts that builtins, references and expressions meet
peers: bash

=== a builtin expands the key in its operand
--- script
declare -A m=(['a b']=1 [c]=2 [d]=3)
k='a b'; set -- c
unset 'm[$k]'; echo "${!m[*]}"
unset 'm["$1"]'; echo "${!m[*]}"
test -v 'm[$1]'; echo $?; [ -v "m['d']" ]; echo $?
[[ -v m[d] && ! -v m[$k] ]]; echo $?
printf -v 'm[$k]' %s x; read 'm[${1}]' <<<y; declare -p m
--- stdout
d c
d
1
0
0
declare -A m=([d]="3" [c]="y" ["a b"]="x" )
=== a key is expanded once
--- script
declare -A m
k='a"b' j='$k' l="it's" i='x]y'
m[$k]=1; m[$j]=2; m[$l]=3; m[$i]=4
[[ -v m[$j] && -v m[$l] ]]; echo $?
echo $((m[$k] + m[$j] * 10 + m[$l] * 100 + m[$i] * 1000))
((m[$l]++, m[$j] = 7)); echo "${m[$l]} ${m[$j]}"
unset 'm[$j]' 'm[$l]' 'm[$k]'; echo "${!m[@]}"
--- stdout
0
4321
4 7
x]y
=== quotes around a key in an expression
--- script
declare -A m=([spam]=42 ['a b']=9)
echo $((m['spam'])) $((m["spam"])) $((m['a b']))
((m['new'] = 5)); let "m['new']++" 'n = m["a b"]'; echo "${m[new]} $n"
[[ m['spam'] -eq 42 ]] && echo equal
declare -i z="m['spam'] + 1"; echo $z
k='a b'; let 'm[$k]++'; echo "${m[$k]}"
a=(1 2 3); i=1; let 'a[$i]++'; echo "${a[1]}"
--- stdout
42 42 9
6 9
equal
43
10
3
=== references and ${!x}
--- script
declare -A m=([k]=v [w]=u); key=k
declare -n ref='m[$key]'; echo "$ref"; key=w; echo "$ref"; ref=new; echo "${m[w]}"
x='m["k"]'; echo "${!x}"; f() { local y='m[$1]'; echo "${!y}"; }; f k
a=(p q); i=1; y='a[$i]'; echo "${!y}"
--- stdout
v
u
new
v
v
q

=== set -x changes no key of an expression
--- script
declare -A m; k='a]b' q="it's"
set -x
((m[$k]++)); ((m[$q] += 2)); ((m[x]++))
set +x
echo "${m[$k]} ${m[$q]} ${m[x]}"
--- stdout
1 2 1
--- stderr
+ (( m[a\]b]++ ))
+ (( m[it\'s] += 2 ))
+ (( m[x]++ ))
+ set +x
