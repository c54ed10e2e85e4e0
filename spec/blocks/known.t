# docs/language.md, section 4: permanent, transient and known.
env: FTSH_LOG_LEVEL=0

--- program says
#!/bin/sh
# says STATUS TEXT: writes the text to standard error, and ends with the status.
echo "$2" >&2
exit "$1"

=== permanent: a failure that says so is not repeated
--- script
PATH=$PWD:$PATH
try 3 times every 0s permanent '*nvalid partition*'
	echo "attempt $FTSH_ATTEMPT"
	says 1 'sbatch: error: Invalid partition name specified: gpu'
catch
	echo "$FTSH_REASON, status $FTSH_STATUS, attempts $FTSH_ATTEMPTS"
	echo "$FTSH_ERROR"
end
--- stdout
attempt 1
permanent: '*nvalid partition*', status 1, attempts 1
../script:4:2: says 1 'sbatch: error: Invalid partition name specified: gpu': exit status 1 (permanent: '*nvalid partition*')
--- stderr
sbatch: error: Invalid partition name specified: gpu

=== another failure is repeated as ever
--- script
PATH=$PWD:$PATH
try 2 times every 0s permanent '*nvalid partition*'
	says 1 'Socket timed out'
catch
	echo "$FTSH_REASON $FTSH_ATTEMPTS"
end
--- stdout
times 2
--- stderr
Socket timed out
Socket timed out

=== several patterns, and further clauses and limits behind them
--- script
PATH=$PWD:$PATH
for text in 'no such host' 'bad password' 'bad name' busy; do
	try permanent '*such host*' '*bad password*' *name* every 0s 2 times
		says 3 "$text"
	catch
		echo "$FTSH_REASON"
	end
done 2>/dev/null
--- stdout
permanent: '*such host*'
permanent: '*bad password*'
permanent: *name*
times

=== transient: repeated although on does not name the status
--- script
PATH=$PWD:$PATH
try 3 times every 0s on 75 transient '*busy*'
	says 1 "the disk is busy"
catch
	echo "$FTSH_REASON $FTSH_ATTEMPTS"
	echo "$FTSH_ERROR"
end 2>/dev/null
try 3 times every 0s on 75 transient '*busy*'
	says 1 "the disk is full"
catch
	echo "$FTSH_REASON $FTSH_ATTEMPTS"
end 2>/dev/null
try 3 times every 0s except 1 transient '*busy*' permanent '*very busy*'
	says 1 "very busy"
catch
	echo "$FTSH_REASON $FTSH_ATTEMPTS"
end 2>/dev/null
--- stdout
times 3
../script:3:2: says 1 "the disk is busy": exit status 1 (transient: '*busy*')
permanent 1
permanent: '*very busy*' 1

=== a pattern matches one line, or all of them
--- script
PATH=$PWD:$PATH
try 2 times every 0s permanent 'curl: (6) *'
	says 6 'progress
curl: (6) Could not resolve host
hint'
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s permanent 'resolve*'
	says 6 'could not resolve'
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s permanent 'one*three'
	says 6 'one
two
three'
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s permanent 'ssh: * refused'
	printf 'ssh: connect to host: Connection refused\r\n' >&2; says 255 ''
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s permanent 'ssh: * refused'
	sh -c "printf 'ssh: connect to host: Connection refused\r\n' >&2; exit 255"
catch
	echo "$FTSH_REASON"
end 2>/dev/null
--- stdout
permanent: 'curl: (6) *'
times
permanent: 'one*three'
times
permanent: 'ssh: * refused'

=== the word's value is the pattern: quotes are the shell's, a backslash is the pattern's
--- script
PATH=$PWD:$PATH
p='*full*'
try 2 times every 0s permanent $p
	says 1 'disk full'
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s permanent "$p"
	says 1 'disk full'
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s permanent 'disk \*full\*' transient 'disk [*]*'
	[ $FTSH_ATTEMPT = 1 ] || says 1 'disk *full*'
	says 1 'disk *empty*'
catch
	echo "$FTSH_REASON"
end 2>/dev/null
--- stdout
permanent: $p
permanent: "$p"
permanent: 'disk \*full\*'

=== only the command that failed counts
--- script
PATH=$PWD:$PATH
try 2 times every 0s permanent '*nvalid*'
	says 0 'invalid but well'
	says 1 'another thing'
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s permanent '*nvalid*'
	says 1 'invalid' || says 1 'handled'
catch
	echo "$FTSH_REASON"
end 2>/dev/null
--- stdout
times
times

=== the last KiB is seen, and all of it passes through
--- script
PATH=$PWD:$PATH
try 2 times every 0s permanent '*early*' transient '*late*'
	sh -c 'echo early; i=0; while [ $i -lt 200 ]; do echo "line $i"; i=$((i+1)); done; echo late; exit 1' >&2
catch
	echo "$FTSH_REASON"
end 2>log
grep -c . log
head -1 log
try 2 times every 0s permanent '*early*' transient '*late*'
	sh -c 'echo early; i=0; while [ $i -lt 200 ]; do echo "line $i"; i=$((i+1)); done; echo late; exit 1'
catch
	echo "$FTSH_REASON" >&3
end 3>&1 >/dev/null
--- stdout
times
404
early
times

=== standard error that goes elsewhere is seen, too
--- script
PATH=$PWD:$PATH
try 2 times every 0s permanent '*gone*'
	says 1 gone 2>/dev/null
catch
	echo "$FTSH_REASON"
end
try 2 times every 0s permanent '*gone*'
	says 1 gone 2>>log
catch
	echo "$FTSH_REASON $(cat log)"
end
try 2 times every 0s permanent '*gone*'
	x=$(says 1 gone 2>&1)
catch
	echo "$FTSH_REASON"
end
try 2 times every 0s permanent '*gone*'
	says 1 gone 2>&-
catch
	echo "$FTSH_REASON"
end
--- stdout
permanent: '*gone*'
permanent: '*gone*' gone
permanent: '*gone*'
times

=== output and errors to one file keep their order
--- script
try permanent '*x*' 1 time
	sh -c 'echo 1; echo 2 >&2; echo 3; echo 4 >&2; echo 5; exit 1' 2>&1
	:
catch
	:
end | cat
try permanent '*x*' 1 time
	echo a >&2
	sh -c 'echo b >&2'
	echo c >&2
	sh -c 'echo d >&2'
	echo e >&2
end
--- stderr
a
b
c
d
e

=== functions, groups, subshells and pipelines
--- script
PATH=$PWD:$PATH
f() { says 4 'no quota'; }
g() { ( f ); }
try 2 times every 0s permanent '*quota*'
	f
catch
	echo "f: $FTSH_REASON"
end
try 2 times every 0s permanent '*quota*'
	{ g; }
catch
	echo "g: $FTSH_REASON"
end
try 2 times every 0s permanent '*quota*'
	f | cat
catch
	echo "pipeline: $FTSH_REASON"
end
try 2 times every 0s permanent '*quota*'
	( trap 'echo never' USR1; f )
catch
	echo "subshell with a trap: $FTSH_REASON"
end
try 2 times every 0s permanent '*quota*'
	x=$(f)
catch
	echo "substitution: $FTSH_REASON"
end
try 2 times every 0s permanent '*quota*'
	eval 'command says 4 "no quota"'
catch
	echo "eval: $FTSH_REASON"
end
exec 2>/dev/null
--- stdout
f: permanent: '*quota*'
g: permanent: '*quota*'
pipeline: permanent: '*quota*'
subshell with a trap: permanent: '*quota*'
substitution: permanent: '*quota*'
eval: permanent: '*quota*'
--- stderr
no quota
no quota
no quota
no quota
no quota
no quota

=== the shell's own diagnostics count as the command's
--- script
try 2 times every 0s permanent '*no such*'
	cd /nonexistent/directory
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s permanent '*cannot open*'
	cat </nonexistent/file
catch
	echo "$FTSH_REASON"
end 2>/dev/null
--- stdout
permanent: '*no such*'
permanent: '*cannot open*'

=== a block inside: its failure is the attempt's
--- script
PATH=$PWD:$PATH
try 2 times every 0s permanent '*quota*'
	try 2 times every 0s
		says 1 'no quota'
	end
catch
	echo "try: $FTSH_REASON $FTSH_ATTEMPTS"
end 2>/dev/null
try 2 times every 0s permanent '*quota*'
	forall x in a
		says 1 'no quota'
	end
catch
	echo "forall: $FTSH_REASON"
end 2>/dev/null
--- stdout
try: permanent: '*quota*' 1
forall: permanent: '*quota*'

=== a forany fails for good only if all its words do
--- script
PATH=$PWD:$PATH
try 2 times every 0s permanent '*404*'
	forany host ordered in 503 404
		says 1 "error $host"
	end
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s permanent '*404*'
	forany host ordered in 404 x404
		says 1 "error $host"
	end
catch
	echo "$FTSH_REASON"
end 2>/dev/null
--- stdout
times
permanent: '*404*'

=== a time limit and a command that is not found are judged as ever
--- script
PATH=$PWD:$PATH
try 2 times every 0s timeout 1s permanent '*wait*'
	sh -c 'echo wait >&2; exec sleep 600'
catch
	echo "$FTSH_REASON $FTSH_STATUS $FTSH_ATTEMPTS"
end 2>/dev/null
try 2 times every 0s known transient '*not found*'
	nosuchcommand
catch
	echo "$FTSH_REASON $FTSH_STATUS $FTSH_ATTEMPTS"
end 2>/dev/null
--- stdout
times 124 2
permanent 127 1

=== abort, and a delay that the attempt asks for, stay
--- script
PATH=$PWD:$PATH
try 2 times known transient '*x*'
	says 1 x || abort
catch
	echo "$FTSH_REASON $FTSH_ATTEMPTS"
end 2>/dev/null
try 2 times known transient '*x*'
	says 1 x || failure --after 0s
catch
	echo "$FTSH_REASON $FTSH_ATTEMPTS"
end 2>/dev/null
--- stdout
permanent 1
times 2

=== the check list does not run after a permanent failure
--- script
PATH=$PWD:$PATH
try 2 times every 0s permanent '*x*'
	says 1 x
check
	echo checked
catch
	echo caught
end 2>/dev/null
--- stdout
caught

=== a process in the background may keep standard error open
--- script
mkfifo gate
try 2 times every 0s permanent '*x*'
	sh -c '{ read x <gate; echo later; } >&2 & echo first >&2'
	echo done
end 2>log
echo >gate
until grep later log >found; do sleep 0.1; done
cat log
--- stdout
done
first
later

=== a process in the background of a failed attempt is ended, and delays nothing
--- script
try 2 times every 0s permanent '*x*'
	sh -c 'sleep 600 & echo x >&2; exit 1'
catch
	echo "$FTSH_REASON"
end 2>/dev/null
--- stdout
permanent: '*x*'

=== the log says which
env: FTSH_LOG_LEVEL=attempts
env: FTSH_LOG_FILE=log
--- script
PATH=$PWD:$PATH
try 3 times every 0s permanent '*gone*' transient '*busy*'
	if [ "$FTSH_ATTEMPT" = 2 ]; then says 1 gone; fi
	says 1 busy
end 2>/dev/null
sed 's/^[^ ]* [^ ]* [^ ]* [^ ]* //; s/ in [0-9].*//' log | grep -v waiting
--- stdout
try: attempt 1 failed: ../script:4:2: says 1 busy: exit status 1 (transient: '*busy*')
try: attempt 2 failed: ../script:3:35: says 1 gone: exit status 1 (permanent: '*gone*')
try 3 times failed (permanent: '*gone*') with status 1 after 2 attempts
1: ../script:4:2: says 1 busy: exit status 1 (transient: '*busy*')
2: ../script:3:35: says 1 gone: exit status 1 (permanent: '*gone*')

=== errors in a header
--- script
for script in 'try 3 times permanent; a; end' 'try 3 times permanent every 5s; a; end' \
	"try 3 times permanent '*x*' evry 5s; a; end" "try permanent '*x*'; a; end" \
	"forany x permanent '*x*' in a; a; end" "try 3 times transient '*x*' transient '*y*'; a; end"; do
	"$SH" -c "$script"
done 2>&1 | sed -n 's|^.*/ftsh:|ftsh:|p'
--- stdout
ftsh:1:22: syntax error: expected a pattern such as '*nvalid partition*', found ";" ("try" opened at line 1)
ftsh:1:23: syntax error: expected a pattern such as '*nvalid partition*', found "every" ("try" opened at line 1)
ftsh:1:29: syntax error: expected a clause, or a pattern with a *, found "evry" ("try" opened at line 1)
ftsh:1:5: syntax error: expected a limit (a count, a duration or forever) next to permanent, found "permanent" ("try" opened at line 1): after try comes a limit: try 3 times
ftsh:1:10: syntax error: expected ordered, timeout, hedge, streaming, grace, signal, through, journal, contained, scratch, table, in, ; or a newline, found "permanent" ("forany" opened at line 1): it is a clause of try
ftsh:1:29: syntax error: expected each clause once, found "transient" ("try" opened at line 1)

=== patterns that fit no message
--- script
for clause in "permanent 'Not Found'" "known transient '*a*' \"busy\"" "permanent '*404*', '*403*'" 'permanent *404*,' \
	"permanent '*404*|*403*'" "permanent '.*404.*'" "permanent '^curl: *'"; do
	"$SH" -c "try 3 times $clause; :; end" || echo "status $?"
done 2>&1 | sed -n 's|^.*/ftsh:|ftsh:|p; /^status/p'
try 1 time permanent "$*" '?' '[Nn]o' 'a*, b' 'a|b*' '*.*'; :; end
--- stdout
ftsh:1:23: syntax error: expected a pattern such as '*nvalid partition*', found "'Not Found'" ("try" opened at line 1): it is compared with a whole line: write * before and after the text
status 2
ftsh:1:35: syntax error: expected a pattern such as '*nvalid partition*', found "\"busy\"" ("try" opened at line 1): it is compared with a whole line: write * before and after the text
status 2
ftsh:1:23: syntax error: expected a pattern such as '*nvalid partition*', found "'*404*'," ("try" opened at line 1): write the patterns without commas
status 2
ftsh:1:23: syntax error: expected a pattern such as '*nvalid partition*', found "*404*," ("try" opened at line 1): write the patterns without commas
status 2
ftsh:1:23: syntax error: expected a pattern such as '*nvalid partition*', found "'*404*|*403*'" ("try" opened at line 1): write two patterns in place of |
status 2
ftsh:1:23: syntax error: expected a pattern such as '*nvalid partition*', found "'.*404.*'" ("try" opened at line 1): it is no regular expression: write * for any text, and * at the start
status 2
ftsh:1:23: syntax error: expected a pattern such as '*nvalid partition*', found "'^curl: *'" ("try" opened at line 1): it is no regular expression: write * for any text, and * at the start
status 2

=== transient alone would change nothing; with except 1-255 nothing else is retried
--- script
PATH=$PWD:$PATH
"$SH" -c "try 3 times every 0s transient '*busy*'; says 1 no; end" 2>&1 | sed -n 's|^.*/ftsh:|ftsh:|p'
for text in busy full; do
	try 2 times every 0s except 1-255 transient '*busy*'
		says 3 "it is $text"
	catch
		echo "$text: $FTSH_REASON $FTSH_ATTEMPTS"
	end 2>/dev/null
done
--- stdout
ftsh:1:22: syntax error: expected on, except, known or permanent next to transient, found "transient" ("try" opened at line 1): alone it changes nothing, since every failure is retried; to retry nothing else, add except 1-255
busy: times 2
full: permanent 1

=== known: what the table says of the program
--- program curl
#!/bin/sh
# curl STATUS TEXT: a stand-in.
shift
echo "$2" >&2
exit "$1"
--- script
PATH=$PWD:$PATH
try 3 times every 0s known
	curl -f 22 'curl: (22) The requested URL returned error: 404'
catch
	echo "$FTSH_REASON, status $FTSH_STATUS, attempts $FTSH_ATTEMPTS"
	echo "$FTSH_ERROR"
end 2>/dev/null
try 2 times every 0s known
	curl -f 22 'curl: (22) The requested URL returned error: 503'
catch
	echo "$FTSH_REASON, attempts $FTSH_ATTEMPTS"
	echo "$FTSH_ERROR"
end 2>/dev/null
try 2 times every 0s known
	curl -f 99 'what is that?'
catch
	echo "$FTSH_REASON, attempts $FTSH_ATTEMPTS"
	echo "$FTSH_ERROR"
end 2>/dev/null
try 2 times every 0s known
	says 22 'curl: (22) The requested URL returned error: 404'
catch
	echo "$FTSH_REASON, attempts $FTSH_ATTEMPTS"
end 2>/dev/null
--- stdout
permanent: curl: the server refuses the request, or has no such page, status 22, attempts 1
../script:3:2: curl -f 22 'curl: (22) The requested URL returned error: 404': exit status 22 (permanent: curl: the server refuses the request, or has no such page)
times, attempts 2
../script:9:2: curl -f 22 'curl: (22) The requested URL returned error: 503': exit status 22 (transient: curl: the server has a problem of its own)
times, attempts 2
../script:15:2: curl -f 99 'what is that?': exit status 99
times, attempts 2

=== known: a path, a wrapper, a function and a pipeline name the same program
--- program curl
#!/bin/sh
echo 'curl: (3) URL using bad/illegal format or missing URL' >&2
exit 3
--- script
PATH=$PWD:$PATH
fetch() { env LC_ALL=C curl -sS "$@"; }
try 2 times every 0s known
	"$PWD/curl" x
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s known
	command nice -n 5 curl x
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s known
	fetch x | cat
catch
	echo "$FTSH_REASON"
end 2>/dev/null
--- stdout
permanent: curl: the URL is malformed
permanent: curl: the URL is malformed
permanent: curl: the URL is malformed

=== known: the script's own clauses come first
--- program curl
#!/bin/sh
echo 'curl: (3) URL using bad/illegal format or missing URL' >&2
exit 3
--- script
PATH=$PWD:$PATH
try 2 times every 0s known transient '*(3)*'
	curl x
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s on 3 known
	curl x
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s on 7 known
	curl x
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s except 7 known
	curl x
catch
	echo "$FTSH_REASON"
end 2>/dev/null
--- stdout
times
permanent: curl: the URL is malformed
permanent
permanent: curl: the URL is malformed

=== known: a delay that the failure asks for replaces that of the block
--- program curl
#!/bin/sh
[ -e "asked$1" ] && exit
: >"asked$1"
printf 'HTTP/1.1 429\r\nRetry-After: %s\r\n\r\ncurl: (22) The requested URL returned error: 429\n' "$1" >&2
exit 22
--- script
PATH=$PWD:$PATH
try for 2 hours every 1 hour known
	curl 0
	echo "attempt $FTSH_ATTEMPT"
end
try for 1 hour known
	curl 7200
catch
	echo "$FTSH_REASON $FTSH_STATUS $FTSH_ATTEMPTS"
	echo "$FTSH_ERROR"
end
try for 2 hours every 1 hour known
	curl 7201 || failure --after 0s
	echo "attempt $FTSH_ATTEMPT"
end
--- stdout
attempt 2
deadline 124 1
../script:7:2: curl 7200: exit status 22 (transient: curl: the server says when to come back)
attempt 2
--- stderr any

=== known: a table of the user's comes first
--- file known/curl
# The proxy here answers 503 for names that it does not know.
permanent 22 '*error: 503*'  the proxy does not know the name
--- file known/mytool
permanent 4  the input is wrong
transient '*try later*'  the server is busy
--- program curl
#!/bin/sh
echo 'curl: (22) The requested URL returned error: 503' >&2
exit 22
--- program mytool
#!/bin/sh
exit 4
--- script
PATH=$PWD:$PATH
chmod -R go-w known
export FTSH_KNOWN_DIR=known
try 2 times every 0s known
	curl x
catch
	echo "$FTSH_REASON"
end 2>/dev/null
try 2 times every 0s known
	mytool x
catch
	echo "$FTSH_REASON"
end
--- stdout
permanent: curl: the proxy does not know the name
permanent: mytool: the input is wrong

=== known: a mistake in the user's table is reported once, and the table left out
--- file known/curl
permanent 22
--- program curl
#!/bin/sh
exit 3
--- script
PATH=$PWD:$PATH FTSH_KNOWN_DIR=$PWD/known
chmod -R go-w known
for i in 1 2; do
	try 2 times every 0s known
		curl x
	catch
		echo "$FTSH_REASON"
	end
done 2>err
sed 's|: known: /.*/known|: known: known|' err
--- stdout
permanent: curl: the URL is malformed
permanent: curl: the URL is malformed
../script:5:3: known: known/curl:1:13: expected what the failure means, in a few words, found the end of the line

=== known: a table that changes counts at once, and its new mistakes are reported
--- program curl
#!/bin/sh
exit 3
--- script
mkdir -m 700 known
PATH=$PWD:$PATH FTSH_KNOWN_DIR=$PWD/known
for line in 'permanent 3 first' 'permanent 3 other' 'permanent' 'nonsense' 'permanent 3 last'; do
	(umask 077; echo "$line" >known/curl)
	try 2 times every 0s known
		curl x
	catch
		echo "$FTSH_REASON"
	end
done 2>err
sed 's|: known: /.*/known|: known: known|' err
--- stdout
permanent: curl: first
permanent: curl: other
permanent: curl: the URL is malformed
permanent: curl: the URL is malformed
permanent: curl: last
../script:6:3: known: known/curl:1:10: expected exit statuses, or a pattern such as '*nvalid partition*', found the end of the line
../script:6:3: known: known/curl:1:1: expected permanent, transient, after, unknown, source, provoked or include, found "nonsense"

=== known: a relative FTSH_KNOWN_DIR counts from the directory in which the shell began
env: FTSH_KNOWN_DIR=known
--- file known/curl
permanent 3  the proxy does not like it
--- program curl
#!/bin/sh
exit 3
--- script
PATH=$PWD:$PATH
chmod -R go-w known
mkdir sub
cd sub
try 2 times every 0s known
	curl x
catch
	echo "$FTSH_REASON"
end
--- stdout
permanent: curl: the proxy does not like it
