# XCU 2.14: pattern matching notation, seen through case.
peers: dash bash

=== ordinary characters and quoting
--- script
m() { eval "case $1 in $2) echo yes;; *) echo no;; esac"; }
m a a; m a b; m 'a' '\a'; m "'a b'" 'a\ b'; m "'*'" '\*'; m ab '\*'; m "'?'" '"?"'; m a '"?"'
m '\\' '\\'; m "'[a]'" '\[a]'; m "'[a]'" '"[a]"'; m a '[a]'; m "'[a]'" "'['a]"
--- stdout
yes
no
yes
yes
yes
no
yes
no
yes
yes
yes
yes
yes

=== asterisk and question mark
--- script
m() { case $1 in $2) echo yes;; *) echo no;; esac; }
m abc 'a*'; m abc '*c'; m abc '*b*'; m '' '*'; m abc 'a*c*'; m abc 'a*d'; m abc '***'; m a '?'; m '' '?'; m ab '??'; m abc '?*?'; m a '?*?'
m aaa '*a*a*'; m aaab '*aa*ab'; m a/b 'a*b'; m .a '*'; m .a '?a'
--- stdout
yes
yes
yes
yes
yes
no
yes
yes
no
yes
yes
no
yes
yes
yes
yes
yes

=== bracket expressions
--- script
m() { case $1 in $2) printf y;; *) printf n;; esac; }
m a '[abc]'; m d '[abc]'; m d '[!abc]'; m a '[!abc]'; m b '[a-c]'; m d '[a-c]'; m d '[!a-c]'; echo
m '-' '[-a]'; m '-' '[a-]'; m ']' '[]a]'; m a '[]a]'; m b '[!]a]'; m ']' '[!]a]'; m '!' '[a!]'; m '[' '[[]'; echo
m ab '[ab]'; m ab '[ab][ab]'; m '' '[a]'; m '[a' '[a'; m a '[a'; m '[]' '[]'; m '[!]' '[!]'; echo
m '\' '[\\]'; m a '[\a]'; m ']' '[\]]'; m '-' '[a\-c]'; m b '[a\-c]'; m '\' '[a\-c]'; echo
m 5 '[0-9]'; m x '[a-cx-z]'; m + '[+--]'; m , '[+--]'; m b '[c-a]'; echo
--- stdout
ynynyny
yyyyynyy
nynynyy
yyyynn
yyyyn

=== quoting within bracket expressions
--- script
case b in [a"-"c]) echo never;; *) echo 1;; esac
case - in [a"-"c]) echo 2;; esac
case ] in ["]"]) echo 3;; esac
case ! in ["!"a]) echo 4;; esac
case b in ["!"a]) echo never;; *) echo 5;; esac
case a in [\!a]) echo 6;; esac
x='a-c'
case b in [$x]) echo 7;; esac
case b in ["$x"]) echo never;; *) echo 8;; esac
--- stdout
1
2
3
4
5
6
7
8

=== character classes
--- script
m() { case $1 in $2) printf y;; *) printf n;; esac; }
m a '[[:alpha:]]'; m 1 '[[:alpha:]]'; m 1 '[[:digit:]]'; m A '[[:upper:]]'; m a '[[:lower:]]'; m ' ' '[[:space:]]'; m ' ' '[[:blank:]]'; m . '[[:punct:]]'; m a '[[:alnum:]]'; m f '[[:xdigit:]]'; m g '[[:xdigit:]]'; m a '[[:print:]]'; m ' ' '[[:graph:]]'; echo
m a '[![:alpha:]]'; m 1 '[![:alpha:]]'; m _ '[[:alpha:]_]'; m 3 '[[:alpha:]0-5]'; m - '[[:digit:]-]'; m a1 '[[:alpha:]][[:digit:]]'; echo
m "$(printf '\t')" '[[:cntrl:]]'; m a '[[:nosuch:]]'; m : '[:alpha:]'; m a '[:alpha:]'; m x '[:alpha:]'; echo
--- stdout
ynyyyyyyyynyn
nyyyyy
ynyyn

=== backslashes in patterns from expansions
--- script
p='\*'
case '*' in $p) echo 1;; esac
case a in $p) echo never;; *) echo 2;; esac
p='a\bc'
case abc in $p) echo 3;; esac
p='\\'
case '\' in $p) echo 4;; esac
p='[\]]'
case ']' in $p) echo 5;; esac
--- stdout
1
2
3
4
5

=== a trailing backslash
except dash: matches nothing
skip dash: unspecified
skip bash: unspecified
--- script
p='a\'
case 'a\' in $p) echo yes;; *) echo no;; esac
--- stdout
yes

=== characters of several bytes
except dash: matches bytes
--- script
case é in ?) echo 1;; esac
case é in [é]) echo 2;; esac
case é in [!a]) echo 3;; esac
case öa in ?a) echo 4;; esac
x=äöü; echo ${x#?} ${x%?} ${x##*ö}
case é in [[:alpha:]]) echo 5;; esac
--- stdout
1
2
3
4
öü äö ü
5

=== bytes that are no characters
--- script
x=$(printf '\377\376')
case $x in "$x") echo 1;; esac
case $x in *) echo 2;; esac
case a${x}b in a*b) echo 3;; esac
case ${x%?} in "$(printf '\377')") echo 4;; esac
--- stdout
1
2
3
4

=== long strings and many asterisks end in time
skip dash: takes exponential time
--- script
x=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
case $x in *a*a*a*a*a*a*a*a*b) echo never;; *) echo no;; esac
case ${x}b in *a*a*a*a*a*a*a*a*b) echo yes;; esac
--- stdout
no
yes

=== newlines and slashes are like any other
--- script
case 'a
b' in a?b) echo 1;; esac
case 'a
b' in a*) echo 2;; esac
case a/b in a?b) echo 3;; esac
case a/b in a[/]b) echo 4;; esac
--- stdout
1
2
3
4

=== an equivalence class and a collating symbol
except dash: lacks them
--- script
case a in [[=a=]]) echo 1;; esac
case a in [[.a.]]) echo 2;; esac
case - in [[.-.]a]) echo 3;; esac
--- stdout
1
2
3

=== exclamation mark and circumflex
--- script
case a in [!b]) echo 1;; esac
case ! in [b!]) echo 2;; esac
case ^ in [b^]) echo 3;; esac
--- stdout
1
2
3
