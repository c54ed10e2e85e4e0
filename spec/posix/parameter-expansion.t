# XCU 2.6.2: parameter expansion.
peers: dash bash

=== braces
--- script
x=v xy=w
echo ${x} ${x}y $xy "${x}y" ${xy}
--- stdout
v vy w vy w

=== use default values
--- script
unset u; n=; s=set
printf '<%s>' "${u-d}" "${u:-d}" "${n-d}" "${n:-d}" "${s-d}" "${s:-d}" "${u-}" "${u:-}"
echo
--- stdout
<d><d><><d><set><set><><>

=== assign default values
--- script
unset u; n=; s=set
printf '<%s>' "${u=d}" "$u" "${n=d}" "$n" "${n:=d}" "$n" "${s=d}" "${s:=d}"
echo
unset u
echo ${u:=a b} "$u"
unset u
echo "${u=$(echo sub)}" $u
--- stdout
<d><d><><><d><d><set><set>
a b a b
sub sub

=== indicate error
--- script
n=
(echo ${u?}; echo never) 2>/dev/null || echo error
(echo ${u?message}; echo never) 2>err || echo error; grep -c 'u: .*message' err
(echo "${n:?}"; echo never) 2>/dev/null || echo error
(echo "<${n?}>")
(: ${u:?a   b} ) 2>err; grep -c 'a   b' err
s=set
echo ${s?} ${s:?no}
--- stdout
error
error
1
error
<>
1
set set

=== an error of expansion ends the shell
except bash: has status 1 in a script (127 under -c)
--- script
echo a
: ${nosuch?}
echo never
--- stderr some
--- status 2
--- stdout
a

=== use alternative value
--- script
unset u; n=; s=set
printf '<%s>' "${u+a}" "${u:+a}" "${n+a}" "${n:+a}" "${s+a}" "${s:+a}"
echo
--- stdout
<><><a><><a><a>

=== the word is expanded only when needed
--- script
s=set; unset u
: ${s-$(echo ran >&2)} ${s=$(echo ran >&2)} ${u+$(echo ran >&2)} ${s?$(echo ran >&2)}
: ${s:-${never:=1}}
echo ${never-no}
--- stdout
no

=== length
--- script
x=abcde; n=; unset u
echo ${#x} ${#n} ${#u} "${#x}" a${#x}b
set -- aa bbb
echo ${#1} ${#2} ${#3}
--- stdout
5 0 0 5 a5b
2 3 0

=== length is in characters
except dash: counts bytes
--- script
x=äöü€
echo ${#x} ${x#?} ${x%??} ${x#[ä-ö]}
--- stdout
4 öü€ äö öü€

=== remove smallest and largest suffix
--- script
x=file.tar.gz
echo ${x%.*} ${x%%.*} ${x%gz} ${x%nomatch} ${x%} ${x%%} ${x%%*} ${x%"*"}
x=/a/b/c
echo ${x%/*} ${x%%/*} ${x%/}
--- stdout
file.tar file file.tar. file.tar.gz file.tar.gz file.tar.gz file.tar.gz
/a/b /a/b/c

=== remove smallest and largest prefix
--- script
x=/usr/local/bin
echo ${x#*/} ${x##*/} ${x#/usr} ${x##nomatch} ${x#} ${x##} "<${x##*}>" ${x#"*"/}
--- stdout
usr/local/bin bin /local/bin /usr/local/bin /usr/local/bin /usr/local/bin <> /usr/local/bin

=== patterns in removals
--- script
x=abcabc
echo ${x#?} ${x%?} ${x#[ab]} ${x##[!c]*b} ${x%[bc]} ${x%%b*c} ${x#a*b} ${x##a*b}
p='a*'
echo "<${x#$p}>" "<${x##$p}>" "<${x##"$p"}>" "<${x#"$p"}>"
x='*a*'
echo ${x#'*'} ${x%"*"} ${x#\*}
--- stdout
bcabc abcab bcabc c abcab a cabc c
<bcabc> <> <abcabc> <abcabc>
a* *a a*

=== a closing brace in the word
--- script
unset u
echo ${u-a\}b} "${u-a\}b}" ${u-'}'} ${u-"}"} "${u-"}"}"
x=a}b
echo ${x#a\}} "${x#*\}}" "${x%"}"b}"
--- stdout
a}b a}b } } }
b b a

=== nested expansions
--- script
unset u v; w=x
echo ${u-${v-${w}}} "${u-"${v-"$w"}"}" ${u-$(echo ${v-`echo deep`})} ${u:-$((1+1))}
a=abc b=c
echo ${a%$b} ${a%${b}} ${a#${a%?}} ${a%"${a#?}"}
--- stdout
x x deep 2
ab ab c a

=== the word of an unquoted expansion is split, quoted parts are not
--- script
unset u
printf '<%s>' ${u-a b}; echo
printf '<%s>' ${u-"a b"}; echo
printf '<%s>' "${u-a b}"; echo
printf '<%s>' ${u-a "b c" d}; echo
printf '<%s>' ${u-'a b' c}; echo
printf '<%s>' x${u-a b}y; echo
printf '<%s>' ${u-a\ b c}; echo
IFS=:
printf '<%s>' ${u-a:b c}; echo
printf '<%s>' ${u-"a:b"}; echo
--- stdout
<a><b>
<a b>
<a b>
<a><b c><d>
<a b><c>
<xa><by>
<a b><c>
<a><b c>
<a:b>

=== the word of an unquoted expansion is globbed
--- script
>f1; >f2
unset u; s=1
echo ${u-f*} "${u-f*}" ${u-"f*"} ${s+f*} ${s+'f*'}
--- stdout
f1 f2 f* f* f1 f2 f*

=== an empty word
--- script
unset u
printf '<%s>' ${u-} ${u-""} "${u-}" ${u-''}x; echo
--- stdout
<><><x>

=== at-sign in the word
--- script
unset u
set -- a 'b c'
printf '<%s>' "${u-$@}"; echo
printf '<%s>' ${u-"$@"}; echo
printf '<%s>' "${1+$@}"; echo
printf '<%s>' ${1+"$@"}; echo
printf '<%s>' x"${u-$@}"y; echo
set --
printf '<%s>' ${1+"$@"}; echo
printf '<%s>' "${1+$@}"; echo
--- stdout
<a><b c>
<a><b c>
<a><b c>
<a><b c>
<xa><b cy>
<>
<>

=== the operators on at-sign and asterisk
--- script
set -- a b
echo ${@-none} ${*-none} ${@+some} ${*+some} ${#}
--- stdout
a b a b some some 2

=== the operators on special parameters
--- script
false
echo ${?-x} ${?+x} ${#-x}  ${$+set}
set -- a b
echo ${#+x} ${#?} ${1-x} ${3-x} ${3:-y}
false
echo ${?#1} "<${?%1}>"
--- stdout
1 x 0 set
x 1 a x y
<>

=== number-sign oddities
--- script
set -- a b c
echo ${#} ${##} ${#?}
x=aXb
echo ${x##*X} ${x#*#}
--- stdout
3 1 1
b aXb

=== assigning through a positional parameter is an error
--- script
(set --; echo ${1=x}; echo never) 2>/dev/null || echo error
(set --; echo ${1:=x}; echo never) 2>/dev/null || echo error
(echo ${?:=x}; echo fine) 2>/dev/null || echo error
--- stdout
error
error
0
fine

=== a bad substitution is an error
--- script
"$SH" -c 'echo ${}; echo never' 2>/dev/null; [ $? -ne 0 ] && echo error
"$SH" -c 'echo ${a b}; echo never' 2>/dev/null; [ $? -ne 0 ] && echo error
"$SH" -c 'echo ${a-b; echo never' 2>/dev/null; [ $? -ne 0 ] && echo error
"$SH" -c 'echo ${1a}; echo never' 2>/dev/null; [ $? -ne 0 ] && echo error
"$SH" -c 'echo ${a!b}; echo never' 2>/dev/null; [ $? -ne 0 ] && echo error
--- stdout
error
error
error
error
error

=== a bad substitution in a branch not taken is no error
except bash: wants names
skip bash: as it likes
--- script
if false; then echo ${a!b}; fi
echo fine
--- stdout
fine

=== unset parameters are errors under set -u
--- script
set -u
set -- a
echo ${u-d} ${u:-d} "<${u+d}>" $# "$@" $* ${#1}
(echo $u; echo never) 2>/dev/null; [ $? -ne 0 ] && echo error
(echo ${#u}; echo never) 2>/dev/null; [ $? -ne 0 ] && echo error
(echo ${u#x}; echo never) 2>/dev/null; [ $? -ne 0 ] && echo error
(echo $2; echo never) 2>/dev/null; [ $? -ne 0 ] && echo error
(echo $!; echo never) 2>/dev/null; [ $? -ne 0 ] && echo error
set --
echo "$@" "$*" $@ $*
--- stdout
d d <> 1 a a 1
error
error
error
error
error

--- status 0

=== unset variables in arithmetic are errors under set -u
except dash: takes them for 0; POSIX 2024 names arithmetic expansion
--- script
set -u
(echo $((u+1)); echo never) 2>/dev/null; [ $? -ne 0 ] && echo error
--- stdout
error

=== an escaped } in double quotes that nest in the word
--- script
echo "${u-"a\}b"}" "${u-${v-x"\}"}}"
cat <<E
${u-"a\}b"} ${u-"${v-c\}d}"}
E
--- stdout
a}b x}
a}b c}d

=== the pattern is expanded though the value is empty
except bash: does not look at it
--- script
e=
echo "${e#${x=a}}" "${e%%$((y=2))}" $x $y
(: "${e%${nosuch?}}") 2>/dev/null || echo failed
--- stdout
  a 2
failed
