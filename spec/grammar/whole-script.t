# A script is parsed whole before anything of it runs, with exceptions.

=== an error in the last line stops the first
--- script
echo never
if true; then
echo a
--- stderr
../script:4:1: syntax error: expected "elif", "else" or "fi", found end of file ("if" opened at line 2)
--- status 2

=== the same in a string
run: -c
--- script
echo never; fi
--- stderr
ftsh:1:13: syntax error: expected a command, found "fi"
    echo never; fi
                ^
--- status 2

=== a block that is certainly wrong stops the first line too
--- script
echo never
try for 5 parsecs
    true
end
--- stderr
../script:2:11: syntax error: expected a unit of time (ms, s, m, h, d or w), found "parsecs" ("try" opened at line 2)
    try for 5 parsecs
              ^
--- status 2

=== standard input is read command by command
run: stdin
--- script
echo first
fi
--- stdout
first
--- stderr some
--- status 2

=== what follows exit is not looked at
--- script
echo a
exit 3
)) this is no script ((
--- stdout
a
--- status 3

=== what follows exec of a command is not looked at
--- script
exec sed -n '/^[(]/s/^.//p' "$0"
() this is data
(shown
--- stdout
) this is data
shown

=== what follows a brace group that ends in exit is not looked at
--- script
{ echo a; exit; }
fi
--- stdout
a

=== a script that uses alias is read command by command
--- script
echo a
alias endif=fi
if true; then echo b; endif
fi
--- stdout
a
b
--- stderr some
--- status 2
