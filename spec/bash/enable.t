# enable, and builtins that are turned off
peers: bash

=== a builtin that is off is looked for as a program
--- program bin/echo
#!/bin/sh
printf 'program: %s\n' "$*"
--- script
PATH=$PWD/bin:$PATH
enable -n echo test [; echo a b; type -t echo
for word in one "two three"; do echo "$word"; done
e=echo; $e by a variable; command echo by command
builtin echo x 2>/dev/null; echo "$?"
enable -n
(echo in a subshell; enable echo; echo again)
echo off | cat; x=$(echo off); enable echo; echo "$x"; echo on
/usr/bin/test -n x && [ -n x ] && echo tested
enable -n; enable test [; enable -n
echo() { printf 'function: %s\n' "$*"; }; enable -n echo; echo f
--- stdout
program: a b
file
program: one
program: two three
program: by a variable
program: by command
program: 1
enable -n [
enable -n echo
enable -n test
program: in a subshell
again
program: off
program: off
on
tested
enable -n [
enable -n test
function: f

=== lists
--- script
enable | head -3; enable -p | tail -1; enable -s
enable -n cd export; enable -ns; enable -as | grep -c .; enable -a | grep 'cd$\|export$\|eval'
enable -p cd | grep -c '^enable cd$'; enable cd; enable export; enable -n; echo $?
--- stdout
enable .
enable :
enable [
enable wait
enable .
enable :
enable break
enable continue
enable eval
enable exec
enable exit
enable export
enable readonly
enable return
enable set
enable shift
enable source
enable times
enable trap
enable unset
enable -n export
16
enable -n cd
enable eval
enable -n export
0
0

=== errors
--- script
enable nosuch; echo $?; enable -n nosuch test; echo $?; enable -n
enable -z; echo $?; enable -f /nonexistent foo; echo $?; enable -d foo; echo $?
enable -n cd; cd /; echo $?
enable -n enable; enable enable; echo $?; builtin enable; echo $?
--- stderr some
--- stdout
1
1
enable -n test
2
1
1
127
127
1

=== subshells that are processes keep them off, and blocks
peers: none
--- script
enable -n printf
(trap : USR1; type -t printf)
type -t printf & wait
try
    enable -n echo
end
enable -n
enable abort 2>/dev/null; echo $?
--- stdout
file
file
enable -n echo
enable -n printf
1
