# docs/language.md, section 10: help prints a card of the blocks, where nothing else has the name.

=== help
--- script
help
--- stdout
ftsh is a POSIX shell with blocks that run again until they work.

  try 5 times every 30 seconds     limits: 5 times, 10 minutes, 1 hour or 5 times,
      COMMANDS                     forever; without one, one attempt. A command that
  catch                            fails ends the attempt. The catch list (optional)
      COMMANDS                     runs when all failed; failure there fails the block
  end

  forany h in a, b, c              the first one that works; with ordered, in order
      COMMANDS "$h"
  end

  forall h jobs 8 in $hosts        all of them, at most 8 at once
      COMMANDS "$h"
  end

Clauses, before in, or next to the limits of a try:
  try      every 5s  timeout 1m  backoff POLICY  on 75,100-110  except 2  through NAME
           known  permanent '*invalid*'  transient '*busy*'
  forany   ordered  timeout 1m  hedge 5s  through "mirror-$h"  table FILE
  forall   jobs 8  timeout 1m  keepgoing  grouped  tagged  via NAME  table FILE
  all      journal NAME  scratch NAME  grace 10s  signal INT  contained
Before catch, in a try: sense (is the way free?), check (did it work after all?).
In blocks: failure, abort, success, detach COMMAND.
In catch lists, and after the block: $FTSH_REASON, $FTSH_STATUS, $FTSH_ERROR,
$FTSH_ATTEMPTS, and of a forall $FTSH_FAILED.

ftsh --explain SCRIPT shows the limits and delays of its blocks. See also man ftsh.

=== in a pipeline, a file, an expansion and through command
--- script
help try | head -n 1
help >f
cat f | wc -l
$(echo help) | cmp - f && command help | cmp - f && echo same
command -v help
type help
--- stdout
ftsh is a POSIX shell with blocks that run again until they work.
28
same
help
help is a shell builtin

=== a function of the name wins
--- script
help() { echo mine; }
help
type help
--- stdout
mine
help is a shell function

=== a program of the name wins
--- program help
#!/bin/sh
echo "program $*"
--- script
PATH=$PWD:$PATH
help me
command help
type help | sed "s,$PWD,.,"
--- stdout
program me
program 
help is ./help

=== a program that may not be run is reported
--- script
mkdir d
echo x >d/help
PATH=$PWD/d
help
--- stderr
../script:4:1: help: permission denied
--- status 126

=== under set -o posix and the name sh there is none
--- script
ln -s "$SH" sh
./sh -c help; echo $?
"$SH" -o posix -c 'type help' 2>/dev/null; echo $?
--- stdout
127
127
--- stderr some

=== type of a block's word
--- script
type try catch end; echo $?
command -v try; echo $?
"$SH" -o posix -c 'type try' 2>&1 | sed 's/.*type/type/'
--- stdout
127
127
type: try: not found
--- stderr
../script:1:1: type: try: not a command but a block word: help shows the blocks
../script:1:1: type: catch: not a command but a block word: help shows the blocks
../script:1:1: type: end: not a command but a block word: help shows the blocks
