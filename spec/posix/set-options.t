# XCU set: the options other than -e (errexit.t).
peers: dash bash

=== -a exports what is assigned
--- script
a=1
set -a
b=2; sh -c 'echo ${a-unset} $b'
for c in 3; do :; done; sh -c 'echo $c'
read d <<E
4
E
sh -c 'echo $d'
: ${e=5}; sh -c 'echo $e'
set +a
f=6; b=7; sh -c 'echo ${f-unset} $b'
--- stdout
unset 2
3
4
5
unset 7

=== -C keeps files
--- script
echo a >f; set -C
(echo b >f) 2>/dev/null || echo kept; cat f
echo c >|f; cat f
set -o noclobber; set +o noclobber; echo d >f; cat f
--- stdout
kept
a
c
d

=== -f does not expand pathnames
--- script
>a; >b
set -f; echo *; set +f; echo *
set -o noglob; echo *; set +o noglob
--- stdout
*
a b
*

=== -n reads and does not run
--- script
"$SH" -n -c 'echo never'; echo $?
"$SH" -nc 'if true; then echo never'; [ $? -ne 0 ] && echo error
"$SH" -c 'echo a
set -n
echo never'; echo $?
--- stderr some
--- stdout
0
error
a
0

=== behind set -n nothing runs any more
--- script
run() { "$SH" -c "$1"; echo "$?"; }
run 'trap "echo never" EXIT; set -n; echo never'
run 'f() { set -n; echo never; }; f; echo never'
run 'for i in 1 2; do echo $i; set -n; done'
run 'if set -n; then echo never; fi'
run 'set -n && echo never || echo never'
run 'eval "set -n; echo never"; echo never'
run 'set -n; set +n; echo never'
run 'set -n; exit 3'
run '(set -n; echo never); echo subshell'
run 'x=$(set -n; echo never); echo "<$x>"'
run 'set -n | cat; echo element'
run '{ set -n; echo never; } & wait; echo list'
echo 'set -n; echo never' >lib; run '. ./lib; echo never'
printf '%s\n' 'set -n; echo never' 'echo never' | "$SH"
printf '%s\n' 'set -n; echo never' 'if' | "$SH" 2>/dev/null; [ $? -ne 0 ] && echo error
--- stdout
0
0
1
0
0
0
0
0
0
subshell
0
<>
0
element
0
list
0
0
error

=== set -n ends a loop
peers: none
--- script
"$SH" -c 'while :; do set -n; done; echo never'

=== -u makes unset parameters an error
--- script
"$SH" -uc 'echo $x; echo never' 2>/dev/null || echo error
"$SH" -uc 'echo ${x-fine} ${x:-fine} "${x+never}"; x=; echo "<$x>"'
"$SH" -uc 'echo "$@" $*; echo $#'
"$SH" -c 'set -o nounset; echo ${#x}; echo never' 2>/dev/null || echo error
"$SH" -uc 'x=1; unset x; echo $x; echo never' 2>/dev/null || echo error
"$SH" -uc 'f() { echo $1; echo never; }; f; echo never' 2>/dev/null || echo error
"$SH" -uc 'set +u; echo "<$x>"'
"$SH" -uc 'if false; then echo $x; fi; echo fine'
"$SH" -uc '(echo $x; echo never) 2>/dev/null; echo here'
--- stderr any
--- stdout
error
fine fine 
<>

0
error
error
error
<>
fine
here

=== -v writes the input as it is read
--- script
set -v
echo a
# comment
echo b; echo c
set +v
echo d
--- stdout
a
b
c
d
--- stderr
echo a
# comment
echo b; echo c
set +v

=== -x traces simple commands
--- script
set -x
echo a b
x=1
x=2 true
f() { echo $1; }
f c
if true; then :; fi
for i in 1; do echo $i; done
set +x
echo d
--- stdout
a b
c
1
d
--- stderr
+ echo a b
+ x=1
+ x=2 true
+ f c
+ echo c
+ true
+ :
+ echo 1
+ set +x

=== -x goes to standard error of the shell, not of the command
--- script
{ set -x; echo a 2>err; set +x; } 2>trace
[ -s err ] || echo empty
grep -c 'echo a' trace
--- stdout
a
empty
1

=== -x in subshells, substitutions and functions
--- script
{ "$SH" -xc 'y=$(echo in); (echo sub); echo $y'; } 2>err
grep -c '+ echo in' err; grep -c '+ echo sub' err; grep -c '+ y=in' err
--- stdout
sub
in
2
1
1

=== PS4
--- script
PS4='> '
{ set -x; echo a; set +x; } 2>err
cat err
--- stdout
a
> echo a
> set +x

=== under -m a background job has a group of its own
except dash: wants a terminal for -m
--- script
set -m
sleep 100 & p=$!
[ "$(ps -o pgid= -p $p | tr -d ' ')" = $p ] && echo own
kill $p; wait $p 2>/dev/null
set +m
sleep 100 & p=$!
[ "$(ps -o pgid= -p $p | tr -d ' ')" != $p ] && echo shared
kill $p; wait $p 2>/dev/null
echo end
--- stderr any
--- stdout
own
shared
end

=== several letters, and letters with names
--- script
set -fu; case $- in *f*) echo f;; esac; case $- in *u*) echo u;; esac
set +fu; case $- in *[fu]*) echo never;; esac
set -fo nounset; case $- in *u*) echo u;; esac
set +o noglob +o nounset; case $- in *[fu]*) echo never;; esac; echo done
--- stdout
f
u
u
done

=== the names
--- script
for o in allexport errexit ignoreeof monitor noclobber noglob nounset notify verbose vi xtrace noexec; do
	set -o | grep -q "^$o" || echo "no $o"
done
set -o | grep '^noglob' | tr -s ' \t' ' '
set -f; set -o | grep '^noglob' | tr -s ' \t' ' '
--- stdout
noglob off
noglob on

=== set +o can be read again
--- script
set -fC
saved=$(set +o)
set +fC -u
eval "$saved"
case $- in *f*) echo f;; esac; case $- in *C*) echo C;; esac; case $- in *u*) echo never;; esac
--- stdout
f
C

=== options of the command line
--- script
"$SH" -f -c 'echo *'
"$SH" -fu -c 'case $- in *f*) echo f;; esac; case $- in *u*) echo u;; esac' x
"$SH" -o noglob -c 'echo *'
"$SH" +f -c 'echo *'
"$SH" -c -f 'echo *'
"$SH" -e -c 'false; echo never'; echo $?
echo 'echo $1' >s; "$SH" -u s a; "$SH" -u -- s b; "$SH" - s c
echo 'echo in $1' | "$SH" -s d
"$SH" -c 'echo $0 $1' -- e f
--- stdout
*
f
u
*
*
*
1
a
b
c
in d
-- e

=== pipefail
except dash: lacks it (POSIX 2024)
--- script
set -o pipefail
false | true; echo $?
set -o | grep -c pipefail
set +o pipefail
false | true; echo $?
--- stdout
1
1
0

=== -b and -m
except dash: wants a terminal for -m
--- script
set -b; set +b
set -m; case $- in *m*) echo m;; esac; set +m
set -o notify; set +o notify; set -o monitor; set +o monitor
echo $?
--- stdout
m
0

=== -h is accepted
except dash: refuses it
--- script
set -h; case $- in *h*) echo h;; esac; set +h; echo $?
--- stdout
h
0

=== a traced test can be read
except bash: quotes the bracket of the command
except dash: quotes nothing
--- script
x='a b'
exec 2>&1
set -x
[ ! "$x" = b ] && v=1 test -n a=b
--- stdout
+ [ ! 'a b' = b ]
+ v=1 test -n a=b
