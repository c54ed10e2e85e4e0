# XCU 2.2: quoting.
peers: dash bash

=== a backslash keeps the next character's literal value
--- script
printf '<%s>' \a \$HOME \\ \" \' \; \& \| \( \) \< \> \` \# \* \? \[ \~ \= \% \{ \} \! a\ b
echo
printf '<%s>' a\	b
echo
--- stdout
<a><$HOME><\><"><'><;><&><|><(><)><<><>><`><#><*><?><[><~><=><%><{><}><!><a b>
<a	b>

=== a backslash before a newline joins lines
--- script
echo a\
b
ec\
ho c \
d
x=1
echo "a\
b" $\
x ${x\
} "$\
{x}"
i\
f true &\
& true; then echo yes; fi
--- stdout
ab
c d
ab 1 1 1
yes

=== a backslash and newline is kept in single quotes
--- script
echo 'a\
b'
--- stdout
a\
b

=== a backslash and newline does not end a comment's line
--- script
# comment \
echo seen
--- stdout
seen

=== a backslash at the end of the input
run: -c
--- script noeol
echo a\
--- stdout
a\

=== single quotes keep everything
--- script
printf '<%s>' '$HOME' '`x`' '\' '\\' '"' 'a
b' '' a'b'c
echo
--- stdout
<$HOME><`x`><\><\\><"><a
b><><abc>

=== double quotes keep all but dollar, backquote and backslash
--- script
x=v
printf '<%s>' "$x" "${x}" "$(echo s)" "`echo b`" "$((1+1))" "'" "*" "~" "a  b" "#" "|&;<>()"
echo
--- stdout
<v><v><s><b><2><'><*><~><a  b><#><|&;<>()>

=== a backslash in double quotes escapes five characters only
--- script
printf '<%s>' "\$x" "\`" "\"" "\\" "a\
b" "\a" "\'" "\*" "\ " "\}" "\n"
echo
--- stdout
<$x><`><"><\><ab><\a><\'><\*><\ ><\}><\n>

=== a dollar sign that introduces nothing is literal
--- script
printf '<%s>' $ "$" a$ "a$" "$ " $% "$%" "$/x" "$\"" $= "$="
echo
--- stdout
<$><$><a$><a$><$ ><$%><$%><$/x><$"><$=><$=>

=== dollar before a quote in double quotes is literal
--- script
printf '<%s>' "$'x'" "a$"
echo
--- stdout
<$'x'><a$>

=== adjacent quotes make one word
--- script
printf '<%s>' a"b"'c'\d"e f"'g h' ""'' "a"""
echo
--- stdout
<abcde fg h><><a>

=== a quoted empty string is a field
--- script
printf '<%s>' '' "" ''"" a''
echo
set -- '' ""
echo $#
--- stdout
<><><><a>
2

=== quoted words are no reserved words
--- script
\if 2>/dev/null; echo $?
'if' 2>/dev/null; echo $?
"while" 2>/dev/null; echo $?
i"f" 2>/dev/null; echo $?
--- stdout
127
127
127
127

=== quoted operators are words
--- script
echo '&&' "||" \; '<' ">"
echo a\>b 1\>c
--- stdout
&& || ; < >
a>b 1>c

=== a quoted assignment is a command name
--- script
'a=1' 2>/dev/null; echo $?
a\=1 2>/dev/null; echo $?
"a"=1 2>/dev/null; echo $?
--- stdout
127
127
127

=== command substitution in double quotes has its own quotes
--- script
x='a  b'
echo "$(echo "$x")" "$(echo '"')" "$(echo "a")b"
echo "`echo "$x"`"
echo "$(printf '%s' "$(echo "in  ner")")"
--- stdout
a  b " ab
a  b
in  ner

=== a single quote in the word of an expansion in double quotes
--- script
unset x
echo "${x-'a b'}" "${x-it's}" "${x:+'}"
--- stdout
'a b' it's 

=== double quotes in the word of an expansion in double quotes
--- script
unset x
echo "${x-"a  b"}"
echo "${x-a"b"c}"
--- stdout
a  b
abc

=== a backslash in the word of an expansion in double quotes
--- script
unset x
printf '%s\n' "${x-a\}b}" "${x-\$}" "${x-\a}" "${x-\"}"
--- stdout
a}b
$
\a
"

=== quotes in patterns of double-quoted expansions
--- script
x=a*b*c
echo "${x#a'*'}" "${x#"a*"}" "${x#a\*}" "${x%'*'c}"
x="'q'"
echo "${x#\'}" "${x%"'"}"
--- stdout
b*c b*c b*c a*b
q' 'q

=== quoting characters that come from expansions are literal
--- script
x='\a "b" '"'c'"
printf '<%s>' $x
y='$x'
echo $y "$y"
--- stdout
<\a><"b"><'c'>$x $x

=== dollar-single-quotes
except dash: lacks it (POSIX 2024)
--- script
printf '<%s>' $'a\nb' $'\t' $'\'' $'\"' $'\\' $'a b'$'c' x$'y'"z" $''
echo
printf '<%s>' $'\x41' $'\101' $'\0101' $'\e' $'\a\b\f\r\v' $'\cA' $'\c?' $'\x4g'
echo
--- stdout escaped
<a
b><\t><'><"><\\><a bc><xyz><>
<A><A><\x081><\x1b><\x07\x08\x0c\r\x0b><\x01><\x7f><\x04g>

=== dollar-single-quotes where they are literal
--- script
cat <<E
$'a\tb'
E
printf '%s\n' "$'a\tb'"
--- stdout
$'a\tb'
$'a\tb'
