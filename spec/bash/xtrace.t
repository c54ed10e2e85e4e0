# set -x
peers: bash

=== compound commands are shown
--- script
x=12 z=
exec 2>&1
set -x
for i in 1 $x "b c"; do :; done
set -- p
for i do :; done
case $x in 1|12) :;; esac
case "a $(echo b)" in *) :;; esac
((x+1))
(( $x == `echo 12` ))
for ((  i = 0 ;i<1;i++)); do :; done
for ((;;)); do break; done
while false; do :; done
if [ a = a ]; then :; fi
{ :; } | { :; }
--- stdout
+ for i in 1 $x "b c"
+ :
+ for i in 1 $x "b c"
+ :
+ for i in 1 $x "b c"
+ :
+ set -- p
+ for i in "$@"
+ :
+ case $x in
+ :
+ case "a $(echo b)" in
++ echo b
+ :
+ (( x+1 ))
++ echo 12
+ ((  12 == 12  ))
+ (( i = 0  ))
+ (( i<1 ))
+ :
+ (( i++ ))
+ (( i<1 ))
+ (( 1 ))
+ (( 1 ))
+ break
+ false
+ '[' a = a ']'
+ :
+ :
+ :

=== the terms of [[ ]] that are evaluated are shown
--- script
x=12 y='a b' z=
exec 2>&1
set -x
[[ a == b ]]
[[ $x == "b*" || $x == *$y* ]]
[[ $y =~ ^"a "[b]$ ]]
[[ abc =~ b"."c ]]
[[ -n $z ]]
[[ $z ]]
[[ ! -z $z && ( $x -eq 12 || $x < 3 ) ]]
[[ ! ( -z $z && a = a ) ]]
[[ ! a = b ]]
[[ $x -eq x+0 && -v x ]]
[[ abc == a\*"?"[b]'c' ]]
[[ abc == "" ]]
--- status 1
--- stdout
+ [[ a == b ]]
+ [[ 12 == \b\* ]]
+ [[ 12 == *a b* ]]
+ [[ a b =~ ^a [b]$ ]]
+ [[ abc =~ b\.c ]]
+ [[ -n '' ]]
+ [[ -n '' ]]
+ [[ ! -z '' ]]
+ [[ -z '' ]]
+ [[ a = a ]]
+ [[ ! a = b ]]
+ [[ 12 -eq x+0 ]]
+ [[ -v x ]]
+ [[ abc == a\*\?[b]\c ]]
+ [[ abc == '' ]]

=== assignments have lines of their own
--- script
exec 2>&1
set -x
x=1; y="a b"; z=; x+=2
x=1 y= :
a=(1 "b c" $x [7]='*'); a[1]=x; a+=(z)
a[x+1]+="q r"
declare -a b=(1 "b c" $x [9]=z)
declare -A m=([a]=1 ["b c"]="d e")
m["u v"]='w z'
declare c=(1) d=5 'e=a b'
export E="x y" F; readonly G=1 H=
f() { local i=2 j; local -a l=(1); }
f
x=$(echo 1)$(echo 2) y=$(echo 3)
PS4='[$x]'
PS4=
:
--- stdout
+ x=1
+ y='a b'
+ z=
+ x+=2
+ x=1
+ y=
+ :
+ a=(1 "b c" $x [7]='*')
+ a[1]=x
+ a+=(z)
+ a[x+1]+='q r'
+ b=('1' 'b c' '12' ['9']='z')
+ declare -a b
+ m=(['a']='1' ['b c']='d e')
+ declare -A m
+ m["u v"]='w z'
+ c=('1')
+ declare c d=5 'e=a b'
+ export 'E=x y' F
+ E='x y'
+ readonly G=1 H=
+ G=1
+ H=
+ f
+ local i=2 j
+ l=('1')
+ local -a l
++ echo 1
++ echo 2
+ x=12
++ echo 3
+ y=3
+ PS4='[$x]'
[12]PS4=
:

=== the first character of PS4 shows the depth
--- script
echo 'echo inc' >inc
exec 2>&1
PS4='ab '
set -x
x=$(echo a; echo $(echo b))
eval 'echo e; eval "echo f"'
f() { echo in; }
f
( echo sub )
. ./inc
x=$(:; . ./inc)
--- stdout
aab echo a
aaab echo b
aab echo b
ab x='a
b'
ab eval 'echo e; eval "echo f"'
aab echo e
e
aab eval 'echo f'
aaab echo f
f
ab f
ab echo in
in
ab echo sub
sub
ab . ./inc
aab echo inc
inc
aab :
aab . ./inc
aaab echo inc
ab x=inc

=== depth of EXIT traps
--- script
exec 2>&1
trap 'echo exit' EXIT
set -x
(trap 'echo sub' EXIT; :)
x=$(trap 'echo subst' EXIT)
eval 'exit 3'
--- status 3
--- stdout
+ trap 'echo sub' EXIT
+ :
++ echo sub
sub
++ trap 'echo subst' EXIT
++ echo subst
+ x=subst
+ eval 'exit 3'
++ exit 3
+ echo exit
exit

=== a signal's action is a level
--- script
exec 2>&1
trap 'echo usr1' USR1
set -x
sh -c 'kill -USR1 $PPID'
--- stdout
+ sh -c 'kill -USR1 $PPID'
++ echo usr1
usr1

=== how words are quoted
--- script
exec 2>&1
set -x
: "" 'a' "it's" "'" $'a\nb' $'\001' 'é' '~' 'a~' 'a=~' '#' 'a#' '=' 'a=b' % , '!' '{' '^' ']' - --
x=$'\001'; x='~x'; x="it's"
--- stdout
+ : '' a 'it'\''s' \' 'a
b' $'\001' é '~' a~ 'a=~' '#' a# = a=b % , '!' '{' '^' ']' - --
+ x=$'\001'
+ x='~x'
+ x='it'\''s'

=== the lines of a simple command do not follow its redirections
--- script
f() { echo in >&2; }
exec 2>&1
set -x
echo a 2>/dev/null
f 2>/dev/null
y=$(echo c) 2>/dev/null
x=$(echo b) : >$(echo /dev/null)
{ echo group; } 2>/dev/null
[[ a ]] 2>/dev/null
for i in 1; do :; done 2>/dev/null
exec 2>/dev/null
:
--- stdout
+ echo a
a
+ f
++ echo c
+ y=c
++ echo b
+ x=b
+ :
++ echo /dev/null
group
+ exec

=== BASH_XTRACEFD
--- script
exec 2>&1 9>trace
set -x
BASH_XTRACEFD=9
echo hi
[[ a ]]
x=$(echo sub)
(echo shell)
unset BASH_XTRACEFD
echo there
{ echo >&9; } 2>/dev/null || echo closed
set +x
cat trace
--- stdout
+ BASH_XTRACEFD=9
hi
shell
+ echo there
there
+ echo closed
closed
+ set +x
+ echo hi
+ [[ -n a ]]
++ echo sub
+ x=sub
+ echo shell
+ unset BASH_XTRACEFD

=== a BASH_XTRACEFD that is no descriptor
--- script
exec 8>trace
BASH_XTRACEFD=8
set -x
BASH_XTRACEFD=77
echo it stays
exec 8>&-
exec 2>&1
echo closed by hand
BASH_XTRACEFD=
echo empty
set +x
cat trace
--- stdout
it stays
+ echo closed by hand
closed by hand
+ BASH_XTRACEFD=
+ echo empty
empty
+ set +x
+ BASH_XTRACEFD=77
+ echo it stays
+ exec
--- stderr some

=== a function named declare gets the names of arrays
--- script
declare() { printf '<%s>' "$@"; echo; builtin declare -p a m 2>/dev/null; }
declare -A m=([k]=v)
declare a=(1 "b c") x=1
echo "${a[1]} ${m[k]} ${x-unset}"
--- stdout
<-A><m>
declare -A m=([k]="v" )
<a><x=1>
declare -a a=([0]="1" [1]="b c")
declare -A m=([k]="v" )
b c v unset
