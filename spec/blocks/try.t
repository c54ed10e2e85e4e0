# docs/language.md, section 4: attempts, limits, status, directory, variables.
env: FTSH_LOG_LEVEL=0

=== it succeeds when an attempt does
--- script
try 5 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	[ $FTSH_ATTEMPT -ge 3 ]
end
echo $?
--- stdout
attempt 1
attempt 2
attempt 3
0

=== it fails when the attempts are used up
--- script
try 3 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	(exit $((FTSH_ATTEMPT + 10)))
end
echo $?
--- stdout
attempt 1
attempt 2
attempt 3
13

=== without a limit it makes one attempt
--- script
try
	echo "attempt $FTSH_ATTEMPT"
	false
end
echo $?
--- stdout
attempt 1
1

=== with only a time limit it has no limit of attempts
--- script
try for 1 hour every 0s
	[ $FTSH_ATTEMPT -ge 20 ]
	echo "attempt $FTSH_ATTEMPT"
end
--- stdout
attempt 20

=== forever has no limit
--- script
try forever every 0s
	[ $FTSH_ATTEMPT -ge 20 ]
	echo "attempt $FTSH_ATTEMPT"
end
--- stdout
attempt 20

=== of a count and a time whichever comes first: the count
--- script
try 2 times or 1 hour every 0s
	echo "attempt $FTSH_ATTEMPT"
	false
catch
	echo $FTSH_REASON
end
--- stdout
attempt 1
attempt 2
times

=== of a count and a time whichever comes first: the time
--- script
try 1000 times or 200ms
	sleep 60
catch
	echo $FTSH_REASON $FTSH_STATUS $FTSH_ATTEMPT
end
--- stdout
deadline 124 1

=== the status of a success is that of the last command
--- script
try 1 time
	! false
end
echo $?
try 1 time
	if false; then :; fi
end
echo $?
--- stdout
0
0

=== assignments last, also from a failed attempt
--- script
x=0
try 3 times every 0s
	x=$((x + 1)) y=set
	[ $x = 3 ]
end
echo "$x $y"
try 1 time
	z=kept
	false
end
echo $z
--- stdout
3 set
kept

=== nothing else is restored: options, traps, functions, umask, descriptors
--- script
try 1 time
	set -f
	f() { echo f; }
	umask 77
	exec 5>five
	false
end
echo *
set +f
f
umask
echo to five >&5
cat five
--- stdout
*
f
0077
to five

=== after a failed attempt the directory is that of the start
--- file a/b/x
--- script
try 3 times every 0s
	echo "${PWD##*/} ${OLDPWD-unset}"
	cd a/b
	[ $FTSH_ATTEMPT = 3 ]
end
echo "${PWD##*/} ${OLDPWD##*/}"
cd ../..
OLDPWD=mine
try 1 time
	cd a
	false
end
echo "${PWD##*/} $OLDPWD"
[ "$(pwd -P)" = "$PWD" ] && ls
--- stdout
work unset
work unset
work unset
b work
work mine
a

=== the directory of a success stays
--- file a/x
--- script
try 1 time
	cd a
end
echo "${PWD##*/} ${OLDPWD##*/}"
ls
--- stdout
a work
x

=== the directory of a failed attempt is restored before catch
--- file a/x
--- script
try 1 time
	cd a
	false
catch
	echo "${PWD##*/}"
end
--- stdout
work

=== a directory that is gone fails the block
--- script
mkdir gone
cd gone
try 5 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	cd ..
	rmdir gone
	false
catch
	echo "$FTSH_REASON $FTSH_ERROR"
	failure
end
echo $?
--- stdout
attempt 1
permanent ../script:3:1: cannot return to the directory of the block's start: no such file or directory
2
--- stderr some

=== blocks nest
--- script
try 2 times every 0s
	echo "outer $FTSH_ATTEMPT"
	try 2 times every 0s
		echo "inner $FTSH_ATTEMPT"
		(exit 5)
	end
	echo never
end
echo $?
--- stdout
outer 1
inner 1
inner 2
outer 2
inner 1
inner 2
5

=== FTSH_ATTEMPT counts, is exported, and has its outer value again at the end
--- script
FTSH_ATTEMPT=mine
try 2 times every 0s
	sh -c 'echo "outer $FTSH_ATTEMPT"'
	try 2 times every 0s
		sh -c 'echo "inner $FTSH_ATTEMPT"'
		[ $FTSH_ATTEMPT = 2 ]
	end
	echo "outer $FTSH_ATTEMPT"
	[ $FTSH_ATTEMPT = 2 ]
end
echo $FTSH_ATTEMPT
unset FTSH_ATTEMPT
try 1 time; :; end
echo "${FTSH_ATTEMPT-unset}"
sh -c 'echo "${FTSH_ATTEMPT-unset}"'
--- stdout
outer 1
inner 1
inner 2
outer 1
outer 2
inner 1
inner 2
outer 2
mine
unset
unset

=== FTSH_TRY_ID is the same for all attempts and unique otherwise
--- script
ids=
for i in 1 2; do
	try 3 times every 0s
		[ $FTSH_ATTEMPT = 1 ] || [ "$id" = "$FTSH_TRY_ID" ]
		id=$FTSH_TRY_ID
		sh -c '[ -n "$FTSH_TRY_ID" ]'
		[ $FTSH_ATTEMPT = 3 ]
	end
	ids="$ids $id"
	try 1 time
		outer=$FTSH_TRY_ID
		try 1 time
			[ "$FTSH_TRY_ID" != "$outer" ]
		end
		[ "$FTSH_TRY_ID" = "$outer" ]
	end && echo nested
done
set -- $ids
[ $# = 2 ] && [ "$1" != "$2" ] && echo unique
case $1 in *[!a-zA-Z0-9_-]*) echo "unfit for a name: $1" ;; esac
echo "${FTSH_TRY_ID-unset}"
--- stdout
nested
nested
unique
unset

=== FTSH_TRY_ID is unique among shells
--- script
a=$("$SH" -c 'try 1 time; echo $FTSH_TRY_ID; end')
b=$("$SH" -c 'try 1 time; echo $FTSH_TRY_ID; end')
[ -n "$a" ] && [ "$a" != "$b" ] && echo unique
--- stdout
unique

=== FTSH_DEADLINE is the nearest deadline in seconds since the epoch
--- script
try for 1000 seconds
	now=$(date +%s)
	d=$FTSH_DEADLINE
	[ $((d - now)) -ge 900 ] && [ $((d - now)) -le 1000 ] && echo right
	try for 2000 seconds
		[ $FTSH_DEADLINE = $d ] && echo "never later than the outer one"
	end
	try for 500 seconds
		[ $FTSH_DEADLINE -lt $d ] && echo sooner
	end
	try 1 time
		[ $FTSH_DEADLINE = $d ] && echo inherited
	end
	sh -c 'echo ${FTSH_DEADLINE:+exported}'
end
echo "${FTSH_DEADLINE-unset}"
try 1 time
	echo "${FTSH_DEADLINE-none}"
end
--- stdout
right
never later than the outer one
sooner
inherited
exported
unset
none

=== the timeout of an attempt is a deadline too
--- script
try 1 time timeout 500 s
	left=$((FTSH_DEADLINE - $(date +%s)))
	[ $left -le 500 ]
	[ $left -gt 0 ]
	echo set
end
--- stdout
set

=== output of attempts passes through
--- script
try 2 times every 0s
	echo "out $FTSH_ATTEMPT"
	echo "err $FTSH_ATTEMPT" >&2
	[ $FTSH_ATTEMPT = 2 ]
end
--- stdout
out 1
out 2
--- stderr
err 1
err 2

=== a redirection on end is made once
--- script
try 2 times every 0s
	echo "attempt $FTSH_ATTEMPT" >&3
	[ $FTSH_ATTEMPT = 2 ]
end 3>log
cat log
--- stdout
attempt 1
attempt 2

=== a redirection on end that fails makes no attempt
--- script
try 3 times every 0s
	echo never
catch
	echo never
end </nosuch/file
echo $?
--- stdout
2
--- stderr some

=== set -e ends the script when a block fails
--- script
set -e
try 1 time; (exit 3); end
echo never
--- status 3

=== every 0s does not wait
--- script
try 200 times every 0s
	false
end
echo $?
--- stdout
1

=== attempts start at least every apart
--- script
start=$(date +%s%N)
try 4 times every 100 ms
	false
end
[ $((($(date +%s%N) - start) / 1000000)) -ge 300 ] && echo apart
--- stdout
apart

=== failure --after is the next delay
--- script
start=$(date +%s%N)
try 2 times every 1 hour
	failure --after 100ms 3
end
echo $?
[ $((($(date +%s%N) - start) / 1000000)) -ge 100 ] && echo waited
--- stdout
3
waited

=== failure --after counts for one delay
--- script
try 3 times every 10ms
	if [ $FTSH_ATTEMPT = 1 ]; then
		failure --after 20ms
	fi
	echo "attempt $FTSH_ATTEMPT"
	false
end
echo $?
--- stdout
attempt 2
attempt 3
1

=== failure --after from a subshell, a pipeline, a substitution and a function
--- script
f() { failure --after 0s 4; }
try 2 times every 1 hour; (f; echo never); echo never; end
echo $?
try 2 times every 1 hour; f | cat; echo never; end
echo $?
try 2 times every 1 hour; x=$(f; echo never); echo never; end
echo $?
--- stdout
4
4
4

=== abort from a pipeline and a substitution
--- script
try 5 times every 0s; echo a; abort 3 | cat; echo never; end
echo $?
try 5 times every 0s; echo b; true | abort 4; echo never; end
echo $?
try 5 times every 0s; x=$(abort 5; echo never); echo never; end
echo $?
try 5 times every 0s; for i in 1 2; do (abort 6); echo never; done; end
echo $?
try 5 times every 0s; if abort 7; then echo never; else echo never; fi; end
echo $?
try 5 times every 0s; abort 8 || echo never; end
echo $?
--- stdout
a
3
b
4
5
6
7
8

=== abort takes effect through eval, a sourced file and nested functions
--- file lib
abort 3
--- script
f() { g; echo never; }
g() { abort 4; echo never; }
try 5 times every 0s; . ./lib; echo never; end
echo $?
try 5 times every 0s; eval 'abort 5'; echo never; end
echo $?
try 5 times every 0s; f; echo never; end
echo $?
--- stdout
3
5
4

=== abort fails the innermost try
--- script
try 2 times every 0s
	echo "outer $FTSH_ATTEMPT"
	try 5 times every 0s
		echo "inner $FTSH_ATTEMPT"
		abort 3
	end
end
echo $?
--- stdout
outer 1
inner 1
outer 2
inner 1
3

=== abort in a catch list fails the next try outward
--- script
try 5 times every 0s
	echo "outer $FTSH_ATTEMPT"
	try 1 time
		(exit 6)
	catch
		abort
	end
	echo never
end
echo $?
--- stdout
outer 1
6

=== failure in a catch list fails the attempt of the next try outward
--- script
try 2 times every 0s
	echo "outer $FTSH_ATTEMPT"
	try 1 time
		(exit 6)
	catch
		failure
	end
	echo never
end
echo $?
--- stdout
outer 1
outer 2
6

=== abort in a forany or forall inside a try fails the try
--- script
try 5 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	forany x in a b c
		abort 3
	end
	echo never
end
echo $?
try 5 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	forall x jobs 1 in a b c
		abort 4
	end
	echo never
end
echo $?
--- stdout
attempt 1
3
attempt 1
4

=== failure in a forany fails the alternative
--- script
forany x ordered in a b c
	echo $x
	[ $x = b ] || failure
end
--- stdout
a
b

=== from an asynchronous list they only exit
--- script
try 2 times every 0s
	{ abort 3; echo never; } &
	wait $! || echo "job $?"
	{ failure 4; echo never; } &
	wait $! || echo "job $?"
	echo "attempt $FTSH_ATTEMPT"
end
--- stdout
job 3
job 4
attempt 1

=== a bad status is refused
--- script
try 1 time; failure 0; end
echo $?
try 1 time; abort x; end
echo $?
try 1 time; failure 1 2; end
echo $?
try 1 time; failure --after 5 parsecs; end
echo $?
--- stdout
2
2
2
2
--- stderr some

=== failure --after says what is wrong with a delay
--- script
try 1 time; failure --after 99999999999999999999; end
try 1 time; failure --after 99999999999999999999 75; end
try 1 time; failure --after 5x; end
try 1 time; failure --after ''; end
try 1 time; failure --after; end
--- stderr
../script:1:13: failure: --after: expected a duration below 292 years, found "99999999999999999999"
../script:2:13: failure: --after: expected a duration below 292 years, found "99999999999999999999"
../script:3:13: failure: --after: expected a duration such as 90s or 5 minutes, found "5x"
../script:4:13: failure: --after: expected a duration such as 90s or 5 minutes, found ""
../script:5:13: failure: --after: expected a duration such as 90s or 5 minutes, found nothing
--- status 2

=== exit leaves the shell without another attempt
--- script
trap 'echo "exit trap"' EXIT
try 5 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	exit 3
catch
	echo never
end
echo never
--- stdout
attempt 1
exit trap
--- status 3

=== exit in a subshell of the body is a failure like any
--- script
try 2 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	(exit 3)
end
echo $?
--- stdout
attempt 1
attempt 2
3

=== return leaves the function without another attempt
--- script
f() {
	try 5 times every 0s
		echo "attempt $FTSH_ATTEMPT"
		return 3
	catch
		echo never
	end
	echo never
}
f
echo $?
echo "${FTSH_ATTEMPT-unset}"
false
echo POSIX
--- stdout
attempt 1
3
unset
POSIX

=== return leaves a sourced file without another attempt
--- file lib
try 5 times every 0s
	return 3
end
echo never
--- script
. ./lib
echo $?
--- stdout
3

=== break and continue go to a loop around the block
--- script
for i in 1 2 3 4; do
	try 5 times every 0s
		echo "$i $FTSH_ATTEMPT"
		[ $i != 2 ] || continue
		[ $i != 3 ] || break
	catch
		echo never
	end
	echo "after $i"
done
for i in 1 2; do
	for j in 1 2; do
		try 2 times every 0s
			break 2
		end
	done
	echo never
done
echo "${FTSH_ATTEMPT-unset}"
--- stdout
1 1
after 1
2 1
3 1
unset

=== break in a nested block
--- script
for i in 1 2; do
	try 2 times every 0s
		try 2 times every 0s
			forany x in a b
				break
			end
		end
	end
	echo never
done
echo done
--- stdout
done

=== break in a catch list
--- script
for i in 1 2; do
	try 1 time
		false
	catch
		break
	end
	echo never
done
echo $i
--- stdout
1

=== the loop around keeps the rules outside the block after break
--- script
for i in 1; do
	try 1 time; break; end
done
false
echo POSIX
--- stdout
POSIX

=== exec in a block replaces the shell
--- script
try 5 times every 0s
	exec echo replaced
end
echo never
--- stdout
replaced

=== a function with a block as its body
--- script
retry() try 3 times every 0s; "$@"; end
n=0
f() { n=$((n + 1)); echo $n; [ $n = 2 ]; }
retry f && echo done
--- stdout
1
2
done

=== recursion through blocks
--- script
f() {
	try 2 times every 0s
		[ $1 = 0 ] || f $(($1 - 1))
		[ $1 != 0 ]
	end
}
f 3
echo $?
--- stdout
1

=== standard input is read on in the next attempt
run: -c
--- script
try 2 times every 0s
	read -r line
	echo "$FTSH_ATTEMPT $line"
	[ $FTSH_ATTEMPT = 2 ]
end
--- stdin
first
second
--- stdout
1 first
2 second

=== options that local saved in an attempt are the function's
--- script
f() {
	try
		local -
		set -f
	end
	echo /dev/nul[l]
}
f
echo /dev/nul[l]
--- stdout
/dev/nul[l]
/dev/null

=== brittle set in an attempt outlasts it
--- script
(
	try; set -o brittle; end
	false
	echo never
)
echo $?
--- stdout
1
