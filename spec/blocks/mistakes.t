# What people write first, and what to write instead: one line for each mistake.

=== in the header of a try
--- script
for header in '3 attempts' '3 tries' '3 times, every 5 seconds' '3 times ls' '3 times {' '3 times then' '3 times delay 5s' \
	'5 minutes sleep 10' '3' 'every 5s 3' '3 times, every $D' "3 times permanent, '*x*'"; do
	printf 'try %s\nls\nend\n' "$header" >s
	"$SH" s 2>&1 | head -n 1 | sed 's/limit, every, .* ; or/limit, ..., ; or/'
done
--- stdout
s:1:7: syntax error: expected a unit of time (ms, s, m, h, d or w), found "attempts" ("try" opened at line 1): write try 3 times
s:1:7: syntax error: expected a unit of time (ms, s, m, h, d or w), found "tries" ("try" opened at line 1): write try 3 times
s:1:7: syntax error: expected a unit of time (ms, s, m, h, d or w), found "times," ("try" opened at line 1): write try 3 times every 5 seconds, without commas
s:1:13: syntax error: expected a limit, ..., ; or a newline, found "ls" ("try" opened at line 1): the body begins on the next line, or after ;
s:1:13: syntax error: expected a limit, ..., ; or a newline, found "{" ("try" opened at line 1): the body begins on the next line and ends with end, without { }
s:1:13: syntax error: expected a limit, ..., ; or a newline, found "then" ("try" opened at line 1): the body begins on the next line, without then
s:1:13: syntax error: expected a limit, ..., ; or a newline, found "delay" ("try" opened at line 1): write every 5s
s:1:15: syntax error: expected a limit, ..., ; or a newline, found "sleep" ("try" opened at line 1): write every 5s
s:1:6: syntax error: expected "times" (try 3 times), found newline ("try" opened at line 1)
s:1:15: syntax error: expected "times" (try every 5s 3 times), found newline ("try" opened at line 1)
s:1:7: syntax error: expected a unit of time (ms, s, m, h, d or w), found "times," ("try" opened at line 1): write times, without the comma
s:1:13: syntax error: expected a limit, ..., ; or a newline, found "permanent," ("try" opened at line 1): write permanent, without the comma

=== a misspelt clause
--- script
for header in 'try 3 times containd' 'try 3 times knwon' 'try 3 times scrach d' 'try 3 times timeout=5s' \
	'try 3 times --known' 'try throught x' "try 3 times permanent '*x*' or '*y*'" 'forall x keep-going in a b' \
	'forall x table=t in a b' 'forany x hegde 5s in a b' 'try 3 times touch x'; do
	printf '%s\nls\nend\n' "$header" >s
	"$SH" s 2>&1 | head -n 1 | sed 's/expected .*, found/expected ..., found/'
done
--- stdout
s:1:13: syntax error: expected ..., found "containd" ("try" opened at line 1): write contained
s:1:13: syntax error: expected ..., found "knwon" ("try" opened at line 1): write known
s:1:13: syntax error: expected ..., found "scrach" ("try" opened at line 1): write scratch
s:1:13: syntax error: expected ..., found "timeout=5s" ("try" opened at line 1): write timeout 5s
s:1:13: syntax error: expected ..., found "--known" ("try" opened at line 1): write known
s:1:5: syntax error: expected ..., found "throught" ("try" opened at line 1): write through
s:1:29: syntax error: expected ..., found "or" ("try" opened at line 1): write the patterns without or
s:1:10: syntax error: expected ..., found "keep-going" ("forall" opened at line 1): write keepgoing
s:1:10: syntax error: expected ..., found "table=t" ("forall" opened at line 1): write table t
s:1:10: syntax error: expected ..., found "hegde" ("forany" opened at line 1): write hedge
s:1:13: syntax error: expected ..., found "touch" ("try" opened at line 1): the body begins on the next line, or after ;

=== durations in words
--- script
for header in 'for an hour' 'for hour' 'one hour' 'for two hours' '3 times every minute' 'every day for 3 days' \
	'3 times or hour' '3 times timeout a minute' '3 times backoff from second to hour' '3 times grace ten s' \
	'for a while' '3 times every 5s minute'; do
	printf 'try %s\nls\nend\n' "$header" >s
	"$SH" s 2>&1 | head -n 1 | sed 's/expected .*, found/expected ..., found/'
done
echo 'forany h hedge second in a; ls; end' >s
"$SH" s 2>&1 | head -n 1
echo 'forall h timeout an hour in a; ls; end' >s
"$SH" s 2>&1 | head -n 1
--- stdout
s:1:9: syntax error: expected ..., found "an" ("try" opened at line 1): write for 1 hour
s:1:9: syntax error: expected ..., found "hour" ("try" opened at line 1): write for 1 hour
s:1:5: syntax error: expected ..., found "one" ("try" opened at line 1): write for 1 hour
s:1:9: syntax error: expected ..., found "two" ("try" opened at line 1): write for 2 hours
s:1:19: syntax error: expected ..., found "minute" ("try" opened at line 1): write every 1 minute
s:1:11: syntax error: expected ..., found "day" ("try" opened at line 1): write every 1 day
s:1:16: syntax error: expected ..., found "hour" ("try" opened at line 1): write or 1 hour
s:1:21: syntax error: expected ..., found "a" ("try" opened at line 1): write timeout 1 minute
s:1:26: syntax error: expected ..., found "second" ("try" opened at line 1): write from 1 second
s:1:19: syntax error: expected ..., found "ten" ("try" opened at line 1): write grace 10 s
s:1:9: syntax error: expected ..., found "a" ("try" opened at line 1)
s:1:22: syntax error: expected ..., found "minute" ("try" opened at line 1): the body begins on the next line, or after ;
s:1:16: syntax error: expected a duration such as 90s or 5 minutes, found "second" ("forany" opened at line 1): write hedge 1 second
s:1:18: syntax error: expected a duration such as 90s or 5 minutes, found "an" ("forall" opened at line 1): write timeout 1 hour

=== a count at a prompt
--- script
printf 'try 3\n' | PS1= "$SH" -i 2>&1 | sed -n 's/.*syntax/syntax/p'
--- stdout
syntax error: expected "times" (try 3 times), found newline ("try" opened at line 1)

=== parentheses
--- script
try (ls)
--- stderr
../script:1:6: syntax error: expected ")", found "ls" (a function "try" opened at line 1): write try; ...; end, without ( )
    try (ls)
         ^
--- status 2

=== do at the end of a list
--- script
forany h in a b do
	echo "$h"
end
--- stderr
../script:1:17: syntax error: expected ; or a newline: the body begins after it, without do, found "do" ("forany" opened at line 1): quote it if it is an alternative
    forany h in a b do
                    ^
--- status 2

=== a list of one word with commas
--- file n,1
--- file n,2
--- script
a=1 b=2
for list in a,b,c '$a,$b' '"$a",$b' 'a,b,' '{a,b}'; do
	printf 'forall h jobs 1 in %s\necho "$h"\nend\n' "$list" >s
	"$SH" s 2>&1 | head -n 1
done
forall h jobs 1 in 'a,b'; echo "$h"; end
forall h jobs 1 in a\,b; echo "$h"; end
forall h jobs 1 in n,*; echo "$h"; end
forall h jobs 1 in 1,2 3,4; echo "$h"; end
--- stdout
s:1:20: syntax error: expected alternatives with blanks between them, found "a,b,c" ("forall" opened at line 1): write a blank after each comma; quote it if it is one alternative
s:1:20: syntax error: expected alternatives with blanks between them, found "$a,$b" ("forall" opened at line 1): write a blank after each comma; quote it if it is one alternative
s:1:20: syntax error: expected alternatives with blanks between them, found "\"$a\",$b" ("forall" opened at line 1): write a blank after each comma; quote it if it is one alternative
s:1:20: syntax error: expected alternatives with blanks between them, found "a,b" ("forall" opened at line 1): write a blank after each comma; quote it if it is one alternative
s:1:20: syntax error: expected alternatives with blanks between them, found "{a,b}" ("forall" opened at line 1): braces are not expanded, write the words; quote it if it is one alternative
a,b
a,b
n,1
n,2
1,2
3,4

=== a pipe into a forall without in: neither words nor input
--- script
printf '%s\n' a b | forall name jobs 4
	echo "$name"
end
--- stderr
../script:1:39: syntax error: expected "in", found the end of the header ("forall" opened at line 1): a forall takes neither words nor input from a pipe: write forall name in $(cat)
    printf '%s\n' a b | forall name jobs 4
                                          ^
--- status 2

=== a pipe into a forall with in, into a list, and into a function
--- script
set -- z
f() { forall name; echo "f $name"; end; }
printf '%s\n' a b | forall name in $(cat); echo "$name"; end | sort
echo a | { forall name; echo "$name"; end; }
echo a | f x
--- stdout
a
b
z
f x

=== in the header of a forall
--- script
for header in 'h parallel 2 in a' 'h -j 2 in a' 'h -P4 in a' 'h max in a' 'jobs 2 h in a' 'timeout 5 s h in a' \
	'h { in a'; do
	printf 'forall %s\nls\nend\n' "$header" >s
	"$SH" s 2>&1 | head -n 1 | sed 's/expected .*, found/expected ..., found/'
done
--- stdout
s:1:10: syntax error: expected ..., found "parallel" ("forall" opened at line 1): write jobs 2
s:1:10: syntax error: expected ..., found "-j" ("forall" opened at line 1): write jobs 2
s:1:10: syntax error: expected ..., found "-P4" ("forall" opened at line 1): write jobs 4
s:1:10: syntax error: expected ..., found "max" ("forall" opened at line 1): write jobs N
s:1:13: syntax error: expected ..., found "2" ("forall" opened at line 1): the variable comes first: write forall NAME jobs 2
s:1:16: syntax error: expected ..., found "5" ("forall" opened at line 1): the variable comes first: write forall NAME timeout 5
s:1:10: syntax error: expected ..., found "{" ("forall" opened at line 1): the body begins on the next line and ends with end, without { }

=== for any and for all, in two words
--- script
for word in any all; do
	printf 'for %s h in a b\nls\nend\n' "$word" >s
	"$SH" s 2>&1 | head -n 1
done
for any in a; do echo "$any"; done
--- stdout
s:1:9: syntax error: expected "do", found "h" ("for" opened at line 1): write forany, in one word
s:1:9: syntax error: expected "do", found "h" ("for" opened at line 1): write forall, in one word
a

=== words of other languages, alone in the list of a block
--- script
for word in except rescue ensure; do
	printf 'try 3 times\nls\n%s\n:\nend\n' "$word" >s
	"$SH" s 2>&1 | head -n 1
done
except() { echo "a function"; }
try; if :; then except; fi; except x; end
--- stdout
s:3:1: syntax error: expected a command, "catch" or "end", found "except" ("try" opened at line 1): write catch
s:3:1: syntax error: expected a command, "catch" or "end", found "rescue" ("try" opened at line 1): write catch
s:3:1: syntax error: expected a command, "catch" or "end", found "ensure" ("try" opened at line 1): there is no ensure: write its commands after end
a function
a function

=== else in the place of catch, then after the header
--- script
"$SH" -c "try 3 times; ls; else; echo no; end" 2>&1 | sed 's/.*syntax/syntax/; q'
"$SH" -c "try 3 times; ls; catch; :; else; echo no; end" 2>&1 | sed 's/.*syntax/syntax/; q'
"$SH" -c "try 3 times; then ls; fi" 2>&1 | sed 's/.*syntax/syntax/; q'
--- stdout
syntax error: expected "check", "catch" or "end", found "else" ("try" opened at line 1): write catch for what to do when it has failed, and end
syntax error: expected "end", found "else" ("try" opened at line 1): a block ends with end
syntax error: expected a command: the body begins after the header, without then, found "then" ("try" opened at line 1)

=== do, then and { as alternatives
--- script
forall word jobs 1 in do, then, 'do' "{"; echo "$word"; end
forall word in a then; echo "$word"; end
--- stderr
../script:2:18: syntax error: expected ; or a newline: the body begins after it, without then, found "then" ("forall" opened at line 2): quote it if it is an alternative
    forall word in a then; echo "$word"; end
                     ^
--- status 2

=== finally
--- script
try 3 times
	make
finally
	rm lock
end
--- stderr
../script:3:1: syntax error: expected a command, "catch" or "end", found "finally" ("try" opened at line 1): there is no finally: write its commands after end
    finally
    ^
--- status 2

=== a command finally
--- script
finally() { echo "finally $*"; }
try 1 time
	finally x
	\finally
	if true; then finally; fi
end
finally
--- stdout
finally x
finally 
finally 
finally 

=== done and fi in the place of end
--- script
for word in done fi '}' esac; do
	"$SH" -c "try 3 times; ls; $word" 2>&1 | sed 's/.*syntax/syntax/; q'
done
"$SH" -c "forall x in a; ls; done" 2>&1 | sed 's/.*syntax/syntax/; q'
--- stdout
syntax error: expected "check", "catch" or "end", found "done" ("try" opened at line 1): a block ends with end
syntax error: expected "check", "catch" or "end", found "fi" ("try" opened at line 1): a block ends with end
syntax error: expected "check", "catch" or "end", found "}" ("try" opened at line 1): a block ends with end
syntax error: expected "check", "catch" or "end", found "esac" ("try" opened at line 1): a block ends with end
syntax error: expected "catch" or "end", found "done" ("forall" opened at line 1): a block ends with end

=== a bad value in a header is reported once
--- script
N=x
try $N times
	echo never
end
echo $?
--- stdout
2
--- stderr
../script:2:1: expected a whole number greater than zero, found "x"

=== a log file has its record all the same
env: FTSH_LOG_FILE=log
--- script
N=x
try $N times; echo never; end
sed -E 's/^[0-9-]{10} [0-9:.]{12} \[[0-9]+\] //; s/ in [0-9.]+ [a-z]+$/ in T/' log
--- stdout
../script:2 try failed (usage) with status 2 after 0 attempts in T
    ../script:2:1: expected a whole number greater than zero, found "x"
--- stderr
../script:2:1: expected a whole number greater than zero, found "x"

=== break and continue without a loop around are refused in a block
--- script
t() { "$SH" -c "echo runs; $1" script 2>&1 | head -1; }
t 'try 3 times; false || continue; end'
t 'forany x in a b; break; end'
t 'for i in 1; do f() { try; break; end; }; done'
t 'try; f() { continue; }; f; end'
t 'f() { try; if :; then break 2; fi; end; }'
t 'eval "try; continue; end"'
--- stdout
script:1:34: syntax error: expected a command, found "continue" ("try" opened at line 1): there is no loop around it, and a block is not a loop: leave it out, or write failure, which fails the attempt
script:1:29: syntax error: expected a command, found "break" ("forany" opened at line 1): there is no loop around it, and a block is not a loop: a block ends by itself when its list succeeds, and abort gives up
script:1:38: syntax error: expected a command, found "break" ("try" opened at line 1): there is no loop around it, and a block is not a loop: a block ends by itself when its list succeeds, and abort gives up
script:1:23: syntax error: expected a command, found "continue" ("{" opened at line 1): there is no loop around it, and a block is not a loop: leave it out, or write failure, which fails the attempt
script:1:34: syntax error: expected a command, found "break" ("if" opened at line 1): there is no loop around it, and a block is not a loop: a block ends by itself when its list succeeds, and abort gives up
runs

=== break and continue with a loop around leave it, also from text of eval and from a file
--- file lib
try
	continue
end
echo never
--- script
for i in 1 2; do try; continue; end; echo never; done
while :; do try; break; end; echo never; done
while try; break; end; do echo never; done
for i in 1 2; do eval 'try; continue; end; echo never'; done
for i in 1 2; do . ./lib; done
try; for x in a; do break; echo never; done; end
break
continue
echo end
--- stdout
end

=== break and continue that are seen too late fail the list
env: FTSH_LOG_LEVEL=0
--- script
f() { break; echo f; }
f
try; f; end; echo $?
try; eval 'break; :'; end; echo $?
for i in 1; do try; (false || continue); end; echo $?; done
c=continue
try; $c; echo never; end; echo $?
trap 'break; echo trap' USR1
try; kill -USR1 $$; :; end; echo $?
--- stdout
f
2
2
2
2
trap
0
--- stderr
../script:1:7: break: there is no loop around it, and a block is not a loop: a block ends by itself when its list succeeds, and abort gives up
../script:4:1: break: there is no loop around it, and a block is not a loop: a block ends by itself when its list succeeds, and abort gives up
../script:5:31: continue: there is no loop around it, and a block is not a loop: leave it out, or write failure, which fails the attempt
../script:7:6: continue: there is no loop around it, and a block is not a loop: leave it out, or write failure, which fails the attempt

=== == in a test of a block is refused
--- script
t() { "$SH" -c "echo runs; $1" script 2>&1 | head -1; }
t 'try 3 times; [ "$x" == b ]; end'
t 'try; if test ! a == b; then :; fi; end'
t 'f() { forall x in a; [ a = b -o c == d ]; end; }'
--- stdout
script:1:32: syntax error: expected "=", found "==" ("try" opened at line 1): write =
script:1:29: syntax error: expected "=", found "==" ("if" opened at line 1): write =
script:1:46: syntax error: expected "=", found "==" ("forall" opened at line 1): write =

=== == as an operand is fine, and outside of blocks an error of the test
--- script
try
	[ == = == ] && [ -n == ] && [ == ] && [ x != "==" ] && test ! == = x && test -n x -a == = ==
	echo fine
end
[ a == b ]
echo $?
--- stdout
fine
2
--- stderr
../script:5:1: [: expected a binary operator, found "==": write =
