# docs/language.md, section 5: a table of branches (forall … table FILE).
env: FTSH_LOG_LEVEL=0

=== a line for each branch: header, then word, status, reason, node, attempts, times and error
--- script
forall x table t.tsv keepgoing jobs 1 in a b c
	[ "$x" != b ] || (exit 3)
	[ "$x" != c ] || sh -c 'kill -15 $$'
end
echo $?
awk -F '\t' '{ print NF }' t.tsv
cut -f 1-5,9 t.tsv
awk -F '\t' 'NR > 1 && $6 ~ /^[0-9]+\.[0-9][0-9][0-9]$/ && $7 ~ /^[0-9]+\.[0-9][0-9][0-9]$/ \
	&& $8 ~ /^20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9:]+\.[0-9][0-9][0-9]Z$/ { n++ } END { print n }' t.tsv
head -n 1 t.tsv | tr '\t' ' '
--- stdout
3
9
9
9
9
word	status	reason	node	attempts	error
a	0	-	-	1	-
b	3	exit	-	1	../script:2:20: exit 3: exit status 3
c	143	signal	-	1	../script:3:19: sh -c 'kill -15 $$': exit status 143 (signal 15)
3
word status reason node attempts duration wait start error
--- stderr any
--- status 0

=== a line is there as soon as its branch has ended
--- script
forall x table t.tsv in a b
	[ "$x" = a ] || until grep -q '^a	0' t.tsv; do sleep 0.02; done
end
cut -f 1,2 t.tsv
--- stdout
word	status
a	0
b	0

=== a killed shell leaves what was known
--- file run
forall x table t.tsv in a b
	[ "$x" = a ] || until grep -q '^a	0' t.tsv; do sleep 0.02; done
	[ "$x" = a ] || kill -9 $$
end
--- script
"$SH" run
cut -f 1,2 t.tsv
--- stdout
word	status
a	0
--- stderr any

=== what is cancelled says so; what never began has no line
--- script
forall x table t.tsv jobs 2 in a b c
	case $x in
	a) until [ -e b ]; do sleep 0.02; done; exit 4 ;;
	b) : >b; sleep 1000 ;;
	esac
end
cut -f 1-5,9 t.tsv
--- stdout
word	status	reason	node	attempts	error
a	4	exit	-	1	../script:3:42: exit 4: exit status 4
b	-	cancelled	-	1	-

=== a time limit
--- script
forall x table t.tsv timeout 200ms in a; sleep 1000; end
cut -f 1-3,9 t.tsv
forall x table t.tsv in a; try timeout 200ms; sleep 1000; end; end
cut -f 1-3,9 t.tsv
--- stdout
word	status	reason	error
a	124	timeout	../script:1:42: sleep 1000: exit status 124 (time limit)
word	status	reason	error
a	124	timeout	../script:3:47: sleep 1000: exit status 124 (time limit)

=== words with tabs and newlines are one column, and come back with printf %b
--- script
nl='two
lines'
forall x table t.tsv jobs 1 in 'a	b' "$nl" 'c\d' '' - 'e f' "$(printf '\033[1m')" é
	:
end
cut -f 1 t.tsv
tab=$(printf '\t')
tail -n +2 t.tsv | while IFS=$tab read -r word status reason node attempts rest; do
	printf '<%b> %s %s\n' "$word" "$status" "$attempts"
done | sed -n l
--- stdout
word
a\tb
two\nlines
c\\d
\c
-
e f
\0033[1m
é
<a\tb> 0 1$
<two$
lines> 0 1$
<c\\d> 0 1$
<<-> 0 1$
<e f> 0 1$
<\033[1m> 0 1$
<\303\251> 0 1$

=== an empty word does not swallow what follows, as with printf %b alone
--- script
forall x table t.tsv in ''; :; end
tab=$(printf '\t')
tail -n +2 t.tsv | while IFS=$tab read -r word status rest; do
	word=$(printf '%b' "$word")
	echo "<$word> $status"
done
--- stdout
<> 0

=== each attempt of a try around writes it anew
--- script
try 2 times every 0s
	forall x table t.tsv keepgoing jobs 1 in $(seq "$FTSH_ATTEMPT" 2)
		false
	end
end
cut -f 1,5 t.tsv
--- stdout
word	attempts
2	2

=== attempts: of tries around the block and in its branches
--- script
try 2 times every 0s
	forall x table "t$FTSH_ATTEMPT.tsv" keepgoing jobs 1 in a b c
		[ "$x" != a ] || try 3 times every 0s; [ "$FTSH_ATTEMPT" = 3 ]; end
		[ "$x" != b ]
		[ "$x" != c ] || (try 2 times every 0s; [ "$FTSH_ATTEMPT" = 2 ]; end)
	end
end
cut -f 1,2,5 t1.tsv t2.tsv
--- stdout
word	status	attempts
a	0	3
b	1	1
c	0	2
word	status	attempts
a	0	6
b	1	2
c	0	4

=== forany: its alternatives
--- script
forany x ordered table t.tsv in a b c
	[ "$x" = b ]
end
echo "$x"
cut -f 1-5 t.tsv
forany x hedge 100 days table t.tsv in a b c
	[ "$x" = b ]
end
cut -f 1-5 t.tsv | grep b
--- stdout
b
word	status	reason	node	attempts
a	1	exit	-	1
b	0	-	-	1
b	0	-	-	1

=== a file that cannot be made: refused before anything runs
--- script
for d in nosuch; do
	forall x keepgoing table "$d/t.tsv" in a b
		echo "never: $x"
	catch
		echo "$FTSH_REASON $FTSH_STATUS: $FTSH_ERROR"
	end
done
forany x table / in a; echo never; end
echo $?
forall x table "$none" in a; echo never; end
echo $?
--- stdout
usage 2: ../script:2:27: table: cannot create nosuch/t.tsv: no such file or directory
2
2
--- stderr
../script:2:27: table: cannot create nosuch/t.tsv: no such file or directory
../script:8:16: table: cannot create /: is a directory
../script:10:1: table: expected the name of a file, found ""

=== a link is followed, a file is replaced, and set -C protects it, as with >
--- script
echo old >real
ln -s real link
forall x table link in a; :; end
cut -f 1,2 real
[ -L link ] && echo link
set -C
forall x table real in b; echo never; end
echo $?
cut -f 1,2 real
--- stdout
word	status
a	0
link
2
word	status
a	0
--- stderr
../script:7:16: table: cannot create real: file exists

=== nothing else in the header is wrong when an old table is replaced
--- script
echo old >t.tsv
n=x
forall x table t.tsv jobs $n in a; echo never; end
cat t.tsv
--- stdout
old
--- stderr
../script:3:1: expected a whole number greater than zero, found "x"

=== a full disk: said once, the branches run, and the block fails
--- script
forall x table /dev/full jobs 1 in a b
	echo $x
catch
	echo "$FTSH_REASON $FTSH_STATUS: $FTSH_ERROR"
end
forall x table /dev/full in a
	exit 3
end 2>/dev/null
echo $?
--- stdout
a
b
table 1: ../script:1:16: table: /dev/full: no space left on device
3
--- stderr
../script:1:16: table: /dev/full: no space left on device

=== grouped output that cannot be written later: a second line
--- script
forall x grouped table t.tsv jobs 1 in a
	echo "$x"
end >/dev/full 2>/dev/null
echo $?
cut -f 1-3,9 t.tsv
--- stdout
1
word	status	reason	error
a	0	-	-
a	1	exit	../script:1:1: write error: no space left on device

=== a pipe
--- script
mkfifo fifo
cut -f 1,2 fifo &
forall x table fifo in a; :; end
wait
--- stdout
word	status
a	0

=== an empty list: the header alone
--- script
forall x table t.tsv in; echo never; end
echo $?
wc -l <t.tsv | tr -d ' '
--- stdout
0
1

=== with a journal: branches that an earlier run has done are in it, too
env: FTSH_JOURNAL_DIR=.
--- file run
forall x table t.tsv keepgoing jobs 1 journal j in a b
	echo "$x ${FTSH_VIA_REASON:-first}" >>log
	[ "$x" = a ] || [ -e go ]
end
--- script
chmod 700 .
"$SH" run
cut -f 1-3,5 t.tsv
grep '^a' t.tsv | cut -f 6,8 >first
: >go
"$SH" run
cut -f 1-3,5 t.tsv
grep '^a' t.tsv | cut -f 7
cat log
--- stdout
word	status	reason	attempts
a	0	-	1
b	1	exit	1
word	status	reason	attempts
a	0	-	1
b	0	-	2
-
a first
b first
b exit

=== a forall in a function that runs twice in an attempt counts for itself
--- script
f() {
	forall x table t.tsv in a; :; end
}
try 2 times every 0s
	f
	f
	[ "$FTSH_ATTEMPT" = 2 ]
end
cut -f 1,5 t.tsv
--- stdout
word	attempts
a	2

=== via another machine: the node and its times
--- script
PATH=${SH%/*}:$PATH
forall x via local table t.tsv keepgoing jobs 1 in a b c
	[ "$x" != b ] || exit 3
	[ "$x" != c ] || try 2 times every 0s; [ "$FTSH_ATTEMPT" = 2 ]; end
end
cut -f 1-3,5 t.tsv | sort # the shell may learn of several at once
awk -F '\t' -v me="$(uname -n)" 'NR > 1 && $4 == me && $6 + 0 >= 0 && $7 + 0 >= 0 && $8 ~ /^20.*Z$/ { n++ }
	END { print n }' t.tsv
--- stdout
a	0	-	1
b	3	exit	1
c	0	-	2
word	status	reason	attempts
3
