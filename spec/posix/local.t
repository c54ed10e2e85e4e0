# XCU 2.9.1 leaves local to the shells; the common ground of dash and bash.
peers: dash bash

=== a local variable
--- script
x=1
f() { local x=2; echo $x; }
f; echo $x
g() { local y=3; echo $y; }
g; echo ${y-unset}
--- stdout
2
1
3
unset

=== is seen by functions called from there
--- script
f() { local x=inner; g; }
g() { echo $x; x=changed; }
x=outer
f; echo $x
h() { local x=1; g2; echo $x; }; g2() { x=2; }
h; echo $x
--- stdout
inner
outer
2
outer

=== several in one command
--- script
f() { local a=1 b c=3; b=2; echo $a $b $c; }
f; echo "<$a$b$c>"
--- stdout
1 2 3
<>

=== recursion
--- script
f() { local n=$1; [ $n -gt 0 ] && f $((n-1)); printf '%s ' $n; }
f 4; echo
--- stdout
0 1 2 3 4 

=== quoted and unquoted values
--- script
f() { local x="a  b" y=$1; echo "$x" "$y"; }
f 'c  d'
--- stdout
a  b c  d

=== of an exported variable
--- script
export X=out
f() { local X=in; sh -c 'echo $X'; }
f; sh -c 'echo $X'
--- stdout
in
out

=== restored on return from a loop, a nested function and exit of a subshell
--- script
x=1
f() { local x=2; for i in 1 2; do return; done; }
f; echo $x
g() { local x=3; (x=4; exit); echo $x; }
g; echo $x
--- stdout
1
3
1

=== unset of a local variable
--- script
x=1
f() { local x=2; unset x; echo ${x-unset}; }
f; echo $x
--- stdout
unset
1

=== IFS can be local
--- script
f() { local IFS=:; set -- $1; echo $#; }
f a:b:c
x='p q'; set -- $x; echo $#
--- stdout
3
2

=== a variable in arithmetic and read is the local one
--- script
n=1 r=1
f() { local n=5 r; : $((n=n+1)); read r <<E
line
E
echo $n $r; }
f; echo $n $r
--- stdout
6 line
1 1

=== outside a function it is an error
except bash: goes on
--- script
"$SH" -c 'local x=1; echo never' 2>/dev/null; [ $? -ne 0 ] && echo error
--- stdout
error

=== local - brings the options back
--- script
touch x
f() {
	local -
	set -fu -- a b
	g; local v=1; set -e
	echo * $#
}
g() { set -C; }
set +C; f
echo *; echo "${nosuch-}$nosuch"
case $- in *[fueC]*) echo "$-";; esac
false
h() { local -; set -a; y=1; }; h; z=2
"$SH" -c 'echo "${y-}${z-}"'
--- stdout
* 2
x

1
