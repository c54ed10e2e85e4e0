# XCU 2.6.3: command substitution.
peers: dash bash

=== both forms
--- script
echo $(echo a) `echo b` "$(echo c  d)" "`echo e  f`" x$(echo g)y
--- stdout
a b c d e f xgy

=== trailing newlines are removed, inner ones kept
--- script
x=$(printf 'a\n\nb\n\n\n'); printf '<%s>' "$x"; echo
x=`printf '\n\n'`; printf '<%s>' "$x"; echo
x=$(printf '\na'); printf '<%s>' "$x"; echo
x="$(echo a)
"; printf '<%s>' "$x"; echo
--- stdout
<a

b>
<>
<
a>
<a
>

=== unquoted, the result is split and globbed; quoted it is not
--- script
>f1; >f2
printf '<%s>' $(echo 'a  b'); echo
printf '<%s>' "$(echo 'a  b')"; echo
echo $(echo 'f*') "$(echo 'f*')"
printf '<%s>' $(echo) "$(echo)"; echo
x=$(echo 'a  b'); printf '<%s>' "$x"; echo
--- stdout
<a><b>
<a  b>
f1 f2 f*
<>
<a  b>

=== the result is not expanded again
--- script
x=v
echo $(echo '$x') $(echo '`date`') $(echo '"q"') $(echo '~')
--- stdout
$x `date` "q" ~

=== nested
--- script
echo $(echo $(echo $(echo deep)))
echo `echo \`echo \\\`echo back\\\`\``
echo $(echo `echo mixed`) `echo $(echo other)`
echo "$(echo "$(echo "a  b")")"
--- stdout
deep
back
mixed other
a  b

=== backslashes within backquotes
--- script
x=v
printf '<%s>' `printf %s '\$x'` `printf %s \$x` `printf %s '\\\\a'` "`printf %s \"a  b\"`"
echo
printf '<%s>' `printf %s \\\\ ` `printf '%s' '\a'` "`printf %s '\a\"'`"
echo
--- stdout
<$x><v><\\a><a  b>
<\><\a><\a">

=== a subshell environment
--- script
x=1
y=$(x=2; cd /; f() { :; }; echo $x)
echo $x $y
f 2>/dev/null; echo $?
[ "$PWD" = / ] || echo still here
--- stdout
1 2
127
still here

=== the status is that of an assignment without a command
--- script
x=$(exit 3); echo $?
x=$(exit 3)y$(exit 4); echo $?
x=$(false) y=$(true); echo $?
x=$(false) true; echo $?
x=$(false) y=1; echo $?
$(exit 5); echo $?
$(exit 6) >o; echo $?
$(true) ; echo $?
--- stdout
3
4
0
0
1
5
6
0

=== a command name from a substitution
--- script
$(echo echo) a
$(echo echo b) c
$() echo d
`true` echo e
$(exit 3) false; echo $?
--- stdout
a
b c
d
e
1

=== exit and return in a substitution
--- script
x=$(echo a; exit 2; echo b); echo $? $x
f() { x=$(echo c; return 4; echo d) 2>/dev/null; echo $x; }
f
--- stdout
2 a
c

=== comments, here-documents, case and quotes inside
--- script
x=$(
# a comment with a ) and a '
echo a # another )
); echo $x
x=$(cat <<E
b )
E
); echo $x
x=$(case a in a) echo c;; (b) echo d; esac); echo $x
x=$(echo ')' ")" \) '(' ); echo $x
x=$(echo "$(echo ")")"); echo $x
--- stdout
a
b )
c
) ) ) (
)

=== line continuation and newlines inside
--- script
x=$(echo a \
b
echo c); echo "$x"
y=`echo a \
b`; echo $y
--- stdout
a b
c
a b

=== an empty substitution
--- script
x=$(); echo "<$x>$?"
x=$( ); echo "<$x>"
x=`` ; echo "<$x>"
x=$(
); echo "<$x>"
--- stdout
<>0
<>
<>
<>

=== redirections come before assignments
except bash: the other way round; POSIX allows both
--- script
x=$(echo err >&2) 2>h; echo "<$x>"; cat h
--- stdout
<>
err

=== redirections inside and outside
--- script
echo data >f
x=$(cat f); echo $x
x=$(cat <f >g); echo "<$x>"; cat g
{ x=$(echo err >&2); } 2>h; echo "<$x>"; cat h
{ x=$(echo err 2>&1 >&2); } 2>/dev/null; echo "<$x>"
{ x=$(echo out; echo err >&2); } 2>/dev/null; echo "<$x>"
--- stdout
data
<>
data
<>
err
<err>
<out>

=== standard input is shared
--- stdin
one
two
--- script
x=$(head -n 1); echo "<$x>"
y=$(read a; echo $a); echo "<$y>"
--- stdout
<one>
<two>

=== big output
--- script
x=$(i=0; while [ $i -lt 20000 ]; do echo 0123456789; i=$((i+1)); done)
echo ${#x}
y=$(head -c 300000 /dev/zero | tr '\0' x); echo ${#y}
--- stdout
219999
300000

=== NUL bytes are dropped
--- script
x=$(printf 'a\000b')
echo ${#x}
--- stderr any
--- stdout
2

=== order of expansions and side effects
--- script
i=1
echo $i $(i=2; echo $i) $((i=3)) $i ${i#3}x
a=${b:=x}$(echo $b); echo $a
--- stdout
1 2 3 3 x
xx

=== ends when its processes have closed the pipe
--- script
x=$(echo a; (sleep 0.1; echo b) & )
echo $x
--- stdout
a b

=== positional parameters, functions, options are seen
--- script
set -- p q
f() { echo f $1; }
echo $(f r) $(echo $1 $#) $(shift; echo $1)
set -f; echo $(echo '*') $(case $- in *f*) echo f;; esac)
--- stdout
f r p 2 q
* f

=== lines are joined in backquotes before quotes in them count
--- script
echo `echo 'a\
b' "c\
d" e\
f`
echo "`echo 'a\
b'`" `# comment \
echo no
echo g`
--- stdout
ab cd ef
ab g
