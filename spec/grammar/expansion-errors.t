# Messages of expansions and redirections that fail: script, line and column of the
# expansion, what was expected and what was found.

=== a bad substitution
--- script
(echo a "b ${x!y}")
(echo ${} )
(cat <<E
a ${1a}
E
)
(echo ${x-${"y"}})
--- status 2
--- stderr
../script:1:15: bad substitution: expected an operator or "}", found "!"
../script:2:9: bad substitution: expected a parameter, found "}"
../script:4:6: bad substitution: expected an operator or "}", found "a"
../script:7:13: bad substitution: expected a parameter, found a quotation

=== arithmetic that stands in the script
--- script
(echo $((1 + )))
(x=08; y=$((1 + x)))
(echo a $((
1
/0
)))
(echo $((1 2)) )
--- status 2
--- stderr
../script:1:14: arithmetic expression: expected a number, a variable or a parenthesis, found the end of the expression
../script:2:17: arithmetic expression: expected an integer in x, found "08"
../script:5:1: arithmetic expression: division by zero
../script:7:12: arithmetic expression: expected an operator, found "2"

=== arithmetic that is the result of expansions
--- script
(x=1; echo a $(($x *)))
(x=01x; echo $(($x + 1)))
--- status 2
--- stderr
../script:1:14: arithmetic expression "1 *": expected a number, a variable or a parenthesis, found the end of the expression
../script:2:14: arithmetic expression "01x + 1": expected a number, found "01x"

=== arithmetic with a parenthesis too few
--- script
echo $((1 + (2))
--- status 2
--- stderr
../script:1:17: syntax error: expected "))", found newline ("$((" opened at line 1)
    echo $((1 + (2))
                    ^

=== unset parameters
--- script
(echo a ${x?} b)
(echo a "${x:?no x}")
set -u
(echo a $x)
(echo $((1 + x)))
--- status 2
--- stderr
../script:1:9: x: parameter not set
../script:2:10: x: no x
../script:4:9: x: parameter not set
../script:5:7: x: parameter not set

=== a quotation that is not closed names the line that opened it
--- script
echo a
echo "b
--- status 2
--- stderr
../script:3:1: syntax error: expected a closing "\"", found end of file ("\"" opened at line 2)

=== redirections
--- script
echo a >nosuch/x
{ echo a; } 3>&1 <nosuch
echo a 3>&1 >&7
echo a >&x
--- status 2
--- stderr
../script:1:8: cannot create nosuch/x: no such file or directory
../script:2:18: cannot open nosuch: no such file or directory
../script:3:13: 7: bad file descriptor
../script:4:8: x: bad descriptor: expected a number or -
