# LANGUAGE section 4: output of attempts.
env: FTSH_LOG_LEVEL=0

=== a substitution never holds half an answer
--- script
x=$(try 3 times every 0s; echo half; sh -c 'echo answer'; echo "$FTSH_ATTEMPT"; test $FTSH_ATTEMPT = 3; end)
echo "$x"
x=$(try 3 times every 0s; echo half; sh -c 'echo answer'; false; end)
echo "<$x>"
--- stdout
half
answer
3
<>

=== a pipeline
--- script
try 3 times every 0s; echo $FTSH_ATTEMPT; sh -c 'echo program'; test $FTSH_ATTEMPT = 3; end | sed 's/^/got /'
--- stdout
got 3
got program

=== a redirection on end
--- script
try 3 times every 0s; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 3; end >f
cat f
try 2 times every 0s; echo again; test $FTSH_ATTEMPT = 2; end >>f
cat f
try 2 times every 0s; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end 1<>f
cat f
--- stdout
3
3
again
2
again

=== a redirection on a command around the block
--- script
{ echo before; try 2 times every 0s; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end; echo behind; } >f
cat f
f() { try 2 times every 0s; echo "in f $FTSH_ATTEMPT"; test $FTSH_ATTEMPT = 2; end; }
f >f
cat f
( try 2 times every 0s; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end ) >f
cat f
--- stdout
before
2
behind
in f 2
2

=== nothing is in the file before the attempt has succeeded
--- script
try; echo text; sh -c 'echo more'; wc -c <f >&2; end >f
cat f
--- stdout
text
more
--- stderr
0

=== builtins and programs write in their order
--- script
x=$(try; for i in 1 2 3; do echo "b$i"; sh -c "echo p$i"; done; end)
echo $x
--- stdout
b1 p1 b2 p2 b3 p3

=== what the script inherited passes through
--- script
try 2 times every 0s; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end
try 2 times every 0s; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end >&1
( try 2 times every 0s; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end )
--- stdout
1
2
1
2
1
2

=== what exec set passes through
--- script
exec 3>&1 >f
try 2 times every 0s; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end
exec 4>g
{ try 2 times every 0s; echo "g $FTSH_ATTEMPT"; test $FTSH_ATTEMPT = 2; end; } >&4
cat f g >&3
--- stdout
1
2
g 1
g 2

=== a duplicate of what the shell gave is held
--- script
{ try 2 times every 0s; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end >&3; } 3>f
cat f
--- stdout
2

=== a device passes through
--- script
try 2 times every 0s; echo $FTSH_ATTEMPT; test -c /dev/stdout; end >/dev/null
echo $?
--- stdout
0

=== standard error passes through, also where it is the same file
--- script
try 2 times every 0s; echo "out $FTSH_ATTEMPT"; echo "err $FTSH_ATTEMPT" >&2; test $FTSH_ATTEMPT = 2; end >log 2>&1
cat log
try 2 times every 0s; sh -c 'echo seen >&2'; false; end 2>log | cat
cat log
--- stdout
err 1
err 2
out 2
seen
seen

=== errors that the body sends to its output are output
--- script
x=$(try 2 times every 0s; { echo "e $FTSH_ATTEMPT" >&2; } 2>&1; test $FTSH_ATTEMPT = 2; end)
echo "$x"
--- stdout
e 2

=== several numbers that are the same are held together
--- script
try 2 times every 0s; echo "a $FTSH_ATTEMPT"; echo "b $FTSH_ATTEMPT" >&3; sh -c 'echo c; echo d >&3'; test $FTSH_ATTEMPT = 2; end >f 3>&1
cat f
--- stdout
a 2
b 2
c
d

=== a file that the block reads and writes
--- script
printf 'one\ntwo\nthree\n' >f
try 2 times every 0s; read a; echo "$a"; test $FTSH_ATTEMPT = 2; end <>f >&0
cat f
{ try 2 times every 0s; read a <&3; cat <&3; echo "$a"; end >&3; } 3<>f
cat f
printf 'one\n' >f
forany x hedge 1m in a; read a; echo "$a $x"; end <>f >&0
cat f
mkfifo pipe
{
	echo token >&3
	try 2 times every 0s; read a <&3; echo "$a" >&3; echo held $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end >&3
	read a <&3; echo $a; read a <&3; echo $a
} 3<>pipe
--- stdout
one
one
three
one
one
three
one
three
one
one a
token
held 2

=== exit, return, break and continue publish
--- script
(try 3 times; echo exit; exit 3; end) | cat
f() { try 3 times; echo return; return 3; end; }
f | cat
for i in 1 2; do try 3 times; echo "break $i"; break; end; done | cat
for i in 1 2; do try 3 times; echo "continue $i"; continue; end; done | cat
--- stdout
exit
return
break 1
continue 1
continue 2

=== exec publishes, and has the block's own output
--- script
try 3 times; echo held; exec sh -c 'echo program; wc -c <f >&2'; end >f
--- stderr
13

=== exec in the middle of nested blocks
--- script
(try; echo outer; try 3 times; echo inner; exec sh -c 'cat f >&2; echo program'; end; end >f)
cat f
--- stdout
outer
inner
program
--- stderr
outer
inner

=== exec of nothing that can be run publishes nothing
--- script
(try 2 times every 0s; echo held; exec nosuchcommand; end) 2>/dev/null | cat
--- stdout

=== a catch list writes straight through
--- script
try 2 times every 0s
	echo no
	false
catch
	echo caught
	wc -c <f >&2
end >f
cat f
--- stdout
caught
--- stderr
7

=== a job that goes on writes to the block's real output
--- script
mkfifo go
try; { read x <go; echo late; } & echo now; end >f
cat f
echo >go
wait
until [ "$(wc -l <f)" -eq 2 ]; do sleep 0.01; done
cat f
--- stdout
now
now
late

=== a job that goes on behind the end of the shell
--- script
mkfifo go
"$SH" -c 'try; { read x <go; echo late; echo later; } & echo now; end >f'
cat f
echo >go
until [ "$(wc -l <f)" -eq 3 ]; do sleep 0.01; done
cat f
--- stdout
now
now
late
later

=== a job that goes on behind exec
--- script
mkfifo go
"$SH" -c 'try; { read x <go; echo late; } & echo now; end >f; exec true'
echo >go
until [ "$(wc -l <f)" -eq 2 ]; do sleep 0.01; done
cat f
--- stdout
now
late

=== a substitution waits for a job that goes on, as in any shell
--- script
mkfifo go
(sleep 0.1; echo >go) &
x=$(try; { read x <go; echo late; } & echo now; end)
echo $x
--- stdout
now late

=== nested blocks publish into the block around them
--- script
x=$(
	try 2 times every 0s
		echo "outer $FTSH_ATTEMPT"
		outer=$FTSH_ATTEMPT
		try 2 times every 0s
			echo "inner $FTSH_ATTEMPT"
			sh -c 'echo program'
			test $FTSH_ATTEMPT = 2
		end
		test $outer = 2
	end
)
echo "$x"
--- stdout
outer 2
inner 2
program

=== a pipeline in an attempt
--- script
try 2 times every 0s
	try 2 times every 0s; echo "x $FTSH_ATTEMPT"; test $FTSH_ATTEMPT = 2; end | sed 's/x/y/'
	test $FTSH_ATTEMPT = 2
end | cat
--- stdout
y 2

=== forany
--- script
forany x ordered in a b c; echo $x; test $x = b; end | cat
x=$(forany y ordered in a b; echo $y; sh -c 'echo program'; false; end)
echo "<$x>"
--- stdout
b
<>

=== forall passes into the block around
--- script
try 2 times every 0s
	forall x jobs 1 in a b; echo $x; end
	test $FTSH_ATTEMPT = 2
end | cat
forall x in a; try 2 times every 0s; echo "$x $FTSH_ATTEMPT"; test $FTSH_ATTEMPT = 2; end; end | cat
--- stdout
a
b
a 2

=== more than memory holds
--- script
try 2 times every 0s
	i=0
	echo "$FTSH_ATTEMPT"
	while [ $i -lt 300 ]; do i=$((i+1)); printf '%05000d\n' $i; done
	head -c 3000000 /dev/zero
	printf '%05000d\n' 7
	test $FTSH_ATTEMPT = 2
end | { read n; echo $n; i=0; while [ $i -lt 300 ]; do i=$((i+1)); read l; test "$l" = "$(printf '%05000d' $i)" || echo "wrong $i"; done; tr -d '\0' | wc -c; }
ls "$TMPDIR"
--- stdout
2
5001

=== the reader of the pipe is gone: programs
--- script
{ echo go; try forever every 0s; yes; end; echo never >&2; } | head -1
--- stdout
go

=== the reader of the pipe is gone: builtins
--- script
{ echo go; try forever every 0s; while :; do echo y; done; end; echo never >&2; } | head -1
--- stdout
go

=== the reader of the pipe is gone: when the attempt has succeeded
--- script
mkfifo gone held
set -o pipefail
{ try forever every 0s; echo text; echo >held; read x <gone; end; echo never >&2; } | { read x <held; exec <&-; echo >gone; }
echo $?
--- stdout
141

=== the reader of the pipe is gone: nested blocks
--- script
{ echo go; try forever every 0s; try forever every 0s; yes; end; end; } | head -1
--- stdout
go

=== the reader of the pipe is gone: SIGPIPE is ignored
--- script
trap '' PIPE
mkfifo gone held
try forever every 0s; echo text; echo >held; read x <gone; end | { read x <held; exec <&-; echo >gone; }
--- stderr
../script:3:1: write error: broken pipe

=== the reader of the pipe is gone: a streaming block
--- script
try forever every 0s streaming; yes; end | head -1
try forever every 0s streaming; while :; do echo n; done; end | head -1
--- stdout
y
n

=== streaming: output is visible at once
--- script
try 2 times every 0s streaming; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end | cat
forany x ordered streaming in a b; echo $x; test $x = b; end | cat
x=$(try 2 times every 0s; try 2 times every 0s streaming; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end; end)
echo $x
--- stdout
1
2
a
b
1 2

=== publishing ends with the deadline
--- script
mkfifo done
set -o pipefail
try for 3 s; head -c 1000000 /dev/zero; end | { read x <done; wc -c >&2; } &
sleep 4; echo >done
wait $!
echo $?
--- stdout
124
--- stderr
65536

=== a cancelled attempt publishes nothing
--- script
x=$(try for 200ms; echo half; sleep 100; end)
echo "<$x>"
x=$(try 2 times every 0s timeout 200ms; echo "$FTSH_ATTEMPT"; test $FTSH_ATTEMPT = 2 || sleep 100; end)
echo "<$x>"
--- stdout
<>
<2>

=== there is no place for a temporary file
--- script
TMPDIR=/proc/nowhere
try 2 times every 0s; head -c 3000000 /dev/zero; end | wc -c
try 1 times; i=0; while [ $i -lt 300 ]; do i=$((i+1)); printf '%05000d\n' $i; done; end >f || echo $?
wc -c <f
try 1 times; head -c 1000000 /dev/zero; end | wc -c
--- stdout
0
1
0
1000000
--- stderr
../script:2:1: the attempt's output and input cannot be kept in /proc/nowhere: no such file or directory (see streaming)
../script:2:1: the attempt's output and input cannot be kept in /proc/nowhere: no such file or directory (see streaming)
../script:3:1: the attempt's output and input cannot be kept in /proc/nowhere: no such file or directory (see streaming)

=== files may not grow
--- script
(
	ulimit -f 2048
	"$SH" -c 'try 2 times every 0s; head -c 3000000 /dev/zero; end | wc -c
	try; i=0; while [ $i -lt 900 ]; do i=$((i+1)); printf "%05000d\n" $i; done; end | wc -c
	try; head -c 2000000 /dev/zero; end | wc -c'
) 2>&1 | sed 's/^[^:]*:/ftsh:/; s/in [^ ]*:/in TMPDIR:/'
--- stdout
ftsh:1:1: the attempt's output and input cannot be kept in TMPDIR: file too large (see streaming)
ftsh:1:1: the attempt's output and input cannot be kept in TMPDIR: file too large (see streaming)
0
ftsh:2:2: the attempt's output and input cannot be kept in TMPDIR: file too large (see streaming)
0
2000000

=== descriptors run out: builtins write all the same
--- script
(
	ulimit -n 14
	"$SH" -c 'try 2 times every 0s; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end | { read x; echo "got $x"; }'
)
--- stdout
got 2

=== an asynchronous list
--- script
{ try 2 times every 0s; echo $FTSH_ATTEMPT; sh -c 'echo program'; test $FTSH_ATTEMPT = 2; end >f; } &
wait
cat f
--- stdout
2
program

=== what is around an asynchronous list gives its blocks their output
--- script
attempts() { try 2 times every 0s; echo $FTSH_ATTEMPT "$1"; sh -c 'echo program'; test $FTSH_ATTEMPT = 2; end; }
{ attempts file & wait; } >f; cat f
x=$({ attempts substitution; } & wait); echo "$x"
(attempts pipe & wait) | cat
{ { { attempts both >&3; } & wait; } 3>&1 >&2; } >f; cat f
{ (attempts subshell) & wait; } >f; cat f
f() { { attempts nested; } & wait; }; { f & wait; } >f; cat f
{ exec 5>&1; { try 2 times every 0s; echo $FTSH_ATTEMPT; echo duplicate >&5; test $FTSH_ATTEMPT = 2; end; } & wait; } >f; cat f
--- stdout
2 file
program
2 substitution
program
2 pipe
program
2 both
program
2 subshell
program
2 nested
program
2
duplicate

=== what an asynchronous list has of the script's own passes through
--- script
{ try 2 times every 0s; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end; } & wait
exec 3>f
{ try 2 times every 0s; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end >&3; } & wait
{ try 2 times every 0s; echo $FTSH_ATTEMPT >&3; test $FTSH_ATTEMPT = 2; end; } >g & wait
cat f g
--- stdout
1
2
1
2
1
2

=== what failed attempts opened for good is the real file
--- script
try 2 times every 0s; exec 3>&1; echo $FTSH_ATTEMPT; test $FTSH_ATTEMPT = 2; end >f
echo behind >&3
cat f
--- stdout
2
behind
