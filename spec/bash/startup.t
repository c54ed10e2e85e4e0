# startup files, and what a shell of bash has without them
peers: bash

--- file rc
echo "read"; x=5
=== an interactive shell reads the file of --rcfile
flags: --rcfile ./rc -i
--- script
echo "x=$x"
--- stdout
read
x=5
--- stderr any
=== --norc
flags: --norc --noprofile --noediting --rcfile ./rc -i
--- script
echo "x=$x"
--- stdout
x=
--- stderr any
=== a shell that is not interactive reads none
flags: --init-file ./rc
--- script
echo "x=$x"
--- stdout
x=
=== an error in the file ends the file
flags: --rcfile ./wrong -i
--- file wrong
echo before
if
--- script
echo "goes on"
--- stdout
before
goes on
--- stderr some
=== without a script file, FUNCNAME and BASH_SOURCE have no main
run: stdin
--- script
f() { echo "${FUNCNAME[*]} ${BASH_SOURCE[*]}"; }
f
echo "<${FUNCNAME[*]}${BASH_SOURCE[*]}>"
--- stdout
f main
<>

=== an interactive shell edits as in emacs
flags: --norc -i
run: -c
--- script
[[ -o emacs ]]; echo $?; [[ -o vi ]]; echo $?
--- stdout
0
1
--- stderr any

=== BASH_ENV names a file that a shell without a prompt reads
--- file benv
echo "env $-"; set -u; f() { echo "f $*"; }
--- file use
f x
--- script
[[ $SH == */bash ]] && dialect= || dialect='-o bash'
export HOME=$PWD
BASH_ENV=./benv "$SH" $dialect -c 'f a; echo $-' | sed 's/^env .*/env/; s/c$//'
BASH_ENV='$HOME/benv' "$SH" $dialect use | sed 's/^env .*/env/'
BASH_ENV=benv "$SH" $dialect <use | sed 's/^env .*/env/'
BASH_ENV=none "$SH" $dialect -c 'echo ok'
echo 'exit 3' >ex; BASH_ENV=./ex "$SH" $dialect -c 'echo no'; echo $?
echo 'if' >se; BASH_ENV=./se "$SH" $dialect -c 'echo after' 2>/dev/null; echo $?
echo 'cd /; x=1; set -- q' >cd; BASH_ENV=./cd "$SH" $dialect -c 'pwd; echo $x $#'
--- stdout
env
f a
huB
env
f x
env
f x
ok
3
after
0
/
1 1

=== options that are bash's alone
--- script
[[ $SH == */bash ]] && dialect= || dialect='-o bash'
"$SH" $dialect -O nullglob -c 'shopt nullglob; echo a*b'
"$SH" $dialect -O extglob +O expand_aliases -c 'shopt extglob expand_aliases'
"$SH" $dialect +B -c 'echo {a,b}'
"$SH" $dialect -Eeu -o pipefail -c 'trap "echo err" ERR; f() { false | :; }; f'; echo $?
"$SH" $dialect -o functrace -c 'echo $-' | tr -d c
"$SH" --verbose $dialect -o physical +v -c '[[ -o physical ]]; echo $?'
"$SH" $dialect -O nosuch -c 'echo never' 2>/dev/null; echo $?
"$SH" $dialect -eO nullglob -c 'shopt nullglob; echo $-' | tr -d c
--- stdout
nullglob       	on

extglob        	on
expand_aliases 	off
{a,b}
err
1
hBT
0
2
nullglob       	on
ehB

=== a login shell reads the first of ~/.bash_profile, ~/.bash_login and ~/.profile
--- script
[[ $SH == */bash ]] && dialect= || dialect='-o bash'
export HOME=$PWD
echo 'echo profile' >.profile; "$SH" $dialect -lc 'echo 1'
echo 'echo bash_login' >.bash_login; "$SH" $dialect --login -c 'echo 2'
echo 'echo bash_profile' >.bash_profile; "$SH" $dialect -lc 'echo 3'
"$SH" $dialect --noprofile -lc 'echo 4'
--- stdout
profile
1
bash_login
2
bash_profile
3
4

=== SHELL and TERM have values without an environment
--- script
[[ $SH == */bash ]] && dialect= || dialect='-o bash'
env -i "$SH" $dialect -c '[[ $SHELL == /* ]]; echo $? $TERM; env | grep -c -e SHELL= -e TERM'
env -i SHELL= TERM=x "$SH" $dialect -c 'echo "<$SHELL> $TERM"'
--- stdout
0 dumb
0
<> x

=== SHELLOPTS and BASHOPTS in the environment turn options on
peers: bash
--- script
ln -sf "$SH" bash; PATH=$PWD:$PATH
env SHELLOPTS=errexit:nounset:pipefail bash -c 'set -o | grep -cE "^(errexit|nounset|pipefail).*on"; false | true; echo no'
echo "$?"
env BASHOPTS=nullglob:extglob bash -c 'shopt -q nullglob extglob && echo on; echo /nothing*'
env SHELLOPTS=xtrace bash -c ': traced' 2>&1
env SHELLOPTS=bogus bash -c 'echo goes on' 2>/dev/null
env SHELLOPTS=posix bash -c 'shopt -qo posix && echo posix'
export SHELLOPTS
set -u
bash -c 'set -o | grep -c "^nounset.*on"; bash -c "set -o" | grep -c "^nounset.*on"'
--- stdout
3
1
on

+ : traced
goes on
posix
1
1
