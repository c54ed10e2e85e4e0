# XCU 2.4: reserved words.
peers: dash bash

=== reserved words are words elsewhere
--- script
echo if then else elif fi do done case esac while until for in { } !
for for in in do; do echo $for; done
case case in case) echo ok;; esac
x=if; echo $x
--- stdout
if then else elif fi do done case esac while until for in { } !
in
do
ok
if

=== recognised as the first word after an operator or a reserved word
--- script
true; if true; then { echo a; }; fi
true && if true; then if true; then echo b; fi; fi
false || { echo c; }
! { false; } && echo d
(if true; then echo e; fi)
echo x | while read y; do echo $y; done
if { true; } then { echo f; } fi
if (true) then (echo g) fi
while ! false; do break; done; echo h
--- stdout
a
b
c
d
e
x
f
g
h

=== not recognised after an assignment or redirection
--- script
x=1 if 2>/dev/null; echo $?
>o while 2>/dev/null; echo $?
--- stdout
127
127

=== the third word of case and for
--- script
case in in in) echo a;; esac
for in in in; do echo $in; done
case x
in x) echo b;; esac
for x
in c
do echo $x
done
--- stdout
a
in
b
c

=== an expansion is no reserved word
--- script
x=if
$x 2>/dev/null; echo $?
x=echo
$x a
--- stdout
127
a

=== reserved words as arguments, names of variables and functions' arguments
--- script
if=1 do=2
echo $if $do
f() { echo $1; }
f while
f do
--- stdout
1 2
while
do

=== the esac pattern in parentheses
--- script
case esac in (esac) echo a;; esac
case x in esac
case x in
esac
echo $?
--- stdout
a
0

=== a brace needs a blank
--- script
{echo 2>/dev/null; echo $?
{ echo a; }
{ echo b
}
{ (echo c) }
{ { echo d; } }
--- stdout
127
a
b
c
d

=== done may be followed by operators
--- script
for i in 1 2; do echo $i; done>out; cat out
for i in 1 2; do echo $i; done|cat
for i in 1; do echo $i; done&&echo yes
for i in 1; do echo $i; done;echo no
(for i in 1; do echo $i; done)
--- stdout
1
2
1
2
1
yes
1
no
1
