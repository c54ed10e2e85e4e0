# XCU 2.9.5: functions.
peers: dash bash

=== definition and call
--- script
f() { echo "f $1 $#"; }
f a b
f
g()
{
	echo g
}
g
h () { echo h; }; h
i( ) { echo i; }; i
--- stdout
f a 2
f  0
g
h
i

=== any compound command is a body
--- script
a() (x=2; echo sub); x=1; a; echo $x
b() if true; then echo if; fi; b
c() for i in 1 2; do echo $i; done; c
d() while :; do echo while; break; done; d
e() case $1 in x) echo case;; esac; e x
f() { g() { echo inner; }; }; f; g
--- stdout
sub
1
if
1
2
while
case
inner

=== redirections of the body
--- script
f() { echo out; echo err >&2; } >f 2>&1
f; cat f
i=0
g() { i=$((i+1)); echo $i; } >>g$i
g; g; ls g*
h() { cat; } <<E
here $1
E
h x
k() { read l; echo "$l"; } <f
k
--- stdout
out
err
g0
g1
here x
out

=== parameters are the function's while it runs
--- script
set -- a b c
f() { echo $# "$@"; set -- x; echo $# $1; shift; echo $#; }
f 1 2
echo $# "$@"
f
echo $1
--- stdout
2 1 2
1 x
0
3 a b c
0
1 x
0
a

=== zero stays
--- script
f() { echo $0; }
f
--- stdout
../script

=== variables are shared
--- script
x=1
f() { x=2; y=3; }
f; echo $x $y
--- stdout
2 3

=== return
--- script
f() { return 3; echo never; }
f; echo $?
g() { (exit 4); return; }
g; echo $?
h() { for i in 1 2; do while :; do { return 5; }; done; done; }
h; echo $?
i() { if true; then return; fi; echo never; }
false; i; echo $?
j() { (return 6); echo $?; }
j
k() { eval 'return 7'; echo never; }
k; echo $?
l() { x=$(return 8); echo $?; }
l
m() { true | return 9; echo $?; }
m
--- stdout
3
4
5
0
6
7
8
9

=== recursion
--- script
f() { [ $1 -le 1 ] && { echo 1; return; }; echo $(($1 * $(f $(($1-1))))); }
f 10
d() { case $1 in 0) echo end;; *) d $(($1-1));; esac; }
d 300
fib() { if [ $1 -lt 2 ]; then r=$1; else fib $(($1-1)); set -- $1 $r; fib $(($1-2)); r=$((r+$2)); fi; }
fib 12; echo $r
--- stdout
3628800
end
144

=== redefinition, also while it runs
--- script
f() { echo 1; }
f() { echo 2; }
f
g() { g() { echo new; }; echo old; }
g; g
h() { unset -f h; echo gone; }
h; h 2>/dev/null; echo $?
--- stdout
2
old
new
gone
127

=== the status of a definition
--- script
false
f() { false; }
echo $?
--- stdout
0

=== unset -f
--- script
f() { echo f; }
f=var
unset -f f
f 2>/dev/null; echo $? $f
unset -f nosuch; echo $?
--- stdout
127 var
0

=== a function is known only after its definition ran
--- script
f 2>/dev/null; echo $?
if false; then f() { echo never; }; fi
f 2>/dev/null; echo $?
true && f() { echo yes; }
f
--- stdout
127
127
yes

=== functions in pipelines, substitutions, lists and the background
--- script
f() { echo "f$1"; }
f 1 | cat
echo "$(f 2)"
f 3 && f 4
! f 5 || f 6
f 7 & wait
if f 8; then f 9; fi
--- stdout
f1
f2
f3
f4
f5
f6
f7
f8
f9

=== names
--- script
_f() { echo a; }; _f
f1() { echo b; }; f1
F_2() { echo c; }; F_2
--- stdout
a
b
c

=== a function and a variable of one name
--- script
x=var
x() { echo func; }
x; echo $x
--- stdout
func
var

=== a function's name is taken before builtins and programs
--- script
cd() { echo "mine $1"; }
cd /; command cd /; echo $PWD
ls() { echo list; }
ls; unset -f ls cd; cd /usr; echo $PWD
--- stdout
mine /
/
list
/usr

=== assignments before a call
--- script
f() { echo "$x"; }
x=1
x=2 f
unset y
g() { echo ${y-unset}; }
y=3 g
--- stdout
2
3

=== exit in a function leaves the shell
--- script
f() { exit 3; }
(f; echo never); echo $?
x=$(f; echo never); echo $?
f
echo never
--- status 3
--- stdout
3
3

=== a function's text is kept as it was parsed
--- script
alias e='echo old'
f() { e; }
unalias e
f
--- stdout
old

=== functions with here-documents and comments
--- script
f() { # comment
	cat <<-E
	$1
	E
	# another
}
f a; f b
--- stdout
a
b

=== break in a function does not leave the caller's loop
--- script
f() { break; }
for i in 1 2; do f 2>/dev/null; done; echo $i
--- stdout
2

=== arguments are passed as they are
--- script
f() { for a; do printf '<%s>' "$a"; done; echo; }
f 'a b' '' '*' "$(printf 'x\ny')" \\
f "$@" x
f $(echo a b) "c  d"
--- stdout
<a b><><*><x
y><\>
<x>
<a><b><c  d>

=== many arguments and a long body
--- script
f() { echo $# ${100}; }
f $(i=0; while [ $i -lt 200 ]; do echo $i; i=$((i+1)); done)
--- stdout
200 99

=== none has the name of a special builtin
# XCU 2.9.5 forbids it; nothing could call it (2.9.1.4).
--- script
for name in break : continue . eval exec exit export readonly return set shift times trap unset; do
	"$SH" -c "$name() { echo never; }; echo defined $name" 2>/dev/null && echo "$name"
done
"$SH" -c 'cd() { echo function; }; cd; echo() { printf "%s\n" "mine $1"; }; echo x'
--- stdout
function
mine x

=== each function of a sourced file is read with the aliases of its place
--- file lib
f() { say f; }
alias say='echo alias'
g() { say g; }
unalias say
h() { say h; }
--- script
say() { echo "function $1"; }
. ./lib
f; g; h
(g); x=$(h); echo "$x"
eval 'alias say="echo eval"
i() { say i; }'
i
--- stdout
function f
alias g
function h
alias g
function h
eval i

=== a function from a sourced file or eval keeps its whole body
--- file lib
a() { cat <<E && echo after "$1"
text $1
E
}
b() ( c() { echo nested "$1"; }; c "$1" ) >out
d() { cat <<E; }; echo between
outside $1
E
if :; then e() { for x in "$@"; do case $x in y) echo found;; esac; done; }; fi
--- script
set -- outer
. ./lib
a 1; b 2; cat out; d 3; e x y
eval 'f() { echo "one $1"; }; g() { f "$1"; f() { echo two; }; f; }'
g 4; f
for i in 5 6; do eval "h$i() { echo \$1 $i; }"; done
h5 a; h6 b; (h5 c); h6 d | cat
unset -f h5
h5 2>/dev/null || echo gone
--- stdout
between
text 1
after 1
nested 2
outside 3
found
one 4
two
two
a 5
b 6
c 5
d 6
gone
