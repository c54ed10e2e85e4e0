# docs/language.md, section 4: not found is a mistake.
env: FTSH_LOG_LEVEL=0

=== a command that is not there fails the block at once
--- script
try 3 times every 0s
	echo "attempt $FTSH_ATTEMPT"
	nosuchcommand
catch
	echo "$FTSH_STATUS $FTSH_REASON"
end
try for 1 hour; nosuchcommand; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try forever; nosuchcommand; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
--- stdout
attempt 1
127 permanent
127 permanent
127 permanent
--- stderr
../script:3:2: nosuchcommand: not found
../script:7:17: nosuchcommand: not found
../script:8:14: nosuchcommand: not found

=== unless on names 127
--- script
try 3 times every 0s on 127; nosuchcommand; catch; echo "$FTSH_REASON $FTSH_ATTEMPT"; end
try 3 times every 0s on 1-255; nosuchcommand; catch; echo "$FTSH_REASON $FTSH_ATTEMPT"; end
try 3 times every 0s on 1-126; nosuchcommand; catch; echo "$FTSH_REASON $FTSH_ATTEMPT"; end
try 3 times every 0s except 1; nosuchcommand; catch; echo "$FTSH_REASON $FTSH_ATTEMPT"; end
--- stdout
times 3
times 3
permanent 1
permanent 1
--- stderr any

=== by command -p and by exec
--- script
try 3 times; command nosuch; catch; echo $FTSH_REASON; end
try 3 times; command -p nosuch; catch; echo $FTSH_REASON; end
try 3 times; exec nosuch; catch; echo $FTSH_REASON; end
try 3 times; (exec nosuch); catch; echo $FTSH_REASON; end
try 3 times; eval nosuch; catch; echo $FTSH_REASON; end
PATH=/var/empty
try 3 times; ls; catch; echo $FTSH_REASON; end
--- stdout
permanent
permanent
permanent
permanent
permanent
permanent
--- stderr any

=== through functions, subshells, substitutions, pipelines and sourced files
--- file lib
nosuch
--- script
f() { g; }
g() { nosuch; }
r() { try 3 times every 0s; "$@"; catch; echo "$FTSH_STATUS $FTSH_REASON"; end; }
r f
try 3 times; (f); catch; echo $FTSH_REASON; end
try 3 times; ( (f) ); catch; echo $FTSH_REASON; end
try 3 times; x=$(f); catch; echo $FTSH_REASON; end
try 3 times; echo "$(f)"; catch; echo $FTSH_REASON; end
try 3 times; f | cat; catch; echo $FTSH_REASON; end
try 3 times; true | f; catch; echo $FTSH_REASON; end
try 3 times; f | yes | head -n 1 >/dev/null; catch; echo $FTSH_REASON; end
try 3 times; { f; }; catch; echo $FTSH_REASON; end
try 3 times; . ./lib; catch; echo $FTSH_REASON; end
try 3 times; if :; then f; fi; catch; echo $FTSH_REASON; end
try 3 times; for i in 1 2; do f; done; catch; echo $FTSH_REASON; end
try 3 times; f && :; catch; echo $FTSH_REASON; end
--- stdout
127 permanent
permanent
permanent
permanent
permanent
permanent
permanent
permanent
permanent
permanent
permanent
permanent
permanent
--- stderr any

=== also where jobs have groups of their own
--- script
set -m
try 2 times every 0s; (nosuch); catch; echo $FTSH_REASON; end
try 2 times every 0s; nosuch | cat; catch; echo $FTSH_REASON; end
try 2 times every 1 hour; (failure --after 0); catch; echo $FTSH_REASON; end
--- stdout
permanent
permanent
times
--- stderr any

=== not what ||, a condition or ! took
--- script
try 2 times every 0s; nosuch || (exit 127); catch; echo "$FTSH_REASON"; end
try 2 times every 0s; nosuch || failure; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; if nosuch; then :; else (exit 127); fi; catch; echo "$FTSH_REASON"; end
try 2 times every 0s; if ! nosuch; then failure; fi; catch; echo "$FTSH_REASON"; end
try 2 times every 0s; while nosuch; do :; done; failure; catch; echo "$FTSH_REASON"; end
try 2 times every 0s; ! nosuch; sh -c 'exit 127'; catch; echo "$FTSH_REASON"; end
f() { nosuch || return 127; }
try 2 times every 0s; f; catch; echo "$FTSH_REASON"; end
try 2 times every 0s; nosuch && : || f; catch; echo "$FTSH_REASON"; end
try 2 times every 0s; (nosuch) || failure; catch; echo "$FTSH_REASON"; end
try 2 times every 0s; x=$(nosuch) || failure; catch; echo "$FTSH_REASON"; end
--- stdout
times
127 times
times
times
times
times
times
times
times
times
--- stderr any

=== not 127 from a program, a name with a slash, 126, a missing interpreter
--- program noshebang
#!/nosuch/interpreter
--- file plain
:
--- script
try 2 times every 0s; sh -c 'exit 127'; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; (exit 127); catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; sh -c nosuch; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; ./nosuch; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; ./plain; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; PATH=. ; noshebang; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; command -v nosuch; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; failure 127; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
--- stdout
127 times
127 times
127 times
127 times
126 times
127 times
127 times
127 times
--- stderr any

=== asynchronous lists judge nothing
--- script
try 2 times every 0s; nosuch & wait $!; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; { nosuch; } & wait $!; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times; nosuch & wait; echo succeeded; end
--- stdout
127 times
127 times
succeeded
--- stderr any

=== outward through blocks, until one whose on names 127
--- script
try 2 times every 0s
	echo "outer $FTSH_ATTEMPT"
	try 2 times every 0s; nosuch; end
	echo never
catch
	echo "$FTSH_STATUS $FTSH_REASON"
end
try 2 times every 0s
	echo "outer $FTSH_ATTEMPT"
	try 2 times every 0s on 127
		echo "inner $FTSH_ATTEMPT"
		try 2 times; nosuch; end
	end
catch
	echo "$FTSH_STATUS $FTSH_REASON"
end
--- stdout
outer 1
127 permanent
outer 1
inner 1
inner 2
outer 2
inner 1
inner 2
127 times
--- stderr any

=== through catch lists that do not end with 0
--- script
try 2 times every 0s
	echo "outer $FTSH_ATTEMPT"
	try 2 times; nosuch; catch; failure; end
catch
	echo "$FTSH_STATUS $FTSH_REASON"
	echo "$FTSH_ERROR"
end
try 2 times every 0s
	try 2 times; nosuch; catch; (exit 3); end
catch
	echo "$FTSH_STATUS $FTSH_REASON"
end
try 2 times every 0s
	echo "outer $FTSH_ATTEMPT"
	try 2 times; nosuch; catch; :; end
	false
catch
	echo "$FTSH_STATUS $FTSH_REASON"
end
f() { try 2 times; nosuch; catch; return 4; end; }
try 2 times every 0s; f; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; (f) || failure; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
--- stdout
outer 1
127 permanent
../script:3:15: nosuch: exit status 127
3 permanent
outer 1
outer 2
1 times
4 permanent
4 times
--- stderr any

=== not what a catch list that ended with 0 took
--- script
told() { echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"; }
handled() { try; nosuch; catch; :; end; return 127; }
broken() { for i in 1; do try; nosuch; catch; break; end; done; }
none() { forany x in a b; nosuch; catch; :; end; forall x in a; nosuch; catch; :; end; }
try 2 times every 0s; handled; catch; told; end
try 2 times every 0s; (handled); catch; told; end
try 2 times every 0s; broken; failure 2; catch; told; end
try 2 times every 0s; none; failure 127; catch; told; end
try 2 times every 0s; none; failure; catch; told; end
try 2 times every 0s on 2; none; failure 2; catch; told; end
--- stdout
127 times 2
127 times 2
2 times 2
127 times 2
127 times 2
2 times 2
--- stderr any

=== not failure, which says what ended the attempt
--- script
f() {
	set +o brittle
	nosuch
	failure "$@"
}
try 2 times every 0s; f; catch; echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"; end
try 2 times every 0s; f 3; catch; echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"; end
--- stdout
127 times 2
3 times 2
--- stderr any

=== forany loses the alternative
--- script
forany x ordered in nosuch1 nosuch2 true; $x; end
echo "$? $x"
forany x ordered in nosuch1 nosuch2; $x; catch; echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"; end
forany x ordered in nosuch1 false nosuch2; $x; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; forany x in nosuch1 nosuch2; $x; end; catch; echo "$FTSH_REASON"; end
try 2 times every 0s; forany x ordered in false nosuch; $x; end; catch; echo "$FTSH_REASON"; end
try 2 times every 0s; forany x in; :; end; catch; echo "$FTSH_REASON"; end
--- stdout
0 true
127 permanent 2
127 times
permanent
times
times
--- stderr any

=== forall loses the branch
--- script
forall x jobs 1 in nosuch true; $x; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
forall x keepgoing in true false nosuch; $x; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; forall x in nosuch; $x; end; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
try 2 times every 0s; forall x keepgoing in false nosuch; $x; end; catch; echo "$FTSH_STATUS $FTSH_REASON"; end
--- stdout
127 permanent
1 times
127 permanent
1 times
--- stderr any

=== a directory of PATH that is missing is skipped
--- program bin/tool
#!/bin/sh
echo found
--- script
PATH=/nosuch/dir:$PWD/plain:$PWD/bin:$PATH
>plain
try 2 times; tool; end
--- stdout
found

=== a command that comes to be is found by the next attempt
--- script
mkdir bin
PATH=$PWD/bin:$PATH
try 3 times every 0s on 127
	if [ $FTSH_ATTEMPT = 2 ]; then
		printf '#!/bin/sh\necho here\n' >bin/tool
		chmod +x bin/tool
	fi
	tool
end
--- stdout
here
--- stderr any

=== a directory of PATH that cannot be read is a fault that may pass
--- program bin/tool
#!/bin/sh
echo found
--- script
drop=
[ "$(id -u)" != 0 ] || drop='setpriv --bounding-set=-dac_override,-dac_read_search'
mkdir shut
chmod 0 shut
$drop "$SH" -c 'PATH=$PWD/shut:$PATH
try 2 times every 0s; tool; catch; echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"; end
try 2 times every 0s; exec tool; catch; echo "$FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT"; end
PATH=$PATH:$PWD/bin
try 2 times every 0s; tool; end'
chmod 700 shut
--- stdout
126 times 2
126 times 2
found
--- stderr any
