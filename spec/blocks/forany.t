# docs/language.md, section 5: forany.
env: FTSH_LOG_LEVEL=0

=== one word after another until one succeeds
--- script
forany x ordered in a b c
	echo "$FTSH_ATTEMPT $x"
	[ $x = b ]
end
echo "$? $x"
--- stdout
1 a
2 b
0 b

=== it fails with the last status when none does
--- script
forany x ordered in 3 4 5
	(exit $x)
end
echo "$? $x"
--- stdout
5 5

=== an empty list fails with status 1
--- script
x=before
forany x in
	echo never
end
echo "$? $x"
forany x in $nothing; echo never; end
echo $?
forany x; echo never; end
echo $?
--- stdout
1 before
1
1

=== the order is random
--- script
firsts=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40; do
	forany x in a b; :; end
	firsts=$firsts$x
done
case $firsts in *a*b* | *b*a*) echo mixed ;; *) echo $firsts ;; esac
--- stdout
mixed

=== every word has its turn, once
--- script
forany x in 1 2 3 4 5 6 7 8 9
	echo $x >>log
	false
end
sort log | tr '\n' ' '
--- stdout noeol
1 2 3 4 5 6 7 8 9 

=== assignments, functions and the directory of the alternative that succeeded last
--- file a/f
--- script
forany x ordered in 1 2
	y=$y$x
	cd a
	[ $x = 2 ]
end
echo "$y ${PWD##*/}"
--- stdout
12 a

=== the directory after an alternative that failed
--- file a/f
--- script
forany x ordered in 1 2
	echo "${PWD##*/}"
	cd a
	false
end
echo "${PWD##*/}"
--- stdout
work
work
work

=== timeout cancels one alternative
--- script
forany x ordered timeout 3s in a b c
	echo $x
	[ $x = b ] || sleep 100
end
echo "$? $x"
forany x timeout 100ms in a b; sleep 100; end
echo $?
--- stdout
a
b
0 b
124

=== catch
--- script
forany x ordered in a b
	(exit 7)
catch
	echo "$? $FTSH_STATUS $FTSH_REASON $FTSH_ATTEMPT $x"
end
echo $?
--- stdout
7 7 times 2 b
0

=== variables for the body
--- script
forany x ordered in a b
	[ -n "$FTSH_TRY_ID" ] && [ "${id:-$FTSH_TRY_ID}" = "$FTSH_TRY_ID" ]
	id=$FTSH_TRY_ID
	sh -c 'echo "$FTSH_ATTEMPT"'
	false
end
echo "${FTSH_ATTEMPT-unset}"
--- stdout
1
2
unset

=== it is no loop: break and continue go to a loop around it
--- script
for i in 1 2; do
	forany x in a b; continue; end
	echo never
done
for i in 1 2; do
	forany x in a b; break; end
	echo never
done
echo $i
--- stdout
1

=== in a try, all alternatives are one attempt
--- script
try 2 times every 0s
	echo "round $FTSH_ATTEMPT"
	forany x ordered in a b
		echo $x
		false
	end
	echo never
end
echo $?
--- stdout
round 1
a
b
round 2
a
b
1

=== a variable that cannot be set
--- script
readonly r=1
forany r in a b; echo never; end
echo $?
--- stdout
2
--- stderr some

=== a word list whose expansion fails
--- script
forany x in a $(exit 3); echo never; catch; echo "$FTSH_REASON"; failure; end
echo $?
forany x in ${nosuch?}; echo never; end
echo $?
--- stdout
usage
3
2
--- stderr some

=== abort fails the whole block
--- script
forany x ordered in a b c
	echo $x
	abort 4
catch
	echo "$FTSH_REASON"
	failure
end
echo $?
--- stdout
a
permanent
4

=== exit and return
--- script
f() { forany x in a b; return 3; end; echo never; }
f
echo $?
forany x in a b; exit 4; end
--- stdout
3
--- status 4

=== the name is an ordinary variable of the script
--- script
forany host in a; :; end
echo "$host"
sh -c 'echo "${host-not exported}"'
--- stdout
a
not exported
