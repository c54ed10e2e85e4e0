# Loops and ifs of sh that end closes, and blocks in braces: the error is at the construct and says what to write.

=== a for
--- script
echo before
for i in a b; do
    echo $i
end
echo behind
--- stderr
../script:2:1: syntax error: expected "done", found end of file ("for" opened at line 2): write for NAME in WORDS; do COMMANDS; done: end closes only try, forany and forall (for a script of the original ftsh: docs/from-original.md)
    for i in a b; do
    ^
--- status 2

=== a for without do
--- script
for i in a b; echo $i; end
--- stderr
../script:1:15: syntax error: expected "do", found "echo" ("for" opened at line 1): write for NAME in WORDS; do COMMANDS; done: end closes only try, forany and forall (for a script of the original ftsh: docs/from-original.md)
    for i in a b; echo $i; end
                  ^
--- status 2

=== a while, in a block
--- script
try 3 times
    while true
        echo a
    end
end
--- stderr
../script:2:5: syntax error: expected "do", found end of file ("while" opened at line 2): write while COMMAND; do COMMANDS; done: end closes only try, forany and forall (for a script of the original ftsh: docs/from-original.md)
        while true
        ^
--- status 2

=== an until, in a function
--- script
f() {
    until true; do
        try; echo a; end
    end
}
--- stderr
../script:2:5: syntax error: expected "done", found "}" ("until" opened at line 2): write until COMMAND; do COMMANDS; done: end closes only try, forany and forall (for a script of the original ftsh: docs/from-original.md)
        until true; do
        ^
--- status 2

=== an if
--- script
if true; then
    echo a
end
--- stderr
../script:1:1: syntax error: expected "elif", "else" or "fi", found end of file ("if" opened at line 1): write if COMMAND; then COMMANDS; fi: end closes only try, forany and forall (for a script of the original ftsh: docs/from-original.md)
    if true; then
    ^
--- status 2

=== an end right after do
--- script
while true; do end
--- stderr
../script:1:1: syntax error: expected "done", found end of file ("while" opened at line 1): write while COMMAND; do COMMANDS; done: end closes only try, forany and forall (for a script of the original ftsh: docs/from-original.md)
    while true; do end
    ^
--- status 2

=== an end right after else, with a block before it
--- script
if true; then
    try; echo a; end
else end
echo b
--- stderr
../script:1:1: syntax error: expected "fi", found end of file ("if" opened at line 1): write if COMMAND; then COMMANDS; fi: end closes only try, forany and forall (for a script of the original ftsh: docs/from-original.md)
    if true; then
    ^
--- status 2

=== where end closes a block the loop is what is open
--- script
for i in a b; do
    try; echo a; end
--- stderr
../script:3:1: syntax error: expected "done", found end of file ("for" opened at line 1)
--- status 2

=== a try in braces
--- script
try { false; } 3 times
--- stderr
../script:1:14: syntax error: expected a command, found "}": write try 3 times; COMMANDS; end: the limits come first, without { }
    try { false; } 3 times
                 ^
--- status 2
