# [[ expression ]]
peers: bash

=== patterns after == and !=, quoted ones are text
--- script
x='a*'
[[ abc == a* ]] && echo 1
[[ abc == "a*" ]] || echo 2
[[ abc != a?c ]] || echo 3
[[ abc == $x ]] && echo 4
[[ abc == "$x" ]] || echo 5
[[ abc = [a-b]* ]] && echo 6
[[ a*b == a\*b ]] && echo 7
--- stdout
1
2
3
4
5
6
7

=== words are neither split nor globbed
--- script
x='a b'
[[ $x == 'a b' ]] && echo 1
[[ -n $x && -z $unset ]] && echo 2
[[ * == '*' ]] && echo 3
[[ $x ]] && echo 4
[[ $unset ]] || echo 5
--- stdout
1
2
3
4
5

=== groups, !, && and ||, over lines
--- script
[[ ! -e /nope ]] && echo 1
[[ ( a == b || c == c ) && ! ( a == b ) ]] && echo 2
[[
    a == a &&   # first
    ( b == b ||
    c == d )
]] && echo 3
[[ a == b || a == a && b == b ]] && echo 4
[[ ! a == b ]] && echo 5
! [[ a == b ]] && echo 6
--- stdout
1
2
3
4
5
6

=== operators not reached expand nothing
--- script
[[ a == b && $(echo ran >&2) == x ]]
[[ a == a || $(echo ran >&2) == x ]]
echo $?
--- stdout
0

=== numbers are arithmetic expressions
--- script
n=3
[[ 2+1 -eq n ]] && echo 1
[[ 010 -eq 8 && 0x10 -eq 16 ]] && echo 2
[[ -1 -lt 0 && 1 -gt -1 && 2 -le 2 && 2 -ge 2 && 1 -ne 2 ]] && echo 4
--- stdout
1
2
4

=== strings compare by < and >
--- script
[[ a < b && b > a && ! a < a ]] && echo 1
[[ 10 < 9 ]] && echo 2
ls
--- stdout
1
2

=== files
--- file f
text
--- script
ln -s f l; ln f h; mkdir d; : >empty
touch -d '2001-01-01' old
[[ -e f && -a f && -f f && -s f && -r f && -w f && ! -x f ]] && echo 1
[[ -d d && -L l && -h l && ! -s empty && ! -p f && ! -S f && ! -b f && ! -c f ]] && echo 2
[[ f -ef h && ! f -ef old && f -nt old && old -ot f ]] && echo 3
[[ -O f && -G f && ! -u f && ! -g f && ! -k f ]] && echo 4
[[ -c /dev/null && ! -t 0 ]] && echo 5
--- stdout
1
2
3
4
5

=== variables and options
--- script
set -- one
x= y=1
[[ -v x && -v y && ! -v z && -v 1 && ! -v 2 ]] && echo 1
[[ -o errexit ]] || echo 2
set -e
[[ -o errexit ]] && echo 3
--- stdout
1
2
3

=== an error of arithmetic is status 1
--- script
[[ 1+ -eq 2 ]]
echo $?
--- stdout
1
--- stderr
../script:1:1: arithmetic expression "1+": syntax error: operand expected (error token is "+")

=== a command substitution that fails changes nothing
--- script
[[ $(echo a; false) == a ]] && echo 1
--- stdout
1

=== redirections after it
--- script
[[ -n a ]] >f && [[ -f f ]] && echo 1
--- stdout
1

=== it ends a brittle list
--- script
[[ a == b ]] || echo 1
(set -e; [[ a == b ]]; echo no)
echo $?
--- stdout
1
1

=== syntax errors name the place
peers: none
--- script
[[ a b ]]
--- status 2
--- stderr
../script:1:6: syntax error: expected an operator such as == or -eq, or "]]", found "b" ("[[" opened at line 1)
    [[ a b ]]
         ^

=== the operand of == may have groups of patterns
--- script
[[ foobar == @(foo|bar)* ]] && echo 1
[[ foobar == @(foo|bar) ]] || echo 2
[[ xyzzy != +([xyz]) ]] || echo 3
[[ a.c == !(*.o|*.c) ]] || echo 4
p='@(a|b)'
[[ a == $p ]] && echo 5
[[ a == "$p" ]] || echo 6
[[ '@(a|b)' == "@(a|b)" ]] && echo 7
[[ - == [^a-z] ]] && echo 8
--- stdout
1
2
3
4
5
6
7
8

=== =~ matches a regular expression, and leaves the match in BASH_REMATCH
--- script
if [[ name=value =~ ^([a-z]+)=(.*)$ ]]; then echo "$BASH_REMATCH"; fi
[[ xab =~ (a|ab)(c|bcd)? ]] && echo "$BASH_REMATCH"
[[ none =~ ^x ]] || echo "${BASH_REMATCH-unset}"
re='^[0-9]+ [a-z]+$'
[[ '12 days' =~ $re ]] && echo yes
[[ '12 days' =~ "$re" ]] || echo quoted
[[ a.b =~ a\.b ]] && [[ axb =~ a.b ]] && ! [[ axb =~ a"."b ]] && echo dots
[[ 'a b' =~ a\ b ]] && echo blank
[[ . =~ ["."] ]] && ! [[ '\' =~ ["."] ]] && [[ ']' =~ [\]x] ]] && echo brackets
[[ 'a]' =~ ^[[:alpha:]]"]"$ ]] && echo class
[[ -z x || abc =~ b && 1 -eq 1 ]] && echo joined
--- stdout
name=value
ab
unset
yes
quoted
dots
blank
brackets
class
joined

=== a bad regular expression has status 2
# bash says nothing.
peers: none
--- script
re='(b'
[[ a =~ $re ]]
echo $?
try 2 times every 0s
  [[ a =~ $re ]]
end
echo $?
--- stdout
2
2
--- stderr some

=== a failed expansion ends the line; an operand that is no number is the command's failure
--- script
[[ $((1+)) == x ]]; echo no
echo $?
[[ x == $((1+)) ]]; echo no
[[ x =~ $((1+)) ]]; echo no
if [[ -n ${arr[1+]} ]]; then echo no; else echo no; fi; echo no
echo $?
(( $((1+)) )); echo no
for ((i=$((1+)); i<2; i++)); do echo no; done; echo no
[[ -v arr[1+] ]]; echo no
[[ 1+ -eq 1 ]]; echo yes $?
((1+)); echo yes $?
--- stdout
1
1
yes 1
yes 1
--- stderr some

=== both numbers are expanded before one is evaluated
--- script
m=-3
[[ "m+=1" -ne "$m" ]]; echo $? $m
[[ "m=5" -eq "m" ]]; echo $? $m
--- stdout
0 -2
0 5
