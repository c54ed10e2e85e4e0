# XCU 2.5.1, 2.5.2: positional and special parameters.
peers: dash bash

=== positional parameters
args: a b:c d
--- script
echo $# "$1" "$2" "$3" "$4"
set -- x "y z"
echo $# "$1" "$2"
shift
echo $# "$1"
--- stdout
3 a b:c d 
2 x y z
1 y z

=== more than nine
args: 1 2 3 4 5 6 7 8 9 ten eleven
--- script
echo $10 ${10} ${11} ${#} $1a ${0011}
--- stdout
10 ten eleven 11 1a eleven

=== positional parameters from -c
run: -c
args: name a b
--- script
echo "$0 $1 $2 $#"
--- stdout
name a b 2

=== at-sign quoted gives one field each
--- script
set -- a 'b c' '' d
printf '<%s>' "$@"; echo
printf '<%s>' "x$@y"; echo
printf '<%s>' "$@$@"; echo
printf '<%s>' "${@}"; echo
printf '<%s>' x"$@"; echo
printf '<%s>' "$@"x; echo
--- stdout
<a><b c><><d>
<xa><b c><><dy>
<a><b c><><da><b c><><d>
<a><b c><><d>
<xa><b c><><d>
<a><b c><><dx>

=== at-sign quoted without parameters gives no field
--- script
set --
printf '<%s>' "$@"; echo
printf '<%s>' a "$@" b; echo
printf '<%s>' "x$@"; echo
printf '<%s>' ""$@; echo
n() { echo $#; }
n "$@"; n "$@" a; n $@; n $*; n "$*"; n "" "$@"; n ''"$@"
--- stdout
<>
<a><b>
<x>
<>
0
1
0
0
1
1
1

=== at-sign without parameters in double quotes with what comes to nothing gives no field
skip dash: gives an empty one
--- script
set --; e=
n() { echo $#; }
n "$@$e"; n "$e$@"; n "$@${e:+x}$(:)"; n "$@${@}"; n "$@""$e"; n "$@x"; n "$@$((0))"
for i in "$@$e"; do echo turn; done
set -- ''; n "$@$e"
--- stdout
0
0
0
0
1
1
1
1

=== asterisk quoted joins with the first character of IFS
--- script
set -- a 'b c' d
echo "$*" "${*}"
IFS=,
echo "$*"
IFS=:,
echo "$*"
IFS=
echo "$*"
unset IFS
echo "$*"
--- stdout
a b c d a b c d
a,b c,d
a:b c:d
ab cd
a b c d

=== unquoted, both are split
--- script
set -- a 'b c' '' ' d '
printf '<%s>' $@; echo
printf '<%s>' $*; echo
IFS=:
set -- a:b c
printf '<%s>' $@; echo
printf '<%s>' $*; echo
IFS=
set -- 'a b' '' c
printf '<%s>' $@; echo
printf '<%s>' $*; echo
--- stdout
<a><b><c><d>
<a><b><c><d>
<a><b><c>
<a><b><c>
<a b><c>
<a b><c>

=== asterisk and at-sign in assignments
--- script
set -- a 'b  c' d
x=$*; echo "$x"
x="$*"; echo "$x"
IFS=:
x=$*; echo "$x"
x="$*"; echo "$x"
IFS=' '
x=$@; echo "$x"
x="$@"; echo "$x"
--- stdout
a b  c d
a b  c d
a:b  c:d
a:b  c:d
a b  c d
a b  c d

=== asterisk with an IFS in case
--- script
set -- a b
IFS=:
case "$*" in a:b) echo yes;; esac
case $* in a:b) echo yes;; esac
--- stdout
yes
yes

=== number sign
--- script
set -- a b c
echo $# ${#} "$#" ${##} $#a
set --
echo $#
--- stdout
3 3 3 1 3a
0

=== question mark is the status of the last pipeline
--- script
true; echo $?
false; echo $?
(exit 7); echo $? $?
! true; echo $?
x=$(exit 3); echo $?
x=1; echo $?
if false; then :; fi; echo $?
false
echo "$?${?}"
--- stdout
0
1
7 7
1
3
0
0
11

=== question mark starts as zero and is inherited by subshells
--- script
echo $?
false
(echo $?)
false
x=$(echo $?); echo $x
false
{ echo $?; }
f() { echo $?; }
false
f
--- stdout
0
1
1
1
1

=== hyphen holds the option letters
--- script
case $- in *e*) echo e;; *) echo none;; esac
set -e
case $- in *e*) echo e;; esac
set -fu
case $- in *f*) echo f;; esac
case $- in *u*) echo u;; esac
case ${-} in *i*) echo i;; esac
"$SH" -ec 'case $- in *e*) echo e;; esac'
--- stdout
none
e
f
u
e

=== dollar is the shell's process, also in a subshell
--- script
a=$$
b=$(echo $$)
(c=$$; [ $a = $b ] && [ $b = $c ] && echo same)
"$SH" -c "[ \$PPID = $$ ] && echo parent; :"
kill -0 $$ && echo alive
[ "$$" = "${$}" ] && echo same
--- stdout
same
parent
alive
same

=== PPID does not change in a subshell
--- script
a=$PPID
(b=$PPID; [ $a = $b ] && echo same)
x=$(echo $PPID); [ $x = $a ] && echo same
--- stdout
same
same

=== exclamation mark is the last background process
--- script
echo "<$!>"
sleep 0 &
a=$!
kill -0 $a 2>/dev/null; true
(echo "$!") >f; [ "$(cat f)" = $a ] && echo same
: &
[ $! != $a ] && echo new
wait
--- stdout
<>
same
new

=== zero is the script
--- script
echo "$0"
f() { echo "$0"; }
f x
(echo "$0")
--- stdout
../script
../script
../script

=== parameters in a function are its own
--- script
set -- a b
f() { echo $# $1; set -- x y z; echo $# $1; }
f c
echo $# $1
--- stdout
1 c
3 x
2 a

=== parameters changed in a subshell stay there
--- script
set -- a b
(shift; echo $1; set -- q; echo $1)
echo $1 $#
--- stdout
b
q
a 2

=== an unset positional parameter
--- script
set -- a
echo "<$2>" "<${2-unset}>" "<${1-unset}>"
set -- ''
echo "<${1-unset}>" "<${1:-null}>"
--- stdout
<> <unset> <a>
<> <null>

=== LINENO is the line of the command
except dash: leaves it empty
--- script
echo $LINENO
echo $LINENO

echo a; echo $LINENO
if true; then
	echo $LINENO
fi
--- stdout
1
2
a
4
6

=== question mark does not follow the substitutions of its own command
except bash: it does; so in ksh and zsh, not in yash, mksh and busybox
--- script
true; echo "$(false) $?"
(exit 3); x=$(false) y=$?; echo $y $?
--- stdout
 0
3 1

=== $- has an s when commands come from standard input
--- script
echo 'case $- in *s*) echo yes;; esac' | "$SH"
echo 'case $- in *s*) echo $1;; esac' | "$SH" -s operand
"$SH" -c 'case $- in *s*) echo never;; esac'
--- stdout
yes
operand
