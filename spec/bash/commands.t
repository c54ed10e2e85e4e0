# Compound commands, functions, pipelines, assignments
peers: bash

=== function name
--- script
function f { echo "f $1"; }
function g () { echo "g $1"; }
function h
{
    echo h
}
function s (echo "s $1")
f a; g b; h; s c
--- stdout
f a
g b
h
s c

=== names of functions may have other characters
--- script
a-b.c() { echo 1; }
function x:y+z { echo 2; }
function a/b { echo 3; }
a-b.c; x:y+z; a/b
--- stdout
1
2
3

=== a function comes before a special builtin of its name
--- script
exit() { echo "exit $1"; }
exit 3
set() { echo set; }
set -e
false
unset -f exit set
echo end
--- stdout
exit 3
set
end

=== case with ;;& and ;&
--- script
for x in a b c; do
    case $x in
        a) echo "$x 1" ;;&
        b) echo "$x 2" ;&
        [ab]) echo "$x 3" ;;
        *) echo "$x 4" ;;&
        c) echo "$x 5"
    esac
done
case a in b) ;; a) false ;;& z) ;; esac
echo $?
--- stdout
a 1
a 3
b 2
b 3
c 4
c 5
1

=== ! and time
--- script
! ! true; echo $?
!
echo $?
! true; echo $?
{ time true; } 2>&1 | sed 's/[0-9]/N/g'
{ time -p ! true; echo $?; } 2>&1 | sed 's/[0-9]\././;s/[0-9][0-9]$/NN/'
{ time; } 2>&1 | grep -c real
--- stdout
0
1
1

real	NmN.NNNs
user	NmN.NNNs
sys	NmN.NNNs
real .NN
user .NN
sys .NN
1
1

=== |& sends both outputs
--- script
{ echo out; echo err >&2; } |& sort
ls /nope 2>/dev/null |& cat
f() { echo "$1" >&2; }
f a |& sed s/a/b/
--- stdout
err
out
ls: cannot access '/nope': No such file or directory
b

=== select
--- stdin
1

2 3
9
q
--- script
PS3='pick> '
select x in alpha beta "gamma delta"; do
    echo "<$x> <$REPLY>"
    [[ $REPLY == q ]] && break
done 2>err
echo $?
cat err
set -- p q
select y; do echo no; done 2>/dev/null
echo "$? <$y>"
select z in; do echo no; done; echo $?
--- stdout
<alpha> <1>
<> <2 3>
<> <9>
<> <q>
0
1) alpha
2) beta
3) gamma delta
pick> pick> 1) alpha
2) beta
3) gamma delta
pick> pick> pick> 
1 <>
0

=== the menu of select has columns
--- stdin
11
--- script
COLUMNS=40
select x in one two three four five six seven eight nine ten eleven twelve; do break; done 2>err
cat err
echo; echo $x
--- stdout
1) one	     5) five	 9) nine
2) two	     6) six	10) ten
3) three     7) seven	11) eleven
4) four	     8) eight	12) twelve
#? 
eleven

=== $"…" is "…"
--- script
x=1
echo $"a $x b"; echo a$"b"c; echo "$"; echo "a$"
--- stdout
a 1 b
abc
$
a$

=== += appends
--- script
x=a
x+=b; echo $x
y+=c; echo $y
x+=1 eval 'echo $x'; echo $x
x+=$(echo "d  e"); echo "$x"
--- stdout
ab
c
ab1
ab
abd  e

=== for with braces
--- script
for i in 1 2; { echo $i; }
for i in a b
{
    echo $i
}
--- stdout
1
2
a
b

=== umask -p, and -S with a mask
--- script
umask 022; umask -p; umask -p -S; umask -S 027; umask; umask -p -S u=; umask 9; echo $?; umask -x; echo $?
--- stdout
umask 0022
umask -S u=rwx,g=rx,o=rx
u=rwx,g=rx,o=
0027
u=,g=rx,o=
1
2
--- stderr some

=== the end of the input of select is no failure for set -e and ERR
--- script
set -e
trap 'echo err' ERR
select v in x; do :; done </dev/null
echo $?
--- stdout

1
--- stderr some
