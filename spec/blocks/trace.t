# docs/language.md, section 8, and docs/reference/trace.md: traces.

=== spans are nested, and each has an end
env: FTSH_TRACE_FILE=trace
--- script
try 3 times every 50ms
	test $FTSH_ATTEMPT = 2
end
sed -n 's/.*"name":"\([^"]*\)","cat":"\([^"]*\)","ph":"B".*/\2: \1/p' trace |
	sed 's/delay of .*/delay/; 1d; /sed/,$d'
grep -c '"ph":"E"' trace
--- stdout
block: try
attempt: attempt 1
command: test $FTSH_ATTEMPT = 2
delay: delay
attempt: attempt 2
command: test $FTSH_ATTEMPT = 2
10

=== the words of commands stay out, unless the log shows them
env: FTSH_TRACE_FILE=trace
--- script
p=secret
/bin/echo $p >log
grep -c '"words":.*secret' trace
FTSH_LOG_LEVEL=commands
/bin/echo $p >/dev/null 2>log
FTSH_LOG_LEVEL=failures
grep -c '"words":\["/bin/echo","secret"\]' trace
--- stdout
0
2
--- stderr any

=== a nested shell is in the same file, and below the attempt
env: FTSH_TRACE_FILE=trace
--- script
try 1 time
	echo "$TRACEPARENT" >parent
	"$SH" -c 'echo "$TRACEPARENT" >nested; :'
end
IFS=- read -r version id span flags <parent
IFS=- read -r nversion nid nspan nflags <nested
echo "$version $flags $nversion $nflags"
test "$id" = "$nid" && test "$span" != "$nspan" && echo one trace
grep -c "\"kind\":\"attempt\",\"id\":\"$span\"" trace
grep -c "\"kind\":\"shell\",\"id\":\"$nspan\",\"parent\":\"$span\",\"trace\":\"$id\"" trace
--- stdout
00 01 00 01
one trace
1
1

=== TRACEPARENT at the start is the parent of the shell
env: TRACEPARENT=00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
--- script
echo $TRACEPARENT
"$SH" --trace trace -c 'case $TRACEPARENT in 00-4bf92f3577b34da6a3ce929d0e0e4736-*-01) echo same; esac'
grep -c '"parent":"00f067aa0ba902b7","trace":"4bf92f3577b34da6a3ce929d0e0e4736"' trace
--- stdout
00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01
same
1

=== --trace begins a file anew, and FTSH_TRACE_FILE goes on with one
--- script
"$SH" --trace trace -c 'unset FTSH_TRACE_FILE; "$SH" -c :'
grep -c '"kind":"shell"' trace
"$SH" --trace trace -c 'cd /; "$SH" -c :'
grep -c '"kind":"shell"' trace
FTSH_TRACE_FILE=trace "$SH" -c :
grep -c '"kind":"shell"' trace
grep -c '^\[$' trace
--- stdout
1
2
3
1

=== a killed run leaves all that had begun
--- script
"$SH" --trace trace -c 'try 5 times every 0s
	test $FTSH_ATTEMPT = 2
	kill -9 $$
end'
sed -n 's/.*"kind":"\(block\|attempt\|command\)".*/\1/p; s/.*"outcome":"\([a-z]*\)".*/\1/p' trace
--- stdout
block
attempt
command
failed
attempt
command
command
--- stderr any

=== processes have a status and what they used; one in the background too
env: FTSH_TRACE_FILE=trace
--- script
sh -c 'exit 3'
sh -c 'exit 4' & wait
sh -c 'kill -9 $$'
sed -n 's/.*"cat":"process","ph":"E".*"status":\([0-9]*\),.*"max_rss":[0-9]*.*/\1/p' trace | sort
--- stdout
137
3
4
--- stderr any

=== exec: the program is a process with the shell's number
--- script
"$SH" --trace trace -c 'exec true'
sed -n 's/.*"name":"true","cat":"process","ph":"B","pid":\([0-9]*\),.*"process":\([0-9]*\).*/\1 \2/p' trace >pids
read -r a b <pids
test "$a" = "$b" && grep -c "\"kind\":\"shell\"" trace
"$SH" --trace trace -c 'exec /none/such'
grep -c '"cat":"shell","ph":"E".*"status":127' trace
--- stdout
1
1
--- stderr any

=== a file that cannot be opened
--- script
"$SH" --trace none/trace -c 'echo not run' 2>&1 | sed 's,.*ftsh: ,,; s, /.*/none, none,'
"$SH" --trace "" -c 'echo not run' 2>&1 | sed 's,.*ftsh: ,,'
--- stdout
trace: open none/trace: no such file or directory
trace: expected a file, found ""

=== a fifo has a reader, or the run does not begin
--- script
mkfifo fifo
try timeout 10 seconds; "$SH" --trace fifo -c 'echo not run' 2>said; end || sed 's,.*ftsh: ,,; s, /.*/fifo, fifo,' said
cat fifo >read &
until "$SH" --trace fifo -c 'echo ran' 2>/dev/null; do sleep 0.1; done
wait
grep -c '"kind":"shell"' read
--- stdout
trace: nobody reads the fifo fifo: start its reader first, or name a file
ran
1

=== a fifo whose reader does not read keeps nothing up
--- script
mkfifo fifo
sleep 100 <fifo &
until "$SH" --trace fifo -c 'try for 10 seconds; i=0; until [ $((i+=1)) = 2000 ]; do :; done; end && echo worked' 2>said
do sleep 0.1; done
sed 's,.*ftsh: ,,; s, /.*/fifo, fifo,' said
kill $!
--- stdout
worked
the trace ends early: write fifo: its reader takes nothing for 2s

=== a nested shell that cannot open the file runs without it
--- script
"$SH" --trace trace -c 'rm trace; mkdir trace; "$SH" -c "echo nested; exit 3"; echo $?' 2>&1 |
	sed 's,.*ftsh: ,,; s, /.*/trace, trace,'
--- stdout
trace: open trace: is a directory: this shell is not in it
nested
3

=== a file that is no trace is not emptied, nor added to
--- script
echo 'echo ran' >job
"$SH" --trace job job 2>&1 | sed 's,.*ftsh: ,,; s, /.*/job, job,'
"$SH" --trace job </dev/null 2>&1 | sed 's,.*ftsh: ,,; s, /.*/job, job,'
FTSH_TRACE_FILE=job "$SH" job 2>&1 | sed 's,.*ftsh: ,,; s, /.*/job, job,'
cat job
"$SH" --trace /dev/stdout -c 'echo not run' 2>&1 >out | sed 's,.*ftsh: ,,'
"$SH" --trace /dev/stdout -c 'echo in a pipe' | tail -n 1 | grep -c '"ph":"E"'
--- stdout
trace: job is no trace, and stays as it is: name another file, or remove it
trace: job is no trace, and stays as it is: name another file, or remove it
trace: job is no trace, and stays as it is: name another file, or remove it
echo ran
trace: /dev/stdout is the file of standard output: name another file
1

=== a trace is begun anew, or added to; half of one too
--- script
: >empty
printf '[' >torn
"$SH" --trace full -c 'echo one'
for f in empty torn full; do
	"$SH" --trace $f -c :
	FTSH_TRACE_FILE=$f "$SH" -c :
	grep -c '"kind":"shell"' $f
done
printf '[' >torn
FTSH_TRACE_FILE=torn "$SH" -c :
sed '1,2d' full >headless
FTSH_TRACE_FILE=headless "$SH" -c :
grep '"ph":"E"' full >ends
FTSH_TRACE_FILE=ends "$SH" -c :
grep -c '"kind":"shell"' torn headless ends
--- stdout
one
2
2
2
torn:1
headless:3
ends:1

=== a branch on a batch system is in the same file, below its branch
--- script
PATH=${SH%/*}:$PATH
cat >job <<'E'
forall x via local in a
	/bin/true
	echo "$x"
end
E
"$SH" --trace trace job
sed -n 's/.*"kind":"attempt","id":"\([0-9a-f]*\)".*/\1/p' trace >branch
read -r id <branch
grep -c "\"kind\":\"shell\",\"id\":\"[0-9a-f]*\",\"parent\":\"$id\"" trace
grep -c '"name":"true","cat":"process","ph":"B"' trace
--- stdout
a
1
1

=== an attempt has the limits of its block
env: FTSH_TRACE_FILE=trace
--- script
try for 1 minute or 3 times
	:
end
grep -c '"kind":"attempt".*"times":3,"limit":60,' trace
--- stdout
1

=== a trace that cannot be written ends early, and the run does not
--- script
"$SH" --trace /dev/full -c 'echo runs' 2>errors
echo $?
sed 's,.*ftsh: ,,' errors
--- stdout
runs
0
the trace ends early: write /dev/full: no space left on device

=== an attempt has its own time limit
env: FTSH_TRACE_FILE=trace
--- script
try for 1 hour timeout 2500 ms
	:
end
try; :; end
grep -c '"kind":"attempt".*"limit":3600,"timeout":2.5' trace
grep -c '"timeout"' trace
--- stdout
1
1

=== a process that the shell does not wait for
env: FTSH_TRACE_FILE=trace
--- script
sleep 0.01 &
{ sleep 0.01; echo in a shell; } &
wait
(trap 'exit 3' USR1; sh -c 'kill -USR1 $PPID') || echo $?
/bin/echo foreground | cat
grep -c '"kind":"process".*"background":true' trace
grep '"kind":"process"' trace | grep -v '"background"' | grep -c '"words":\["\(sleep\|sh\|/bin/echo\|cat\)"'
--- stdout
in a shell
3
foreground
2
4
