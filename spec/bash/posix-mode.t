# bash's POSIX mode: set -o posix in the dialect
peers: bash

=== it lists no functions, and prints commands of POSIX
--- script
f() { :; }
set -o posix
set | grep -c '^f ()'
echo "$POSIXLY_CORRECT"
readonly -a a=(1 2); readonly -p | grep a=
export zz=1; export -p | grep zz
trap 'x' INT; trap; trap -p INT
set +o posix
set | grep -c '^f ()'
echo "${POSIXLY_CORRECT-unset}"
trap
(set -o posix; set -o | grep posix)
[[ a == a ]] && (( 1 )) && echo "still bash"
--- stdout
0
y
readonly -a a=([0]="1" [1]="2")
export zz="1"
trap -- 'x' INT
trap -- 'x' INT
1
unset
trap -- 'x' SIGINT
posix          	on
still bash

=== special builtins come first, and assignments before them last
--- script
eval() { echo function; }
eval x
set -o posix
v=2 :
echo "$v"
w=3 eval 'echo $w'; echo "$w"
x=4 true; echo "${x-unset}"
alias ll='echo alias'
ll
y=$(set -e; false; echo no); echo "y=$y"
unset -f eval
(export() { echo fn; }; echo no) 2>/dev/null; echo "$?"
--- stdout
function
2
3
3
unset
alias
y=
2

=== errors that end the shell
--- script
set -o posix
t() { ( eval "$1"; echo "not: $1" ) 2>/dev/null; echo "$?"; }
t 'readonly r=1; r=2'
t 'shift 2'
t 'export -z'
t '. ./nonexistent'
t ': >/nonexistent/x'
t 'readonly r=1; r=2 :'
t 'readonly r=1; r=2 true'
t 'unset -z'
t 'set -o nosuch'
t 'trap x NOSIG'
t 'command export -z'
t 'if'
t 'echo ${u?x}'
t 'readonly r=1; for r in 1; do :; done'
t 'exec nosuchcommand'
t 'echo $((1+))'
--- stdout
1
not: shift 2
0
2
1
1
1
1
2
2
not: trap x NOSIG
0
not: command export -z
0
2
1
1
127
1

=== command keeps a special builtin from ending the shell
--- script
set -o posix
readonly v
{ command eval '( '; } 2>/dev/null || echo ok 1
command export v=foo 2>/dev/null || echo ok 2
command . ./none 2>/dev/null || echo ok 3
command set -o none 2>/dev/null || echo ok 4
command return 16 2>/dev/null || echo ok 5
--- stdout
ok 1
ok 2
ok 3
ok 4
ok 5

=== single quotes in the word of a quoted ${x-…} are text, and a } ends it
--- script
echo "${IFS+'}'z}"
set -o posix
echo "${IFS+'}'z}" "foo ${IFS+'bar} baz"
--- stdout
'}'z
''z} foo 'bar baz
