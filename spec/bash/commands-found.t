# type, command, builtin, caller, let, exit and return of bash
peers: bash

=== type -t names the kind of command
--- script
f() { :; }
for n in if '[[' function select f cd : sh nosuch; do type -t "$n"; echo $?; done
--- stdout
keyword
0
keyword
0
keyword
0
keyword
0
function
0
builtin
0
builtin
0
file
0
1

=== type -p, -P, -f and -a
--- script
[[ $(type -p sh) = /*/sh ]] && echo path; type -p cd; echo $?
type -P cd; echo $?; [[ $(type -P sh) = "$(command -v sh)" ]] && echo same
echo() { :; }; type -t echo; type -ft echo; type -at echo | head -n 2; unset -f echo
type cd if; type nosuch 2>/dev/null; echo $?
f() { :; }; type f | head -n 1; type -f f 2>/dev/null; echo $?
--- stdout
path
0
1
same
function
builtin
function
builtin
cd is a shell builtin
if is a shell keyword
1
f is a function
1

=== command -v knows the words of bash
--- script
f() { :; }
command -v '[[' function if f cd; command -v nosuch; echo $?
--- stdout
[[
function
if
f
cd
1

=== builtin passes over functions
--- script
cd() { echo mine; }
builtin cd /; pwd; cd
builtin printf -v x %s q; echo $x
builtin nosuch 2>/dev/null; echo $?; builtin; echo $?
--- stdout
/
mine
q
1
0

=== caller
--- script
g() { caller; caller 0; caller 1; echo $?; caller 9; echo $?; }
h() {
    g
}
h
caller
--- stdout
3 ../script
3 h ../script
5 main ../script
0
1
0 NULL

=== let
--- script
let x=1+2 y=x*2; echo $? $x $y
let 0; echo $?; let 'x++'; echo $? $x; let a[2]=7; echo ${a[2]}
let 2>/dev/null; echo $?; let 1/0 2>/dev/null; echo $?
--- stdout
0 3 6
1
0 4
7
1
1

=== statuses of exit and return
--- script
f() { return -1; }; f; echo $?
f() { return 300; }; f; echo $?
f() { return x; echo no; }; f 2>/dev/null; echo $?
(exit -1); echo $?; (exit 257); echo $?; (exit x) 2>/dev/null; echo $?
return 5 2>/dev/null; echo $?
--- stdout
255
44
2
255
1
2
2

=== a path that is too long cannot be run
--- script
"./$(printf '%0300d' 1)"; echo $?
--- stdout
126
--- stderr any

=== an alias that is not expanded is not found
--- script
alias q=x
type -t q || echo none
command -v q || echo none
shopt -s expand_aliases
type -t q; command -v q
--- stdout
none
none
alias
alias q='x'

=== without -a, type and command -v show a file that nobody may execute, if there is no program
--- script
mkdir one two one/dir; echo 'echo sourced' >one/f; echo >one/x; echo >two/x; echo >two/f; chmod +x two/x
PATH=one:two
type -P f x; type -p f; type -t f; type f; command -v f x
type -a f 2>/dev/null; type -aP f dir; echo $?
type -t ./one/f; command -v ./one/f; type -P ./one/x dir; echo $?
[[ $(command -V x) == "x is $PWD/two/x" ]] && echo absolute
hash f 2>/dev/null; echo $?
if type -P f >/dev/null; then source f; fi
--- stdout
one/f
two/x
one/f
file
f is one/f
one/f
two/x
1
1
absolute
1
sourced
