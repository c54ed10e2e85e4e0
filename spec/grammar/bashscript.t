# A script whose first line names bash is read in the dialect of bash (firstline.t). Under +o bash it is
# refused before it runs if it uses what ftsh lacks without the dialect. What is refused is valid sh, and means
# something else: without the first line it runs as sh has it.

=== a command in double parentheses
flags: +o bash
--- script
#!/bin/bash
echo ran
if (( 3 > 2 )); then
    echo greater
fi
--- status 2
--- stderr
../script:3:4: (( … )) is a subshell here, whose command is the first word: write [ $((…)) -ne 0 ], or x=$((…))
../script: the script was not run: its first line names bash; run it with bash, or in its dialect (ftsh -o bash), or write it as docs/from-bash.md shows

=== each construct is named with its place
flags: +o bash
--- script
#!/usr/bin/env bash
make &>> log
make &> log
x=$(< f)
echo "$RANDOM" ${HOSTNAME%%.*}
for i in {1..3}; do :; done
[[ a < b ]] && echo x
set -Eeuo pipefail
trap 'echo failed' ERR
--- status 2
--- stderr
../script:2:1: &>> is & and >> here: the command runs in the background; write >>log 2>&1
../script:3:1: &> is & and > here: the command runs in the background, and the file is emptied; write >log 2>&1
../script:4:3: $(< file) is empty here: write $(cat f)
../script:5:7: RANDOM is bash's, and unset here: write $(awk 'BEGIN { srand(); print int(rand() * 32768) }'), or leave random delays to a block
../script:5:16: HOSTNAME is bash's, and unset here: write $(uname -n)
../script:6:10: braces are not expanded: this is the word {1..3} itself; write $(seq 1 3)
../script:7:1: bash's [[: write [ ... ] with expansions in quotes, and case for patterns
../script:8:5: set -E is bash's: leave it out; blocks and catch lists see failures in functions
../script:9:20: the condition ERR is bash's: write try; ...; catch; ...; end: the catch list runs after a failure
../script: the script was not run: its first line names bash; run it with bash, or in its dialect (ftsh -o bash), or write it as docs/from-bash.md shows

=== options of builtins, and redirections
flags: +o bash
--- script
#!/bin/bash -e
read -t 1 x
read -r
printf -v x y
printf '%q\n' "$x"
type -t ls
wait -n
exec {fd}<f
ls >& f
echo -e 'a\tb'
echo 'a\tb'
exit -1
--- status 2
--- stderr
../script:2:6: read -t is bash's: write try timeout 5s; read line; end
../script:3:1: read needs a name: write read -r REPLY
../script:4:8: printf -v is bash's: write x=$(printf ...)
../script:5:8: printf has no %q: write "$x" in quotes where it is used
../script:6:6: type -t is bash's: write command -v NAME
../script:7:6: wait -n is bash's: write wait "$pid" for each, or forall, which cancels the others when one fails
../script:8:6: there is no {fd}>: write a number, exec 3>file
../script:9:4: >& takes a descriptor here: write >f 2>&1
../script:10:6: echo prints -e here: it always interprets backslashes; write printf
../script:11:6: echo interprets \t here: write printf '%s\n' and the words
../script: and 1 more: ftsh-lint lists all
../script: the script was not run: its first line names bash; run it with bash, or in its dialect (ftsh -o bash), or write it as docs/from-bash.md shows
--- file f

=== what stands after a command that leaves the shell is no script
flags: +o bash
--- script
#!/bin/bash
echo ran
exit
[[ a ]]
--- stdout
ran

=== at most ten constructs are listed
flags: +o bash
--- script
#!/bin/bash
source a
source a
source a
source a
source a
source a
source a
source a
source a
source a
source a
source a
--- status 2
--- stderr
../script:2:1: bash's source: write . file, or . ./file for a file in the working directory
../script:3:1: bash's source: write . file, or . ./file for a file in the working directory
../script:4:1: bash's source: write . file, or . ./file for a file in the working directory
../script:5:1: bash's source: write . file, or . ./file for a file in the working directory
../script:6:1: bash's source: write . file, or . ./file for a file in the working directory
../script:7:1: bash's source: write . file, or . ./file for a file in the working directory
../script:8:1: bash's source: write . file, or . ./file for a file in the working directory
../script:9:1: bash's source: write . file, or . ./file for a file in the working directory
../script:10:1: bash's source: write . file, or . ./file for a file in the working directory
../script:11:1: bash's source: write . file, or . ./file for a file in the working directory
../script: and 2 more: ftsh-lint lists all
../script: the script was not run: its first line names bash; run it with bash, or in its dialect (ftsh -o bash), or write it as docs/from-bash.md shows

=== a script for bash that uses nothing of bash's runs
flags: +o bash
--- script
#!/bin/bash
set -euo pipefail
declare() { echo "declare $1"; }
declare x
HOSTNAME=$(echo here)
RANDOM=$(echo 4)
echo "$HOSTNAME $RANDOM ${BASH_VERSION:-none} $((1 + 2)) {a} {} '{1..3}'"
f() { local x=1; echo "$x"; }
f
read -r -p prompt x <<E
y
E
echo "$x" >&2
((echo sub); echo shell)
--- stdout
declare x
here 4 none 3 {a} {} '{1..3}'
1
sub
shell
--- stderr
y

=== the number of a seed is no random number
flags: +o bash
--- script
#!/bin/bash
RANDOM=42
SECONDS=0
echo $RANDOM $((SECONDS / 60))
--- status 2
--- stderr
../script:4:6: RANDOM is bash's, and unset here: write $(awk 'BEGIN { srand(); print int(rand() * 32768) }'), or leave random delays to a block
../script:4:14: SECONDS is bash's, and unset here: write $(date +%s)
../script: the script was not run: its first line names bash; run it with bash, or in its dialect (ftsh -o bash), or write it as docs/from-bash.md shows

=== a script for sh is not refused
--- script
#!/bin/sh
echo {1..3} a{b,c}
RANDOM=5
echo $RANDOM
[[ a = b ]]
--- stdout
{1..3} a{b,c}
5
--- status 127
--- stderr
../script:5:1: [[: not found: bash's [[: write [ ... ] with expansions in quotes, and case for patterns

=== as a shell of POSIX ftsh refuses nothing
flags: -o posix
--- script
#!/bin/bash
echo {1..3}
--- stdout
{1..3}

=== under -n the script is refused as well
flags: +o bash -n
--- script
#!/bin/bash
source a
--- status 2
--- stderr
../script:2:1: bash's source: write . file, or . ./file for a file in the working directory
../script: the script was not run: its first line names bash; run it with bash, or in its dialect (ftsh -o bash), or write it as docs/from-bash.md shows

=== --explain says the same
--- script
"$SH" +o bash --explain job
--- file job
#!/bin/bash
source a
--- status 2
--- stderr
job:2:1: bash's source: write . file, or . ./file for a file in the working directory
job: the script was not run: its first line names bash; run it with bash, or in its dialect (ftsh -o bash), or write it as docs/from-bash.md shows

=== a process substitution behind a redirection has a remedy
--- script
eval 'cat < <(ls)'
--- status 2
--- stderr
../script:1:7: syntax error: expected a file name after the redirection, found "<": there is no <( ) or >( ): write a pipe, or a file from mktemp
    cat < <(ls)
          ^

=== a script on standard input runs up to the construct
run: pipe
flags: +o bash
--- script
#!/bin/bash
f() { echo "$1"; }
HOSTNAME=own
f "ran on $HOSTNAME"
f() {
	echo $UID
}
f never
--- stdout
ran on own
--- stderr
ftsh:6:7: UID is bash's, and unset here: write $(id -u)
ftsh: nothing was run from this line on: its first line names bash; run it with bash, or in its dialect (ftsh -o bash), or write it as docs/from-bash.md shows
--- status 2

=== on standard input a later line that names bash is a comment
run: stdin
--- script
:
#!/bin/bash
echo {1..3}
--- stdout
{1..3}

=== a file that is read with . is looked at before it runs
--- file lib
#!/usr/bin/env bash
echo never
make &>> log
--- file plain
#!/bin/bash
echo plain
--- script
. ./plain
. ./lib
echo never
--- stdout
plain
--- stderr
./lib:3:1: &>> is & and >> here: the command runs in the background; write >>log 2>&1
./lib: the script was not run: its first line names bash; run it with bash, or in its dialect (ftsh -o bash), or write it as docs/from-bash.md shows
--- status 2
