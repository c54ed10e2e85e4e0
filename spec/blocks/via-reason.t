# docs/language.md, section 4: FTSH_VIA_REASON.
env: FTSH_LOG_LEVEL=0

=== why the attempt before has failed
--- script
try 4 times every 0s timeout 300ms
	echo "$FTSH_ATTEMPT: $FTSH_VIA_REASON"
	case $FTSH_ATTEMPT in
	1) exec 2>/dev/null; sh -c 'kill -9 $$' ;;
	2) sleep 1000 ;;
	*) false ;;
	esac
catch
	echo "catch: $FTSH_VIA_REASON"
end
echo "after: ${FTSH_VIA_REASON-unset}"
--- stdout
1: 
2: signal
3: timeout
4: exit
catch: exit
after: unset

=== an inner time limit is one of the attempt, too
--- script
try 2 times every 0s
	echo "$FTSH_ATTEMPT: $FTSH_VIA_REASON"
	try timeout 200ms; sleep 1000; end
end
--- stdout
1: 
2: timeout
--- status 124

=== programs get it; the first attempt of an inner block has none
--- script
try 2 times every 0s
	sh -c 'echo "outer: $FTSH_VIA_REASON"'
	try; echo "inner: $FTSH_VIA_REASON"; end
	echo "outer again: $FTSH_VIA_REASON"
	[ "$FTSH_ATTEMPT" = 2 ]
end
--- stdout
outer: 
inner: 
outer again: 
outer: exit
inner: 
outer again: exit

=== a branch sees that of its own word, and the try that of the branch its status comes from
--- file body
try 3 times every 0s
	echo "try: $FTSH_VIA_REASON" >>log
	forall x CLAUSE keepgoing jobs 1 timeout 1 hour in a b c a
		echo "$x: $FTSH_VIA_REASON" >>log
		case $x.$FTSH_TRY in
		b.1) exit 3 ;;
		c.1) sh -c 'kill -15 $$' ;;
		c.2) exit 1 ;;
		esac
	end
end
--- script
PATH=${SH%/*}:$PATH
for clause in '' 'via local'; do
	sed "s/CLAUSE/$clause/; s/^try 3.*/&; export FTSH_TRY=\$FTSH_ATTEMPT/" body >run
	"$SH" run 2>/dev/null
	cat log
	rm log
done
--- stdout
try: 
a: 
b: 
c: 
a: 
try: exit
a: 
b: exit
c: signal
a: 
try: exit
a: 
b: 
c: exit
a: 
try: 
a: 
b: 
c: 
a: 
try: exit
a: 
b: exit
c: signal
a: 
try: exit
a: 
b: 
c: exit
a: 

=== in the catch list of a forall, and of a forany
--- script
forall x keepgoing jobs 1 in a b c
	[ "$x" != b ] || sh -c 'kill -15 $$'
	[ "$x" != c ]
catch
	echo "$FTSH_VIA_REASON"
end 2>/dev/null
forany x ordered in a b
	echo "$x: $FTSH_VIA_REASON"
	[ "$x" = a ] || sh -c 'kill -15 $$'
	false
catch
	echo "$FTSH_VIA_REASON"
end 2>/dev/null
--- stdout
signal
a: 
b: exit
signal

=== foralls in the branches of another one are told apart
--- script
try 2 times every 0s
	n=$FTSH_ATTEMPT
	forall x keepgoing jobs 1 in a b
		forall y keepgoing jobs 1 in c
			echo "$n $x $y $FTSH_VIA_REASON"
			[ "$x" = b ] || [ "$n" = 2 ]
		end
	end
end
--- stdout
1 a c 
1 b c 
2 a c exit
2 b c 

=== in a loop, each execution has its own, though a try in it makes several attempts
--- script
try 2 times every 0s
	o=$FTSH_ATTEMPT
	for i in 1 2; do
		try 2 times every 0s
			n=$FTSH_ATTEMPT
			forall x keepgoing jobs 1 in a b
				echo "$o $i $n $x $FTSH_VIA_REASON"
				[ "$x" = a ] || [ "$o$n" = 22 ] || [ "$i" = 1 ] || (exit 3)
				[ "$x" = b ] || [ "$o" = 1 ] || [ "$i" = 2 ] || sh -c 'kill -9 $$'
			end
		end || :
	done
	[ "$o" = 2 ]
end 2>/dev/null
--- stdout
1 1 1 a 
1 1 1 b 
1 2 1 a 
1 2 1 b 
1 2 2 a 
1 2 2 b exit
2 1 1 a 
2 1 1 b 
2 1 2 a signal
2 1 2 b 
2 2 1 a 
2 2 1 b exit
2 2 2 a 
2 2 2 b exit
