# XCU 2.5.3: shell variables.
peers: dash bash

=== variables come from the environment and are exported
env: FROM=outside
--- script
echo $FROM
"$SH" -c 'echo $FROM'
FROM=changed
"$SH" -c 'echo $FROM'
unset FROM
"$SH" -c 'echo ${FROM-unset}'
--- stdout
outside
outside
changed
unset

=== a new variable is not exported
--- script
X=1
"$SH" -c 'echo ${X-unset}'
export X
"$SH" -c 'echo ${X-unset}'
X=2
"$SH" -c 'echo ${X-unset}'
--- stdout
unset
1
2

=== names
--- script
_=x; a1=b; A_b_1=c; __=d
echo $a1 $A_b_1 $__
1a=x 2>/dev/null; echo $?
a-b=x 2>/dev/null; echo $?
a.b=x 2>/dev/null; echo $?
--- stdout
b c d
127
127
127

=== a name ends where a name's character does
--- script
a=1 ab=2
echo $a.b $ab $a-b ${a}b "$a b" $a$ab $a/$ab
--- stdout
1.b 2 1-b 1b 1 b 12 1/2

=== values keep everything
--- script
x='a  b
	c'
printf '<%s>\n' "$x"
x=
echo "<$x>"
x=a=b
echo $x
--- stdout
<a  b
	c>
<>
a=b

=== IFS is set at the start, whatever the environment says
env: IFS=x
--- script
printf %s "$IFS" | od -An -c
set -- axb
echo $1
--- stdout
      \t  \n
axb

=== PATH finds programs and a change takes effect at once
--- file a/prog
#!/bin/sh
echo a
--- file b/prog
#!/bin/sh
echo b
--- script
chmod +x a/prog b/prog
OLD=$PATH
PATH=$PWD/a:$PWD/b:$OLD
prog
PATH=$PWD/b:$OLD
prog
rm b/prog
PATH=$PWD/b:$PWD/a:$OLD
prog
--- stdout
a
b
a

=== PS4 is expanded for a trace
--- script
PS4='+$((1+1)) '
set -x
echo a
--- stderr
+2 echo a
--- stdout
a

=== PWD is the working directory
env: PWD=/nonexistent
--- script
[ "$PWD" = "$(pwd -P)" ] && echo same
cd /usr
echo $PWD
--- stdout
same
/usr

=== PWD from the environment is kept when it is right
--- script
mkdir d; ln -s d l; cd l
"$SH" -c 'echo ${PWD##*/}'
PWD=. "$SH" -c 'echo ${PWD##*/}'
--- stdout
l
d

=== HOME, tilde and cd
--- script
HOME=/usr
cd; pwd
echo ~
--- stdout
/usr
/usr

=== OPTIND is 1 at the start
env: OPTIND=7
--- script
echo $OPTIND
--- stdout
1

=== ENV is not read by a script
--- file rc
echo rc
--- script
ENV=$PWD/rc "$SH" -c 'echo c'
--- stdout
c

=== LINENO can be assigned and unset
--- script
LINENO=x
(LINENO=5; echo kept) >/dev/null
unset LINENO
echo "<$LINENO>"
--- stdout
<>

=== a readonly variable cannot be unset
except bash: goes on after an error of the special builtin
--- script
readonly r=1
(unset r; echo never) 2>/dev/null || echo error
echo $r
--- stdout
error
1

=== a readonly variable cannot be assigned
--- script
readonly r=1
(r=2; echo never) 2>/dev/null || echo error
(export r=3; echo never) 2>/dev/null || echo error
(r=2 export s; echo never) 2>/dev/null || echo error
(for r in a; do echo never; done) 2>/dev/null; echo ended
(read r; echo now) </dev/null 2>/dev/null
echo $r
--- stdout
error
error
error
ended
now
1

=== PPID, UID free names
--- script
case $PPID in *[!0-9]*|'') echo bad;; *) echo number;; esac
--- stdout
number

=== PWD from the environment with a dot-dot is replaced
except dash: keeps it
except bash: keeps it
--- script
mkdir d; ln -s d l; cd l
PWD=$PWD/../l "$SH" -c 'echo ${PWD##*/}'
--- stdout
d

=== PWD is in the environment also of a shell that was started without it
--- script
unset PWD
"$SH" -c 'env' | grep -c '^PWD=/'
--- stdout
1

=== ENV is read by an interactive shell, also with -c
--- file rc
f() { echo rc; }
--- file out
exit 3
--- script
export DIR=$PWD ENV='$DIR/rc'
"$SH" -i -c 'f' 2>/dev/null
"$SH" -c 'f' 2>/dev/null || echo none
ENV='$DIR/out'
"$SH" -i -c 'echo never' 2>/dev/null; echo $?
--- stdout
rc
none
3

=== a value longer than the others can be appended to
--- script
x=0123456789; x=$x$x$x$x$x$x$x$x$x$x; x=$x$x$x$x
show() { echo "${#1} ${1#"${1%????????}"}"; }
x=${x}a
y=$x
x="$x"b
z=$x
x=$x"c$y"
show "$x"
x=$y
x=$x'd'
show "$x"; show "$y"; show "$z"
(x=${x}sub; show "$x"); x=${x}main
show "$x"
f() { x=${x}f; show "$x"; }
x=${x}prefix f
show "$x"
echo pipe | while read -r w; do x=$x$w; show "$x"; done
x=${x:+$x }$(x=${x}inner; show "$x")
show "$x"
for w in 1 2 3; do x="$x,$w"; set -- "$@" "$x"; done
for w in "$@"; do show "$w"; done
--- stdout
804 3456789a
402 456789ad
401 3456789a
402 456789ab
405 789adsub
406 89admain
413 nprefixf
406 89admain
410 mainpipe
419 aininner
421 ninner,1
423 nner,1,2
425 er,1,2,3

=== a value changed in the middle of its own assignment
--- script
z=000000000000000000000000000000000000000000000000000000
x=$z$z$z$z$z${z}6
x=$x$((x=7))
echo "${#x} ${x#"${x%??}"}"
export x
x=$x$((x=8))
env | sed -n 's/^x=0*//p'
--- stdout
326 67
678
