# XCU 2.13: shell execution environment, and what a subshell cannot change.
peers: dash bash

=== a subshell changes nothing of its parent's
--- script
x=1; readonly r=1; set -- a b; umask 022; f() { echo f; }; alias al=true
trap 'echo never' USR1
(
	x=2; y=3; unset x; set -- c; cd /; umask 077; unset -f f; set -f; set -u
	f2() { :; }; trap - USR1; readonly q=2; OPTIND=5; export E=1; unalias al
	exec 5>/dev/null; ulimit -c 0
)
echo $x "<$y>" $# $1; umask; f; case $- in *[fu]*) echo changed;; esac
f2 2>/dev/null || echo no f2
q=3; echo $q $OPTIND "<$E>"; alias al >/dev/null && echo alias
(: >&5) 2>/dev/null || echo no 5
[ "$PWD" != / ] && echo here
trap - USR1
--- stdout
1 <> 2 a
0022
f
no f2
3 1 <>
alias
no 5
here

=== the same for a command substitution
--- script
x=1; set -- a; umask 022
y=$(x=2; set -- b c; cd /; umask 077; set -f; f() { :; }; echo $x $#; pwd; umask)
echo "$y"; echo $x $#; umask; case $- in *f*) echo changed;; esac
[ "$PWD" != / ] && echo here
--- stdout
2 2
/
0077
1 1
0022
here

=== the same for elements of a pipeline
--- script
x=1; umask 022
{ x=2; cd /; umask 077; set -f; } | { x=3; cd /usr; cat; }
echo $x; umask; case $- in *f*) echo changed;; esac
[ "$PWD" != / ] && [ "$PWD" != /usr ] && echo here
--- stdout
1
0022
here

=== the same for asynchronous lists
--- script
x=1; umask 022
{ x=2; cd /; umask 077; set -f; } & wait
echo $x; umask; case $- in *f*) echo changed;; esac
[ "$PWD" != / ] && echo here
--- stdout
1
0022
here

=== a subshell begins with its parent's
--- script
x=1; export E=2; set -- a 'b c'; umask 027; f() { echo f $x; }; set -f; cd /usr
(echo $x $E $# "$2"; umask; f; case $- in *f*) echo opt;; esac; pwd)
echo "$(echo $x $E $# "$2"; umask; f; case $- in *f*) echo opt;; esac; pwd)"
: | { echo $x $E $# "$2"; umask; f; case $- in *f*) echo opt;; esac; pwd; }
--- stdout
1 2 2 b c
0027
f 1
opt
/usr
1 2 2 b c
0027
f 1
opt
/usr
1 2 2 b c
0027
f 1
opt
/usr

=== nested subshells
--- script
x=0
(x=$((x+1)); (x=$((x+1)); (x=$((x+1)); echo $x); echo $x); echo $x); echo $x
(cd /usr; (cd /; pwd); pwd)
--- stdout
3
2
1
0
/
/usr

=== the working directory of commands in a subshell
--- script
mkdir d; >d/in; >out
(cd d; ls; /bin/pwd | sed 's,.*/,,'; echo *; echo x >new; cat new; [ -f in ] && echo test)
ls
(cd d && "$SH" -c 'echo ${PWD##*/}')
x=$(cd d; ls new); echo $x
--- stdout
in
d
in
x
test
d
out
d
new

=== directories of two subshells at the same time
--- script
mkdir a b; >a/fa; >b/fb
(cd a; sleep 0.05; echo *) & (cd b; sleep 0.05; echo *) >o & wait; cat o
(cd a; echo *; (cd ../b; echo *); echo *)
cd a; (cd ../b; echo *); echo *
--- stdout
fa
fb
fa
fb
fa
fb
fa

=== a directory that is removed
--- script
mkdir d; cd d; rmdir ../d
echo still running
(cd /; echo sub)
cd /; pwd
--- stdout
still running
sub
/

=== umask is inherited and kept apart
--- script
umask 022
(umask 077; >f1; sh -c '>f2')
>f3
ls -l f1 f2 f3 | cut -c1-10
--- stdout
-rw-------
-rw-------
-rw-r--r--

=== limits are inherited and kept apart
--- script
(ulimit -n 50; ulimit -n; sh -c 'ulimit -n')
[ "$(ulimit -n)" != 50 ] && echo unchanged
--- stdout
50
50
unchanged

=== descriptors are inherited and kept apart
--- script
exec 3>f
(echo a >&3; exec 3>g; echo b >&3)
echo c >&3
cat f g
(exec 3>&-)
echo d >&3; cat f
--- stdout
a
c
b
a
c
d

=== the offset of an open file is shared
--- script
printf '1\n2\n3\n' >f
exec 3<f
(read x <&3; echo $x)
read y <&3; echo $y
x=$(read z <&3; echo $z); echo $x
--- stdout
1
2
3

=== options
--- script
(set -f; echo *)
echo *
set -u
(echo ${x-unset}; set +u; echo "<$x>")
x=$(set +u; echo "<$x>"); echo "$x"
--- stdout
*
*
unset
<>
<>

=== getopts state
--- script
set -- -a -b
getopts ab o; echo $o
(getopts ab o; echo $o)
getopts ab o; echo $o
--- stdout
a
b
b

=== variables of a utility's environment
--- script
x=1; export y=2
env | grep '^[xy]='
(export x; env | grep '^[xy]=' | sort)
env | grep '^[xy]='
--- stdout
y=2
x=1
y=2
y=2

=== functions are not exported
--- script
f() { echo f; }
sh -c f 2>/dev/null; echo $?
--- stdout
127

=== set -e, traps and jobs in subshells
--- script
set -e
(set +e; false; echo here)
(trap 'echo sub' EXIT)
sleep 0 &
(wait $! 2>/dev/null || echo not my child)
wait
--- stdout
here
sub
not my child

=== many subshells at once
--- script
i=0
while [ $i -lt 300 ]; do x=$(echo $i); [ "$x" = $i ] || echo bad; (i=x); i=$((i+1)); done
echo $i $x
--- stdout
300 299

=== exit in a subshell ends it only
--- script
(exit 3; echo never); echo $?
x=$(exit 4); echo $?
: | (exit 5); echo $?
{ (exit 6); echo $?; }
--- stdout
3
4
5
6

=== a utility cannot change the shell
--- script
x=1
"$SH" -c 'x=2; cd /; umask 0'
echo $x; [ "$PWD" != / ] && echo here; umask | grep -c 0000
--- stdout
1
here
0
--- status 1

=== eval, dot, functions and groups are no subshells
--- script
echo 'v=lib; cd /usr' >lib
eval 'x=1; cd ..'; echo $x
. "$OLDPWD/lib"; echo $v $PWD
f() { y=2; cd /; }; f; echo $y $PWD
{ z=3; }; echo $z
--- stdout
1
lib /usr
2 /
3

=== a subshell's umask holds, also a looser one
--- script
umask 077
(umask 0; : >a; mkdir b; sh -c ': >c'; cat >d <<end; : | cat >e; x=$(: >f); { : >g; } & wait; (umask 022; : >h); : >i)
text
end
: >j
x=$(umask 0; : >k); : >l | { umask 0; : >m; }
umask; ls -ld ? | while read mode links rest; do echo "$mode ${rest##* }"; done
--- stdout
0077
-rw-rw-rw- a
drwxrwxrwx b
-rw-rw-rw- c
-rw-rw-rw- d
-rw-rw-rw- e
-rw-rw-rw- f
-rw-rw-rw- g
-rw-r--r-- h
-rw-rw-rw- i
-rw------- j
-rw-rw-rw- k
-rw------- l
-rw-rw-rw- m

=== umasks of environments at the same time
--- script
umask 077
{ umask 0; : >a0; : >a1; : >a2; } | { umask 022; : >b0; : >b1; : >b2; } | { umask 007; : >c0; : >c1; : >c2; } | { : >d0; : >d1; : >d2; }
ls -l ?? | while read mode links rest; do echo "$mode ${rest##* }"; done
--- stdout
-rw-rw-rw- a0
-rw-rw-rw- a1
-rw-rw-rw- a2
-rw-r--r-- b0
-rw-r--r-- b1
-rw-r--r-- b2
-rw-rw---- c0
-rw-rw---- c1
-rw-rw---- c2
-rw------- d0
-rw------- d1
-rw------- d2
