# docs/language.md, section 3: brittle lists.
env: FTSH_LOG_LEVEL=0

=== a command that fails ends its list
--- script
try 1 time
	echo a
	false
	echo never
end
echo $?
--- stdout
a
1

=== the status of the list is the command's
--- script
try 1 time
	(exit 7)
	echo never
end
echo $?
--- stdout
7

=== outside a block lists are POSIX's
--- script
false
echo after
f() { false; echo in f; }
f
--- stdout
after
in f

=== after a block lists are POSIX's again
--- script
try 1 time; true; end
false
echo after
try 1 time; false; end
echo after
--- stdout
after
after

=== a block that fails outside brittle code does not end the script
--- script
try 1 time; false; end
echo after
forany x in a; false; end
echo after
forall x in a; false; end
echo after
--- stdout
after
after
after

=== every nested list is brittle
--- script
try 1 time
	{ false; echo never; }
end
try 1 time
	( false; echo never )
end
try 1 time
	if true; then false; echo never; fi
end
try 1 time
	case a in a) false; echo never ;; esac
end
try 1 time
	for i in 1; do false; echo never; done
end
try 1 time
	eval 'false; echo never'
end
try 1 time
	true
	case a in a) false ;& b) echo never ;; esac
end
echo done
--- stdout
done

=== a function called from a block is brittle
--- script
f() { echo f; false; echo never; }
try 1 time
	f
	echo never
end
echo $?
f && echo never || echo POSIX
--- stdout
f
1
f
never
never

=== a sourced file is brittle
--- file lib
echo lib
false
echo never
--- script
try 1 time
	. ./lib
	echo never
end
echo $?
--- stdout
lib
1

=== a function defined in a block runs by the rules of its caller
--- script
try 1 time
	f() { false; echo reached; }
end
f
try 1 time
	f
end
echo $?
--- stdout
reached
1

=== set -o brittle gives the whole script that rule
--- script
set -o brittle
echo a
false
echo never
--- stdout
a
--- status 1

=== set +o brittle lifts it until the block ends
--- script
try 1 time
	set +o brittle
	false
	echo lifted
end
try 1 time
	false
	echo never
end
echo $?
--- stdout
lifted
1

=== set +o brittle lifts it until the function ends
--- script
f() { set +o brittle; false; echo lifted; }
try 1 time
	f
	false
	echo never
end
echo $?
--- stdout
lifted
1

=== set +o brittle lifts it until the subshell ends
--- script
try 1 time
	( set +o brittle; false; echo lifted )
	false
	echo never
end
echo $?
--- stdout
lifted
1

=== set +o brittle in a script of set -o brittle
--- script
set -o brittle
f() { set +o brittle; false; echo lifted; }
f
false
echo never
--- stdout
lifted
--- status 1

=== set +o brittle at top level lifts it for the rest
--- script
set -o brittle
set +o brittle
false
echo after
--- stdout
after

=== set +o brittle reaches a further attempt of the same block no more
--- script
try 2 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	if [ $FTSH_ATTEMPT = 1 ]; then
		set +o brittle
		failure
	fi
	false
	echo never
end
echo $?
--- stdout
attempt 1
attempt 2
1

=== an and-list fails if either side does
--- script
try 1 time; false && true; echo never; end
echo $?
try 1 time; true && false; echo never; end
echo $?
try 1 time; true && true; echo both; end
--- stdout
1
1
both

=== a guard that is not met fails its list
--- script
try 1 time
	[ 1 = 2 ] && echo guarded
	echo never
end
echo $?
--- stdout
1

=== the log says where a guard ended a list
--- script
"$SH" --log-level 10 --log-file log -c 'try 1 time
	[ 1 = 2 ] && echo guarded
end' script
"$SH" --log-level 10 --log-file log -c 'try 1 time
	true && [ 1 = 2 ]
end' script
sed 's/^[^]]*\] //; s/ in [0-9.]* m*s[a-z]*$/ in T/' log
--- stdout
script:1 try 1 time: the only attempt failed with status 1 in T
    1: script:2:2: [ 1 = 2 ]: exit status 1 (left of &&, it ends a brittle list: write if …; then …; fi, or append || :)
script:1 try 1 time: the only attempt failed with status 1 in T
    1: script:2:10: [ 1 = 2 ]: exit status 1

=== an or-list fails only if both sides do
--- script
try 1 time; false || true; echo one; true || false; echo two; end
try 1 time; false || (exit 3); echo never; end
echo $?
try 1 time; false && true || echo rescued; end
try 1 time; true && false || true && echo rescued; end
--- stdout
one
two
3
rescued
rescued

=== conditions consume their status
--- script
try 1 time
	if false; then :; fi
	if ! true; then :; fi
	while false; do :; done
	until true; do :; done
	if false; then :; elif false; then :; fi
	echo reached
end
--- stdout
reached

=== lists in a condition are brittle inside
--- script
try 1 time
	if false; true; then echo never; else echo else; fi
	while false; true; do echo never; break; done
	until true; false; do echo until; break; done
	echo reached
end
--- stdout
else
until
reached

=== a function in a condition stops at its first failure
--- script
f() { echo f; false; echo never; }
try 1 time
	if f; then echo never; else echo else; fi
	! f
	f || echo or
	while f; do :; done
end
echo $?
--- stdout
f
else
f
f
or
f
0

=== a group in a condition stops at its first failure
--- script
try 1 time
	if { false; true; }; then echo never; else echo else; fi
	if ( false; true ); then echo never; else echo else; fi
	{ false; true; } || echo or
	! { false; true; }
	echo reached
end
--- stdout
else
else
or
reached

=== the negated status is judged
--- script
try 1 time
	! false
	echo a
	! true
	echo never
end
echo $?
--- stdout
a
1

=== a pipeline fails if any element fails
--- script
try 1 time; false | true; echo never; end
echo $?
try 1 time; true | (exit 3) | true; echo never; end
echo $?
try 1 time; true | true | (exit 4); echo never; end
echo $?
try 1 time; true | true; echo all; end
--- stdout
1
3
4
all

=== the status is that of the last element that failed
--- script
try 1 time; (exit 3) | (exit 4) | true; end
echo $?
try 1 time; (exit 5) | true | (exit 6); end
echo $?
--- stdout
4
6

=== an element that died of SIGPIPE has not failed
--- script
try 1 time
	yes | head -n 1
	echo reached
end
try 1 time
	sh -c 'kill -PIPE $$' | true
	echo reached
end
try 1 time
	(exit 141) | true
	echo reached
end
try 1 time
	while echo y; do :; done | head -n 1
	echo reached
end
--- stdout
y
reached
reached
reached
y
reached

=== the last element that ended with 141 has failed
--- script
try 1 time
	true | (exit 141)
	echo never
end
echo $?
--- stdout
141

=== a pipeline outside a block is judged by its last element
--- script
false | true
echo $?
try 1 time
	true
end
false | true
echo $?
--- stdout
0
0

=== a failing command substitution fails the command, which is not run
--- script
try 1 time
	echo "never $(false)"
end
echo $?
try 1 time
	x=$(echo half; exit 5)
end
echo "$? [$x]"
try 1 time
	echo never >$(false)
end
echo $?
ls
f() { local x=$(exit 6); echo never; }
try 1 time
	f
end
echo $?
try 1 time
	export y=$(exit 7)
	echo never
end
echo $?
try 1 time
	for i in a $(exit 8); do echo never; done
end
echo $?
try 1 time
	case $(exit 9) in *) echo never ;; esac
end
echo $?
try 1 time
	cat <<-E
	never $(exit 10)
	E
end
echo $?
try 1 time
	: $((1 + $(echo 1; exit 11)))
end
echo $?
try 1 time
	echo never ${z:-$(exit 12)}
end
echo $?
--- stdout
1
5 []
1
6
7
8
9
10
11
12

=== a failing substitution in the header of a block fails the block
--- script
try 1 time
	try $(echo 3; exit 4) times; echo never; end
end
echo $?
try $(echo 3; exit 4) times
	echo never
catch
	echo "$FTSH_REASON $FTSH_STATUS"
end
forany x timeout $(echo 1s; exit 5) in a; echo never; end
echo $?
forall x jobs $(echo 1; exit 6) in a; echo never; end
echo $?
forall x in a $(exit 7); echo never; end
echo $?
--- stdout
4
usage 4
5
6
7

=== a substitution is brittle inside
--- script
try 1 time
	x=$(false; echo never)
end
echo "$?"
--- stdout
1

=== in a condition's own commands substitutions judge as in POSIX
--- script
try 1 time
	if echo "run $(false)"; then echo then; fi
	if [ "$(echo x; false)" = x ]; then echo equal; fi
	echo "never $(false)" || echo or
	while echo "loop $(false)"; do break; done
	! echo "not $(false)" || echo zero
	if x=$(exit 3); then :; else echo "else $?"; fi
end
--- stdout
run 
then
equal
or
loop 
not 
zero
else 3

=== in a condition's own pipelines the last element judges
--- script
try 1 time
	if false | true; then echo then; fi
	false | true || echo or
	! false | true || echo not
	while false | true; do echo loop; break; done
end
--- stdout
then
or
not
loop

=== a loop ends at the first iteration that fails
--- script
try 1 time
	for i in 1 2 3; do echo "for $i"; [ $i != 2 ]; done
	echo never
end
echo $?
try 1 time
	i=0
	while [ $i -lt 5 ]; do i=$((i + 1)); echo "while $i"; (exit $((i * 4 - 4))); done
	echo never
end
echo $?
--- stdout
for 1
for 2
1
while 1
while 2
4

=== the condition of a loop never fails it
--- script
try 1 time
	i=0
	while [ $i -lt 1 ]; do i=$((i + 1)); done
	echo a
	until [ $i -gt 1 ]; do i=$((i + 1)); done
	echo b
	while false; do :; done
	echo c
end
--- stdout
a
b
c

=== errors that would end the shell fail the list with status 2
--- script
try 1 time
	echo ${nosuch?is not set}
	echo never
end
echo $?
try 1 time
	set -u
	echo $nosuch
	echo never
end
echo $?
set +u
readonly r=1
try 1 time
	r=2
	echo never
end
echo $?
try 1 time
	. ./nosuchfile
	echo never
end
echo $?
try 1 time
	: $((1 / 0))
	echo never
end
echo $?
try 1 time
	exec 5</nosuch/file
	echo never
end
echo $?
try 1 time
	shift 5
	echo never
end
echo $?
try 1 time
	eval 'if'
	echo never
end
echo $?
try 1 time
	set -o nosuchoption
	echo never
end
echo $?
--- stdout
2
2
2
2
2
2
2
2
2
--- stderr some

=== such an error is retried like any failure
--- script
try 3 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	[ $FTSH_ATTEMPT = 3 ] || : ${nosuch?}
end
--- stdout
attempt 1
attempt 2
attempt 3
--- stderr some

=== such an error in a function fails the function's caller
--- script
f() { : ${nosuch?}; echo never; }
try 1 time
	f || echo "rescued $?"
end
--- stdout
rescued 2
--- stderr some

=== a special builtin that fails in a condition ends only the condition
--- script
try 1 time
	if . ./nosuchfile; then :; else echo else; fi
	echo reached
end
--- stdout
else
reached
--- stderr some

=== catch lists are brittle
--- script
try 1 time
	false
catch
	echo a
	(exit 5)
	echo never
end
echo $?
--- stdout
a
5

=== an asynchronous list is brittle inside and unjudged
--- script
try 1 time
	{ false; echo never; } &
	wait
	false &
	echo reached
end
--- stdout
reached

=== wait judges a job
--- script
try 1 time
	{ echo job; (exit 5); echo never; } &
	wait $!
	echo never
end
echo $?
--- stdout
job
5

=== set -e adds nothing in a block
--- script
set -e
try 1 time
	if false; then :; fi
	false || true
	echo reached
end
try 2 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	[ $FTSH_ATTEMPT = 2 ]
end
echo after
try 1 time
	false
end
echo never
--- stdout
reached
attempt 1
attempt 2
after
--- status 1

=== trap actions run by POSIX rules
--- script
trap 'false; echo action' USR1
try 1 time
	kill -USR1 $$
	echo reached
end
--- stdout
action
reached

=== abort and failure in a trap action take effect
--- script
trap 'abort 3; echo never' USR1
try 5 times every 0s; echo a; kill -USR1 $$; echo never; end
echo $?
trap 'failure 4; echo never' USR1
try 2 times every 0s; echo b; kill -USR1 $$; echo never; end
echo $?
try 5 times every 0s; echo c; (trap 'abort 5' EXIT; :); echo never; end
echo $?
try 2 times every 0s; echo d; (trap 'failure 6' EXIT; exit 3); echo never; end
echo $?
--- stdout
a
3
b
b
4
c
5
d
d
6

=== an EXIT trap of a subshell runs by POSIX rules
--- script
try 1 time
	( trap 'false; echo action' EXIT; true )
	echo reached
end
--- stdout
action
reached

=== break and continue are no failures
--- script
try 1 time
	for i in 1 2 3; do [ $i != 2 ] || continue; echo $i; done
	for i in 1 2 3; do [ $i != 2 ] || break; echo $i; done
	echo reached
end
--- stdout
1
3
1
reached

=== return 0 is no failure, return 3 is
--- script
f() { return $1; echo never; }
try 1 time
	f 0
	echo reached
	f 3
	echo never
end
echo $?
--- stdout
reached
3

=== a failed redirection fails the list
--- script
try 1 time
	echo never >/nosuch/file
	echo never
end
echo $?
try 1 time
	{ echo never; } </nosuch/file
	echo never
end
echo $?
try 1 time
	if :; then echo never; fi </nosuch/file || echo rescued
end
--- stdout
2
2
rescued
--- stderr some

=== exec of a command that cannot be run fails the list
--- script
try 2 times every 0s
	exec ./nosuch
	echo never
catch
	echo "$FTSH_STATUS $FTSH_ATTEMPT"
end
echo text >file
try 1 time; exec ./file; catch; echo "$FTSH_STATUS"; end
f() { exec ./nosuch; }
try 1 time; if f; then echo never; else echo "else $?"; fi; end
exec ./nosuch
echo never
--- stdout
127 2
126
else 127
--- stderr some
--- status 127

=== a missing command fails the list with 127
--- script
try 1 time
	nosuchcommand
	echo never
end
echo $?
--- stdout
127
--- stderr some

=== under -c too
run: -c
--- script
try 1 time
	false
	echo never
end
echo $?
--- stdout
1

=== set -o brittle in a trap action lasts, and set +o brittle
--- script
f() { false; echo "went on"; }
trap 'set -o brittle' USR1
trap 'set +o brittle' USR2
kill -USR1 $$
f || echo stopped
kill -USR2 $$
f
--- stdout
stopped
went on

=== a guard that ends a brittle script says so, and what to write
env: FTSH_LOG_LEVEL=10
--- file job
set -o brittle
for x in a b; do
	[ "$x" = b ] && continue
	echo "$x"
done
echo never
--- script
{ "$SH" job; echo "status $?"; } 2>&1 | sed 's/^20[^]]*\] //'
--- stdout
job:3 script ended: job:3:2: [ "$x" = b ]: exit status 1 (left of &&, it ends a brittle list: write if …; then …; fi, or append || :)
status 1

=== outside blocks any command on the left of && is a guard
env: FTSH_LOG_LEVEL=10
--- script
"$SH" -o brittle -c 'test -e missing && rm missing; echo never' a 2>&1 | sed 's/^20[^]]*\] //'
"$SH" -o brittle -c 'set +e; f() { grep -q x /dev/null && echo x; }; f; echo never' b 2>&1 | sed 's/^20[^]]*\] //'
"$SH" -o brittle -c 'true && ! true && echo x; echo never' c 2>&1 | sed 's/^20[^]]*\] //'
"$SH" -o brittle -c 'true && (exit 3); echo never' d 2>&1 | sed 's/^20[^]]*\] //'
--- stdout
a:1 script ended: a:1:1: test -e missing: exit status 1 (left of &&, it ends a brittle list: write if …; then …; fi, or append || :)
b:1 script ended: b:1:15: grep -q x /dev/null: exit status 1 (left of &&, it ends a brittle list: write if …; then …; fi, or append || :)
c:1 script ended: c:1:9: ! true: exit status 1 (left of &&, it ends a brittle list: write if …; then …; fi, or append || :)
d:1 script ended: d:1:10: exit 3: exit status 3

=== under set -m elements and subshells are processes, and are named as a whole
env: FTSH_LOG_LEVEL=10
--- script
run() { "$SH" -o brittle -m -c "$1; echo never" "$2" 2>&1 | sed 's/^20[^]]*\] //; s/ in [0-9].*//'; }
run '(exit 7) | cat | grep x' a
run 'false | true | (exit 2)' b
run '{ false; exit 5; } | cat' c
run '(echo a; exit 4)' d
run 'true | (exit 3) || (exit 6)' e
run 'f() { try 1 time; false; end; }; f | cat' f
--- stdout
a:1 script ended: a:1:18: grep x: exit status 1 (before it in the pipeline: (exit 7): exit status 7)
b:1 script ended: b:1:16: (exit 2): exit status 2 (before it in the pipeline: false: exit status 1)
c:1 script ended: c:1:1: { false; exit 5; }: exit status 1
a
d:1 script ended: d:1:1: (echo a; exit 4): exit status 4
e:1 script ended: e:1:20: (exit 6): exit status 6
f:1 try 1 time: the only attempt failed with status 1
    1: f:1:19: false: exit status 1

=== a command that ends a brittle script is named in one line
env: FTSH_LOG_LEVEL=10
--- file lib
false
--- script
t() { "$SH" -o brittle -c "$1; echo never" script 2>&1 | sed 's/^20[^]]*\] //'; }
t 'grep -q x /dev/null'
t 'f() { return 3; }; f'
t 'x=$(exit 4)'
t 'if :; then false; fi'
t 'while :; do false; done'
t 'true | (exit 5) | true'
t '(trap "" TERM; false)'
t '. ./lib'
t 'eval "false"'
t '! true'
t 'true & wait $!; (exit 6) & wait $!'
t 'cd missing'
t 'false; exit'
--- stdout
script:1 script ended: script:1:1: grep -q x /dev/null: exit status 1
script:1 script ended: script:1:7: return 3: exit status 3
script:1 script ended: script:1:5: exit 4: exit status 4
script:1 script ended: script:1:12: false: exit status 1
script:1 script ended: script:1:13: false: exit status 1
script:1 script ended: script:1:9: exit 5: exit status 5
script:1 script ended: script:1:16: false: exit status 1
./lib:1 script ended: ./lib:1:1: false: exit status 1
script:1 script ended: script:1:1: eval …: exit status 1
script:1 script ended: script:1:1: ! true: exit status 1
script:1 script ended: script:1:28: wait $!: exit status 6
script:1:1: cd: missing: no such file or directory
script:1 script ended: script:1:1: cd missing: exit status 2
script:1 script ended: script:1:1: false: exit status 1

=== a block that ends a brittle script has its record, and no second one
env: FTSH_LOG_LEVEL=10
--- script
t() { "$SH" -o brittle -c "$1; echo never" script 2>&1 | sed 's/^20[^]]*\] //; s/ in [0-9.]* m*s[a-z]*$/ in T/'; }
t 'try 1 time; [ a = b ] && :; end'
t 'try 1 time; false; end && echo'
t 'x=$(try 1 time; false; end)'
t 'try 1 time; false; catch; failure; end'
--- stdout
script:1 try 1 time: the only attempt failed with status 1 in T
    1: script:1:13: [ a = b ]: exit status 1 (left of &&, it ends a brittle list: write if …; then …; fi, or append || :)
script:1 try 1 time: the only attempt failed with status 1 in T
    1: script:1:13: false: exit status 1
script:1 try 1 time: the only attempt failed with status 1 in T
    1: script:1:17: false: exit status 1
script:1 try 1 time: the only attempt failed with status 1 in T
    1: script:1:13: false: exit status 1

=== a brittle script that leaves by itself, or under set -e, or whose log is silent says nothing
--- script
"$SH" -o brittle -c '[ -e missing ] || exit 3'
echo $?
"$SH" -o brittle -c '[ -e missing ] || return 4'
echo $?
"$SH" -c 'set -e; false; echo never'
echo $?
"$SH" -o brittle --log-level silent -c 'false; echo never'
echo $?
"$SH" -o brittle -c 'false || :; true && true'
echo $?
--- stdout
3
4
1
1
0
