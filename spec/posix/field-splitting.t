# XCU 2.6.5: field splitting.
peers: dash bash

=== the default IFS
--- script
x='  a b	c
d  '
printf '<%s>' $x; echo
printf '<%s>' "$x"; echo
unset IFS
printf '<%s>' $x; echo
--- stdout
<a><b><c><d>
<  a b	c
d  >
<a><b><c><d>

=== what is not an expansion is not split
--- script
IFS=b
printf '<%s>' abc a${x-b}c; echo
x=abc
printf '<%s>' $x "$x" x${x}y; echo
--- stdout
<abc><a><c>
<a><c><abc><xa><cy>

=== an empty IFS splits nothing
--- script
IFS=
x=' a b '
printf '<%s>' $x; echo
n=
printf '<%s>' a $n b; echo
--- stdout
< a b >
<a><b>

=== delimiters that are no blanks
--- script
IFS=:
for x in a:b :a a: : :: a::b '' ' a : b ' ':a:b:'; do
	set -- $x
	printf '%s ' $#; printf '<%s>' "$@"; echo
done
--- stdout
2 <a><b>
2 <><a>
1 <a>
1 <>
2 <><>
3 <a><><b>
0 <>
2 < a >< b >
3 <><a><b>

=== blanks around another delimiter belong to it
--- script
IFS=' :'
for x in 'a : b' ' a b ' ':  a' 'a  :' ' : ' 'a : : b' 'a b:c  d' '  :a' 'a ::b'; do
	set -- $x
	printf '%s ' $#; printf '<%s>' "$@"; echo
done
--- stdout
2 <a><b>
2 <a><b>
2 <><a>
1 <a>
1 <>
3 <a><><b>
4 <a><b><c><d>
2 <><a>
3 <a><><b>

=== a newline and tab as delimiters only when in IFS
--- script
x='a b	c
d'
IFS='
'
printf '<%s>' $x; echo
IFS='	'
printf '<%s>' $x; echo
IFS=' '
printf '<%s>' $x; echo
--- stdout
<a b	c><d>
<a b><c
d>
<a><b	c
d>

=== adjacent parts
--- script
x='a b' y=' c '
printf '<%s>' $x$y; echo
printf '<%s>' $x"$y"; echo
printf '<%s>' "$x"$y; echo
printf '<%s>' X${y}Y; echo
printf '<%s>' $x$x; echo
printf '<%s>' 1$y$y"2"; echo
IFS=:
x=a: y=:b
printf '<%s>' $x$y; echo
printf '<%s>' $x; printf '|'; printf '<%s>' $y; echo
printf '<%s>' $x"" ""$y; echo
--- stdout
<a><b><c>
<a><b c >
<a b><c>
<X><c><Y>
<a><ba><b>
<1><c><c><2>
<a><><b>
<a>|<><b>
<a><><><b>

=== empty expansions make no field unless quoted
--- script
n=
printf '<%s>' $n; echo
printf '<%s>' $n$n a; echo
printf '<%s>' "$n" a; echo
printf '<%s>' $n"" a; echo
s=' '
printf '<%s>' $s; echo
printf '<%s>' a$s; echo
printf '<%s>' $s"" a; echo
printf '<%s>' ''$s'' a; echo
--- stdout
<>
<a>
<><a>
<><a>
<>
<a>
<><a>
<><><a>

=== splitting of command substitutions and arithmetic
--- script
printf '<%s>' $(printf 'a  b\n\nc\n'); echo
IFS=0
printf '<%s>' $((1001)) $(echo 203); echo
--- stdout
<a><b><c>
<1><><1><2><3>

=== no splitting in assignments, case, redirections, quotes
--- script
x='a  b'
y=$x; echo "$y"
case $x in 'a  b') echo yes;; esac
echo 1 > $x; ls
cat <<E
$x
E
--- stdout
a  b
yes
a  b
a  b

=== splitting in for lists, arguments and set
--- script
x='a b'
for i in $x "$x"; do echo "$i"; done
set -- $x; echo $#
f() { echo $#; }
f $x "$x"
--- stdout
a
b
a b
2
3

=== a backslash in a value does not protect
--- script
x='a\ b'
printf '<%s>' $x; echo
IFS='\'
printf '<%s>' $x; echo
--- stdout
<a\><b>
<a>< b>

=== IFS with characters special elsewhere
--- script
IFS='*'
x='a*b'
printf '<%s>' $x; echo
IFS=-
x=a-b-c
printf '<%s>' $x; echo
IFS=']'
x='a]b'
printf '<%s>' $x; echo
IFS=a-c
x=1b2a3c4-5
printf '<%s>' $x; echo
--- stdout
<a><b>
<a><b><c>
<a><b>
<1b2><3><4><5>

=== splitting comes before pathname expansion
--- script
>a1; >b1
x='a* b*'
printf '<%s>' $x; echo
IFS=:
x='a*:b*'
printf '<%s>' $x; echo
printf '<%s>' "$x"; echo
--- stdout
<a1><b1>
<a1><b1>
<a*:b*>

=== characters of several bytes split as characters
except dash: splits bytes
--- script
IFS=ä
x=1ä2ö3ä4
printf '<%s>' $x; echo
IFS=é
x=aèb
printf '<%s>' $x; echo
--- stdout
<1><2ö3><4>
<aèb>

=== a local IFS by assignment to a special builtin, eval
--- script
x=a:b
IFS=: eval 'set -- $x'
echo $#
echo "$IFS"
--- stdout
2
:

=== IFS in a function and after unset
--- script
f() { IFS=:; set -- $1; echo $#; }
f a:b:c
x=d:e; echo $x
unset IFS
x='f g'; set -- $x; echo $#
--- stdout
3
d e
2

=== read splits too
--- script
echo ' a b c ' | { read x y; echo "<$x><$y>"; }
echo 'a:b:c' | { IFS=: read x y; echo "<$x><$y>"; }
echo ' a:b ' | { IFS=: read x y; echo "<$x><$y>"; }
echo 'a::' | { IFS=: read x y z; echo "<$x><$y><$z>"; }
echo 'a:b:' | { IFS=: read x y; echo "<$x><$y>"; }
echo 'a:b::' | { IFS=: read x y; echo "<$x><$y>"; }
echo 'a : b : ' | { IFS=' :' read x y; echo "<$x><$y>"; }
--- stdout
<a><b c>
<a><b:c>
< a><b >
<a><><>
<a><b>
<a><b::>
<a><b>
