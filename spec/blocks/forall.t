# docs/language.md, section 5: forall.
env: FTSH_LOG_LEVEL=0

=== all words, at the same time
--- script
forall x in a b c
	: >$x
	for y in a b c; do
		until [ -e $y ]; do sleep 0.01; done
	done
	echo $x >>log
end
echo $?
sort log
--- stdout
0
a
b
c

=== at most jobs at once
--- script
mkdir run
forall x jobs 2 in 1 2 3 4 5 6
	: >run/$x
	set -- run/*
	[ $# -le 2 ]
	sleep 0.05
	set -- run/*
	[ $# -le 2 ]
	rm run/$x
end
echo $?
--- stdout
0

=== jobs 1 runs them in order
--- script
forall x jobs 1 in a b c; echo $x; end
--- stdout
a
b
c

=== jobs really run together
--- script
forall x jobs 2 in 1 2
	: >$x
	until [ -e 1 ] && [ -e 2 ]; do sleep 0.01; done
end
echo $?
--- stdout
0

=== FTSH_JOBS is the default
env: FTSH_JOBS=1
--- script
forall x in a b c; echo $x; sleep 0.02; echo end $x; end
forall x jobs 2 in 1 2
	: >f$x
	until [ -e f1 ] && [ -e f2 ]; do sleep 0.01; done
end
FTSH_JOBS=x
forall x in a; echo never; end
echo $?
--- stdout
a
end a
b
end b
c
end c
2
--- stderr
../script:7:1: FTSH_JOBS: expected a whole number greater than zero, found "x"

=== each branch is a subshell environment
--- file d/f
--- script
y=before
forall x jobs 1 in a b
	y=$y$x
	f() { :; }
	cd d
	set -f
	umask 77
	trap 'echo "exit $x"' EXIT
	echo "$y ${PWD##*/}"
end
echo "$y ${PWD##*/} ${x-unset} $(umask)"
f
--- stdout
beforea d
exit a
beforeb d
exit b
before work unset 0022
--- stderr some
--- status 127

=== standard input is /dev/null
run: -c
--- script
forall x jobs 1 in a b
	if read -r line; then echo "never $line"; else echo empty; fi
	cat
end
read -r line
echo $line
--- stdin
first
--- stdout
empty
empty
first

=== a redirection on end gives them an input
--- file in
one
two
--- script
forall x jobs 1 in a b
	read -r line
	echo "$x $line"
end <in
forall x jobs 1 in c
	read -r line
	echo "$x $line"
end <<E
here
E
--- stdout
a one
b two
c here

=== so does one that duplicates a descriptor, or closes the input
--- file in
one
two
--- script
exec <in 3<in
forall x in a
	read -r line
	echo "$x $line"
end <&0
forall x in b
	read -r line
	echo "$x $line"
end <&3
forall x in c
	read -r line || echo none
end <&- 2>/dev/null
--- stdout
a one
b one
none

=== one on the end of a block around it does not
--- file in
one
--- script
try
	forall x in a
		read -r line || echo "$x empty"
	end
end <in
{
	forall x in b
		read -r line || echo "$x empty"
	end
} <in
forall y in c
	read -r line
	forall x in d
		read -r line || echo "$x empty"
	end
end <in
--- stdout
a empty
b empty
d empty

=== nor does it in what its own redirections expand
--- file in
one
--- script
forall x in a
	read -r line
	echo "$line"
end <in >$(forall y in b; read -r line || :; echo "out$line"; end)
cat out
--- stdout
one

=== the first failure cancels the rest and is the status
--- script
forall x in a b c
	if [ $x = b ]; then
		until [ -e a ] && [ -e c ]; do sleep 0.01; done
		(exit 9)
	else
		: >$x
		sleep 100
		echo never
	fi
end
echo $?
--- stdout
9

=== the first failure keeps the rest from beginning
--- script
forall x jobs 1 in a b c
	echo $x
	[ $x != b ]
end
echo $?
--- stdout
a
b
1

=== with keepgoing all run to their end
--- script
forall x jobs 1 keepgoing in 0 4 0 5 0
	echo $x
	(exit $x)
end
echo $?
--- stdout
0
4
0
5
0
4

=== with keepgoing the status is that of the first in list order that failed
--- script
forall x keepgoing in 4 5
	if [ $x = 4 ]; then
		until [ -e five ]; do sleep 0.01; done
	else
		: >five
	fi
	(exit $x)
end
echo $?
--- stdout
4

=== an empty list succeeds
--- script
forall x in; echo never; end
echo $?
forall x in $nothing; echo never; catch; echo never; end
echo $?
forall x; echo never; end
echo $?
--- stdout
0
0
0

=== timeout cancels one branch
--- script
forall x timeout 3s keepgoing in a b c
	if [ $x = b ]; then sleep 100; fi
	echo $x >>log
end
echo $?
sort log
forall x timeout 100ms in a b; sleep 100; end
echo $?
--- stdout
124
a
c
124

=== FTSH_ATTEMPT counts branches
--- script
forall x jobs 1 in a b; echo "$FTSH_ATTEMPT $x"; sh -c 'echo $FTSH_ATTEMPT'; end
echo "${FTSH_ATTEMPT-unset}"
--- stdout
1 a
1
2 b
2
unset

=== catch runs in the shell itself
--- script
forall x jobs 1 in a b
	(exit 7)
catch
	echo "$? $FTSH_STATUS $FTSH_REASON"
	y=caught
	failure
end
echo "$? $y"
--- stdout
7 7 times
7 caught

=== break and continue are errors in a branch
--- script
for i in 1 2; do
	forall x jobs 1 in a b; break; echo never; end
	echo "$i $?"
done
--- stdout
1 2
2 2
--- stderr some

=== a loop inside a branch has its own break
--- script
forall x jobs 1 in a b
	for i in 1 2; do break; done
	echo $x $i
end
--- stdout
a 1
b 1

=== exit ends the branch
--- script
forall x jobs 1 keepgoing in a b
	echo $x
	exit 3
	echo never
end
echo $?
forall x jobs 1 in a b; echo $x; exit 0; end
echo $?
--- stdout
a
b
3
a
b
0

=== return ends the branch
--- script
f() {
	forall x jobs 1 keepgoing in a b; return 3; end
	echo "after $?"
}
f
--- stdout
after 3

=== abort outside a try fails the block itself
--- script
forall x jobs 1 in a b
	echo $x
	abort 4
catch
	echo "$FTSH_REASON $FTSH_STATUS"
end
--- stdout
a
permanent 4

=== branches draw independent random numbers
--- script
forall x in 1 2 3 4 5 6 7 8
	forany y in a b c d e f g h i j k l m n o p; :; end
	echo $y >>log
end
[ $(sort -u log | wc -l) -gt 1 ] && echo different
--- stdout
different

=== jobs of a branch
--- script
forall x in a b
	sleep 100 &
	false
end
echo $?
--- stdout
1

=== wait in a branch knows the branch's jobs only
--- script
sleep 100 &
job=$!
forall x in a b
	{ sleep 0.05; echo $x >>log; } &
	wait
end
sort log
kill $job
wait
--- stdout
a
b

=== a try in every branch
--- script
forall x in a b c
	try 3 times every 0s
		echo "$x $FTSH_ATTEMPT" >>log
		[ $FTSH_ATTEMPT = 2 ]
	end
end
echo $?
sort log
--- stdout
0
a 1
a 2
b 1
b 2
c 1
c 2

=== nested
--- script
forall x in a b
	forall y in 1 2
		echo $x$y >>log
	end
end
sort log
--- stdout
a1
a2
b1
b2

=== a hundred branches
--- script
forall x in $(seq 100)
	[ $((x % 50)) != 0 ] || /bin/echo $x >>log
end
echo $?
sort -n log
--- stdout
0
50
100

=== output goes where the block's goes
--- script
forall x jobs 1 in a b; echo $x; echo err $x >&2; end >file 2>&1
cat file
forall x jobs 1 in a b; echo $x; end | sort -r
echo "$(forall x jobs 1 in a b; echo $x; end)"
--- stdout
a
err a
b
err b
b
a
a
b

=== in the background
--- script
forall x in a b; sleep 0.05; echo $x >>log; end &
wait $!
echo $?
sort log
--- stdout
0
a
b

=== FTSH_FAILED has the words whose branches failed, one a line, in list order
--- script
forall x keepgoing in a 'b c' d e
	case $x in
	a) sleep 0.1; false ;;
	'b c') nosuch ;;
	e) abort 3 ;;
	esac
catch
	echo "$FTSH_FAILED"
	sh -c 'echo "$FTSH_FAILED" | wc -l'
end 2>/dev/null
forall x jobs 1 in a b c; [ $x = a ]; catch; echo "$FTSH_FAILED"; end
forall x timeout 5s keepgoing in a b; [ $x = a ] || sleep 100; catch; echo "$FTSH_FAILED"; end
echo "${FTSH_FAILED-unset}"
--- stdout
a
b c
e
3
b
b
b

=== of the branches' output in one file nothing is lost, however programs copy it
--- script
n=0
for letter in a b c d e f g h i j k l; do
	head -c 1000000 /dev/zero | tr '\0' $letter >in.$n
	n=$((n + 1))
done
whole() { # whole FILE: it has all of each letter
	for letter in a b c d e f g h i j k l; do
		[ $(tr -cd $letter <$1 | wc -c) = 1000000 ] || echo "$1 $letter $(tr -cd $letter <$1 | wc -c)"
	done
	wc -c <$1
}
all='0 1 2 3 4 5 6 7 8 9 10 11'
forall n in $all; cat in.$n; end >own
whole own
forall n in $all; cat in.$n >&2; end 2>errors
whole errors
forall n in $all; cat in.$n; end <>both >&0
whole both
forall n in $all; cat in.$n; end 1<>both.1
whole both.1
{ echo 12; forall n jobs 5 in $all; cat in.$n; end; echo 34; } >around
whole around
f() { forall n in $all; forall m in $n; (cat in.$m); end; end; }
f >function
whole function
(exec >execs; f; f)
wc -c <execs
"$SH" -c 'forall n in "$@"; cat in.$n; end' - $all >inherited
whole inherited
forall n in $all; sh -c 'cat in.$0 >&3' $n; end 3>three
whole three
forany n hedge 1ms streaming in $all; cat in.$n; false; end >hedge 2>/dev/null || :
whole hedge
{ echo 12; forall n grouped in $all; cat in.$n; end; echo 34; } >grouped
whole grouped
--- stdout
12000000
12000000
12000000
12000000
12000006
12000000
24000000
12000000
12000000
12000000
12000006
--- stderr any

=== the file of a forall ends where its output ends
--- script
{ echo before; forall x in a; sh -c "echo $x"; echo $x; end; echo after; } >f
cat f
printf 'one\ntwo\nthree\n' >f
forall x in a; sh -c "echo $x"; end 1<>f
cat f
--- stdout
before
a
a
after
a
e
two
three
