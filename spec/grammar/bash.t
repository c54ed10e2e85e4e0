# What bash has and ftsh has not: where the shell fails anyway, its message says what to write. Nothing
# that is accepted changes by that.

=== commands that only bash has
--- script
[[ a = b ]]
source x
let i=1
declare y
i+=b
i[0]=b
shopt -s x
--- status 127
--- stderr
../script:1:1: [[: not found: bash's [[: write [ ... ] with expansions in quotes, and case for patterns
../script:2:1: source: not found: bash's source: write . file, or . ./file for a file in the working directory
../script:3:1: let: not found: bash's let: write x=$((...))
../script:4:1: declare: not found: bash's declare: write x=..., local, export or readonly
../script:5:1: i+=b: not found: bash's +=: write i="$i..."
../script:6:1: i[0]=b: not found: there are no arrays: write set -- a b and "$@", or one word per line
../script:7:1: shopt: not found: bash's shopt: leave it out; instead of nullglob write for f in *.c; do [ -e "$f" ] || continue; ...; done

=== a function or a program of such a name is called
--- script
source() { echo "source $1"; }
source x
PATH=$PWD:$PATH
let 1
--- program let
#!/bin/sh
echo "let $1"
--- stdout
source x
let 1

=== expansions that only bash has
--- script
x=abc
(echo ${x//a/b})
(echo ${x:1:2})
(echo "${x[0]}")
(echo ${x^^})
(echo ${!x})
--- status 2
--- stderr
../script:2:10: bad substitution: expected an operator or "}", found "/": write sed, or ${x#...} and ${x%...}
../script:3:11: bad substitution: expected an operator or "}", found "1": write cut -c, or ${x#?} and ${x%?}
../script:4:11: bad substitution: expected an operator or "}", found "[": there are no arrays: write set -- a b and "$@", or one word per line
../script:5:10: bad substitution: expected an operator or "}", found "^": write tr '[:lower:]' '[:upper:]', or the reverse
../script:6:10: bad substitution: expected an operator or "}", found "x": write eval "x=\$$name"

=== text that only bash reads
--- script
eval 'x=(a b)'
--- status 2
--- stderr
../script:1:3: syntax error: expected a command name, found "(": there are no arrays: write set -- a b and "$@", or one word per line
    x=(a b)
      ^

=== expressions in double parentheses
--- script
i=1
((i++))
((--i))
((i+=1))
(( i > 3 ))
(($i + 1))
((nosuch; nosuch))
set -m
((i++))
--- status 127
--- stderr
../script:2:3: i++: not found: bash's ((i++)): write i=$((i + 1))
../script:3:3: --i: not found: bash's ((--i)): write i=$((i - 1))
../script:4:3: i+=1: not found: (( )) is a subshell in a subshell: write [ $((...)) -ne 0 ], or x=$((...))
../script:5:4: i: not found: (( )) is a subshell in a subshell: write [ $((...)) -ne 0 ], or x=$((...))
../script:6:3: 1: not found: (( )) is a subshell in a subshell: write [ $((...)) -ne 0 ], or x=$((...))
../script:7:3: nosuch: not found
../script:7:11: nosuch: not found
../script:9:3: i++: not found: bash's ((i++)): write i=$((i + 1))

=== options and operands of builtins that only bash has
--- script
[ a == b ]
[ a = a -a b == b ]
[ -v x ]
read -t 1 x
trap : ERR
trap - DEBUG
printf -v x y
printf '%q'
type -t ls
wait -n
jobs -r
(export -f f)
(set -E)
(set -o errtrace)
(exit -1)
--- status 2
--- stderr
../script:1:1: [: expected a binary operator, found "==": write =
../script:2:1: [: expected an operator, found "==": write =
../script:3:1: [: expected a unary operator, found "-v": write [ "${x+set}" ]
../script:4:1: read: unknown option -t: write try timeout 5s; read line; end
../script:5:1: trap: "ERR" is not a condition: write try; ...; catch; ...; end: the catch list runs after a failure
../script:6:1: trap: "DEBUG" is not a condition: write the command where it is needed, or set -x
../script:7:1: printf: unknown option -v: write x=$(printf ...)
../script:8:1: printf: %q: unknown conversion: write "$x" in quotes where it is used
../script:9:1: type: unknown option -t: write command -v NAME
../script:10:1: wait: unknown option -n: write wait "$pid" for each, or forall, which cancels the others when one fails
../script:11:1: jobs: unknown option -r: write jobs -l, or jobs -p
../script:12:2: export: unknown option -f: functions cannot be exported: write a script, or . a file
../script:13:2: set: unknown option -E: leave it out; blocks and catch lists see failures in functions
../script:14:2: set: unknown option -o errtrace: leave it out; blocks and catch lists see failures in functions
../script:15:2: exit: "-1" is not an exit status: write 255

=== arithmetic that only bash has
--- script
n=3
(echo $((2**n)))
(echo $(($n**2)))
(echo $((n++)))
(echo $((1, 2)))
(echo $((10#08)))
(echo $((a[1])))
(echo ${#a[@]})
--- status 2
--- stderr
../script:2:12: arithmetic expression: expected a number, a variable or a parenthesis, found "*": there is no **: write $((x * x)), or $((1 << n)) for a power of 2
../script:3:7: arithmetic expression "3**2": expected a number, a variable or a parenthesis, found "*": there is no **: write $((x * x)), or $((1 << n)) for a power of 2
../script:4:13: arithmetic expression: expected a number, a variable or a parenthesis, found the end of the expression: there is no ++ or --: write i=$((i + 1))
../script:5:11: arithmetic expression: expected an operator, found ",": there is no comma operator: write one $((...)) for each expression
../script:6:12: arithmetic expression: expected an operator, found "#": there is no BASE#NUMBER: take leading zeros off with sed 's/^0*//'
../script:7:11: arithmetic expression: expected an operator, found "[": there are no arrays: write set -- a b and "$@", or one word per line
../script:8:11: bad substitution: expected an operator or "}", found "[": there are no arrays: write set -- a b and "$@", or one word per line
