# docs/language.md, section 4: durable blocks. A case runs a script several times, and `kill -9 $$` ends a run; then
# the lock is free as soon as the watchdog has ended what was left, which `run` waits for.

--- file lib
export FTSH_JOURNAL_DIR=../tmp/j
run() {
    until FTSH_LOG_LEVEL=0 "$SH" "${1-s}" >out 2>err; s=$?; ! grep -q 'another run is using it' err; do :; done
    cat out
    return "$s"
}

=== what has succeeded is not run again after a crash, and all again when it has ended well
--- file s
set -e
try journal one; echo one >> ran; end
try journal two; [ -e ok ] || kill -9 $$; echo two >> ran; end
echo end
--- script
. ./lib
run
echo "$?"
: > ok
run
echo "$?"
run
echo "$?"
run
echo "$?"
cat ran
--- stdout
137
1
end
0
end
0
one
two
one
two

=== the same identity, the next number and the same limits
--- file s
try 3 times every 0s journal "a b/c"
    echo "$FTSH_TRY_ID" >> ids
    echo "$FTSH_ATTEMPT${FTSH_RESUMED:+ resumed $FTSH_RESUMED}"
    [ "$FTSH_ATTEMPT" = 3 ] || kill -9 $$
    false
catch
    echo "$FTSH_REASON $FTSH_ATTEMPT"
end
--- script
. ./lib
run; run; run
sort -u ids | wc -l | tr -d ' '
ls ../tmp/j
--- stdout
1
2 resumed 1
3 resumed 2
times 3
1
a%20b%2Fc

=== an attempt that was cut off is looked at first, and its answer counts
--- file s
job=$(try journal submit
    echo half
    echo "$FTSH_TRY_ID" > did
    kill -9 $$
check
    [ "$(cat did)" = "$FTSH_TRY_ID" ]
    echo "job 7"
end)
echo "$job"
[ -e ok ] || kill -9 $$
--- script
. ./lib
run; run
rm did
: > ok
run
--- stdout
job 7
job 7

=== an attempt that was cut off and was the last one: the check, then times
--- file s
try journal step
    echo body
    kill -9 $$
check
    echo check
    false
catch
    echo "$FTSH_REASON: $FTSH_ERROR"
    failure 9
end
echo "$?"
--- script
. ./lib
run; run
# It has failed in the end, and what the attempt did is known: it begins anew.
run || :
--- stdout
body
check
times: s:1:1: attempt 1 was cut off: its outcome is unknown
9
body

=== a check that cannot know is asked in the next run, too
--- file s
try 2 times every 0s journal step
    echo body
    kill -9 $$
check
    echo check
    [ -e know ] || failure
    [ -e yes ]
catch
    echo "$FTSH_REASON"
end
--- script
. ./lib
run; run
: > know
: > yes
run
echo "$?"
--- stdout
body
check
check
times
check
0

=== the deadline passed meanwhile: the check, then 124
--- file s
try for 1 s journal step
    echo body
    kill -9 $$
check
    echo check
    false
catch
    echo "$FTSH_REASON $FTSH_STATUS"
end
--- script
. ./lib
run
sleep 1.1
run
--- stdout
body
check
deadline 124

=== a block that failed keeps its identity, and begins anew
--- file s
try 2 times every 0s journal step
    echo "$FTSH_TRY_ID" >> ids
    echo "$FTSH_ATTEMPT${FTSH_RESUMED:+ resumed}"
    [ -e ok ]
catch
    :
end
--- script
. ./lib
run
: > ok
run
sort -u ids | wc -l | tr -d ' '
run
sort -u ids | wc -l | tr -d ' '
--- stdout
1
2
1
1
1
2

=== the ways out of a body are taken again
--- file s
f() { try journal return; echo body; return 0; end; echo not reached; }
f
for i in 1 2; do
    try journal "continue $i"; echo "body $i"; continue; end
    echo not reached
done
for i in 1 2; do
    try journal break; echo "body $i"; break; end
    echo not reached
done
(try journal exit; echo body; exit; end; echo not reached)
echo end
kill -9 $$
--- script
. ./lib
run
echo again
run || :
--- stdout
body
body 1
body 2
body 1
body
end
again
end

=== to leave with a failure is no success
--- file s
(try journal step; echo body; exit 3; end)
echo "$?"
kill -9 $$
--- script
. ./lib
run
run || :
--- stdout
body
3
body
3

=== output is given again where the shell gave the block its standard output
--- file s
try journal file; echo in file; end > f
try journal through; echo passes through; end
try journal pipe; echo in pipe; end | cat
x=$(try journal large; head -c 1100000 /dev/zero | tr '\0' x; end)
echo "${#x}"
kill -9 $$
--- script
. ./lib
run
rm f
echo again
run
cat f
ls -A ../tmp/j | grep -v run-
--- stdout
passes through
in pipe
1100000
again
in pipe
1100000
in file
file
large
large.out-1
pipe
through

=== a failed attempt writes nothing, also when it was cut off
--- file s
x=$(try 2 times every 0s journal step; echo "attempt $FTSH_ATTEMPT"; [ "$FTSH_ATTEMPT" = 2 ] || kill -9 $$; end)
echo "$x"
--- script
. ./lib
run; run
--- stdout
attempt 2

=== streaming has nothing to give again
--- script
export FTSH_JOURNAL_DIR=../tmp/j FTSH_LOG_LEVEL=0
x=$(try streaming journal step; echo body; catch; echo "$FTSH_REASON $FTSH_STATUS"; end)
echo "$x"
try streaming journal step; echo body; end
--- stdout
usage 2
body
--- stderr
../script:2:5: expected no streaming with journal: a journal keeps the output so that it can be given again

=== the same name twice in a run
--- script
export FTSH_JOURNAL_DIR=../tmp/j FTSH_LOG_LEVEL=0
try journal step; echo first; end
try journal step; echo second; catch; echo "$FTSH_REASON $FTSH_STATUS"; end
try 2 times every 0s
    try journal inner; echo inner; end
    false
end
echo "$?"
--- stdout
first
usage 2
inner
1
--- stderr
../script:3:1: the journal "step" is used by the block at ../script:2:1 in the same run

=== the same name twice in a run, in shells that are processes of their own
--- script
export FTSH_JOURNAL_DIR=../tmp/j FTSH_LOG_LEVEL=0
for i in 1 2; do
    (trap : USR1; try journal step; echo "step $i"; catch; echo "$FTSH_REASON $FTSH_STATUS"; end)
done
{ try journal list; echo list; end; } &
wait
try journal list; echo list; end
echo "$?"
try journal mine; echo mine; end
(trap : USR1; try journal mine; echo mine; end; echo "$?")
try 2 times every 0s
    (trap : USR1; try journal inner; echo "inner in attempt $FTSH_ATTEMPT"; end)
    echo "attempt $FTSH_ATTEMPT"
    [ "$FTSH_ATTEMPT" = 2 ]
end
--- stdout
step 1
usage 2
list
2
mine
2
inner in attempt 1
attempt 1
attempt 2
--- stderr
../script:3:19: the journal "step" is used by the block at ../script:3:19 in the same run
../script:7:1: the journal "list" is used by the block at ../script:5:3 in the same run
../script:10:15: the journal "mine" is used by the block at ../script:9:1 in the same run

=== keep is never complete
--- file s
try journal once keep; echo once; end
try journal always; echo always; end
--- script
. ./lib
run; run
ls -A ../tmp/j
--- stdout
once
always
always
always
always.1
once

=== a run that does not end well completes nothing
--- file s
try journal step; echo body; end
exit "$(cat status)"
--- script
. ./lib
echo 3 > status
run; run
echo 0 > status
run
echo again
run
--- stdout
body
again
body

=== lists and subshells in processes of their own belong to the run
--- file s
try journal list; echo list; end &
wait
(trap : USR1; try journal trap; echo trap; end)
[ -e ok ] || kill -9 $$
--- script
. ./lib
run
: > ok
run
echo again
run
ls ../tmp/j
--- stdout
list
trap
again
list
trap
list
list.1
trap
trap.1

=== another text is an error, another layout is none
--- file s
try 3 times journal step
    echo body   # a remark
end
kill -9 $$
--- file t
try for 1 hour every 5 s journal step;echo body;end
kill -9 $$
--- file u
try 3 times journal step
    echo another
catch
    echo "$FTSH_REASON $FTSH_STATUS: $FTSH_ERROR"
end
--- script
. ./lib
run; run t; run u
--- stdout
body
usage 2: u:1:1: the journal "step" was begun by a block with another text; to continue it with this one: ftsh-state journal adopt step

=== one run at a time
--- script
export FTSH_JOURNAL_DIR=../tmp/j FTSH_LOG_LEVEL=0
try journal step
    "$SH" -c 'try journal step; echo body; catch; echo "$FTSH_REASON $FTSH_STATUS"; end' 2>/dev/null
end
--- stdout
locked 75

=== a lock that only the watchdog of a killed run has is waited for
--- file s
try 2 times every 0s grace 2 s journal step
    echo "attempt $FTSH_ATTEMPT"
    [ -e ready ] || sh -c 'trap "" TERM; : >ready; while :; do sleep 0.05; done'
end
--- script
export FTSH_JOURNAL_DIR=../tmp/j FTSH_LOG_LEVEL=0
"$SH" s &
until [ -e ready ]; do sleep 0.05; done
kill -KILL $!
wait $!
echo $?
"$SH" s
echo $?
--- stdout
attempt 1
137
attempt 2
0
--- stderr any

=== names, paths and the directory
--- script
export FTSH_LOG_LEVEL=0
mkdir d
FTSH_JOURNAL_DIR=d
try journal 'x.1/ü'; :; end
cd d
try journal ./here; :; end
try journal "$PWD/../there"; :; end
cd ..
find . -type f ! -name lib | sort
try journal "$none"; :; catch; echo "$FTSH_REASON"; end
"$SH" --journal-dir e -c 'try journal y; :; end'
ls -l e/y | cut -c 1-10
--- stdout
./d/here
./d/x%2E1%2F%C3%BC
./there
usage
-rw-------
--- stderr
../script:10:1: expected the name of a journal, found ""

=== exec leaves an attempt whose end nobody knows
--- file s
try 2 times every 0s journal step
    echo "attempt $FTSH_ATTEMPT"
    [ "$FTSH_ATTEMPT" = 2 ] || exec true
end
--- script
. ./lib
run; run
grep -c '"kind":"unknown"' ../tmp/j/step
--- stdout
attempt 1
attempt 2
1

=== exec that fails leaves nothing: what comes behind it is recorded
--- file s
try 3 times every 0s journal step
    echo "attempt $FTSH_ATTEMPT"
    [ "$FTSH_ATTEMPT" = 2 ] || exec ./broken
end
try journal other; exec ./broken || echo "went on"; end
exit 1
--- program broken
#!/no/such/interpreter
--- script
. ./lib
run || :
echo again
run
--- stdout
attempt 1
attempt 2
went on
again
--- status 1

=== a step around a step: what is done is given again to the next attempt
--- script
export FTSH_JOURNAL_DIR=../tmp/j FTSH_LOG_LEVEL=0
x=$(try 2 times every 0s journal outer
    try journal inner; echo "inner in attempt $FTSH_ATTEMPT"; end
    echo "outer attempt $FTSH_ATTEMPT"
    [ "$FTSH_ATTEMPT" = 2 ]
end)
echo "$x"
--- stdout
inner in attempt 1
outer attempt 2

=== a damaged journal is an error
--- script
export FTSH_JOURNAL_DIR=../tmp/j FTSH_LOG_LEVEL=0
"$SH" -c 'try journal step; :; end; exit 1'
sed 's/started/stopped/' ../tmp/j/step > copy
cat copy > ../tmp/j/step
try journal step; echo body; catch; echo "$FTSH_REASON $FTSH_STATUS"; end 2>&1 | sed "s,${PWD%/*}/,,g"
# the last record is none that was torn
"$SH" -c 'try 2 times journal last; echo body >>ran; end; exit 1'
sed '$s/succeeded/sucseeded/' ../tmp/j/last > copy
cat copy > ../tmp/j/last
try 2 times journal last; echo body >>ran; catch; echo "$FTSH_REASON $FTSH_STATUS"; end 2>&1 | sed "s,${PWD%/*}/,,g"
cmp copy ../tmp/j/last
# one without its end is
printf %s "$(sed '$s/......$//' copy)" > ../tmp/j/last
try 2 times journal last; echo body >>ran; end
cat ran
--- stdout
../script:5:1: journal "step": tmp/j/step: damaged: line 3: its checksum is wrong (for the records before it: ftsh-state journal show tmp/j/step; to begin anew: ftsh-state journal remove tmp/j/step)
journal 1
../script:10:1: journal "last": tmp/j/last: damaged: line 5: its checksum is wrong (for the records before it: ftsh-state journal show tmp/j/last; to begin anew: ftsh-state journal remove tmp/j/last)
journal 1
body
body

=== a journal that is removed while a block has it; one that is removed behind it is no loss
--- script
export FTSH_JOURNAL_DIR=$PWD/j FTSH_LOG_LEVEL=0
"$SH" -c 'try 3 times every 0s journal step; echo body; rm j/step; catch; echo "$FTSH_REASON $FTSH_STATUS"; end' 2>&1 | sed "s,.*: journal,journal,; s,$PWD/,,"
"$SH" -c 'try journal a; :; end; try journal b; :; end; rm -r j; echo end'
echo "$?"
echo *
--- stdout
body
journal "step": j/step: it has been removed
journal 1
end
0
lib

=== a path is that of the file a redirection would open, and one that others may write to is refused
--- script
export FTSH_LOG_LEVEL=0
mkdir -p real/deep
ln -s real/deep link
cd link
try journal ../step; :; end
cd ..
ls real
: >open
chmod 660 open
try journal ./open; echo body; catch; echo "$FTSH_REASON"; end 2>&1 | sed "s,$PWD/,,"
--- stdout
deep
step
../script:10:1: journal "./open": open: others may write to it (mode 0660): chmod go-w
journal

=== a journal in a directory that others may write to is refused, and so is one with another name
--- script
export FTSH_LOG_LEVEL=0
mkdir j mine
chmod 770 j
FTSH_JOURNAL_DIR=j
try journal a; echo body; catch; echo "$FTSH_REASON"; end 2>&1 | sed "s,$PWD/,,"
FTSH_JOURNAL_DIR=mine
: >precious
ln precious mine/a
try journal a; echo body; catch; echo "$FTSH_REASON"; end 2>&1 | sed "s,$PWD/,,"
ls -A j mine
wc -c <precious
--- stdout
../script:5:1: journal "a": j: others may write to it (mode 0770): chmod go-w
journal
../script:9:1: journal "a": mine/a: it has another name as well (a hard link): remove one of them
journal
j:

mine:
a
0

=== without FTSH_JOURNAL_DIR journals are in FTSH_STATE_DIR, by names that no other state has there
--- script
export FTSH_LOG_LEVEL=0 FTSH_JOURNAL_DIR=
mkdir mine
FTSH_STATE_DIR=mine
try journal a keep; echo one; end
FTSH_STATE_DIR=new/deep
try journal cron keep; echo two; end
FTSH_JOURNAL_DIR=mine
try journal b keep; echo three; end
"$SH" -c 'try journal c@b07fe632-f9cf-42f6-9926-aabd697e8a9a keep; echo four; end'
ls -A mine new/deep
--- stdout
one
two
three
four
mine:
%63@b07fe632-f9cf-42f6-9926-aabd697e8a9a
a
b

new/deep:
%63ron

=== FTSH_RESUMED is that of the block that goes on, not of one that begins within it
--- file s
try 2 times every 0s journal outer
    echo "outer ${FTSH_RESUMED-unset}"
    try journal "inner $FTSH_ATTEMPT"; echo "inner ${FTSH_RESUMED-unset}"; end
    [ "$FTSH_ATTEMPT" = 2 ] || kill -9 $$
end
--- script
. ./lib
run; run
--- stdout
outer unset
inner unset
outer 1
inner 

=== a journal that cannot be written
--- script
export FTSH_JOURNAL_DIR=/dev/null/j FTSH_LOG_LEVEL=0
try 5 times journal step; echo body; catch; echo "$FTSH_REASON $FTSH_STATUS"; end
export FTSH_JOURNAL_DIR=$PWD/j
(
    ulimit -f 1
    "$SH" -c 'try 5 times journal step; echo body; catch; echo "$FTSH_REASON $FTSH_STATUS"; end' 2>&1 | sed "s,.*: journal,journal,; s,$PWD/,,"
)
--- stdout
journal 1
journal "step": j/step: file too large
journal 1
--- stderr
../script:2:1: journal "step": /dev/null/j/step: not a directory

=== forall: who succeeded is skipped, the rest runs again
--- file s
set -e
x=$(forall w keepgoing grouped journal all in a b c a $more
    echo "$w $FTSH_ATTEMPT${FTSH_RESUMED:+ resumed}" >> ran
    echo "out $w"
    [ "$w" != b ] || [ -e ok ]
end)
echo "$x"
--- script
. ./lib
run || echo "$?"
sort ran; rm ran
echo again
: > ok
export more=d
run
sort ran
--- stdout
1
a 1
a 4
b 2
c 3
again
out a
out b
out c
out a
out d
b 2 resumed
d 5 resumed

=== forall: who was cut off runs again
--- file s
forall w jobs 1 journal all in a b c
    echo "$w"
    [ "$w" != b ] || [ -e ok ] || kill -9 $$
end
echo end
--- script
. ./lib
run
: > ok
echo again
run
--- stdout
a
b
again
b
c
end

=== forall: a branch is recorded in one line
--- script
export FTSH_JOURNAL_DIR=../tmp/j FTSH_LOG_LEVEL=0
x=$(forall w journal all in 'a "b"'; printf 'x\001\n'; end)
grep -o '"kind":"succeeded"' ../tmp/j/all
grep -o '"attempt":.*"status":0' ../tmp/j/all | tail -n 1
grep -o '"duration":' ../tmp/j/all
grep -o '"output":.*' ../tmp/j/all
--- stdout
"kind":"succeeded"
"attempt":1,"word":"a \"b\"","occurrence":1,"status":0
"duration":
"output":{"text":"x\u0001\n","size":3}}

=== forall: the output of a branch that fails is shown, and is not given again
--- file s
x=$(forall w jobs 1 keepgoing tagged journal all in a b; echo "in $w"; [ "$w" = a ]; end)
echo "$x"
exit 1
--- script
. ./lib
run || run || :
--- stdout
a	in a
b	in b
a	in a
b	in b

=== forany: the winner is known again, and who has failed is left out
--- file s
forany w ordered journal pick in a b c
    echo "$w $FTSH_ATTEMPT"
    [ "$w" != b ] || [ -e ok ] || kill -9 $$
    [ "$w" != a ]
end
echo "winner $w"
kill -9 $$
--- script
. ./lib
run
: > ok
run
run || :
--- stdout
a 1
b 2
b 3
winner b
winner b

=== forany with hedge
--- file s
x=$(forany w ordered hedge 1 hour journal pick in a b c; echo "$w"; [ "$w" = b ]; end)
echo "$x"
kill -9 $$
--- script
. ./lib
run
run || :
--- stdout
b
b

=== forany with hedge: each alternative reads the input from the beginning, beside the others
--- script
. ./lib
forany w ordered hedge 0s journal text in a b c; read x; echo "$w $x"; read y; echo "$y"; [ "$w" = c ]; end <<E
one
two
E
printf '%s\n' one two >in
forany w ordered hedge 0s journal file in a b c; read x; echo "$w $x"; read y; echo "$y"; [ "$w" = c ]; end <in
--- stdout
c one
two
c one
two

=== a try that goes on with more attempts than its header says now reads its input again, too
--- file s
try $N times every 0s journal again
	read x
	echo "$x" >>seen
	[ -e on ] || { : >on; kill -9 $$; }
	[ "$(wc -l <seen)" -eq 3 ]
end <<E
one
two
E
--- script
. ./lib
export N=3
run
N=1
run
cat seen
--- stdout
one
one
one

=== a journal is that of one kind of block
--- script
export FTSH_JOURNAL_DIR=../tmp/j FTSH_LOG_LEVEL=0
"$SH" -c 'forall w journal x in a; :; end; exit 1'
try journal x; :; catch; echo "$FTSH_REASON"; end
--- stdout
usage
--- stderr
../script:3:1: the journal "x" belongs to a forall

=== a step within a step is complete with it, though it was not run again
--- file s
try journal outer
    try journal inner; echo inner; end
    echo outer
end
[ -e ok ] || kill -9 $$
--- script
. ./lib
run
: > ok
run
echo again
run
--- stdout
inner
outer
again
inner
outer

=== so is one in a process of its own
--- file s
try journal outer
    (trap : USR1; try journal inner; echo inner; end)
    echo outer
end
[ -e ok ] || kill -9 $$
--- script
. ./lib
run
: > ok
run
echo again
run
--- stdout
inner
outer
again
inner
outer

=== nothing is left of runs that were killed
--- file s
try 2 times every 0s journal list; echo list; end &
wait
(trap : USR1; try 2 times every 0s journal trap; echo trap; [ -e ok ] || kill -9 $pid; end)
--- script
. ./lib
echo 'pid=$$' | cat - s > t
run t || :
: > ok
run t
# of a run that ended well the mark stays, until the next one
run t
ls -A ../tmp/j | sed 's/run-[^.]*/run-/'
mark=$(ls ../tmp/j/.run-*)
run t
[ -e "$mark" ] || echo another
--- stdout
list
trap
list
trap
.run-
list
list.1
trap
trap.1
list
trap
another

=== how far a journal is
--- file s
try 3 times every 0s journal submit
    [ "$1" != kill ] || kill -9 $$
check
    false
end
forall part keepgoing journal "all" keep in a b c
    [ "$part" != b ]
end
try journal "x-$y"; :; end
--- script
export FTSH_JOURNAL_DIR=j FTSH_LOG_LEVEL=0
how() { "$SH" --explain s | grep '^ *journal'; }
how
"$SH" s kill 2>/dev/null
until "$SH" --explain s | grep 'cut off'; do :; done # the watchdog has the lock for a moment
"$SH" s 2>/dev/null
how
--- stdout
    journal     submit: new
    journal     all: new; never complete
    journal     known at run time: "x-$y"
    journal     submit: cut off, outcome unknown, 1 attempt
    journal     submit: complete, 2 attempts
    journal     all: ended, 2 of 3 words; never complete
    journal     known at run time: "x-$y"

=== at a prompt a command line is a run
--- script
export FTSH_JOURNAL_DIR=j FTSH_LOG_LEVEL=0 ENV= HISTFILE= PS1=
"$SH" -i 2>/dev/null <<'E'
try journal x; echo first; end
try journal x; echo second; end
try journal x; echo third; end; false
try journal x; echo third; end; echo "not again"
try journal x; echo third; end
E
--- stdout
first
second
third
not again
third

=== keep behind a run without it
--- script
export FTSH_JOURNAL_DIR=j FTSH_LOG_LEVEL=0
"$SH" -c 'forall w jobs 1 journal x in a b; echo $w; end; try journal y; echo y; end'
"$SH" -c 'forall w journal x keep in a b c; echo $w; end; try journal y keep; echo y; end'
--- stdout
a
b
y
c

=== a script without journals needs no directory for them
--- script
FTSH_JOURNAL_DIR=/dev/null/none "$SH" -c ': & wait; (trap : USR1; :)'
echo "$?"
HOME= XDG_STATE_HOME= "$SH" -c ': & wait; (trap : USR1; :)'
echo "$?"
--- stdout
0
0

=== a relative FTSH_JOURNAL_DIR counts from the directory in which the shell began
env: FTSH_JOURNAL_DIR=j
--- script
mkdir sub
cd sub
try journal here keep; :; end
cd ..
"$SH" --journal-dir=k -c 'cd sub; try journal there keep; :; end'
ls j k sub
--- stdout
j:
here

k:
there

sub:
