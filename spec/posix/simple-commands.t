# XCU 2.9.1: simple commands, and how a command is found.
peers: dash bash

=== assignments before a program are in its environment only
--- script
x=1
x=2 "$SH" -c 'echo $x'
echo $x
y=3 "$SH" -c 'echo $y'
echo "<$y>"
x=2 true; echo $x
a=1 b=2 c=$a "$SH" -c 'echo $a $b $c'
--- stdout
2
1
3
<>
1
1 2 1

=== assignments alone last, in order
--- script
a=1 b=$a c=$b$a; echo $a $b $c
a=1 a=2; echo $a
x=$y y=2; echo "<$x>$y"
--- stdout
1 1 11
2
<>2

=== assignments before a special builtin last
--- script
x=1 :; echo $x
x=2 eval 'echo $x'; echo $x
x=3 export y=4; echo $x $y
x=5 set -- a; echo $x $1
printf 'echo $x\n' >lib
x=6 . ./lib; echo $x
--- stdout
1
2
2
3 4
5 a
6
6

=== assignments before a regular builtin do not last
--- script
x=1
x=2 echo a; echo $x
x=2 command :; echo $x
x=3 true; echo $x
x=4 cd .; echo $x
IFS=: read a b <<E
1:2
E
echo $a $b
x=4 command eval 'echo $x'; echo $x
--- stdout
a
1
1
1
1
1 2
4
1

=== assignments before a function
--- script
f() { echo $x; "$SH" -c 'echo "<$x>"'; x=3; }
x=1
x=2 f
--- stdout
2
<2>

=== words are expanded before assignments take effect
--- script
x=1
x=2 echo $x
unset y
y=a echo ${y-unset}
--- stdout
1
unset

=== the command's words are all expanded; none may be left
--- script
c='echo a b'
$c d
e=
$e echo f
$e $e
echo $?
$e x=3 2>/dev/null; echo "$? <$x>"
--- stdout
a b d
f
0
127 <>

=== an assignment from an expansion is none
--- script
a=x=1
$a 2>/dev/null; echo $?
echo $a
"x"=2 2>/dev/null; echo $?
--- stdout
127
x=1
127

=== an assignment after the command's name is an argument
--- script
echo x=1
echo "<$x>"
--- stdout
x=1
<>

=== the order in which a name is looked up
--- file bin/myecho
#!/bin/sh
echo program "$@"
--- script
chmod +x bin/myecho
PATH=$PWD/bin:$PATH
myecho a
myecho() { echo function "$@"; }
myecho b
command myecho c
unset -f myecho
myecho d
echo() { printf 'mine %s\n' "$*"; }
echo e
command echo f
true() { return 3; }
true; printf '%s\n' $?
--- stdout
program a
function b
program c
program d
mine e
f
3

=== a name with a slash is a path
--- file bin/p
#!/bin/sh
echo "p $#"
--- script
chmod +x bin/p
bin/p a
./bin/p b
"$PWD"/bin/p
echo() { printf 'no\n'; }
/bin/echo yes
--- stdout
p 1
p 1
p 0
yes

=== PATH with empty components and unreadable ones
--- file p
#!/bin/sh
echo found
--- script
chmod +x p
(PATH=; p)
(PATH=:/bin; p)
(PATH=/bin:; p)
(PATH=/bin::/usr/bin; p)
(PATH=/nosuch:.; p)
--- stdout
found
found
found
found
found

=== a file that cannot be executed is passed over
--- file a/prog
not executable
--- file b/prog
#!/bin/sh
echo b
--- script
chmod +x b/prog
PATH=$PWD/a:$PWD/b:$PATH
prog
PATH=$PWD/a:/bin
prog 2>/dev/null; [ $? -ge 126 ] && echo error
--- stdout
b
error

=== PATH as an assignment before the command
--- file bin/prog
#!/bin/sh
echo found
--- script
chmod +x bin/prog
PATH=$PWD/bin:$PATH prog
prog 2>/dev/null; echo $?
--- stdout
found
127

=== arguments arrive whole
--- script
"$SH" -c 'for a; do printf "<%s>" "$a"; done; echo' x '' 'a b' '*' '$x' "
" \\
set -- "$@" 'a
b'
"$SH" -c 'echo $# "$1"' x "$@"
--- stdout
<><a b><*><$x><
><\>
1 a
b

=== the environment of a command
--- script
env -i A=1 "$SH" -c 'B=2; export B; env' | grep '^[AB]=' | sort
export C=3
env | grep '^C='
unset C
env | grep '^C=' || echo gone
export D; env | grep '^D=' || echo not set
D=4; env | grep '^D='
--- stdout
A=1
B=2
C=3
gone
not set
D=4

=== redirections without a command name do not touch the shell
--- script
>f
echo a
x=1 >g; echo $x
2>/dev/null; nosuchcommand 2>h; [ -s h ] && echo message
--- stdout
a
1
message

=== redirection errors keep the command from running and its assignments are undone
--- script
x=1
x=2 echo never </nosuch
echo $x
y=5 </nosuch
echo here
--- stderr some
--- stdout
1
here

=== a function may call itself and the program of its name
--- script
echo() { command echo "[$*]"; }
echo a
n() { if [ $1 -gt 0 ]; then n $(($1-1)); fi; printf $1; }
n 4; echo
--- stdout
[a]
01234[]

=== many arguments
--- script
set -- $(i=0; while [ $i -lt 5000 ]; do echo $i; i=$((i+1)); done)
echo $# ${5000}
"$SH" -c 'echo $#' x "$@"
--- stdout
5000 4999
5000

=== an argument list that is too long
--- script
x=$(head -c 200000 /dev/zero | tr '\0' x)
/bin/true "$x" 2>/dev/null; [ $? -ge 126 ] && echo error
echo here
--- stdout
error
here

=== a directory of the command's name does not hide the command, and is none
--- script
mkdir -p a/prog b
echo 'echo ran' >b/prog; chmod +x b/prog
PATH=a:b; prog
PATH=a; prog; echo $?
--- stderr some
--- stdout
ran
127

=== a name too long is not found
--- script
x=aaaaaaaaaaaaaaaa; x=$x$x$x$x; x=$x$x$x$x$x
$x; echo $?
--- stderr some
--- stdout
127

=== the arguments of a command stay its own while others run
--- script
x='a b' y=c
test() { [ $# -eq 3 ] && printf '<%s>' $x; printf '(%s)' "$@"; }
test $x $y
printf '<%s>' $x "$(printf '[%s]' $y $x; [ $y = c ] && echo $x $x)" $y
f() { echo "$#" $1; [ $1 = a ]; printf '<%s>' $2 $#; echo "$@"; }
f $x; f $y $x
set -- $x $y
echo $(echo $y) "$@"; echo "$@"
trap 'printf "[%s]" $x' EXIT
printf '{%s}' $(for i in $x $y; do echo $i$i; done) $x
--- stdout noeol
<a><b>(a)(b)(c)<a><b><[c][a][b]a b a b><c>2 a
<b><2>a b
3 c
<a><3>c a b
c a b c
a b c
{aa}{bb}{cc}{a}{b}[a][b]
