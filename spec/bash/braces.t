=== words of a command
--- script
echo a{b,c}d {1..5} {01..10..3} {a..e..2} {} {x} pre{1,2}post{3,4} "{a,b}" \{a,b} x{,y} {,} {a,"b c"}
echo $((1+1)){a,b} file{,.bak} {-1..1} {z..x} {1..2}{a,b} a{b{c,d},e}f {a,b}={c,d}
x=1,2; echo {$x} {1..$x}
f() { echo "$# $*"; }
f {1..3} "" x{,}
--- stdout
abd acd 1 2 3 4 5 01 04 07 10 a c e {} {x} pre1post3 pre1post4 pre2post3 pre2post4 {a,b} {a,b} x xy a b c
2a 2b file file.bak -1 0 1 z y x 1a 1b 2a 2b abcf abdf aef a=c a=d b=c b=d
{1,2} {1..1,2}
6 1 2 3  x x

=== words of for, select and set
--- script
for i in {1..3} {a,b}; do printf '%s ' "$i"; done; echo
select v in {p,q}; do echo "$v"; break; done <<<2 2>/dev/null
set -- {a..c}; echo $#
--- stdout
1 2 3 a b 
q
3

=== no braces in assignments, patterns and documents
--- script
y={a,b}; echo "$y"
case a in {a,b}) echo yes;; *) echo no;; esac
[[ a == {a,b} ]] || echo no
cat <<S
{a,b}
S
--- stdout
{a,b}
no
no
{a,b}

=== branches of blocks
peers: none
--- script
forall h jobs 1 in host{1..3}
  echo "$h"
end
forany f ordered in {a,b}
  test "$f" = b
end 2>/dev/null
echo "$f"
--- stdout
host1
host2
host3
b

=== too many words are refused
peers: none
--- script
echo {1..9000000}
echo $?
--- stdout
1
--- stderr
../script:1:6: brace expansion makes more than 1000000 words: use a loop that counts

=== set +B
--- script
f() { echo {1,2} "$@"; }
set +B; echo {a,b}; f {c,d}
set -B; f {c,d}
set +o braceexpand; for i in {1..2}; do echo $i; done; a=({a,b}); echo ${#a[@]}
set -o braceexpand; for i in {1..2}; do echo $i; done; a=({a,b}); echo ${#a[@]}
--- stdout
{a,b}
{1,2} {c,d}
1 2 c d
{1..2}
1
1
2
2

=== braces expand each time
--- script
for i in 1 2; do echo {${i},$((i+1))}x{"$i",'*'}; done
touch q1 q2; echo q{1,2}* q{1,3}*
echo {1..1000} | wc -w; echo {1..2000} | wc -w
declare -A m=({a,b} v); declare -p m
--- stdout
1x1 1x* 2x1 2x*
2x2 2x* 3x2 3x*
q1 q2 q1 q3*
1000
2000
declare -A m=(["{a,b}"]="v" )

=== a deadline ends a brace expansion
peers: none
--- script
SECONDS=0
try for 1 second or 1 time
    for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        : {1..999}{1..999} {1..999}{1..999} {1..999}{1..999} {1..999}{1..999} {1..999}{1..999}
    done
end 2>/dev/null
echo $? $((SECONDS < 8))
--- stdout
124 1

=== the name after $ goes on with what the braces make
peers: bash
--- script
a=A aa=AA ab=AB a1=A1 b=B ax=AX
echo $a{a,b} $a{1,2} {$a,b}x a{$a,c}b $a{x}{,a} $a{-,b} ${a}{a,b} "$a"{a,b} $a{"a",b} $a{\a,b}
echo {$a,$b}{a,x} $a{a..b} x$a{a,b}y $a{,a} $1{a,b} $?{a,b} $a{$b,a} {$a,x}{,x}
set +B
echo $a{a,b}
for v in $a{a,b}; do echo "$v"; done
set -B
for v in $a{a,b}; do echo "$v"; done
--- stdout
AA AB A1 AX bx aAB acb A{x} A{x}a A- AB Aa Ab Aa Ab Aa AB Aa AB
AA AX AA AB x x A AA a b 0a 0b AB AA A AX x xx
A{a,b}
A{a,b}
AA
AB
