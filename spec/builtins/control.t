# XCU 2.15: break, continue, return, exit, eval, dot, exec, shift, colon.
peers: dash bash

=== break and continue take a number of loops
--- script
for i in 1 2 3; do
	for j in a b c; do
		[ $j = b ] && continue 2
		[ $i = 3 ] && break 5
		echo $i$j
	done
done
echo $?
--- stdout
1a
2a
0

=== break leaves a loop from a group, a condition and eval
--- script
while :; do { break; }; done
while :; do if break; then :; fi; done
while :; do eval break; done
until break; do echo never; done
echo done
--- stdout
done

=== break 0 ends the shell
except bash: goes on; XCU 2.8.1 has special builtins' errors end a shell
--- script
for i in 1 2; do break 0; echo never; done
echo never
--- stderr some
--- status 2

=== return leaves a function with its status
--- script
f() { return 3; echo never; }
f; echo $?
g() { false; return; }
g; echo $?
h() { for i in 1 2; do while :; do return 5; done; done; }
h; echo $?
--- stdout
3
1
5

=== return leaves a sourced file
--- file lib
echo in
return 4
echo never
--- script
. ./lib; echo $?
--- stdout
in
4

=== exit leaves the shell, a subshell only itself
--- script
(exit 3); echo $?
(exit 256); echo $?
false
(exit); echo $?
exit 7
echo never
--- stdout
3
0
1
--- status 7

=== exit in an EXIT trap yields the status before it
--- script
trap 'echo $?; (exit 9); exit' EXIT
exit 5
--- stdout
5
--- status 5

=== eval joins its arguments
--- script
x='echo hello'
eval "$x" '; y=1'
echo $y
eval
echo $?
false; eval ''; echo $?
eval 'exit 3' ; echo never
--- stdout
hello
1
0
0
--- status 3

=== dot looks in PATH for a file that need not be executable
--- file bin/lib
v=set
echo "$1"
--- script
PATH=$PWD/bin:$PATH
set -- param
. lib
echo $v
--- stdout
param
set

=== dot of a missing file ends the shell
except bash: status 1
--- script
. ./nosuchfile
echo never
--- stderr some
--- status 2

=== command keeps a special builtin from ending the shell
--- script
command . ./nosuchfile 2>/dev/null
[ $? -gt 0 ] && echo alive
--- stdout
alive

=== exec without a command keeps its redirections
--- script
exec 3>out
echo a >&3
exec 3>&-
exec 4<out
read x <&4
echo $x
--- stdout
a

=== exec replaces the shell
--- script
trap 'echo never' EXIT
trap - EXIT
exec sh -c 'echo "$0 $1"' a b
echo never
--- stdout
a b

=== exec of a missing command
--- script
exec ./nosuchcommand
echo never
--- stderr some
--- status 127

=== shift
--- script
set -- a b c d
shift; echo $*
shift 2; echo $*
shift 0; echo $*
--- stdout
b c d
d
d

=== shift by too many ends the shell
except bash: is status 1
--- script
set -- a
shift 2
echo never
--- stderr some
--- status 2

=== colon expands and succeeds
--- script
: ${x:=5} $(echo hi)
echo $? $x
--- stdout
0 5

=== times prints two lines
--- script
times | sed 's/[0-9][0-9]*\.[0-9]*/T/g; s/^[0-9]*m/M/; s/ [0-9]*m/ M/'
--- stdout
MTs MTs
MTs MTs
