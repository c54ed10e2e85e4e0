# FTSH_ATTEMPTS: how many attempts the last try that ended has made (docs/language.md, section 4).

=== it is set when a try has ended
--- script
echo "<$FTSH_ATTEMPTS>"
try 5 times every 0s; [ $FTSH_ATTEMPT = 3 ]; end
echo "$FTSH_ATTEMPTS <$FTSH_ATTEMPT>"
try 2 times every 0s; false; end || echo "$FTSH_ATTEMPTS"
try; :; end
echo "$FTSH_ATTEMPTS"
--- stdout
<>
3 <>
2
1

=== a block around counts for itself
--- script
try 3 times every 0s
    try 5 times every 0s; [ $FTSH_ATTEMPT = 4 ]; end
    echo "inner $FTSH_ATTEMPTS"
    [ $FTSH_ATTEMPT = 2 ]
end
echo "outer $FTSH_ATTEMPTS"
--- stdout
inner 4
inner 4
outer 2

=== a catch list, and what runs when it leaves the shell, have it
--- script
trap 'echo "trap $FTSH_ATTEMPTS"' EXIT
try 2 times every 0s
    false
catch
    echo "catch $FTSH_ATTEMPTS"
    exit 3
end 2>/dev/null
--- stdout
catch 2
trap 2
--- status 3

=== a header with a bad value makes no attempt
--- script
n=none
try $n times; :; end 2>/dev/null || echo "$FTSH_ATTEMPTS"
--- stdout
0

=== a try that is left has it as well
--- script
f() {
    try 3 times every 0s
        [ $FTSH_ATTEMPT = 2 ] && return 0
        false
    end
}
f 2>/dev/null
echo "$FTSH_ATTEMPTS"
--- stdout
2

=== forany and forall leave it alone, and so do subshells and programs
--- script
try 2 times every 0s; [ $FTSH_ATTEMPT = 2 ]; end
forany x in a b c; [ "$x" = c ]; end
forall x in a b c; try 3 times every 0s; [ $FTSH_ATTEMPT = 3 ]; end; end
(try; :; end)
echo "$FTSH_ATTEMPTS"
env | grep FTSH_ATTEMPTS || echo "not exported"
--- stdout
2
not exported

=== where it is readonly it stays
--- script
readonly FTSH_ATTEMPTS=mine
try; :; end
echo "$FTSH_ATTEMPTS"
--- stdout
mine
