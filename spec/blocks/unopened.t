# docs/language.md, section 2: a word that opens no block, though end or catch is a command later in its list,
# refuses the script before anything of it runs, unless it is a command.

=== a word that is no limit
--- script
echo never
try max 5 times
	echo never
catch
	echo rolled back
end
--- stderr
../script:2:5: syntax error: expected a limit, found "max" ("try" opened at line 2): after try comes a limit: try 3 times
    try max 5 times
        ^
--- status 2

=== no limit at all
--- script
echo never
try 3x
	echo never
end
--- stderr
../script:2:5: syntax error: expected a limit, found "3x" ("try" opened at line 2): after try comes a limit: try 3 times
    try 3x
        ^
--- status 2

=== a clause that is wrong
--- script
try timeout 5 parsecs 3 times
	echo never
end
--- stderr
../script:1:15: syntax error: expected a unit of time (ms, s, m, h, d or w), found "parsecs" ("try" opened at line 1)
    try timeout 5 parsecs 3 times
                  ^
--- status 2

=== no end
--- script
echo never
try timeout 5 minutes
	echo never
catch
	echo rolled back
--- stderr
../script:2:1: syntax error: expected "end" for this try, found end of file: no end closes this try
    try timeout 5 minutes
    ^
--- status 2

=== no end in the body of a function
--- script
deploy() {
	forany host
		echo never
	catch
		echo never
}
deploy
--- stderr
../script:2:2: syntax error: expected "end" for this forany, found "}": no end closes this forany
    	forany host
    	^
--- status 2

=== a forall that has no in
--- script
forall a b c
	echo never
end
--- stderr
../script:1:10: syntax error: expected jobs, timeout, keepgoing, grouped, tagged, via, grace, signal, journal, contained, scratch, table, in, ; or a newline, found "b" ("forall" opened at line 1): write forall NAME in WORD...
    forall a b c
             ^
--- status 2

=== in a substitution, a pipeline, an and-or list, with a redirection
--- script
for text in 'echo "$(try 3x; echo never; end)"' 'echo a | { try 3x; echo never; end; }' 'try 3x; echo never; end && echo ok' \
	'true && try 3x; echo never; end >f | cat' 'if true; then try 3x; echo never; end; fi'; do
	"$SH" -c "$text" 2>&1 | sed 's/.*syntax/syntax/; q'
done
--- stdout
syntax error: expected a limit, found "3x" ("try" opened at line 1): after try comes a limit: try 3 times
syntax error: expected a limit, found "3x" ("try" opened at line 1): after try comes a limit: try 3 times
syntax error: expected a limit, found "3x" ("try" opened at line 1): after try comes a limit: try 3 times
syntax error: expected a limit, found "3x" ("try" opened at line 1): after try comes a limit: try 3 times
syntax error: expected a limit, found "3x" ("try" opened at line 1): after try comes a limit: try 3 times

=== the text of -c
run: -c
--- script
echo never; try 3x; echo never; end
--- stderr
ftsh:1:17: syntax error: expected a limit, found "3x" ("try" opened at line 1): after try comes a limit: try 3 times
    echo never; try 3x; echo never; end
                    ^
--- status 2

=== the text of eval
--- script
eval 'echo never
try 3x; echo never; end'
echo never
--- stderr
../script:2:5: syntax error: expected a limit, found "3x" ("try" opened at line 2): after try comes a limit: try 3 times
    try 3x; echo never; end
        ^
--- status 2

=== a sourced file
--- file lib
echo never
try 3x; echo never; end
--- script
echo first
. ./lib
echo never
--- stdout
first
--- stderr
./lib:2:5: syntax error: expected a limit, found "3x" ("try" opened at line 2): after try comes a limit: try 3 times
    try 3x; echo never; end
        ^
--- status 2

=== the text of a trap
--- script
trap 'echo never; try 3x; echo never; end' EXIT
echo first
--- stdout
first
--- stderr
../script:2:17: syntax error: expected a limit, found "3x" ("try" opened at line 2): after try comes a limit: try 3 times
    echo never; try 3x; echo never; end
                    ^
--- status 2

=== standard input is read command by command: at the end at the latest
run: stdin
--- script
try 3x
echo first
end
echo never
--- stdout
first
--- stderr
ftsh:1:1: try: not found: no block opens here; after try comes a limit: try 3 times
ftsh:1:5: syntax error: expected a limit, found "3x" ("try" opened at line 1): after try comes a limit: try 3 times
    try 3x
        ^
--- status 2

=== a prompt refuses the line
--- script
printf '%s\n' 'try 3x; echo never; end' 'echo next' | PS1=: "$SH" -i 2>&1 | sed 's/.*syntax/syntax/'
echo
--- stdout
syntax error: expected a limit, found "3x" ("try" opened at line 1): after try comes a limit: try 3 times
    try 3x; echo never; end
        ^
:next
:

=== -n and --explain say the same
--- script
printf '%s\n' 'echo a' 'try 3x' 'echo b' 'end' >s
"$SH" -n s; echo $?
"$SH" --explain s; echo $?
--- stdout
2
2
--- stderr
s:2:5: syntax error: expected a limit, found "3x" ("try" opened at line 2): after try comes a limit: try 3 times
    try 3x
        ^
s:2:5: syntax error: expected a limit, found "3x" ("try" opened at line 2): after try comes a limit: try 3 times
    try 3x
        ^

=== a function of the name, wherever it is defined
--- script
main() {
	try x; echo in; end
}
setup() { try() { echo "try $*"; }; end() { echo end; }; }
setup
main
--- stdout
try x
in
end

=== an alias of the name
--- script
alias try='echo aliased' end=:
try 3x; echo in; end
--- stdout
aliased 3x
in

=== a program of the name
--- program try
#!/bin/sh
echo "program $*"
--- program end
#!/bin/sh
echo end
--- script
PATH=$PWD:$PATH "$SH" -c 'try x; echo in; end'
PATH=$PWD:$PATH
try x
end
--- stdout
program x
in
end
program x
end

=== what may define it while the script runs counts once the command is reached
--- file lib
try() { echo "try $*"; }
end() { echo end; }
--- script
. ./lib
try x
echo in
end
--- stdout
try x
in
end

=== so does eval that defined nothing
--- script
eval 'x=1'
f() { try 3x; echo never; end; }
echo first
f
echo never
--- stdout
first
--- stderr
../script:2:11: syntax error: expected a limit, found "3x" ("try" opened at line 2): after try comes a limit: try 3 times
    f() { try 3x; echo never; end; }
              ^
--- status 2

=== a script that asks whether there is one
--- script
if command -v try >/dev/null; then
	try x
	end
else
	echo none
fi
--- stdout
none

=== without end and catch it is a command like any
--- script
try 3x
(forall x y) && echo end
--- stderr
../script:1:1: try: not found: no block opens here; after try comes a limit: try 3 times
../script:2:2: forall: not found: no block opens here; write forall NAME in WORD...
--- status 127

=== under set -o posix and the name sh it is, too
--- script
ln -s "$SH" sh
./sh -c 'try 3x; echo in; end' 2>&1 | sed 's/^[^:]*://'
"$SH" -o posix -c 'try 3x; echo in; end' 2>&1 | sed 's/^[^:]*://'
--- stdout
1:1: try: not found
in
1:18: end: not found
1:1: try: not found
in
1:18: end: not found

=== what to write instead of a clause of another block
--- script
for script in 'forany h for 1 hour in a b; :; end' 'forall h 3 times in a b; :; end' \
	'forall h joblog t in a b; :; end' 'forall h journal in a b; :; end' 'try scratch file; :; end' 'contained; :'; do
	"$SH" -c "$script" 2>&1 | sed 's/expected .*found/found/; s/^[^ ]*://' | head -n 1
done
--- stdout
 syntax error: found "for" ("forany" opened at line 1): a limit is for a try around it, or in the body
 syntax error: found "3" ("forall" opened at line 1): a limit is for a try around it, or in the body
 syntax error: found "joblog" ("forall" opened at line 1): write forall NAME in WORD...
 syntax error: found "in" ("forall" opened at line 1)
 syntax error: found ";" ("try" opened at line 1)
 contained: not found: it stands in the header of a block: write try contained, and the command on the next line
