# XCU 2.15: export, readonly, set, unset; dash's local.
peers: dash bash

=== export gives variables to commands
--- script
a=1; export a b=2
sh -c 'echo $a $b'
c=3
sh -c 'echo "<$c>"'
--- stdout
1 2
<>

=== the listings can be read again
--- script
x="a'b
c\$d"
export x
list=$(export -p | grep -A1 "x=")
unset x
eval "$list"
echo "$x"
readonly y='1 2'
(readonly -p) | grep -c 'y='
--- stdout
a'b
c$d
1

=== set lists all variables, to be read again
--- script
zz="it's
\"two\" lines"
set >list
want=$zz
unset zz
grep -A1 '^zz=' list >one
. ./one
[ "$zz" = "$want" ] && echo same
--- stdout
same

=== assigning a readonly variable ends the shell
except bash: status 127
--- script
readonly r=1
r=2
echo never
--- stderr some
--- status 2

=== unset of a readonly variable ends the shell
except bash: goes on
--- script
readonly r=1
unset r
echo never
--- stderr some
--- status 2

=== unset
--- script
x=1; f() { echo f; }
unset x y
echo ${x-unset}
unset -f f
f 2>/dev/null; echo $?
x() { echo function; }; x=1
unset -v x
x; echo ${x-unset}
--- stdout
unset
127
function
unset

=== set changes options and parameters
--- script
set -f -- '*' b
echo $1 $#
set +f
set --
echo $#
set a -b
echo $*
set -o noglob; echo *; set +o noglob
case $- in *e*) echo e ;; esac
set -e; case $- in *e*) echo e ;; esac
--- stdout
* 2
0
a -b
*
e

=== set +o can be read again
--- script
set -f
saved=$(set +o)
set +f
eval "$saved"
case $- in *f*) echo f ;; esac
--- stdout
f

=== an unknown option ends the shell
--- script
set -Z
echo never
--- stderr some
--- status 2

=== local variables
--- script
x=outer
f() { local x=inner y; y=1; echo $x; g; }
g() { echo $x; x=changed; }
f
echo $x ${y-unset}
--- stdout
inner
inner
outer unset

=== local keeps the outer value until it is assigned
except bash: unsets it
--- script
x=outer
f() { local x; echo $x; x=1; }
f
echo $x
--- stdout
outer
outer

=== assignments before a special builtin last
--- script
x=1 :
echo $x
x=2 export y=3
echo $x
--- stdout
1
2
