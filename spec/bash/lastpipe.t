# shopt -s lastpipe: the last command of a pipeline runs in the shell itself
peers: bash

=== its variables stay, and so does everything else that it sets
--- script
printf 'a\nb\n' | while read -r x; do v+=$x; done; echo "off:$v"
shopt -s lastpipe
printf 'a\nb\n' | while read -r x; do v+=$x; done; echo "$v"
printf '%s\n' 1 2 3 | mapfile -t a; echo "${a[@]}"
echo 4 5 | { read -ra b; a+=("${b[@]}"); }; echo "${a[@]}"
unset x; echo 1 | read -r x | read -r y; echo "${x-unset}"
if echo 2 | read -r x; then echo "$x"; fi
! echo 3 | read -r x; echo $? "$x"
true | cd /; pwd
f() { local l=1; echo 2 | read -r l; echo 3 | local m=5; echo $l $m; }; f
echo a | { exec 5<&0; }; cat <&5
true | g() { echo g; }; g
echo b | (read -r x); echo "$x"
shopt -u lastpipe; echo c | read -r x; echo "$x"
--- stdout
off:
ab
1 2 3
1 2 3 4 5
unset
2
1 3
/
2 5
a
g
3
3

=== statuses, ERR and set -e
--- script
shopt -s lastpipe
(exit 3) | (exit 4) | (exit 5); echo "${PIPESTATUS[@]} $?"
echo | echo $BASHPID $$ | { read -r a b; [ $a = $b ]; echo $? $BASH_SUBSHELL; }
trap 'echo ERR $LINENO' ERR
true | false
true | { false; true; }
set -o pipefail
false | true; echo "$? ${PIPESTATUS[@]}"
trap - ERR
trap 'echo EXIT $x' EXIT
set -e
echo 3 | { read -r x; false; }
echo no
--- stdout
3 4 5 5
1 0
ERR 5
ERR 5
ERR 6
ERR 8
1 1 0
EXIT 3
--- status 1

=== break, return, exit and exec in it
--- script
shopt -s lastpipe
for i in 1 2; do echo x | break; done; echo $i
f() { echo a | return 7; echo no; }; f; echo $?
(trap 'echo EXIT' EXIT; x=1; echo a | { x=2; exit 4; }; echo no); echo $?
(yes | exec head -1; echo no); echo $?
--- stdout
1
7
EXIT
4
y
0

=== exec ends the shell, not the other commands
--- script
shopt -s lastpipe
trap 'echo EXIT' EXIT
{ for i in 1 2 3; do echo $i; done; echo err >&2; } | exec cat
--- stdout
1
2
3
--- stderr
err

=== exit runs the EXIT trap
--- script
shopt -s lastpipe
trap 'echo EXIT $x' EXIT
yes | { x=1; exit 3; }
--- stdout
EXIT 1
--- status 3

=== a trap of a signal runs in it
--- script
shopt -s lastpipe
trap 'x=5' USR1
kill -USR1 $$ | { while [ -z "$x" ]; do :; done; echo $x; }
--- stdout
5

=== the other commands see nothing of it
--- script
shopt -s lastpipe
mkfifo go
x=5 a=(1 2)
h() { echo h; }
f() {
    local x=6
    { read -r _ <go; echo $x ${a[@]} "$(umask)" "${PWD##*/}"; h; } |
        { declare -g x=9; x=7 a[0]=9; umask 777; cd /; h() { echo other; }; echo >"$OLDPWD/go"; cat; }
    umask; echo $x ${a[@]} $PWD
}
umask 022; d=${PWD##*/}; f >out; sed "s/$d/dir/" "$OLDPWD/out"; echo $x
shopt -u lastpipe
f() { local x=6; echo | declare -g x=8; echo $x; }; f; echo $x
--- stdout
6 1 2 0022 dir
h
0777
7 9 2 /
9
6
9
