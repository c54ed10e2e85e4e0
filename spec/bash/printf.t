# printf of bash
peers: bash

=== -v assigns to a variable or an element
--- script
printf -v x '%s-%d' a 5; echo "$x" $?
printf -v 'a[3]' %s q; printf -v 'a[1+1]' %s p; echo "${a[3]}${a[2]}"
declare -A m; printf -v 'm[key]' %s v; echo "${m[key]}"
printf -v e ''; echo "[$e]"
printf -v nul 'a\0b'; echo "$nul"
printf -v 1x hi 2>/dev/null; echo $?
printf 2>/dev/null; echo $?
readonly r; printf -v r x 2>/dev/null; echo $?
--- stdout
a-5 0
qp
v
[]
a
2
2
1

=== %q and %Q
--- script
printf '%q %q %q %q\n' 'a b' '' $'x\n' "it's"
printf '%Q|%.3Q|%.3q|%8q|%-8q|\n' 'a b c d' 'a b c d' 'a b c d' 'x y' 'x y'
--- stdout
a\ b '' $'x\n' it\'s
a\ b\ c\ d|a\ b|a\ |    x\ y|x\ y    |

=== %(format)T
env: TZ=UTC
--- script
printf '%(%Y-%m-%d %H:%M:%S)T\n' 0
printf '%(%a %A %b %B %c)T\n' 1700000000
printf '%(%C %d %D %e %F %g %G %h %H %I %j %k %l %m %M %p %P %r %R)T\n' 1700000000
printf '%(%s %S %T %u %U %V %w %W %x %X %y %Y %z %Z %%)T\n' 1700000000
printf '%(%-d %_m %^a %-H)T\n' 86400
printf '[%20(%F)T] [%-20(%F)T] [%.4(%F)T] %()T\n' 0 0 0 0
TZ=Europe/Berlin; printf '%(%F %T %Z %z)T\n' 1700000000
printf '%(%F)T %s\n' 0 x 86400 y
a=$(printf '%(%s)T' -1) b=$(printf '%(%s)T') c=$(printf '%(%s)T' -2) d=$(date +%s)
(( d - a < 300 && d - b < 300 && d - c < 300 && c <= a )) && echo now
--- stdout
1970-01-01 00:00:00
Tue Tuesday Nov November Tue Nov 14 22:13:20 2023
20 14 11/14/23 14 2023-11-14 23 2023 Nov 22 10 318 22 10 11 13 PM pm 10:13:20 PM 22:13
1700000000 20 22:13:20 2 46 46 2 46 11/14/23 22:13:20 23 2023 +0000 UTC %
2  1 FRI 0
[          1970-01-01] [1970-01-01          ] [1970] 00:00:00
2023-11-14 23:13:20 CET +0100
1970-01-01 x
1970-01-02 y
now

=== escape sequences of the format, and of %b
--- script
printf 'a\x41\e[0m\E|\u20ac|\U1f600\"\?|\101\n' | od -An -c
printf '%b|%b|' 'a\tb\0101\101' 'x\cy' z; echo
printf '\0101|\q\n' | od -An -c
--- stdout
   a   A 033   [   0   m 033   | 342 202 254   | 360 237 230 200
   "   ?   |   A  \n
a	bAA|x
  \b   1   |   \   q  \n

=== sizes, %n, and a quote as a flag
--- script
printf '%ld %hhd %lld %zu\n' 1 2 3 4; printf "%'d\n" 1234567
printf 'abc%n' n; echo "|$n"
printf '%d %d\n' "'a" '"b'
--- stdout
1 2 3 4
1234567
abc|3
97 98

=== a time of 128 bytes and more is empty
--- script
y=%Y%Y%Y%Y%Y%Y%Y%Y; printf "%($y$y$y%Y%Y%Y%Y%Y%Y%Y)T" | wc -c; printf "<%($y$y$y$y)T>\n"
--- stdout
124
<>

=== %b keeps a backslash before a quote and a question mark
--- script
printf '%b|' '\"' "\\'" '\?' 'a\"b' '\x41'; printf '\"\?%s\n' x
--- stdout
\"|\'|\?|a\"b|A|"?x
