# pathname expansion with the options of shopt
peers: bash

=== nullglob removes a pattern without a match
--- script
shopt -s nullglob
touch a.c
echo [ x nope* 'nope*' *.c "$PWD"/nope*
x='nope* *.c'
echo $x
for f in nope*; do echo no; done
set -- nope?; echo $#
--- stdout
[ x nope* a.c
a.c
0

=== failglob makes it an error, and the script goes on with the next line
--- script
shopt -s failglob
touch a.c
echo nope*; echo no
echo $? *.c
x='nope*'
echo $x || echo no
for f in nope*; do echo no; done
case nope in nope*) echo yes;; esac
set -f; echo nope*
--- stdout
1 a.c
yes
nope*
--- stderr some

=== failglob in a block fails its list
peers: none
--- script
shopt -s failglob
try
    cat nope*
    echo no
catch
    echo "$FTSH_REASON"
end
--- stdout
times
--- stderr
../script:3:5: nope*: no file matches (shopt -s failglob)

=== dotglob, globskipdots and GLOBIGNORE
--- script
touch .h a b.c; mkdir d; touch d/x.c
echo *
echo .*
shopt -u globskipdots
echo .*
shopt -s dotglob
echo *
echo .*
shopt -s globskipdots
echo .* *
shopt -u dotglob
GLOBIGNORE='*.c:[[:lower:]]'
echo *
echo d/*
GLOBIGNORE='d/*'
echo d/*
GLOBIGNORE='*'
echo *
unset GLOBIGNORE
echo *
--- stdout
a b.c d
.h
. .. .h
.h a b.c d
. .. .h
.h .h a b.c d
.h
d/x.c
d/*
*
a b.c d

=== nocaseglob, but not for names without a pattern
--- script
mkdir Dir; touch Foo fOO Dir/X
shopt -s nocaseglob
echo f* dir/x*
echo D*/[w-y]
echo D*/[[:lower:]]
--- stdout
Foo fOO dir/x*
Dir/X
D*/[[:lower:]]

=== globstar
--- script
mkdir -p a/b/c .h/x d; touch a/f a/b/f a/b/c/f .h/f d/f top; ln -s a link; ln -s ../d a/ln
echo **/f
shopt -s globstar
for p in '**' '**/' 'a/**' 'a/**/' '**/f' 'a/**/f' '**/b' '**/*' '**/**/f' 'a/**/**' \
    'link/**' '**/.' '**f' './**/f' '*/**/f' '**/b/**' 'a**/f' 'a//**' 'nope/**' '.h/**' \
    'top/**' '**/top' 'a/**/c/**/f' '***' '\**'; do
    printf '%s: ' "$p"; echo $p
done
shopt -s dotglob
echo **/f
echo **/x
--- stdout
a/f d/f link/f
**: a a/b a/b/c a/b/c/f a/b/f a/f a/ln d d/f link top
**/: a/ a/b/ a/b/c/ a/ln/ d/ link/
a/**: a/ a/b a/b/c a/b/c/f a/b/f a/f a/ln
a/**/: a/ a/b/ a/b/c/ a/ln/
**/f: a/b/c/f a/b/f a/f d/f
a/**/f: a/b/c/f a/b/f a/f a/ln/f
**/b: a/b
**/*: a a/b a/b/c a/b/c/f a/b/f a/f a/ln d d/f link top
**/**/f: a/b/c/f a/b/f a/f d/f
a/**/**: a a/b a/b/c a/b/c/f a/b/f a/f a/ln
link/**: link/ link/b link/b/c link/b/c/f link/b/f link/f link/ln
**/.: . a/. a/b/. a/b/c/. d/.
**f: **f
./**/f: ./a/b/c/f ./a/b/f ./a/f ./a/ln/f ./d/f ./link/f
*/**/f: a/b/c/f a/b/f a/f a/ln/f d/f link/b/c/f link/b/f link/f link/ln/f
**/b/**: a/b a/b/c a/b/c/f a/b/f
a**/f: a/f
a//**: a// a//b a//b/c a//b/c/f a//b/f a//f a//ln
nope/**: nope/**
.h/**: .h/ .h/f .h/x
top/**: top/**
**/top: top
a/**/c/**/f: a/b/c/f
***: a d link top
\**: \**
.h/f a/b/c/f a/b/f a/f d/f
.h/x

=== nocasematch
--- script
shopt -s nocasematch
case ABC in abc) echo 1;; esac
x='a?C'; case ABC in $x) echo 2;; esac
[[ ABC == a* ]] && echo 3
[[ ABC == "abc" ]] && echo 4
[[ ABC != abc ]] || echo 5
[[ ABC =~ b ]] && echo "6 $BASH_REMATCH"
y=ABC; echo "7 ${y#a} ${y%%c*}"
[ ABC = abc ] || echo 8
shopt -u nocasematch
[[ ABC =~ b ]] || echo 9
for i in 1 2; do
    case ABC in abc) echo yes;; *) echo no;; esac
    shopt -s nocasematch
done
--- stdout
1
2
3
4
5
6 B
7 ABC ABC
8
9
no
yes

=== extglob in values, as it is when they expand
--- script
touch ab bb cb
p='@(a|b)*' q='+(a)' r='+(a|b)' z=aab
case bcd in $p) echo no;; *) echo 1;; esac
echo "2 ${z##$q}" $r
[[ bcd == $p ]] && echo 3
shopt -s extglob
case bcd in $p) echo 4;; esac
echo "5 ${z##$q}" $r "$r"
echo $p
shopt -u extglob
echo $p
--- stdout
1
2 aab +(a|b)
3
4
5 b ab bb +(a|b)
ab bb
@(a|b)*

=== execfail and varredir_close
--- script
shopt -s execfail varredir_close
exec /nope; echo $?
: {x}>/dev/null
[ -e /proc/$$/fd/$x ] || echo closed
{ echo hi >&$x; } {x}>out
cat out
exec {y}>/dev/null
echo hi >&$y && echo open
shopt -u execfail
exec /nope; echo no
--- stdout
127
closed
hi
open
--- stderr some
--- status 127
