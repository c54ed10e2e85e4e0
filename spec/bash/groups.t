# Groups of patterns such as @(a|b), with extglob
peers: bash

=== pathname expansion
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
shopt -s extglob; touch a.c b.c a.h x.o 'y z'
p @(a|b).c !(*.c) ?(a).h +(a|b).* *(x).o @(a*|"y z") nope@(1) "@(a|b).c"
p !(a*|b*) @(a|x).@(c|o) !(*.c|*.h) a@(.c|.$(echo h)) @($(echo a)|b).c @("a"|'b').c
p @(a|@(b|x)).* ?(?(a)).c !(!(a*)) @(a|
b).c
arr=(@(a|b).c); p "${arr[@]}"; for i in @(a|b).c; do p "$i"; done; z=@(a|b).c; p "$z" $z
y='@(a|b)'; p $y.c; set -f; p @(a|b).c; shopt -u extglob; set +f; p $y.c
--- stdout
<a.c><b.c><a.h><x.o><y z><a.h><a.c><a.h><b.c><x.o><a.c><a.h><y z><nope@(1)><@(a|b).c> 15
<x.o><y z><a.c><x.o><x.o><y z><a.c><a.h><a.c><b.c><a.c><b.c> 12
<a.c><a.h><b.c><x.o><a.c><a.c><a.h><a.c> 8
<a.c><b.c> 2
<a.c> 1
<b.c> 1
<@(a|b).c><a.c><b.c> 3
<a.c><b.c> 2
<@(a|b).c> 1
<@(a|b).c> 1

=== case and operators
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
shopt -s extglob; x=aaabbb.tar.gz
case foo.c in @(*.c|*.h)) p 1;; esac; case foo.x in !(*.c|*.h)) p 2;; esac; case aab in +(a)b) p 3;; esac
case "a b" in @(a b|c)) p 4;; esac; case abc in (@(a|b)*) p 5;; esac; case x in a|@(x|y)) p 6;; esac
p ${x##+(a)} ${x%%@(.tar|.gz)*} "${x##+(a)}" ${x/+(b)/X} "${x//@(a|b)/-}" ${x%.@(gz|bz2)} "${x#@(a|aa)}" ${x##*(a)}
p "${x/@(tar)/[&]}" "${x/#+(a)/q}" "${x/%.+([a-z])/}" "${x^^@(a|b)}" "${x//!(a)/y}"
y='@(a|b)'; p ${x//$y/-} ${x//"$y"/-}
--- stdout
<1> 1
<2> 1
<3> 1
<4> 1
<5> 1
<6> 1
<bbb.tar.gz><aaabbb><bbb.tar.gz><aaaX.tar.gz><------.t-r.gz><aaabbb.tar><aabbb.tar.gz><bbb.tar.gz> 8
<aaabbb.[tar].gz><qbbb.tar.gz><aaabbb.tar><AAABBB.tAr.gz><y> 5
<------.t-r.gz><aaabbb.tar.gz> 2

=== no groups elsewhere
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
shopt -s extglob
a=1; (( a+(2) )) && p $((a*(2))) $(( !(a) )); if ! (false); then p n; fi; [[ ! (a == b) ]] && p t; p "x"@ \@
f() { p f; }; f
--- stdout
<2><0> 2
<n> 1
<t> 1
<x@><@> 2
<f> 1

=== nocasematch is of replacements, and not of # and ^
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
shopt -s nocasematch; a=ABC; p ${a/b/x} ${a//[b]/x} ${a#a} ${a,,b}
--- stdout
<AxC><AxC><ABC><ABC> 4

=== without extglob they are errors
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
eval 'case a in @(a)) p 1;; esac' 2>/dev/null; p $?
--- stdout
<2> 1

=== a group without its end
peers: none
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
shopt -s extglob
eval 'p @(a'
--- stderr
../script:3:6: syntax error: expected ")", found end of file ("(" opened at line 3)
    p @(a
         ^
--- status 2

=== in [[ ]] a group needs extglob as the line is read
--- script
e='' s=x
[[ !($e) ]] && echo empty
[[ !($s) ]] || echo word
shopt -s extglob
[[ !($e) ]] && echo pattern; [[ !($s) ]] && echo pattern
[[ ! ($e) ]] && echo empty
[[ !(a|b) && a == !(b) ]] && echo both
--- stdout
empty
word
pattern
pattern
empty
both
