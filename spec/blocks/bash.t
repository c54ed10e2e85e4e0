# docs/language.md, section 2: no script of sh contains a block. So what sh reads in one, and bash reads
# otherwise, is a syntax error there. Outside blocks POSIX holds.

=== both outputs to a file, in a body
--- script
try for 1 minute; curl -sf "$u" &>/dev/null; end && echo ok
--- stderr
../script:1:33: syntax error: expected > and 2>&1, found "&>" ("try" opened at line 1): write >/dev/null 2>&1
    try for 1 minute; curl -sf "$u" &>/dev/null; end && echo ok
                                    ^
--- status 2

=== both outputs appended to a file
--- script
echo never
forall h in a b
	if ping "$h"; then
		ssh "$h" uptime &>> "log of $h"
	fi
end
--- stderr
../script:4:19: syntax error: expected >> and 2>&1, found "&>>" ("if" opened at line 3): write >>"log of $h" 2>&1
    		ssh "$h" uptime &>> "log of $h"
    		                ^
--- status 2

=== both outputs of the block itself
--- script
try 1 time; echo in; end &>log
--- stderr
../script:1:26: syntax error: expected > and 2>&1, found "&>" ("try" opened at line 1): write >log 2>&1
    try 1 time; echo in; end &>log
                             ^
--- status 2

=== both outputs in a header
--- script
try 1 time &>log
	echo in
end
--- stderr
../script:1:12: syntax error: expected > and 2>&1, found "&>" ("try" opened at line 1): write >log 2>&1 after end
    try 1 time &>log
               ^
--- status 2

=== both outputs to a pipe
--- script
try 1 time
	make |& tee log
end
--- stderr
../script:2:8: syntax error: expected a command, found "&" ("try" opened at line 1): there is no |&: write 2>&1 |
    	make |& tee log
    	      ^
--- status 2

=== [[ in a body
--- script
forany x in a b
	if [[ $x < c ]]; then echo "$x"; fi
end
--- stderr
../script:2:5: syntax error: expected a command, found "[[" ("if" opened at line 2): bash's [[: write [ ... ] with expansions in quotes, and case for patterns
    	if [[ $x < c ]]; then echo "$x"; fi
    	   ^
--- status 2

=== (( in a body
--- script
n=$1
try $n times
	((i > 3))
end
--- stderr
../script:3:2: syntax error: expected a command, found "((" ("try" opened at line 2): bash's (( )): write [ $((...)) -ne 0 ], or x=$((...)), and ( ( for a subshell in a subshell
    	((i > 3))
    	^
--- status 2

=== in the lists of sense, check and catch
--- script
for list in sense check catch; do
	for cmd in 'true &>f' '[[ a ]]' '((1))'; do
		printf '%s\n' "try for 1 hour" true $list "$cmd" end >s
		"$SH" s 2>&1 | head -n 1
	done
done
--- stdout
s:4:6: syntax error: expected > and 2>&1, found "&>" ("try" opened at line 1): write >f 2>&1
s:4:1: syntax error: expected a command, found "[[" ("try" opened at line 1): bash's [[: write [ ... ] with expansions in quotes, and case for patterns
s:4:1: syntax error: expected a command, found "((" ("try" opened at line 1): bash's (( )): write [ $((...)) -ne 0 ], or x=$((...)), and ( ( for a subshell in a subshell
s:4:6: syntax error: expected > and 2>&1, found "&>" ("try" opened at line 1): write >f 2>&1
s:4:1: syntax error: expected a command, found "[[" ("try" opened at line 1): bash's [[: write [ ... ] with expansions in quotes, and case for patterns
s:4:1: syntax error: expected a command, found "((" ("try" opened at line 1): bash's (( )): write [ $((...)) -ne 0 ], or x=$((...)), and ( ( for a subshell in a subshell
s:4:6: syntax error: expected > and 2>&1, found "&>" ("try" opened at line 1): write >f 2>&1
s:4:1: syntax error: expected a command, found "[[" ("try" opened at line 1): bash's [[: write [ ... ] with expansions in quotes, and case for patterns
s:4:1: syntax error: expected a command, found "((" ("try" opened at line 1): bash's (( )): write [ $((...)) -ne 0 ], or x=$((...)), and ( ( for a subshell in a subshell

=== in a substitution, a function and a loop in the block
--- script
for cmd in 'x=$(ls &>f)' 'f() { ls &>f; }' 'while [[ a ]]; do :; done' '! ((1))'; do
	"$SH" -c "try 1 time; $cmd; end; echo never" 2>&1 | sed 's/^[^:]*://; s/ (.*//; q'
done
--- stdout
1:20: syntax error: expected > and 2>&1, found "&>"
1:22: syntax error: expected > and 2>&1, found "&>"
1:19: syntax error: expected a command, found "[["
1:15: syntax error: expected a command, found "(("

=== what sh has stays: & before >, a subshell in a subshell, the words as arguments
--- script
try 1 time
	true & >f
	wait $!
	( (echo nested) )
	echo '&>' "[[" [[ $((1 + 1))
	case '((' in '((') echo case ;; esac
end
--- stdout
nested
&> [[ [[ 2
case

=== outside blocks POSIX holds
--- script
try 1 time; true; end
((echo nested))
echo a &>f
wait
[[ a ]]
--- stdout
nested
a
--- stderr
../script:5:1: [[: not found: bash's [[: write [ ... ] with expansions in quotes, and case for patterns
--- status 127
