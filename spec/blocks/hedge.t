# docs/language.md, section 5: forany with hedge.
env: FTSH_LOG_LEVEL=0

=== the next alternative begins when the current one has run for D, and the first to succeed wins
--- script
forany x ordered hedge 50ms in 20 0.01
	sleep $x
	echo slept $x
end
echo "$? $x"
--- stdout
slept 0.01
0 0.01

=== or as soon as it has failed
--- script
forany x ordered hedge 1h in a b c
	echo "$FTSH_ATTEMPT $x"
	[ $x = c ]
end
echo "$? $x"
--- stdout
3 c
0 c

=== the one that began last has failed: the next begins, though others run
--- script
forany x ordered hedge 200ms in slow fails good
	case $x in
	slow) sleep 20 ;;
	fails) false ;;
	esac
	echo $x
end
echo $?
--- stdout
good
0

=== every 0s there is no wait
--- script
forany x ordered hedge 0s in 20 20 0
	sleep $x
end
echo "$? $x"
--- stdout
0 0

=== the winner's environment is kept
--- script
v=before
mkdir sub
forany x ordered hedge 20ms in 20 0.1
	v=$x
	sleep $x
	f() { echo "f of $x"; }
	alias ll='echo alias'
	set -f
	set -- one two
	umask 027
	cd sub
	exec 5>&1
	trap 'echo bye $v' EXIT
end
echo "$? $v $* $- ${PWD##*/} $(pwd -P | sed 's,.*/,,') $(umask)"
echo five >&5
f
alias ll
--- stdout
0 0.1 one two f sub sub 0027
five
f of 0.1
ll='echo alias'
bye 0.1

=== so are its function's variables, and the options that local - gives back
--- script
g() {
	local v=1
	local -
	forany x hedge 1s in a
		local w=inner
		v=2
		set -f
	end
	echo "$v $w $-"
}
w=outer
g
echo "$v $w $-"
--- stdout
2 inner f
 outer 

=== what a loser did to its environment is lost
--- script
v=before
forany x ordered hedge 0s in a b
	v=$x; cd /; set -f
	[ $x = b ] && sleep 0.2 && cd - >/dev/null && set +f && v=won
	[ $x = b ]
end
echo "$? $v $- ${PWD##*/}"
forany x ordered hedge 0s in a b; v=lost; cd /; false; end
echo "$? $v ${PWD##*/}"
--- stdout
0 won  work
1 won work

=== traps of the shell stay, those of the winner are added
--- script
trap 'echo int' INT
trap 'echo exit' EXIT
forany x hedge 1s in a; trap 'echo term' TERM; end
trap
--- stdout
trap -- 'echo exit' EXIT
trap -- 'echo int' INT
trap -- 'echo term' TERM
exit

=== jobs of the winner go on, and can be waited for
--- script
forany x ordered hedge 20ms in slow fast
	if [ $x = slow ]; then sleep 20; fi
	{ sleep 0.2; exit 7; } &
end
wait $!
echo $?
--- stdout
7

=== output of the winner is kept, that of the others is not
--- script
x=$(forany x ordered hedge 50ms in 20 0.3 fails
	echo "from $x"
	sh -c "echo program $x"
	if [ $x = fails ]; then false; fi
	sleep $x
	echo "end of $x"
end)
echo "$x"
--- stdout
from 0.3
program 0.3
end of 0.3

=== streaming lets output through
--- script
forany x ordered hedge 0s streaming in slow fast
	if [ $x = fast ]; then
		until [ -e written ]; do sleep 0.01; done
	fi
	echo "from $x"
	if [ $x = slow ]; then
		: >written
		sleep 1000
	fi
end | cat
--- stdout
from slow
from fast

=== it fails with the last status when none does
--- script
forany x ordered hedge 1h in 3 4 5
	(exit $x)
end
echo $?
forany x ordered hedge 0s in 0.3 0.1
	sleep $x
	(exit ${x#0.})
catch
	echo "$FTSH_ATTEMPT $FTSH_STATUS $FTSH_REASON"
	echo "$FTSH_ERROR"
end
--- stdout
5
2 3 times
../script:7:3: exit ${x#0.}: exit status 3 (x: 0.3, 0.1 with status 1)

=== an empty list fails with status 1
--- script
forany x hedge 1s in; echo never; end
echo $?
--- stdout
1

=== the order is random
--- script
firsts=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40; do
	forany x hedge 1h in a b; :; end
	firsts=$firsts$x
done
case $firsts in *a*b* | *b*a*) echo mixed ;; *) echo $firsts ;; esac
--- stdout
mixed

=== a readonly name makes no attempt
--- script
readonly x=1
forany x hedge 1s in a; echo never; end
echo $?
--- stdout
2
--- stderr
../script:2:1: x: is read only

=== a time limit of one alternative starts the next
--- script
forany x ordered hedge 1h timeout 1s in 20 0
	[ $x = 0 ] || sleep 20
end
echo "$? $x"
--- stdout
0 0

=== a deadline around ends all
--- script
try for 200ms
	forany x ordered hedge 10ms in 20 21 22; sleep $x; end
end
echo $?
--- stdout
124

=== a command that is not there loses its alternative
--- script
forany x ordered hedge 1h in nosuchcommand true; $x; end 2>/dev/null
echo "$? $x"
try 5 times every 0s
	echo try
	forany x hedge 1h in nosuchcommand nosuchother; $x; end 2>/dev/null
catch
	echo "$FTSH_REASON $FTSH_STATUS"
end
--- stdout
0 true
try
permanent 127

=== abort ends the block
--- script
forany x ordered hedge 1h in a b; echo $x; abort; end
echo $?
forany x ordered hedge 50ms in 20 a b
	case $x in 20) sleep 20 ;; esac
	abort 9
catch
	echo $FTSH_REASON $FTSH_STATUS
end
--- stdout
1
permanent 9

=== failure goes on with the next
--- script
forany x ordered hedge 1h in a b
	[ $x = b ] || failure 9
end
echo $? $x
--- stdout
0 b

=== exit, return, break and continue leave the block at once
--- script
f() { forany x ordered hedge 50ms in 20 a; if [ $x = a ]; then return 5; fi; sleep $x; end; echo never; }
f
echo $?
for i in 1 2; do
	forany x hedge 1h in a; break; end
	echo never
done
for i in 1 2; do
	forany x hedge 1h in a; continue; end
	echo never
done
echo $i
trap 'echo bye' EXIT
forany x hedge 1h in a; v=left; exit 3; end
echo never
--- stdout
5
2
bye
--- status 3

=== exec in an alternative leaves the shell with the command's status
--- script
forany x hedge 1h in a; exec sh -c 'exit 4'; end
echo never
--- status 4

=== EXIT traps of losers run
--- script
forany x ordered hedge 100ms in 20 fails 0.5
	trap "echo bye $x >>log" EXIT
	case $x in
	fails) false ;;
	esac
	sleep $x
	trap - EXIT
end
sort log
--- stdout
bye 20
bye fails

=== each alternative reads the input from the beginning
--- script
printf '%s\n' one two three >in
for i in 1 2; do
	forany x ordered hedge 50ms in slow fails cat
		read -r line
		case $x in
		slow) sleep 20 ;;
		fails) false ;;
		esac
		echo "$line"
		cat
	end <in
	printf '%s\n' p q r | forany x ordered hedge 50ms in slow fails cat
		read -r line
		case $x in
		slow) sleep 20 ;;
		fails) false ;;
		esac
		echo "$line"
		cat
	end
	forany x ordered hedge 50ms in slow fails cat
		read -r line
		case $x in
		slow) sleep 20 ;;
		fails) false ;;
		esac
		echo "$line"
		cat
	end <<-E
	here $i
	there
	E
done
--- stdout
one
two
three
p
q
r
here 1
there
one
two
three
p
q
r
here 2
there

=== input longer than memory
--- script
head -c 3000000 /dev/zero | tr '\0' x | forany x ordered hedge 50ms in 1 2
	if [ $x = 1 ]; then head -c 10 >/dev/null; sleep 20; fi
	wc -c
end
--- stdout
3000000

=== nobody reads
--- script
forany x ordered hedge 10ms in a b; yes; end | :
forany x ordered hedge 10ms streaming in a b; yes; end | head -1
echo end
--- stdout
y
end

=== in a subshell, a pipeline and another block
--- script
(forany x ordered hedge 20ms in 20 0; sleep $x; v=$x; end; echo "$v")
try 2 times every 0s
	forany x ordered hedge 20ms in 20 0; sleep $x; v=$x; end
	forany y ordered hedge 20ms in 20 0
		forany z ordered hedge 20ms in 20 1; if [ $z = 20 ]; then sleep 20; fi; end
		sleep $y
	end
	echo $v $y $z
	[ $FTSH_ATTEMPT = 2 ]
end
--- stdout
0
0 0 1
0 0 1

=== a bad duration
--- script
forany x hedge $nothing s in a; echo never; end
echo $?
--- stdout
2
--- stderr some
