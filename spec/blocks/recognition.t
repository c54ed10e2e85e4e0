# docs/language.md, section 2: where the words of the blocks are reserved, and where not.
env: FTSH_LOG_LEVEL=0

=== try with a literal count opens a block
--- script
try 1 time
	echo in
end
try 2 times; echo in; end
--- stdout
in
in

=== try with a literal compact duration opens a block
--- script
try 1h30m; echo a; end
try 1h 30m; echo b; end
try 1.5h; echo c; end
try 90s; echo d; end
try 250ms; echo e; end
--- stdout
a
b
c
d
e

=== try for and try forever open a block
--- script
try for 1 hour 30 minutes; echo a; end
try forever; echo b; end
try for forever; echo c; end
--- stdout
a
b
c

=== all units of time
--- script
try for 1 ms 1 millisecond 2 milliseconds 1 s 1 sec 2 secs 1 second 2 seconds; echo a; end
try for 1 m 1 min 2 mins 1 minute 2 minutes 1 h 1 hr 2 hrs 1 hour 2 hours; echo b; end
try for 1 d 1 day 2 days 1 w 1 week 2 weeks; echo c; end
try for 1.5 hours; echo d; end
--- stdout
a
b
c
d

=== a count and a duration, in either order
--- script
try 5 times or 1 hour; echo a; end
try for 1 hour or 5 times; echo b; end
try for 5 times or 1h; echo c; end
--- stdout
a
b
c

=== try alone opens a block if an end closes it
--- script
try
	echo one
end
try; echo two; end
--- stdout
one
two

=== try with an expansion opens a block if an end closes it
--- script
N=2 D='5 minutes'
try $N times; echo "$FTSH_ATTEMPT"; false; end
try for $D; echo d; end
try "$N" times or ${D}; echo e; end
--- stdout
1
2
d
e

=== try with a clause alone opens a block if an end closes it
--- script
try timeout 5 s; echo a; end
--- stdout
a

=== without an end, try is a command
--- script
try() { echo "mine: [$*]"; }
try make install
try timeout 5 curl
try ar d lib.a x.o
try "$1"
try $N times
try
--- stdout
mine: [make install]
mine: [timeout 5 curl]
mine: [ar d lib.a x.o]
mine: []
mine: [times]
mine: []

=== without an end, try is not found as a command either
--- script
try
--- stderr
../script:1:1: try: not found: no block opens here; after try comes a limit: try 3 times
--- status 127

=== an end in another list closes nothing
--- script
try() { echo "mine: [$*]"; }
end() { echo "end: [$*]"; }
try $1
{ end; }
( end )
--- stdout
mine: []
end: []
end: []

=== where text is parsed command by command a function try wins
run: stdin
--- script
try() { echo "mine: [$*]"; }
end() { echo "end"; }
try
end
try 1 time
	echo block
end
--- stdout
mine: []
end
block

=== forany and forall with in open a block
--- script
forany x in a; echo "$x"; end
forall x in a; echo "$x"; end
forany x ordered timeout 5 s in a b; echo "$x"; end
--- stdout
a
a
a

=== forany and forall without in take the positional parameters
args: p q
--- script
forany x ordered
	echo "$x"
	false
end
forall x jobs 1; echo "$x"; end
--- stdout
p
q
p
q

=== forany and forall without in and without end are commands
--- script
forany() { echo "forany: [$*]"; }
forall() { echo "forall: [$*]"; }
forany x
forall x jobs 3
forany
--- stdout
forany: [x]
forall: [x jobs 3]
forany: []

=== without a name they are commands
--- script
forany 1x in a
--- stderr
../script:1:1: forany: not found: no block opens here; write forany NAME in WORD...
--- status 127

=== the list of a forany without in may hold one word
--- script
set -- p
forany x
	echo "$x"
end
--- stdout
p

=== quoted words are not reserved
--- script
try() { echo "fn: [$*]"; }
end() { echo "end: [$*]"; }
'try' 1 time
\try 1 time
"end"
t\ry 1 time
--- stdout
fn: [1 time]
fn: [1 time]
end: []
fn: [1 time]

=== words are reserved only at the start of a command
--- script
echo try forany forall catch check end
x=try; echo $x
for try in end catch; do echo "$try"; done
case end in end) echo matched ;; esac
--- stdout
try forany forall catch check end
try
end
catch
matched

=== outside a block catch, check and end are ordinary words
--- script
catch() { echo "catch: [$*]"; }
check() { echo "check: [$*]"; }
end() { echo "end: [$*]"; }
catch 1
check 2
end 3
--- stdout
catch: [1]
check: [2]
end: [3]

=== a quoted check calls a command of that name
--- script
check() { echo "my check"; }
try 1 time
	\check
end
--- stdout
my check

=== inside lists of other commands in the block the words belong to nothing
--- script
check() { echo "my check"; }
try 1 time
	if true; then check; fi
	{ check; }
end
--- stdout
my check
my check

=== a comma that ends a word of the list separates
--- script
y=Y
forall w jobs 1 in X, "$y", Z
	echo "<$w>"
end
forall w jobs 1 in a,b, c',' d\, e,,
	echo "<$w>"
end
--- stdout
<X>
<Y>
<Z>
<a,b>
<c,>
<d,>
<e,>

=== a comma alone is no alternative
--- script
forall w jobs 1 in a , b
	echo "<$w>"
end
--- stdout
<a>
<b>

=== the list is split and globbed as in for
--- file f1
--- file f2
--- script
l='a b'
forall w jobs 1 in $l f* "$l"
	echo "<$w>"
end
--- stdout
<a>
<b>
<f1>
<f2>
<a b>

=== expansions in a header are neither split nor globbed
--- file 2
--- script
N='?'
try $N times; echo never; end
echo $?
N='2 times'
try $N; echo never; end
echo $?
--- stdout
2
2
--- stderr some

=== an expansion stands for a whole duration
--- script
D='1 hour 30 minutes'
try 2 times every 0s timeout $D; echo "$FTSH_ATTEMPT"; false; end
M=5
try for $M minutes; echo m; end
try for ${M}m; echo n; end
--- stdout
1
2
m
n

=== a comment may follow the header
--- script
try 1 time # the header
	echo a
catch # otherwise
	echo b
end # over
forany x in a b # the list
	echo "$x" >/dev/null
end
forall x in a # the list
	echo "$x"
end
--- stdout
a
a

=== the blocks compose with everything
--- script
try 1 time; echo to the pipe; end | cat
echo in | try 1 time; cat; end
try 1 time; false; end || echo or
try 1 time; true; end && echo and
! try 1 time; false; end && echo not
if try 1 time; true; end; then echo if; fi
if try 1 time; false; end; then :; else echo else; fi
n=0
while try 1 time; [ $n -lt 2 ]; end; do n=$((n + 1)); echo "while $n"; done
until try 1 time; [ $n -gt 2 ]; end; do n=$((n + 1)); echo "until $n"; done
f() try 1 time; echo "function"; end
f
case x in x) try 1 time; echo case; end ;; esac
(try 1 time; echo subshell; end)
{ try 1 time; echo group; end; }
echo "$(try 1 time; echo substitution; end)"
echo "`try 1 time; echo backquotes; end`"
try 1 time; echo file; end >out
cat out
try 1 time; echo job; end &
wait
for i in 1; do try 1 time; echo for; end; done
try 1 time; cat; end <<E
here
E
try 1 time
	try 1 time; echo nested; end
end
--- stdout
to the pipe
in
or
and
not
if
else
while 1
while 2
until 3
function
case
subshell
group
substitution
backquotes
file
job
for
here
nested

=== an and-or list may end in a head
--- script
true && try 1 time
	echo and
end
false || forall x in a
	echo "or $x"
end
--- stdout
and
or a

=== time times a whole block
--- script
time try 1 time
	echo timed
end 2>/dev/null
--- stdout
timed
--- stderr any

=== under the name sh no word is recognised
--- script
ln -s "$SH" sh
./sh -c 'try() { echo "fn: [$*]"; }
end() { echo end; }
try 1 time
end
forany() { echo "forany: [$*]"; }
forany x in a'
--- stdout
fn: [1 time]
end
forany: [x in a]

=== under set -o posix no word is recognised
flags: -o posix
--- script
try() { echo "fn: [$*]"; }
end() { echo end; }
try 1 time
end
--- stdout
fn: [1 time]
end

=== set -o posix counts from the next command on
--- script
set -o posix
try() { echo "fn: [$*]"; }
end() { echo end; }
try 1 time
end
--- stdout
fn: [1 time]
end

=== a value that is wrong at run time fails the block without an attempt
--- script
N=0
try $N times
	echo never
catch
	echo "$FTSH_STATUS $FTSH_REASON $?"
	failure
end
echo $?
D='5 parsecs'
try for $D; echo never; end
echo $?
D=0s
try 2 times timeout $D; echo never; end
echo $?
J=x
forall w jobs $J in a; echo never; end
echo $?
forany w timeout $D in a; echo never; end
echo $?
P=nosuch
try 2 times backoff $P; echo never; end
echo $?
--- stdout
2 usage 2
2
2
2
2
2
2
--- stderr
../script:2:1: expected a whole number greater than zero, found "0"
../script:10:1: expected a unit of time (ms, s, m, h, d or w), found "parsecs"
../script:13:1: expected a duration greater than zero, found 0
../script:16:1: expected a whole number greater than zero, found "x"
../script:18:1: expected a duration greater than zero, found 0
../script:21:1: expected a backoff policy (ftsh, thain, ethernet, gauss, google-http, google-drive, aws-simpledb, aws-api, full, equal, decorrelated, fixed, linear or fibonacci), from, to, factor or jitter, found "nosuch"

=== nothing runs before the whole script is known to be right
--- script
echo never
try for 5 parsecs
	:
end
--- stderr some
--- status 2

=== an error after a top-level exit is not looked at
--- script
echo before
exit 3
try for 5 parsecs
--- stdout
before
--- status 3

=== standard input is parsed command by command
run: stdin
--- script
echo before
try for 5 parsecs
--- stdout
before
--- stderr some
--- status 2

=== a count without times says what to write
--- script
echo never
try 3
	:
end
--- status 2
--- stderr
../script:2:6: syntax error: expected "times" (try 3 times), found newline ("try" opened at line 2)
    try 3
         ^

=== also before a clause
--- script
try 3 every 5 s; :; end
--- status 2
--- stderr
../script:1:7: syntax error: expected "times" (try 3 times), found "every" ("try" opened at line 1)
    try 3 every 5 s; :; end
          ^

=== a count that no end follows says the same
--- script
try 3
:
--- status 2
--- stderr
../script:1:6: syntax error: expected "times" (try 3 times), found newline ("try" opened at line 1)
    try 3
         ^

=== so it is where a function try exists
--- script
try() { :; }
try 3
:
end
--- status 2
--- stderr
../script:2:6: syntax error: expected "times" (try 3 times), found newline ("try" opened at line 2)
    try 3
         ^

=== up to says what to write
--- script
echo never
try up to 3 times every 5 s
	:
end
--- status 2
--- stderr
../script:2:5: syntax error: expected a limit (try 3 times every 5 s), found "up"
    try up to 3 times every 5 s
        ^

=== up to in a block inside
--- script
try up to 3 times
	try up to 5 minutes
		:
	end
end
--- status 2
--- stderr
../script:1:5: syntax error: expected a limit (try 3 times), found "up"
    try up to 3 times
        ^

=== a count without times, with others inside
--- script
try 3
	try 2
		try up to 5 minutes; :; end
	end
end
--- status 2
--- stderr
../script:1:6: syntax error: expected "times" (try 3 times), found newline ("try" opened at line 1)
    try 3
         ^

=== up to without an end, or with a function try, is a command like any
--- script
(try up to 3 times; echo here)
try() { echo "$@"; }
end() { echo end; }
try up to 3 times
end
--- stdout
here
up to 3 times
end
--- stderr
../script:1:2: try: not found: no block opens here; after try comes a limit: try 3 times

=== do behind a header
--- script
try 3 times
do
	:
done
--- status 2
--- stderr
../script:2:1: syntax error: expected a command: the body begins after the header, without do, found "do" ("try" opened at line 1)
    do
    ^

=== do behind a header, on its line
--- script
forall x in a b; do echo $x; done
--- status 2
--- stderr
../script:1:18: syntax error: expected a command: the body begins after the header, without do, found "do" ("forall" opened at line 1)
    forall x in a b; do echo $x; done
                     ^

=== do in a header
--- script
try 3 times do
	:
done
--- status 2
--- stderr
../script:1:13: syntax error: expected ; or a newline: the body begins after it, without do, found "do" ("try" opened at line 1)
    try 3 times do
                ^
