# XCU 2.7.4: here-documents.
peers: dash bash

=== expansions take place
--- script
x=v
cat <<E
$x ${x} $(echo s) `echo b` $((1+1)) ${u-d e}
E
--- stdout
v v s b 2 d e

=== nothing is expanded when the delimiter is quoted in any part
--- script
x=v
cat <<'E'
$x $(echo s) `echo b` \$x \\
E
cat <<"E"
$x
E
cat <<\E
$x
E
cat <<E"O"F
$x
EOF
--- stdout
$x $(echo s) `echo b` \$x \\
$x
$x
$x

=== backslashes
--- script
x=v
cat <<E
\$x \` \\ \a \" \' a\
b "q" 'r'
E
--- stdout
$x ` \ \a \" \' ab "q" 'r'

=== quotes are literal
--- script
x=v
cat <<E
"$x" '$x' "a  b" '
E
--- stdout
"v" 'v' "a  b" '

=== quotes in substitutions are not
--- script
x='a  b'
cat <<E
$(echo "$x") $(echo '$x') ${u-'q'} `echo "a  b"`
E
--- stdout
a  b $x 'q' a  b

=== a leading tab is stripped by the other form
--- script
if true; then
	cat <<-E
	a
		b
	 	c
  	d
	E
fi
cat <<-'E'
	$x	y
	E
x='	t'
cat <<-E
	$x
E
--- stdout
a
b
 	c
  	d
$x	y
	t

=== the delimiter stands alone on its line
--- script
cat <<E
E 
 E
xE
Ex
E
cat <<'a b'
a
a b
cat <<""
x

echo after
--- stdout
E 
 E
xE
Ex
a
x
after

=== the delimiter is not expanded
--- script
x=E
cat <<$x
a
E
$x
--- stdout
a
E

=== several on a line, read in order
--- script
cat <<A <<B; cat <<C
a
A
b
B
c
C
cat <<A; echo mid; cat <<B
1
A
2
B
--- stdout
b
c
1
mid
2

=== for any descriptor
--- script
cat 3<<E <&3
three
E
{ read a <&4; read b <&5; echo $a $b; } 4<<X 5<<Y
four
X
five
Y
exec 6<<E
six
seven
E
read a <&6; cat <&6; echo $a
--- stdout
three
four five
seven
six

=== of compound commands and functions
--- script
while read x; do echo "<$x>"; done <<E
a
b
E
{ cat; } <<E
c
E
(cat) <<E
d
E
if cat; then echo f; fi <<E
e
E
g() { cat; }
g <<E
g
E
h() { cat; } <<E
body $x
E
h arg
--- stdout
<a>
<b>
c
d
e
f
g
body 

=== in a pipeline and lists
--- script
cat <<E | tr a-z A-Z
x
E
cat <<E && echo and
y
E
echo z | cat - <<E
w
E
cat <<E & wait
bg
E
--- stdout
X
y
and
w
bg

=== in a command substitution
--- script
x=$(cat <<E
in $(cat <<F
inner
F
)
E
)
echo "$x"
y=`cat <<E
back
E
`
echo $y
--- stdout
in inner
back

=== in a loop it is expanded each time
--- script
for i in 1 2; do cat <<E
i=$i
E
done
--- stdout
i=1
i=2

=== in a function it is expanded at each call
--- script
f() {
	cat <<E
<$1 $2>
E
}
f a b; f c
--- stdout
<a b>
<c >

=== expansions of all parameters
except bash: splits an unquoted asterisk
--- script
set -- a 'b  c' d
cat <<E
$* $@ $# $1
"$@"
E
--- stdout
a b  c d a b  c d 3 a
"a b  c d"

=== an error of an expansion in a here-document
except dash: expands it in the child, and goes on
except bash: goes on
--- script
(cat <<E
${u?}
E
echo never) 2>/dev/null
echo $?
--- stdout
2

=== the end of the input ends it
run: -c
--- script
cat <<E
a
--- stderr any
--- stdout
a

=== a big one
--- script
x=$(i=0; while [ $i -lt 3000 ]; do echo "line $i of a here-document that is longer than a pipe"; i=$((i+1)); done)
cat <<E | wc -l | tr -d ' '
$x
E
while read a b c; do n=$b; done <<E
$x
E
echo $n
--- stdout
3000
2999

=== an empty one
--- script
cat <<E
E
wc -c <<E | tr -d ' '
E
--- stdout
0

=== is readable for builtins and programs alike
--- script
{ read a; cat; read b; echo "$a <$b>"; } <<E
one
two
E
--- stdout
two
one <>

=== operators in the lines are text
--- script
cat <<E
a | b & c ; ( ) < > # no comment
E
--- stdout
a | b & c ; ( ) < > # no comment

=== delimiters with reserved words and operators after
--- script
if cat <<E
a
E
then echo b; fi
{ cat <<E
c
E
}
(cat <<E
d
E
)
case x in x) cat <<E
e
E
;; esac
--- stdout
a
b
c
d
e

=== variables assigned inside last
except bash: expands it in the child
--- script
cat <<E
${x=assigned} $((y=3))
E
echo "$x" $y
--- stdout
assigned 3
assigned 3

=== with <<- lines are joined before their tabs are removed
except dash: keeps what continues a line of tabs only
except bash: takes a line that continues another for the delimiter
--- script
cat <<-E
	a \
	b
	\
	c
	\
	E
	x\
	E
	E
--- stdout
a 	b
c
E
x	E

=== a delimiter with a line continuation
--- script
cat <<~\
E\
F; cat <<$x\
y
a
~EF
b
$xy
--- stdout
a
b

=== a delimiter of two lines, in a script read line by line
run: stdin
except bash: takes only lines one by one for it
--- script
cat <<'a
b'
x
a
b
echo after
--- stdout
x
after

=== one that cannot be made is an error of redirection
# It is larger than a pipe: the shell needs a file for it, which the limit forbids.
peers: bash
except bash: its status of such errors is 1
--- script
x=0123456789abcdef; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x; x=$x$x$x$x
trap '' XFSZ
ulimit -f 1
cat <<E | wc -c | tr -d ' '
$x
E
cat <<E >/dev/null
$x$x$x$x$x
E
echo $?
cat <<E >/dev/null &
$x$x$x$x$x
E
wait $!; echo $?
read y <<E
$x$x$x$x$x
E
echo $? ${#y}
(exec cat <<E
$x$x$x$x$x
E
echo never); echo $?
--- stdout
16385
2
2
0 81920
2
--- stderr some

=== a long document in a script is expanded like a short one
# dash ends in SIGSEGV, bash needs more than a minute.
peers: none
--- script
lines() { i=0; while [ $i -lt 1500 ]; do echo "$1"; i=$((i+1)); done; }
{
  cat <<'S'
set -- one two
greet() { echo "hello $1"; }
cat <<E
S
  lines '$# $1 ${2} ${n:=0}$((n=n+1)) $(greet $n) \$x'
  printf '%s\n' '$LINENO' E 'echo $n' 'read -r a b c <<E'
  lines '$n $1 line, as long as most of the others are: $n'
  printf '%s\n' E 'echo $a $b $c; set -u' 'cat <<E'
  lines 'text $n, as long as most of the lines of text in here are: $n'
  printf '%s\n' '${gone?it is gone}' E 'echo never'
} >long
"$SH" ./long >out 2>err
echo $?
sed -n '1p; 1500p' out
sed -n '1501,$p' out
grep -c 'it is gone' err
--- stdout
2
2 one two 01 hello 1 $x
2 one two 14991500 hello 1500 $x
3
1500
1500 one line, as long as most of the others are: 1500
1
