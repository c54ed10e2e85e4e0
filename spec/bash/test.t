# test and [ of bash
peers: bash

=== operators that only bash has
--- script
[ a == a ] && echo eq; test x == y || echo ne
[ a \< b ] && echo lt; [ b \> a ] && echo gt
[ -v HOME ] && echo v; [ -v NOPE ] || echo nov
a=(1 2); [ -v 'a[1]' ] && echo va; [ -v 'a[2]' ] || echo nova
set -u; [ -o nounset ] && echo o; [ -o errexit ] || echo noo
: >file; [ -a file ] && echo a; [ ! -a nope -a -a file ] && echo both
[ file -ef file ] && echo ef; [ file -nt nope ] && echo nt
declare -n r=a; [ -R r ] && echo r; [ -R a ] || echo nor
[ -o ] && echo word; [ x -o -v NOPE ] && echo or
--- stdout
eq
ne
lt
gt
v
nov
va
nova
o
noo
a
both
ef
nt
r
nor
word
or

=== a parenthesis among more than three arguments opens an expression
--- script
test '(' = ')'; echo $?
test 0 -eq 0 -a '(' = ')'; echo $?
test '(' = ')' -o 1 -eq 2; echo $?
test '(' = '(' -a x = x; echo $?
test x = ')' -a x; echo $?
--- stdout
1
0
0
2
1
--- stderr any
