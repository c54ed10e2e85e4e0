# docs/reference/via.md: forall … via … journal. Branches go on when the shell is killed, and the next run waits for them.

--- program start
#!/bin/sh
echo $$ >shell.new
mv shell.new shell
exec "$SH" s

=== branches that ended meanwhile are taken as if the shell had been there, the others are waited for
--- file s
forall x via local keepgoing journal ./each in a b c d
	echo "$x" >>ran
	: >"begun.$x"
	until [ -e "go.$x" ]; do sleep 0.05; done
	echo "this is $x"
	case $x in
	b) echo "error of $x" >&2; exit 3 ;;
	esac
catch
	[ "$FTSH_REASON" != locked ] || exit 75
	echo "$FTSH_STATUS" $FTSH_FAILED "$FTSH_ERROR"
	exit 4
end >out
--- script
export PATH=${SH%/*}:$PATH FTSH_LOG_LEVEL=0 FTSH_VIA_LOCAL=4
./start 2>err &
until [ -e begun.a ] && [ -e begun.b ] && [ -e begun.c ] && [ -e begun.d ]; do sleep 0.05; done
: >go.a
until grep -q succeeded each; do sleep 0.05; done
kill -KILL "$(cat shell)"
wait
: >go.b
until [ -e "$(echo .ftsh-via/*/end/2)" ]; do sleep 0.05; done
{
	until "$SH" s 2>err; s=$?; [ $s != 75 ]; do sleep 0.05; done
	echo $s
} &
until [ "$(grep -c opened each)" = 2 ]; do sleep 0.05; done
: >go.c
: >go.d
wait
sort out
cat err
sort ran
[ -e .ftsh-via ] || echo removed
--- stdout
4
3 b s:7:29: exit 3: exit status 3
this is a
this is b
this is c
this is d
error of b
a
b
c
d
removed

=== killed before, in and behind each call of the program
--- program ftsh-via-deadly
#!/bin/sh
# Kills its shell once before and once behind each kind of call, and would go on for long.
for when in before behind; do
	[ $when = before ] || ftsh-via-local "$@" || exit
	[ -e "killed.$1.$when" ] || { : >"killed.$1.$when"; kill -KILL $PPID; sleep 1000; }
done
--- file s
set -e
x=$(forall x jobs 2 via deadly journal ./each in a b c d e
	echo "$x" >>ran
	until [ -e killed.poll.behind ]; do sleep 0.05; done
	echo "this is $x"
end)
echo "$x" | sort
--- script
export PATH=$PWD:${SH%/*}:$PATH FTSH_LOG_LEVEL=0 FTSH_VIA_LOCAL=2 FTSH_VIA_POLL=0.1 FTSH_VIA_CHUNK=3
until "$SH" s; s=$?; [ $s != 75 ] && [ $s != 137 ]; do sleep 0.05; done 2>/dev/null
echo $s
sort ran
ls -A
--- stdout
this is a
this is b
this is c
this is d
this is e
0
a
b
c
d
e
each
ftsh-via-deadly
killed.poll.before
killed.poll.behind
killed.submit.before
killed.submit.behind
ran
s
start

=== killed at any moment
--- file s
forall x jobs 3 via local journal ./each keep in 1 2 3 4 5 6
	echo "$x" >>ran
	sleep "0.$x"
	echo "this is $x"
end >out
--- script
export PATH=${SH%/*}:$PATH FTSH_LOG_LEVEL=0 FTSH_VIA_LOCAL=3
for delay in 0.02 0.05 0.1 0.15 0.2 0.25 0.3 0.4 0.5; do
	rm -f shell
	./start &
	until [ -e shell ]; do :; done
	sleep "$delay" # makes the test weaker where it is too short or long
	kill -KILL "$(cat shell)"
	wait
done 2>/dev/null
until "$SH" s; s=$?; [ $s != 75 ]; do sleep 0.05; done 2>/dev/null
echo $s
sort ran
sort out
--- stdout
0
1
2
3
4
5
6
this is 1
this is 2
this is 3
this is 4
this is 5
this is 6
--- stderr any

=== killed as it prints: the output comes again
--- file s
forall x via local journal ./each in a
	echo "$x" >>ran
	head -c 300000 /dev/zero | tr '\0' x
end
--- script
export PATH=${SH%/*}:$PATH FTSH_LOG_LEVEL=0
mkfifo fifo
./start >fifo &
exec 3<fifo
until [ -e "$(echo .ftsh-via/*/end/1)" ]; do sleep 0.05; done
head -c 1 <&3
kill -KILL "$(cat shell)"
echo
wait
exec 3<&-
until "$SH" s >out 2>/dev/null; s=$?; [ $s != 75 ]; do sleep 0.05; done
echo $s
wc -c <out
cat ran
--- stdout
x
0
300000
a
--- stderr any

=== words that are no longer in the list are cancelled, new ones run
--- file s
forall x via local jobs 9 journal ./each in $words
	: >"begun.$x"
	echo "$x" >>ran
	trap 'echo "ended $x" >>ran' EXIT
	until [ -e go ]; do sleep 0.05; done
	echo "this is $x"
end
--- script
export PATH=${SH%/*}:$PATH FTSH_LOG_LEVEL=0 FTSH_VIA_LOCAL=2 words="a b c"
./start &
until [ -e begun.a ] && [ -e begun.b ]; do sleep 0.05; done
kill -KILL "$(cat shell)"
wait
export words="d a"
{
	until "$SH" s; s=$?; [ $s != 75 ]; do sleep 0.05; done 2>/dev/null
	echo $s
} | sort &
until grep -q "ended b" ran; do sleep 0.05; done
: >go
wait
sort ran
--- stdout
0
this is a
this is d
a
b
d
ended a
ended b
ended d
--- stderr any

=== no word is left
--- file s
forall x via local journal ./each in $words
	echo $$ >pid.new; mv pid.new pid
	exec sleep 1000
end
--- script
export PATH=${SH%/*}:$PATH FTSH_LOG_LEVEL=0 words=a
./start &
until [ -e pid ]; do sleep 0.05; done
kill -KILL "$(cat shell)"
wait
words=
until "$SH" s; s=$?; [ $s != 75 ]; do sleep 0.05; done 2>/dev/null
echo $s
ls -A
--- stdout
0
each
pid
s
shell
start
--- stderr any

=== another text, another batch system or none: an error, and nothing is cancelled
--- file s
forall x via local journal ./each in a
	: >begun
	until [ -e go ]; do sleep 0.05; done
	echo "this is $x"
end
--- script
export PATH=${SH%/*}:$PATH FTSH_LOG_LEVEL=0
./start &
until [ -e begun ]; do sleep 0.05; done
kill -KILL "$(cat shell)"
wait
sed 's/this/that/' s >text
sed 's/via local//' s >home
sed 's/via local/via slurm/' s >slurm
for script in text home slurm; do
	until "$SH" $script 2>err; s=$?; [ $s != 75 ]; do sleep 0.05; done
	echo $s
	cat err
done
: >go
"$SH" s
--- stdout
2
text:1:1: the journal "./each" was begun by a block with another text; to continue it with this one: ftsh-state journal adopt ./each
2
home:1:1: the journal "./each" has branches that were submitted via local; to cancel them: ftsh-state journal remove ./each
2
slurm:1:1: the journal "./each" has branches that were submitted via local; to cancel them: ftsh-state journal remove ./each
this is a
--- stderr any

=== a run without that journal leaves its branches alone; one whose journal is gone is cancelled
--- file s
forall x via local journal ./each in a
	trap 'echo "ended $x" >>ran' EXIT
	: >begun
	until [ -e go ]; do sleep 0.05; done
	echo "this is $x"
end
--- script
export PATH=${SH%/*}:$PATH FTSH_LOG_LEVEL=0
other() { "$SH" -c 'forall x via local in z; echo other; end'; }
./start &
until [ -e begun ]; do sleep 0.05; done
kill -KILL "$(cat shell)"
wait
other
ls -A .ftsh-via | wc -l
cp each kept
until "$SH" -c 'forall x via local journal ./each in a; : other text; end' 2>err; s=$?; [ $s != 75 ]; do sleep 0.05; done
echo $s
rm each
other
ls -A .ftsh-via
until [ -e ran ]; do sleep 0.05; done
cat ran
--- stdout
other
1
2
other
ended a
--- stderr any

=== a signal cancels, as ever, and SIGKILL behind it, too
--- file s
forall x via local journal ./each in a
	trap 'while [ -e held ]; do sleep 0.05; done; echo "ended $x" >>ran' EXIT
	echo "$x" >>ran
	: >begun
	until [ -e go ]; do sleep 0.05; done
	echo "this is $x"
end
--- script
export PATH=${SH%/*}:$PATH FTSH_LOG_LEVEL=0
for signals in TERM HUP "TERM KILL"; do
	rm -f begun
	: >held
	until [ -e begun ]; do # once the lock is free
		./start &
		until [ -e begun ] || ! kill -0 $!; do sleep 0.05; done
	done
	for signal in $signals; do
		kill -$signal "$(cat shell)"
		[ $signal = KILL ] || until [ -e "$(echo .ftsh-via/*/cancel)" ]; do sleep 0.05; done # it is being cancelled
	done
	rm held
	wait
	until [ "$(grep -c ended ran)" = "$(grep -c ^a ran)" ]; do sleep 0.05; done
	while [ -e .ftsh-via ] && [ -n "$(ls -A .ftsh-via)" ]; do sleep 0.05; done
done
: >go
until "$SH" s; s=$?; [ $s != 75 ]; do sleep 0.05; done 2>/dev/null
sort ran
--- stdout
this is a
a
a
a
a
ended a
ended a
ended a
ended a
--- stderr any

=== who failed in the killed run runs again, and has a run of its own
--- file s
forall x jobs 1 keepgoing via local journal ./each in a b
	echo "$x $FTSH_RESUMED" >>ran
	[ "$x" != a ] || [ -e mended ]
	: >"begun.$x"
	until [ -e mended ]; do sleep 0.05; done
	echo "this is $x"
end
--- script
export PATH=${SH%/*}:$PATH FTSH_LOG_LEVEL=0 FTSH_VIA_LOCAL=2
./start &
until [ -e begun.b ] && grep -q failed each; do sleep 0.05; done
kill -KILL "$(cat shell)"
wait
: >mended
until "$SH" s; s=$?; [ $s != 75 ]; do sleep 0.05; done 2>/dev/null | sort
cat ran
--- stdout
this is a
this is b
a 
b 
a 1
--- stderr any

=== a block that the run which goes on does not reach: a later one takes what has ended, and removes the directory
--- file s
try 1 time journal ./outer
	forall x via local journal ./inner in a
		echo "$x" >>ran
		: >begun
		until [ -e go ]; do sleep 0.05; done
		echo "this is $x"
	end
end
--- script
export PATH=${SH%/*}:$PATH FTSH_LOG_LEVEL=0
./start &
until [ -e begun ]; do sleep 0.05; done
kill -KILL "$(cat shell)"
wait
: >go
until [ -e "$(echo .ftsh-via/*/end/1)" ]; do sleep 0.05; done
for run in 2 3; do
	until "$SH" s; s=$?; [ $s != 75 ]; do sleep 0.05; done
	echo $s
	[ ! -e .ftsh-via ] || echo there
done
cat ran
--- stdout
1
there
this is a
0
a
--- stderr any
