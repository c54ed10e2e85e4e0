# The fc utility (XCU fc), in shells whose commands come from a file: each is in the history.
run: stdin
flags: -i
env: HISTFILE=
env: PS1=
env: PS2=

=== fc -l lists what came before it
--- script
echo one
if true
then echo two
fi
fc -l
--- stdout
one
two
1	echo one
2	if true
	then echo two
	fi

=== fc -l lists 16 commands
--- script
: 1
: 2
: 3
: 4
: 5
: 6
: 7
: 8
: 9
: 10
: 11
: 12
: 13
: 14
: 15
: 16
: 17
: 18
fc -ln
--- stdout
	: 3
	: 4
	: 5
	: 6
	: 7
	: 8
	: 9
	: 10
	: 11
	: 12
	: 13
	: 14
	: 15
	: 16
	: 17
	: 18

=== fc -l with operands
--- script
: a
: b
: c
fc -l 2 3
fc -l : -1
fc -l -4 -3
fc -l +2 2
--- stdout
2	: b
3	: c
3	: c
4	fc -l 2 3
2	: b
3	: c
2	: b

=== a string is the newest command that begins with it
--- script
: a
: ab
: b
fc -l ': a' ': a'
fc -l nothing
echo $?
--- stdout
2	: ab
1
--- stderr
ftsh: fc: no command in the history begins with "nothing"

=== numbers outside of the history mean its oldest and newest command
--- script
: a
: b
fc -l 0 99
fc -l -9 1
fc -l 99
--- stdout
1	: a
2	: b
1	: a
4	fc -l -9 1

=== -r reverses, as does a first that is newer than the last
--- script
: a
: b
: c
fc -lr 1 3
fc -l 3 1
fc -lr 3 1
--- stdout
3	: c
2	: b
1	: a
3	: c
2	: b
1	: a
1	: a
2	: b
3	: c

=== fc -s runs a command again, in its own place in the history
--- script
echo a-a
echo b
fc -s
fc -s ec
fc -s 1
fc -s -- -1
fc -s a=x 1
fc -s none=x 2; echo $?
fc -l
--- stdout
a-a
b
b
b
a-a
a-a
x-a
b
0
1	echo a-a
2	echo b
3	echo b
4	echo b
5	echo a-a
6	echo a-a
7	echo x-a
8	echo b
--- stderr
echo b
echo b
echo a-a
echo a-a
echo x-a
echo b

=== redirections and assignments of fc are those of the command
--- script
echo "a$x"
x=1 fc -s 2>/dev/null >f
cat f
--- stdout
a
a1

=== the status of fc -s is the command's
--- script
(exit 7)
fc -s
echo $?
--- stdout
7
--- stderr
(exit 7)

=== a function and an alias may use it
--- script
alias r='fc -s'
again() { fc -s "$@"; }
echo a
r
again echo
fc -l 3
--- stdout
a
a
a
3	echo a
4	echo a
5	echo a
--- stderr
echo a
echo a

=== fc runs what the editor leaves
--- script
echo one
echo two
FCEDIT='sed -i s/o$/O/'
fc 1 2
fc -e 'sed -i s/two/three/' -r 1 2
fc -l
--- stdout
one
two
one
twO
three
one
1	echo one
2	echo two
3	FCEDIT='sed -i s/o$/O/'
4	echo one
5	echo twO
6	echo three
7	echo one
--- stderr
echo one
echo twO
echo three
echo one

=== the editor is ed
--- program ed
#!/bin/sh
echo "ed got $(cat "$1")"
: >"$1"
--- script
PATH=$PWD:$PATH
fc
echo $?
--- stdout
ed got PATH=$PWD:$PATH
0

=== an editor that fails: nothing runs, and nothing is entered
--- script
echo a
fc -e false; echo $?
fc -l
--- stdout
a
1
1	echo a

=== what is not there
--- script
fc -s; echo $?
fc; echo $?
fc -l; echo $?
fc 99; echo $?
fc -s a=b 1 2; echo $?
fc -s 1 2; echo $?
fc 1 2 3; echo $?
fc -x; echo $?
fc -l 1 2 3; echo $?
--- stdout
1
1
0
1
2
2
2
2
2
--- stderr
ftsh: fc: the history is empty
ftsh: fc: the history is empty
ftsh: fc: 99 is not in the history
ftsh: fc: expected old=new and at most one command
ftsh: fc: expected old=new and at most one command
ftsh: fc: expected at most two commands
ftsh: fc: unknown option -x
ftsh: fc: expected at most two commands

=== a command with a syntax error, and one that is private
--- script
echo )
 : private
fc -l
--- stdout
1	echo )
--- stderr any

=== nolog keeps definitions of functions out
--- script
set -o nolog
f() { :; }
f() { :; }; f
fc -l
--- stdout
1	set -o nolog
2	f() { :; }; f

=== in a subshell, a pipeline and a substitution
--- script
: a
(fc -l)
fc -l 1 1 | cat
echo "$(fc -l 1 1)"
--- stdout
1	: a
1	: a
1	: a

=== HISTSIZE is how many are kept
env: HISTSIZE=2
--- script
: a
: b
: c
fc -l
--- stdout
2	: b
3	: c

=== a shell that is not interactive has none
run: file
flags: -u
--- script
fc -l
echo $?
--- stdout
1
--- stderr
../script:1:1: fc: there is no history without a prompt
