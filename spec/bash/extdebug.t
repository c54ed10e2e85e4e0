# shopt -s extdebug
peers: bash

=== the trap of DEBUG skips a command, or returns from a function
--- script
shopt -s extdebug
trap 'echo "D $BASH_COMMAND"; [[ $BASH_COMMAND != skip* ]]' DEBUG
skipped
echo "$?"
echo x | skip2
for i in 1; do skip 3; echo yes; done
if skip; then echo y; fi
trap - DEBUG
h() { echo never; return 4; }
trap '[[ $BASH_COMMAND != "echo never" ]] || (exit 2)' DEBUG
h; echo "h $?"
trap '[[ $BASH_COMMAND != "h "* ]]' DEBUG
h x; echo "not called $?"
f() { echo called; }
trap '[[ $FUNCNAME != f ]]' DEBUG
f; echo "f $?"
--- stdout
D skipped
D echo "$?"
0
D echo x
D skip2
D for i in 1
D skip 3
D echo yes
yes
D skip
D echo y
y
D trap - DEBUG
h 2
not called 0
f 1

=== BASH_ARGC and BASH_ARGV follow functions and files, declare -F has places
--- script
set -- A B
shopt -s extdebug
shopt -po errtrace functrace
f() { echo "${BASH_ARGC[*]}: ${BASH_ARGV[*]}"; g x y; echo "${#BASH_ARGV[@]}"; }
g() { echo "${BASH_ARGC[*]}: ${BASH_ARGV[*]}"; return 1; }
f a b
declare -F f g none | sed 's,[.]*/,,'; echo "${PIPESTATUS[0]}"
. ./s q r
. ./s
(f sub)
shopt -u extdebug
shopt -po errtrace functrace
declare -F f
--- file s
echo "${BASH_ARGC[*]}: ${BASH_ARGV[*]}"
--- stdout
set -o errtrace
set -o functrace
2 2: b a B A
2 2 2: y x b a B A
4
f 4 script
g 5 script
1
2 2: r q B A
1 2: ./s B A
1 2: sub B A
2 1 2: y x sub B A
3
set +o errtrace
set +o functrace
f

