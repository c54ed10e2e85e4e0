# The option bash: the dialect in which text is read (docs/language.md, section 12).

=== a plain shell lists the option
--- script
set +o bash
set -o | grep '^bash '
set +o | grep ' bash$'
--- stdout
bash            off
set +o bash

=== it may be turned off and on again, for the text after it
--- script
set +o bash
[[ a == a ]] 2>/dev/null || echo no
set -o bash
[[ a == a ]] && echo yes
--- stdout
no
yes

=== a function keeps the dialect in which it was read
--- script
f() { [[ $1 == a* ]] && echo "f: yes"; }
set +o bash
g() { [[ a == a ]] 2>/dev/null || echo "g: no"; }
f abc
g
set -o bash
f abc
g
--- stdout
f: yes
g: no
f: yes
g: no

=== eval and sourced files take the dialect of their caller
--- file lib
[[ a == a ]] 2>/dev/null && echo lib yes || echo lib no
--- script
f() { eval '[[ a == a ]]' && echo yes; . ./lib; }
set +o bash
f
eval '[[ a == a ]]' 2>/dev/null || echo no
. ./lib
--- stdout
yes
lib yes
no
lib no

=== subshells and functions in other processes keep it
--- script
f() { [[ $1 == a* ]] && echo "$1"; }
set +o bash
f ab & wait
(f abc)
echo "$(f abcd)"
f abcde | cat
(trap 'echo trap' USR1; f abcdef) | grep a
--- stdout
ab
abc
abcd
abcde
abcdef

=== blocks stay on
--- script
n=0
try 3 times every 1 ms
    n=$((n + 1))
    [[ $n == 2 ]]
end
echo $n
--- stdout
2

=== as sh there is no such dialect
--- script
ln -s "$SH" sh
./sh -c 'set -o bash; echo no'
echo "status $?"
./sh -o bash -c 'echo no'
echo "status $?"
--- stderr
./sh:1:1: set: -o bash: not as sh, nor with -o posix: there text keeps the meaning that it has for sh
./sh: option bash: not as sh, nor with -o posix: there text keeps the meaning that it has for sh
--- stdout
status 2
status 2

=== set + takes no option
--- script
set - +; echo "$@"
set + -; echo "$@"
set + a; echo "$@"; set +; echo "$@"
--- stdout
+
+
a
a
