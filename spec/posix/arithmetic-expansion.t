# XCU 2.6.4 and XCU 1.1.2.1: arithmetic expansion.
peers: dash bash

=== operators
--- script
echo $((1+2)) $((5-7)) $((3*4)) $((7/2)) $((7%3)) $((-7/2)) $((-7%3)) $((7%-3))
echo $((1<2)) $((2<=2)) $((3>4)) $((4>=5)) $((1==1)) $((1!=1))
echo $((6&3)) $((6|3)) $((6^3)) $((~5)) $((!5)) $((!0)) $((1<<4)) $((256>>2)) $((-8>>1))
echo $((1&&0)) $((1&&2)) $((0||0)) $((0||3)) $((1?2:3)) $((0?2:3))
echo $((+3)) $((-3)) $((- -3)) $((-(-3))) $((!!3))
--- stdout
3 -2 12 3 1 -3 -1 1
1 1 0 0 1 0
2 7 5 -6 0 1 16 64 -4
0 1 0 1 2 3
3 -3 3 3 1

=== precedence and associativity
--- script
echo $((1+2*3)) $(((1+2)*3)) $((10-4-3)) $((100/10/2)) $((2*3%4)) $((1+1<<2)) $((1<<1+1))
echo $((1<2==1)) $((5&3==3)) $((1|2^3&4)) $((1||0&&0)) $((!1+1)) $((~1+1)) $((-2*-3))
echo $((1?2:0?3:4)) $((0?2:0?3:4)) $((1?0?5:6:7)) $((1-1?2:3))
--- stdout
7 9 3 5 2 8 4
1 1 3 1 1 -1 6
2 4 6 3

=== assignments
--- script
x=5
echo $((x=3)) $x
echo $((x+=2)) $x $((x-=1)) $x $((x*=3)) $x $((x/=2)) $x $((x%=4)) $x
x=6
echo $((x<<=1)) $((x>>=2)) $((x&=1)) $((x|=6)) $((x^=3)) $x
echo $((a=b=4)) $a $b
echo $((y=x+1)) $y
--- stdout
3 3
5 5 4 4 12 12 6 6 2 2
12 3 1 7 4 4
4 4 4
5 5

=== constants
--- script
echo $((010)) $((0x1F)) $((0Xff)) $((0)) $((00)) $((9223372036854775807))
--- stdout
8 31 255 0 0 9223372036854775807

=== variables with and without dollar
--- script
x=3 neg=-4 blank='  7 '
echo $((x)) $(($x)) $((x*2)) $(($x*2)) $((neg)) $((neg+1)) $((5-neg)) $((blank+1))
h=0x10 o=010
echo $((h)) $((o)) $(($h+$o))
unset u; n=
echo $((u)) $((u+1)) $((n)) $((n+2))
--- stdout
3 3 6 6 -4 -3 9 8
16 8 24
0 1 0 2

=== expansions inside
--- script
x=2; op=+
echo $(($x$op$x)) $((${x}3)) $((${u:-4}*2)) $(($(echo 5)+1)) $((`echo 6`-1)) $((${#x}+$#)) $(($((1+1))*3))
set -- 7 8
echo $(($1+$2)) $(($#))
--- stdout
4 23 8 6 5 1 6
15 2

=== an expression from an expansion is read as a whole
--- script
e=1+2
echo $(($e*3)) $((3*$e))
--- stdout
7 5

=== in double quotes, here-documents and other words
--- script
echo "$((1+1))" a$((2+2))b "$((3))$((4))"
cat <<E
$((5+5))
E
x=$((6+6)); echo $x
case $((1+1)) in 2) echo two;; esac
--- stdout
2 a4b 34
10
12
two

=== blanks and newlines
--- script
echo $(( 1 + 2 )) $((1
+
2)) $((	3	))
--- stdout
3 3 3

=== the result is split
--- script
IFS=1
echo $((212)) "$((212))"
set -- $((10101)); echo $#
--- stdout
2 2 212
3

=== conditional evaluation has no side effects
--- script
x=0
echo $((0 && (x=1))) $x $((1 || (x=2))) $x $((1 ? 5 : (x=3))) $x $((0 ? (x=4) : 6)) $x
echo $((0 && 1/0)) $((1 || 1/0)) $((1 ? 2 : 1/0))
--- stdout
0 0 1 0 5 0 6 0
0 1 2

=== side effects last
--- script
: $((i=1))
: "$((i=i+1))" $((i=i+1))
echo $i
while [ $((i=i-1)) -gt 0 ]; do echo $i; done
--- stdout
3
2
1

=== in a subshell, side effects stay there
--- script
i=1
(: $((i=5)); echo $i)
x=$(echo $((i=7))); echo $x $i
--- stdout
5
7 1

=== signed long arithmetic
--- script
echo $((9223372036854775807)) $((-9223372036854775807-1)) $((4611686018427387904*2-1+0*1))
echo $((9223372036854775807+1)) $((2147483647+1)) $((1<<62))
--- stdout
9223372036854775807 -9223372036854775808 9223372036854775807
-9223372036854775808 2147483648 4611686018427387904

=== a value with its sign is the same with and without dollar
except dash: takes the constant without its minus, out of range
--- script
x=-9223372036854775808
echo $((x)) $(($x)) $((-9223372036854775808))
--- stdout
-9223372036854775808 -9223372036854775808 -9223372036854775808

=== division by zero is an error
--- script
(echo $((1/0)); echo never) 2>/dev/null || echo error
(echo $((1%0)); echo never) 2>/dev/null || echo error
x=0
(echo $((1/x)); echo never) 2>/dev/null || echo error
--- stdout
error
error
error

=== errors
--- script
for e in '1+' '*1' '1 2' '(1' '1)' '1=2' '(x)=1 2' '1?2' '@' '1 ? : 2' 'x=' '09' '0xg' '1a'; do
	("$SH" -c "echo \$(($e)); echo never") >/dev/null 2>&1 && echo "no error: $e"
done
x=1+; (echo $(($x)); echo never) 2>/dev/null || echo error
x='a b'; (echo $(($x)); echo never) 2>/dev/null || echo error
--- stdout
error
error

=== an error ends the shell
except bash: has status 1
--- script
echo a
echo $((1/0))
echo never
--- stderr some
--- status 2
--- stdout
a

=== a readonly variable in arithmetic
except bash: goes on with status 0
skip bash: differs between versions
--- script
readonly r=1
(echo $((r=2)); echo never) 2>/dev/null || echo error
echo $r
--- stdout
error
1

=== parentheses and nesting
--- script
echo $(((((1))))) $((((2)+(3))*((4)))) $(( (1) )) "$(( (1)+(2) ))"
--- stdout
1 20 1 3

=== not an arithmetic expansion
--- script
echo $( ( echo a ) ) '$((1))' "\$((1+1))"
--- stdout
a $((1)) $((1+1))

=== input that ends before it is known what $(( is
--- script
for c in 'echo $((' 'echo $((echo a)' 'echo $((echo a); (echo b)' 'echo $((1+(2)' 'echo "$((1"' 'cat <<E
$((1'; do
	echo "$c" >s
	"$SH" s >out 2>err && echo "accepted: $c"
	"$SH" <s >>out 2>>err && echo "accepted: $c"
	cat out; test -s err || echo "no message: $c"
done
