# Which errors end the command, the line, or the shell
peers: bash

=== a loop over a readonly variable has status 1
--- script
readonly R=1
for R in 1 2; do echo loop; done; echo "for $?"
select R in a b; do echo sel; break; done <<<1; echo "select $?"
for i in 1 2; do for R in x; do :; done; echo "in $?"; done
f() { for R in 1; do :; done; }; f || echo "or $?"
set -e
for R in 1; do :; done
echo not reached
--- status 1
--- stdout
for 1
select 1
in 1
in 1
or 1
--- stderr some

=== a readonly variable before a command is reported, and the command runs
--- script
readonly R=1
f() { echo f; }
R=2 echo in; echo $?
R=2 f; R=2 :; R=2 sh -c 'echo sh'
set -e
R=2 echo in
echo not reached
--- status 1
--- stdout
in
0
f
sh
--- stderr some

=== an error ends the line, also in eval and in sourced files
--- script
readonly R=1
printf 'R=2; echo line\necho inc $?\n' >inc
. ./inc; echo same $?
eval 'echo $((R=2)); echo line
echo eval $?'; echo same $?
eval 'R=2'; echo same $?
f() { R=2; echo f; }
eval 'f; echo line
echo eval'
trap 'R=2; echo line
echo trap' USR1
kill -USR1 $$
R=2; echo line
echo end $?
--- stdout
inc 1
same 0
eval 1
same 0
same 1
eval
trap
end 1
--- stderr some

=== in a subshell it ends the subshell
--- script
readonly R=1
printf 'R=2\necho inc\n' >inc
(. ./inc; echo in); echo $?
(eval 'R=2
echo eval'; echo in); echo $?
x=$(eval 'R=2'; echo in); echo "$x $?"
{ eval 'R=2'; echo in; } | cat
--- stdout
1
1
 1
--- stderr some

=== set -e counts them, in conditions too
--- script
readonly R=1
(set -e; if R=2; then :; fi; echo no); echo $?
(set -e; x='a b'; echo ${!x}; echo no); echo $?
(set -e; a[-9]=1; echo no); echo $?
set -e
R=2 || echo or
echo not reached
--- status 1
--- stdout
1
1
1
--- stderr some

=== set -e does not count an expression without a value
--- script
set -e
echo $((1/0))
x=abc; echo ${x:1:-5}
declare -i n; n=1/0
for ((i=1/0;;)); do :; done
echo end
--- stdout
end
--- stderr some

=== an error in the redirection of a program is the status
--- script
set -u
cat <<<"$x"; echo same $?
cat <<H; echo same $?
${x:?}
H
/bin/echo hi >$((1/0)); echo same $?
readonly R=1
echo x {R}>/dev/null; echo same $?
: <<<"$x"; echo not reached
--- status 1
--- stdout
same 1
same 1
same 1
same 1
--- stderr some

=== in a block they are failures
peers: none
--- script
readonly R=1
try 1 time
    for R in 1 2; do :; done
    echo no
end 2>/dev/null || echo failed
try 1 time
    R=2 echo no
    echo no
end 2>/dev/null || echo failed
try 1 time
    cat <<<"${x:?}"
    echo no
end 2>/dev/null || echo failed
--- stdout
failed
failed
failed

=== set -e does not hold in an asynchronous list whose command is tested
--- script
set -e
f() { false; echo went on; }
g() { "$@" & wait $!; echo status $?; }
g f || echo no
if g f; then { { false; echo in braces; } & wait $!; } || echo no; fi
! g f
h() { f | cat & wait $!; k=1; [[ $k ]] & wait $!; (exit 3) & wait $! || echo status $?; }
h || echo no
( g f )
--- status 1
--- stdout
went on
status 0
went on
status 0
in braces
went on
status 0
went on
status 3

=== in a block an asynchronous list stays brittle
peers: none
--- script
try 1 time
    g() { { false; echo went on; } & wait $!; }
    if g; then echo no; else echo status $?; fi
end
--- stdout
status 1

=== set -e counts $(<file) of a file that is not there, in conditions too
--- script
(set -e; if echo $(<nosuch); then echo a; fi; echo b)
echo $?
(set -e; x=$(<nosuch) || echo c; echo b)
echo $?
(set -e; trap 'echo err' ERR; x=$(<nosuch); echo b)
echo $?
(set -e; echo "$(<nosuch)" | cat; echo b)
echo $?
(echo $(<nosuch)x)
--- stdout
1
1
1
b
0
x
--- stderr some
