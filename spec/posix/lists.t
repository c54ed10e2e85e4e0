# XCU 2.9.3: lists.
peers: dash bash

=== and-or lists, left to right, equal precedence
--- script
true && echo a
false && echo never
false || echo b
true || echo never
true && false || echo c
false || true && echo d
true || echo never && echo e
false && echo never || echo f
false && echo never && echo never; echo $?
true || echo never || echo never; echo $?
false || false || echo g
--- stdout
a
b
c
d
e
f
1
0
g

=== with negation and pipelines
--- script
! false && echo a
! true || echo b
echo c | cat && echo d | cat
true && ! false && echo e
--- stdout
a
b
c
d
e

=== with compound commands and newlines
--- script
true &&
	echo a ||

	# comment
	echo never
{ false; } || (echo b)
if true; then echo c; fi && for i in d; do echo $i; done
--- stdout
a
b
c
d

=== sequential
--- script
echo a; echo b;echo c
echo d
false; echo $?
--- stdout
a
b
c
d
1

=== the status a later command sees
--- script
false || echo $?
(exit 3) || echo $?
true && echo $?
(exit 4) && : ; echo $?
(exit 5); echo $? && echo $?
--- stdout
1
3
0
4
5
0

=== assignments and redirections in lists
--- script
x=1 && echo $x
x=$(false) || echo failed
>f && echo b >f && cat f
</nosuch 2>/dev/null || echo c
--- stderr any
--- stdout
1
failed
b
c

=== exit, return, break in lists
--- script
f() { true && return 3; echo never; }
f; echo $?
for i in 1 2; do [ $i = 1 ] && continue; echo $i && break; echo never; done
(true && exit 4; echo never); echo $?
--- stdout
3
2
4
