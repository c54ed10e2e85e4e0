# FTSH_STATUS, FTSH_REASON, FTSH_ERROR and FTSH_FAILED after a block (docs/language.md, section 4).

=== the right side of || has them
--- script
try 2 times every 0s; (exit 7); end || echo "$FTSH_STATUS $FTSH_REASON $FTSH_ERROR"
forany x ordered in a b; (exit 8); end || echo "$FTSH_STATUS $FTSH_REASON $FTSH_ERROR"
try every 0s for 1 minute or 1 time
    abort -m 'no such user' 9
end || echo "$FTSH_STATUS $FTSH_REASON $FTSH_ERROR"
n=none
try $n times; :; end 2>/dev/null || echo "$FTSH_STATUS $FTSH_REASON"
--- stdout
7 times ../script:1:24: exit 7: exit status 7
8 times ../script:2:27: exit 8: exit status 8 (x: a, b)
9 permanent ../script:4:5: no such user
2 usage

=== FTSH_FAILED is that of the last forall, also if a try stands around it
--- script
forall x keepgoing in a b c; [ "$x" = b ]; end 2>/dev/null || echo "$FTSH_FAILED"
try 2 times every 0s
    forall x keepgoing in d e f; [ "$x" = f ]; end
end || echo "$FTSH_REASON" $FTSH_FAILED
forall x in a b; :; end
echo "<$FTSH_FAILED>"
forall x in $(exit 3); :; end || echo "$FTSH_REASON <$FTSH_FAILED>"
--- stdout
a
c
times d e
<>
usage <>

=== a block that works empties them
--- script
try; false; end || :
try; :; end
echo "<$FTSH_STATUS$FTSH_REASON$FTSH_ERROR>"
try 2 times every 0s
    forany x in a b; false; end || [ "$FTSH_ATTEMPT" = 2 ]
end
echo "<$FTSH_STATUS$FTSH_REASON$FTSH_ERROR>"
--- stdout
<>
<>

=== in a catch list they are those of its block, whatever works there
--- script
try
    (exit 7)
catch
    try; :; end
    forall x in a b; :; end
    try; try; :; end; end
    echo "$FTSH_STATUS $FTSH_REASON"
    env | grep -c -e FTSH_STATUS -e FTSH_REASON
    try; (exit 8); end || echo "$FTSH_STATUS"
end
echo "$FTSH_STATUS"
--- stdout
7 times
2
8
7

=== a trap of EXIT has them, programs do not
--- script
set -o brittle
trap 'echo "$FTSH_STATUS $FTSH_REASON"; env | grep FTSH_REASON' EXIT
try 2 times every 0s; (exit 7); end 2>/dev/null
--- stdout
7 times
--- status 7

=== a block in a subshell or a branch keeps its own
--- script
(try; false; end) || echo "<$FTSH_REASON>"
forall x in a; try; false; end || :; end
echo "<$FTSH_REASON>"
--- stdout
<>
<>

=== where one is readonly it stays
--- script
readonly FTSH_REASON=mine
try; false; end || echo "$FTSH_REASON $FTSH_STATUS"
--- stdout
mine 1

=== in a pipeline: the failure that counts, and the first one before it
--- script
try; (exit 22) | cat | grep x; end || echo "$FTSH_ERROR"
try; (exit 3) | (exit 4) | { cat; false; }; end || echo "$FTSH_ERROR"
try; (exit 3) | { cat; true; }; end || echo "$FTSH_ERROR"
try; true | { false; }; end || echo "$FTSH_ERROR"
"$SH" -o brittle --log-format json -c '(exit 7) | grep x; echo never' 2>&1 |
	sed 's/.*\("upstream":"[^"]*"\).*/\1/'
--- stdout
../script:1:24: grep x: exit status 1 (before it in the pipeline: exit 22: exit status 22)
../script:2:35: false: exit status 1 (before it in the pipeline: exit 3: exit status 3)
../script:3:7: exit 3: exit status 3
../script:4:15: false: exit status 1
"upstream":"exit 7: exit status 7"

=== of a forall they all belong to one branch: with keepgoing the first in list order that failed
--- script
forall x keepgoing jobs 1 in a b c
	[ "$x" != b ] || (exit 7)
	[ "$x" != c ] || sh -c 'kill -9 $$'
end || echo "$FTSH_STATUS $FTSH_ERROR" $FTSH_FAILED
try 1 times
	forall x keepgoing jobs 1 in c b a
		[ "$x" != b ] || (exit 7)
		[ "$x" != c ] || sh -c 'kill -9 $$'
	end
catch
	echo "$FTSH_STATUS $FTSH_VIA_REASON $FTSH_ERROR"
end 2>/dev/null
--- stdout
7 ../script:2:20: exit 7: exit status 7 b c
137 signal ../script:8:20: sh -c 'kill -9 $$': exit status 137 (signal 9) (x: c, b with status 7)
--- stderr any
