# XCU 2.9.4: compound commands.
peers: dash bash

=== grouping runs in the same environment
--- script
{ x=1; cd /; }; echo $x $PWD
{ echo a; echo b; }
{ echo c
}
{ { echo d; }; }
--- stdout
1 /
a
b
c
d

=== a subshell does not
--- script
x=1
(x=2; cd /; echo $x $PWD)
echo $x; [ "$PWD" != / ] && echo here
(exit 3); echo $?
(echo a; (echo b; (echo c)))
( echo d
echo e
)
(f() { :; }); f 2>/dev/null; echo $?
--- stdout
2 /
1
here
3
a
b
c
d
e
127

=== for over words
--- script
for i in a 'b c' "d"; do echo "$i"; done
for i in; do echo never; done; echo $?
for i in $nothing; do echo never; done; echo $?
x='p q'
for i in $x "$x" $(echo r s) [t]; do echo "$i"; done
echo $i
--- stdout
a
b c
d
0
0
p
q
p q
r
s
[t]
[t]

=== for over the parameters
--- script
set -- a 'b c'
for i do echo "$i"; done
for i; do echo "$i"; done
for i
do echo "$i"; done
for i in "$@"; do echo "$i"; done
for i in $*; do echo "$i"; done
f() { for i; do echo "f $i"; done; }
f x y
set --
for i; do echo never; done; echo $?
--- stdout
a
b c
a
b c
a
b c
a
b c
a
b
c
f x
f y
0

=== the words of for are expanded once, before
--- script
x=1
for i in $x $((x+1)); do x=9; echo $i; done
set -- a b
for i; do shift; echo $i $#; done
--- stdout
1
2
a 1
b 0

=== the variable of for keeps its last value
--- script
for i in a b c; do :; done; echo $i
for i in 1 2 3; do [ $i = 2 ] && break; done; echo $i
i=old; for i in; do :; done; echo $i
--- stdout
c
2
old

=== for forms
--- script
for i in a b
do echo $i
done
for i in a; do for j in 1 2; do echo $i$j; done; done
for i in a b; do
	echo $i; done
for i in a \
	b; do echo $i; done
for i in 1 2;do echo $i;done;for j in 3
do
echo $j
done
--- stdout
a
b
a1
a2
a
b
a
b
1
2
3

=== case patterns
--- script
m() { case $1 in a) echo is a;; b|c) echo b or c;; d*) echo d...;; ?) echo one;; [0-9][0-9]) echo digits;; '') echo empty;; '*') echo star;; *) echo other;; esac; }
m a; m b; m c; m dxy; m d; m q; m 42; m ''; m '**'; m '*'
--- stdout
is a
b or c
b or c
d...
d...
one
digits
empty
other
one

=== case takes the first match and expands as needed
--- script
case a in a) echo 1;; a) echo 2;; esac
case a in $(echo a)) echo 3;; $(echo never >&2)) ;; esac
x='a*'
case ab in $x) echo 4;; esac
case ab in "$x") echo never;; 'a*') echo never;; a\*) echo never;; *) echo 5;; esac
case 'a*' in "$x") echo 6;; esac
--- stdout
1
3
4
5
6

=== case forms
--- script
case x in (x) echo 1;; esac
case x in x) echo 2; esac
case x in x) echo 3
esac
case x in
	y) echo never ;;
	(x | z) echo 4 ;;
esac
case x in esac; echo $?
case x in x) ;; esac; echo $?
case x in y) ;; x) esac; echo $?
case "a b" in a\ b) echo 5;; esac
case x"y" in xy) echo 6;; esac
case in in in) echo 7;; esac
--- stdout
1
2
3
4
0
0
0
5
6
7

=== case subject is not split or globbed
--- script
>f1
x='a  b'
case $x in 'a  b') echo 1;; esac
case f* in 'f*') echo 2;; esac
case $(echo 'a  b') in 'a  b') echo 3;; esac
case ~ in /*) echo 4;; esac
case a$((1+1)) in a2) echo 5;; esac
set -- p q
case "$@" in 'p q') echo 6;; esac
case $* in 'p q') echo 7;; esac
--- stdout
1
2
3
4
5
6
7

=== fallthrough
except dash: lacks it (POSIX 2024)
--- script
case a in a) echo 1;& b) echo 2;; c) echo 3;; esac
case a in a) echo 4;& b) echo 5;& esac
case a in a) ;& b) ;; esac; echo $?
--- stdout
1
2
4
5
0

=== if
--- script
if true; then echo 1; fi
if false; then echo never; else echo 2; fi
if false; then :; elif true; then echo 3; else echo never; fi
if false; then :; elif false; then :; else echo 4; fi
if false; then :; elif false; then :; elif true; then echo 5; fi
if true; false; then echo never; else echo 6; fi
if ! false; then echo 7; fi
if (exit 0) && { true; }; then echo 8; fi
if true
then
	echo 9
fi
if if true; then false; fi; then echo never; else echo 10; fi
--- stdout
1
2
3
4
5
6
7
8
9
10

=== while and until
--- script
i=0
while [ $i -lt 3 ]; do i=$((i+1)); echo $i; done
until [ $i -eq 0 ]; do i=$((i-1)); done; echo $i
while false; do echo never; done; echo $?
while i=$((i+1)); [ $i -lt 3 ]; do echo w$i; done
while :; do echo once; break; done
until false
do
	break
done
while read l; do echo "<$l>"; done <<E
a b
c
E
--- stdout
1
2
3
0
0
w1
w2
once
<a b>
<c>

=== break and continue
--- script
for i in 1 2 3; do
	case $i in 2) continue;; esac
	echo $i
done
while :; do while :; do break 2; done; echo never; done; echo out
for i in 1 2; do for j in a b; do continue 2; done; echo never; done; echo $i $j
for i in 1 2; do { (exit 3); break; }; done; echo $?
for i in 1 2 3; do break 99; done; echo $i
for i in 1 2; do for j in 1 2; do continue 99; done; done; echo $i $j
--- stdout
1
3
out
2 a
0
1
2 1

=== break in a subshell in a loop leaves the subshell's loop only
--- script
for i in 1 2; do (for j in a b; do echo $i$j; break; done); done
for i in 1 2; do x=$(for j in a b; do echo $j; break; done); echo $i $x; done
--- stdout
1a
2a
1 a
2 a

=== break through eval, dot, conditions and groups
--- script
printf 'break\n' >lib
for i in 1 2; do eval 'break'; done; echo $i
for i in 1 2; do if true; then { break; }; fi; done; echo $i
for i in 1 2; do true && break; done; echo $i
for i in 1 2; do case x in x) break;; esac; done; echo $i
while break; do echo never; done; echo a
until break; do echo never; done; echo b
for i in 1 2; do ! break; done; echo $i
--- stdout
1
1
1
1
a
b
1

=== redirections on compound commands
--- script
{ echo a; } >f; (echo b) >>f; for i in c; do echo $i; done >>f
if true; then echo d; fi >>f; case x in x) echo e;; esac >>f
while read l; do printf '%s ' $l; done <f; echo
for i in 1; do cat; done <<E 2>/dev/null
here
E
{ echo x; } 2>/dev/null >f 3>&1; cat f
--- stdout
a b c d e 
here
x

=== reading a file in a loop with other input inside
--- script
printf '1\n2\n' >f
while read a; do
	cat <<E
$a
E
	read b <g 2>/dev/null
	echo x | cat
done <f
--- stderr any
--- stdout
1
x
2
x

=== deep nesting
--- script
if { (for i in 1; do while :; do case x in x) if true; then { echo deep; }; fi;; esac; break; done; done); }; then echo yes; fi
--- stdout
deep
yes

=== a readonly for variable
except bash: goes on
skip bash: goes on
--- script
readonly i=1
for i in a b; do echo never; done
echo never
--- stderr some
--- status 2

=== the status seen inside
--- script
false
{ echo $?; }
false
(echo $?)
false
if echo $?; then :; fi
false
for i in $?; do echo $i $?; done
false
case $? in 1) echo one;; esac
false
while echo $?; do break; done
(exit 4)
case x in x) echo $?;; esac
--- stdout
1
1
1
1 1
one
1
4
