# Headers of blocks with a fault, in scripts of the dialect, which are read command by command.

=== the body of a faulty header does not run
--- file one
#!/bin/bash
try timeout 1
    echo body
end
echo after
--- file two
#!/bin/bash
f() {
    try except 1 x
        echo body
    end
}
f
echo after
--- file three
#!/bin/bash
try() { echo "mine: $*"; }
try timeout 1
echo after
--- script
"$SH" one
echo "status $?"
"$SH" two
echo "status $?"
"$SH" three
--- stdout
status 2
status 2
mine: timeout 1
after
--- stderr
one:2:14: syntax error: expected a unit of time (ms, s, m, h, d or w), found newline ("try" opened at line 2)
    try timeout 1
                 ^
two:3:18: syntax error: expected a limit, every, timeout, backoff, on, except, known, permanent, transient, streaming, grace, signal, through, journal, contained, scratch, ; or a newline, found "x" ("try" opened at line 3): write try 1 times
        try except 1 x
                     ^

=== catch takes no name, and no braces
--- script
for rest in 'err' '(e)' '{'; do
    eval "try 1 time
        false
    catch $rest
        echo no
    end"
done
--- stderr some
--- status 2
