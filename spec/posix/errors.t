# XCU 2.8.1: consequences of shell errors, in a shell that is not interactive.
# Each script says "here" where the shell must go on, and "never" where it must not.
peers: dash bash

=== a syntax error ends the shell
--- script
"$SH" -c 'echo never; if' 2>/dev/null; echo $?
"$SH" -c 'eval "if"; echo never' 2>/dev/null; [ $? -ne 0 ] && echo ended
printf 'if\n' >lib
"$SH" -c '. ./lib; echo never' 2>/dev/null; [ $? -ne 0 ] && echo ended
"$SH" -c '(eval "("; echo never); echo here' 2>/dev/null
--- stdout
2
ended
ended
here

=== a syntax error in a trap's action
--- script
"$SH" -c 'trap "(" EXIT; echo here' 2>/dev/null || :
--- stderr any
--- stdout
here

=== a special builtin's error ends the shell
except bash: goes on after some of them
--- script
for c in 'set -o nosuch' 'set -Q' 'export 1=x' 'readonly 1=x' 'readonly r=1; unset r' \
	'readonly r=1; readonly r=2' 'readonly r=1; export r=2' '. ./nosuch' 'shift 5' 'break x' 'return x' 'exit x'; do
	"$SH" -c "while $c; do echo never; break; done; echo never '$c'" 2>/dev/null
	[ $? -ne 0 ] || echo "status 0: $c"
done

=== an unset of a name that is none, a trap of a wrong signal
--- script
trap : NOSUCH
echo "here $?"
unset nosuch; echo "here $?"
--- stderr some
--- stdout
here 1
here 0

=== a regular builtin's error does not end the shell
--- script
cd /nosuch; [ $? -ne 0 ] && echo here
read 1x </dev/null; [ $? -ne 0 ] && echo here
umask zzz; [ $? -ne 0 ] && echo here
kill -NOSUCH 1; [ $? -ne 0 ] && echo here
wait x; [ $? -ne 0 ] && echo here
getopts; [ $? -ne 0 ] && echo here
alias nosuch; [ $? -ne 0 ] && echo here
command -x; [ $? -ne 0 ] && echo here
test 1 -eq x; [ $? -ne 0 ] && echo here
printf %d x; [ $? -ne 0 ] && echo here
ulimit -c x; [ $? -ne 0 ] && echo here
hash nosuchcommand; [ $? -ne 0 ] && echo here
--- stderr some
--- stdout
here
here
here
here
here
here
here
here
here
0here
here
here

=== a redirection error with a special builtin ends the shell
--- script
for c in ':' 'set a' 'export x=1' 'eval echo never' '. /dev/null' 'shift 0' 'trap' 'unset x' 'readonly x' 'times' 'exec'; do
	"$SH" -c "$c </nosuch; echo never '$c'" 2>/dev/null
	[ $? -ne 0 ] || echo "status 0: $c"
done

=== a redirection error with exec ends the shell
--- script
"$SH" -c "exec </nosuch; echo never" 2>/dev/null || echo ended
"$SH" -c "exec 3</nosuch; echo never" 2>/dev/null || echo ended
"$SH" -c "exec 3<&9; echo never" 2>/dev/null || echo ended
--- stdout
ended
ended
ended

=== a redirection error with a regular builtin, function, compound command or program does not
--- script
f() { :; }
echo a </nosuch; [ $? -ne 0 ] && echo here
true </nosuch; [ $? -ne 0 ] && echo here
f </nosuch; [ $? -ne 0 ] && echo here
{ :; } </nosuch; [ $? -ne 0 ] && echo here
(:) </nosuch; [ $? -ne 0 ] && echo here
for i in 1; do :; done </nosuch; [ $? -ne 0 ] && echo here
while :; do :; done </nosuch; [ $? -ne 0 ] && echo here
if :; then :; fi </nosuch; [ $? -ne 0 ] && echo here
case x in x) ;; esac </nosuch; [ $? -ne 0 ] && echo here
cat </nosuch; [ $? -ne 0 ] && echo here
</nosuch; [ $? -ne 0 ] && echo here
nosuchcommand </nosuch; [ $? -ne 0 ] && echo here
--- stderr some
--- stdout
here
here
here
here
here
here
here
here
here
here
here
here

=== an assignment error ends the shell
--- script
"$SH" -c 'readonly r=1; r=2; echo never' 2>/dev/null || echo ended
"$SH" -c 'readonly r=1; r=2 :; echo never' 2>/dev/null || echo ended
"$SH" -c 'readonly r=1; : ${r:=x} ; r= ; echo never' 2>/dev/null || echo ended
"$SH" -c 'readonly r; : ${r:=x}; echo never' 2>/dev/null || echo ended
"$SH" -c 'readonly r=1; for r in a b; do echo never; done; echo never' 2>/dev/null || echo ended
--- stdout
ended
ended
ended
ended
ended

=== an assignment error before a program, builtin or function ends the shell
--- script
"$SH" -c 'readonly r=1; r=2 true; echo never' 2>/dev/null || echo ended
"$SH" -c 'readonly r=1; r=2 env; echo never' 2>/dev/null || echo ended
"$SH" -c 'readonly r=1; f() { echo never; }; r=2 f; echo never' 2>/dev/null || echo ended
--- stdout
ended
ended
ended

=== an expansion error ends the shell
--- script
"$SH" -c 'echo ${x?}; echo never' 2>/dev/null || echo ended
"$SH" -c 'x=${x?}; echo never' 2>/dev/null || echo ended
"$SH" -c 'for i in ${x?}; do echo never; done; echo never' 2>/dev/null || echo ended
"$SH" -c 'case ${x?} in *) echo never;; esac; echo never' 2>/dev/null || echo ended
"$SH" -c 'case x in ${x?}) echo never;; esac; echo never' 2>/dev/null || echo ended
"$SH" -c 'f() { echo ${x?}; echo never; }; f; echo never' 2>/dev/null || echo ended
"$SH" -c 'if echo ${x?}; then echo never; else echo never; fi; echo never' 2>/dev/null || echo ended
"$SH" -c 'echo ${x?} || echo never; echo never' 2>/dev/null || echo ended
"$SH" -c '! echo ${x?}; echo never' 2>/dev/null || echo ended
"$SH" -c 'while echo ${x?}; do echo never; done; echo never' 2>/dev/null || echo ended
"$SH" -c 'eval "echo \${x?}"; echo never' 2>/dev/null || echo ended
"$SH" -c 'set -u; echo $x; echo never' 2>/dev/null || echo ended
"$SH" -c 'echo $((1/0)); echo never' 2>/dev/null || echo ended
"$SH" -c 'echo ${a!b}; echo never' 2>/dev/null || echo ended
--- stdout
ended
ended
ended
ended
ended
ended
ended
ended
ended
ended
ended
ended
ended
ended

=== an expansion error in a redirection
--- script
"$SH" -c '{ echo never; } >${x?}; echo never' 2>/dev/null || echo ended
"$SH" -c 'echo never >${x?}; echo never' 2>/dev/null || echo ended
--- stdout
ended
ended

=== an expansion error in a subshell ends that only
--- script
(echo ${x?}; echo never); echo "here"
echo "<$(echo ${x?}; echo never)>"
echo a | { cat; echo ${x?}; echo never; } | cat; echo here
{ echo ${x?}; echo never; } & wait; echo here
--- stderr some
--- stdout
here
<>
a
here
here

=== a command that is not found does not end the shell
--- script
nosuchcommand; echo "here $?"
./nosuchfile; echo "here $?"
/nosuch/dir/cmd; echo "here $?"
x=1 nosuchcommand; echo "here $?"
nosuchcommand | cat; echo "here $?"
--- stderr some
--- stdout
here 127
here 127
here 127
here 127
here 0

=== the command utility takes the ending away
--- script
command . ./nosuch; [ $? -ne 0 ] && echo here
command shift 9; [ $? -ne 0 ] && echo here
command set -o nosuch; [ $? -ne 0 ] && echo here
command export 1=x; [ $? -ne 0 ] && echo here
command : </nosuch; [ $? -ne 0 ] && echo here
command exec nosuchcommand; echo never
--- stderr some
--- stdout
here
here
here
here
here
--- status 127

=== the EXIT trap runs when an error ends the shell
except bash: has status 1
--- script
trap 'echo trapped' EXIT
echo ${x?}
echo never
--- stderr some
--- stdout
trapped
--- status 2

=== errors are written to standard error, named by the script
--- script
{ nosuchcommand; cd /nosuch; (echo ${x?}); (readonly r=1; r=2); } 2>err
grep -c 'script' err
wc -l <err | tr -d ' '
--- stdout
4
4

=== the message of an expansion names the parameter
--- script
(: ${nosuch?}) 2>&1 | grep -c nosuch
(: ${nosuch?the message}) 2>&1 | grep -c 'nosuch: .*the message'
(set -u; : $other) 2>&1 | grep -c other
--- stdout
1
1
1

=== a syntax error in a signal trap's action ends the shell
except bash: goes on
--- script
"$SH" -c 'trap "if" USR1; kill -USR1 $$; echo never' 2>/dev/null; [ $? -ne 0 ] && echo ended
--- stdout
ended

=== commands that cannot be read have status 128
skip dash: takes it for the end of the input
skip bash: status 2
--- script
"$SH" </; echo $?
echo 'trap "echo exit" EXIT; exec </; echo same line' | "$SH"; echo $?
--- stderr some
--- stdout
128
same line
exit
128
