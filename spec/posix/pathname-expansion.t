# XCU 2.6.6 and 2.14.3: pathname expansion.
peers: dash bash

=== asterisk, question mark, brackets
--- script
>a1; >a2; >b1; >ab; mkdir d
echo * a* ?1 [ab]1 [!a]1 a[0-9] a[!0-9] *b?
echo "a*" 'a*' a\* "a"* a"1" ?"1"
--- stdout
a1 a2 ab b1 d a1 a2 ab a1 b1 a1 b1 b1 a1 a2 ab b1
a* a* a* a1 a2 ab a1 a1 b1

=== no match leaves the word
--- script
echo x* [y]z ?
>a
echo x* 'q'*"r" \?? [!a]
--- stdout
x* [y]z ?
x* q*r ?? [!a]

=== the result is sorted
--- script
>b; >a; >c; >B; >10; >9
echo *
echo [!a-c]
--- stdout
10 9 B a b c
9 B

=== a leading dot must be matched explicitly
--- script
>.a; >b; mkdir d; >d/.x; >d/y
echo * .a* .[a]* [.]a* ?a
echo d/* d/.x* */.[x] d/[!y]*
--- stdout
b d .a .a [.]a* ?a
d/y d/.x d/.x d/[!y]*

=== a slash is matched explicitly only
--- script
mkdir -p a/b; >a/b/c; >a/x
echo a* a/* */* */*/* a?b
echo a[/]b */x
--- stdout
a a/b a/x a/b a/x a/b/c a?b
a[/]b a/x

=== directories with a trailing slash
--- script
mkdir d e; >f
echo */ d*/
echo f/ f*/
echo d//
--- stdout
d/ e/ d/
f/ f*/
d//

=== several levels, dots and parents
--- script
mkdir -p p/q p/r; >p/q/1; >p/r/2; >z
echo ./p/*/? p/../z* p/./q/* .//z
echo */q/* p/*/1
--- stdout
./p/q/1 ./p/r/2 p/../z p/./q/1 .//z
p/q/1 p/q/1

=== names with special characters
--- script
>'a b'; >'a*'; >'[x]'; >'q?'; >"n'q"; >'b\c'
printf '<%s>' *; echo
printf '<%s>' a\ * a\** \[* 'q?' "n'"* b\\*; echo
for f in a*; do echo "$f"; done
--- stdout
<[x]><a b><a*><b\c><n'q><q?>
<a b><a*><[x]><q?><n'q><b\c>
a b
a*

=== no expansion in assignments, case words, quotes, here-documents
--- script
>f1
x=f*; echo "$x"; echo $x
case f* in 'f*') echo literal;; esac
cat <<E
f*
E
echo "f*" 'f*' f\*
--- stdout
f*
f1
literal
f*
f* f* f*

=== an expansion in a redirection's word
skip dash: does not
--- script
>f1
{ cat < f*; } 2>/dev/null || echo no such file
--- stdout
no such file

=== patterns from expansions
--- script
>a1; >a2
x='a*'
echo $x "$x" ${x} $(echo 'a?') "$(echo 'a?')"
y='[12]'
echo a$y a"$y" "a"$y
--- stdout
a1 a2 a* a1 a2 a1 a2 a?
a1 a2 a[12] a1 a2

=== set -f turns it off
--- script
>a1
set -f
echo a* ? [a]1
set +f
echo a*
--- stdout
a* ? [a]1
a1

=== bracket expressions
--- script
>a; >b; >-; >]; >!; >^; >'\'; >0
echo [a-b] [ab-] [-a] []a] [!]a] []-] 
echo [!a-b] | tr ' ' '\n' | wc -l | tr -d ' '
echo [\]] [\!] ["!"a] ['a-b'] [a\-b]
echo [[:alpha:]] [[:digit:]] [![:alnum:]] [[:alpha:]0]
--- stdout
a b - a b - a ] a ! - 0 \ ^ b - ]
6
] ! ! a - a b - a b
a b 0 ! - \ ] ^ 0 a b

=== an unclosed bracket is literal
--- script
>'[a'; >a
echo [a [ [] [! [!]
echo [a*
--- stdout
[a [ [] [! [!]
[a

=== a slash in brackets makes them literal
--- script
mkdir 'a['; >'a[/]b'
echo a[/]b a\[/*
--- stdout
a[/]b a[/]b

=== an escaped character in a pattern
--- script
>'a*b'; >'acb'; >'a?b'
echo a\*b* a"*"* a'?'b* *\?* *"*"*
--- stdout
a*b a*b a?b a?b a*b

=== dot and dot-dot
--- script
mkdir d
cd d
>.h
echo .h* .[!.]*
--- stdout
.h .h

=== a dangling link matches
--- script
ln -s nowhere l
echo l* *
--- stdout
l l

=== names that are no valid characters
--- script
>"$(printf 'a\377b')"
for f in a?b a*; do [ -e "$f" ] && echo found; done
--- stdout
found
found

=== characters of several bytes
except dash: matches bytes
--- script
>aéb; >aöb
echo a?b a[é]b a[!é]b
--- stdout
aéb aöb aéb aöb

=== many arguments through set, for and functions
--- script
>a; >b; >c
set -- *; echo $#
for i in *; do echo $i; done
f() { echo $#; }
f * *
--- stdout
3
a
b
c
6
