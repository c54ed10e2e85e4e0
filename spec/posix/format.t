# The transcript format itself, seen from a script.
peers: dash bash

=== a script is a file beside the working directory
args: a b
--- script
echo "$0 $# $2"
echo *
--- stdout
../script 2 b
*

=== a string has its first operand as $0
run: -c
args: zero one
--- script
echo "$0 $1"
--- stdout
zero one

=== a script on standard input shares it with what it runs
run: stdin
args: x
except dash: reads ahead of the command it runs; XCU sh, STDIN, says not to
--- script
echo "$1"
cat
--- stdin
line
--- stdout
x
line

=== input from a pipe, extra files, a program
--- script
cat
cat dir/data
./prog
--- stdin pipe
in
--- file dir/data
\--- data
--- program prog
#!/bin/sh
echo prog
--- stdout
in
\--- data
prog

=== bytes and missing newlines
--- script
printf 'a\000b\377'
--- stdout noeol escaped
a\x00b\xff

=== errors and status
env: CODE=3
--- script
echo oops >&2
exit $CODE
--- stderr
oops
--- status 3

=== a signal shows as 128+n
--- script
kill -TERM $$
--- status 143

=== the shell is at hand as $SH
--- script
"$SH" -c 'echo "$1"' x y
--- stdout
y
