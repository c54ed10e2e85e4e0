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
../script:2:1: source: not found: bash's source: write . file, with ./ before one of the working directory
../script:3:1: let: not found: bash's let: write x=$((...))
../script:4:1: declare: not found: bash's declare: write x=..., local, export or readonly
../script:5:1: i+=b: not found: bash's +=: write i="$i..."
../script:6:1: i[0]=b: not found: there are no arrays: write set -- a b and "$@", or one word a line
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
../script:4:11: bad substitution: expected an operator or "}", found "[": there are no arrays: write set -- a b and "$@", or one word a line
../script:5:10: bad substitution: expected an operator or "}", found "^": write tr '[:lower:]' '[:upper:]', or the other way round
../script:6:10: bad substitution: expected an operator or "}", found "x": write eval "x=\$$name"

=== text that only bash reads
--- script
eval 'x=(a b)'
--- status 2
--- stderr
../script:1:3: syntax error: expected a command name, found "(": there are no arrays: write set -- a b and "$@", or one word a line
    x=(a b)
      ^
