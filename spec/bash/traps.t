# The traps of ERR, DEBUG and RETURN, and the utility trap
peers: bash

=== ERR follows a failing command
--- script
trap 'echo "err $? $BASH_COMMAND $LINENO"' ERR
false
(exit 3)
[[ a == b ]]
true | false
x=$(exit 4)
exit 5
--- status 5
--- stdout
err 1 false 2
err 3 ( exit 3 ) 3
err 1 [[ a == b ]] 4
err 1 false 5
err 4 x=$(exit 4) 6

=== ERR does not follow a status that is tested
--- script
trap 'echo err' ERR
false || true
if false; then :; fi
! true
while false; do :; done
false && true
f() { false; true; }
f || :
echo end
--- stdout
end

=== a function has ERR only with errtrace
--- script
trap 'echo "err $LINENO"' ERR
f() {
    false
}
f
(false)
x=$(false; echo hi)
set -E
f
(false)
x=$(false; echo hi); echo "$x"
set +E
f
--- status 1
--- stdout
err 5
err 6
err 3
err 9
err 10
err 10
err 11
hi
err 13

=== ERR comes before set -e
--- script
trap 'echo "exit $?"' EXIT
trap 'echo err' ERR
set -e
f() { false; echo no; }
(f) || echo tested
set -E
f
--- status 1
--- stdout
no
err
exit 1

=== set -e in a function that has no ERR
--- script
trap 'echo err' ERR
set -e
f() { false; echo no; }
f
--- status 1

=== a trap of ERR may return and exit
--- script
f() { trap 'echo err; return 4' ERR; false; echo no; }
f; echo $?
trap 'exit 9' ERR
false
echo no
--- status 9
--- stdout
err
4

=== ERR does not run for itself
--- script
trap 'echo err; false; (exit 3)' ERR
false
echo $?
--- stdout
err
1

=== DEBUG runs before each command
--- script
trap 'echo "debug $? $BASH_COMMAND"' DEBUG
echo a   b
x=1
[[ a == b ]]
(( 1 ))
f() { echo in; }
f
(echo sub)
if true; then :; fi
trap - DEBUG
echo end
--- stdout
debug 0 echo a b
a b
debug 0 x=1
debug 0 [[ a == b ]]
debug 1 (( 1 ))
debug 0 f
in
sub
debug 0 true
debug 0 :
debug 0 trap - DEBUG
end

=== DEBUG in functions and subshells needs functrace
--- file lib
: lib
--- script
trap 'echo "debug $BASH_COMMAND"' DEBUG
f() { : f; }
. ./lib
set -T
f
(: sub)
. ./lib
--- stdout
debug . ./lib
debug set -T
debug f
debug f
debug : f
debug : sub
debug . ./lib
debug : lib

=== DEBUG runs before the turns of loops and before case
--- script
trap 'echo "debug $BASH_COMMAND"' DEBUG
for i in 1 2; do :; done
case a in b) ;; a) :; esac
while false; do :; done
--- stdout
debug for i in 1 2
debug :
debug for i in 1 2
debug :
debug case a in 
debug :
debug false

=== RETURN follows a function with functrace, and a sourced file
--- file lib
: lib
--- script
trap 'echo "return $? $FUNCNAME"' RETURN
f() { local x=1; false; }
f
. ./lib
set -T
f
g() { f; return 3; }
g; echo $?
--- stdout
return 0 
return 1 f
return 1 f
return 1 g
3

=== a function's own trap of RETURN sees its variables
--- script
f() { local x=mine; trap 'echo "return $x"' RETURN; echo in; return 5; }
f; echo $?
g() { :; }
g
trap -p RETURN
--- stdout
in
return mine
5
trap -- 'echo "return $x"' RETURN

=== the list of traps
--- script
trap 'echo it'\''s' EXIT
trap ':' sigint SIGUSR1 usr2
trap '' TERM DEBUG
trap ': x' ERR RETURN
trap
trap -p INT err
trap -p HUP; echo $?
trap INT; trap -p INT; echo $?
trap x NOPE 2>/dev/null; echo $?
trap -l | grep -c SIGKILL
trap - EXIT
--- stdout
trap -- 'echo it'\''s' EXIT
trap -- ':' SIGINT
trap -- ':' SIGUSR1
trap -- ':' SIGUSR2
trap -- '' SIGTERM
trap -- '' DEBUG
trap -- ': x' ERR
trap -- ': x' RETURN
trap -- ':' SIGINT
trap -- ': x' ERR
0
0
1
1

=== a subshell lists the traps of its parent, and has none
--- script
trap ':' USR1; trap 'echo err' ERR
(trap; false)
echo "$(trap -p ERR)"
--- stdout
trap -- ':' SIGUSR1
trap -- 'echo err' ERR
err
trap -- 'echo err' ERR

=== a trap of EXIT in a function and in a subshell
--- script
f() { trap 'echo "exit $?"' EXIT; }
(f; echo sub; exit 3)
f; echo main
--- stdout
sub
exit 3
main
exit 0

=== the action has the dialect in which trap was called
peers: none
--- script
trap '[[ a == a* ]] && echo yes' EXIT USR1
set +o bash
kill -USR1 $$
trap '[[ a == a* ]] 2>/dev/null || echo no' USR2
set -o bash
kill -USR2 $$
set +o bash
--- stdout
yes
no
yes

=== the actions of signals and EXIT have lines of their own
--- script
trap 'g; echo "exit $LINENO"
g' EXIT
trap 'g; echo "usr1 $LINENO"
g' USR1
g() { echo "${BASH_LINENO[*]} ${FUNCNAME[*]}"; }
f() {
    kill -USR1 $BASHPID
    :
}
f
--- stdout
1 10 0 g f main
usr1 1
2 10 0 g f main
1 0 g main
exit 1
2 0 g main

=== the trap of EXIT sees where a function has called exit
--- script
f() {
    local v=1
    trap 'echo "$v $1 ${FUNCNAME[*]} ${BASH_LINENO[*]} $BASH_COMMAND"' EXIT
    exit 3
}
(f a)
x=$(f b); echo "${x% 0 *}"
trap 'echo $BASH_COMMAND' USR1
kill -USR1 $BASHPID
g() { local w; f "$@"; }
g c
--- status 3
--- stdout
1 a f main 6 0 exit 3
1 b f main 7
kill -USR1 $BASHPID
1 c f g main 10 11 0 exit 3

=== a function's traps of DEBUG and RETURN have the line of its definition
--- script
set -T
f() {
    :
}
trap 'echo "return $LINENO"' RETURN
trap 'echo "debug $LINENO"' DEBUG
f
--- stdout
debug 7
debug 2
debug 3
debug 2
return 2

=== LINENO of commands on several lines
--- script
trap 'echo "line $LINENO"' ERR
false \
    a \
    b
false a "b
c"
x=$(
    false
)
x=1 \
    false
false |
    false \
        a
(
    false
)
((
0))
[[ a == b &&
    c == d ]]
false >/dev/null \
    a
true
--- stdout
line 3
line 5
line 9
line 10
line 14
line 17
line 19
line 21
line 22

=== DEBUG runs before each expression of for ((
--- script
f() { for ((;;)); do break; done; }
trap 'echo "$LINENO $BASH_COMMAND"' DEBUG
for (( i=0 ; i<
1; i++)); do
    :
done
set -T
f
--- stdout
3 ((i=0 ))
3 ((i<
1))
5 :
3 ((i++))
3 ((i<
1))
7 set -T
8 f
1 f
1 ((1))
1 ((1))
1 break

=== BASH_COMMAND keeps its lines
--- script
trap 'echo "<$BASH_COMMAND>"' ERR
false "a
b"
--- status 1
--- stdout
<false "a
b">

=== DEBUG and ERR for the elements of a pipeline
--- script
trap 'echo "err $LINENO $BASH_COMMAND" >&2' ERR
exec 2>&1
set -E
true | false
false | true
true | { false; }
f() { false; }
true | f
set -o pipefail
false | true
true | eval false
trap 'echo "debug $BASH_COMMAND" >&2' DEBUG
echo a | cat
true | { :; }
--- stdout
err 4 false
err 6 false
err 6 true
err 7 false
err 8 f
err 10 true
err 11 false
err 11 eval false
debug echo a
debug cat
a
debug true

=== a signal's trap runs before that of ERR
--- script
trap 'echo usr1 $?' USR1
trap 'echo err $?' ERR
sh -c 'kill -USR1 $PPID; exit 3'
f() { sh -c 'kill -USR1 $PPID; exit 4'; }; f
trap 'echo usr1; exit 5' USR1; set -e
f
--- status 5
--- stdout
usr1 3
err 3
usr1 4
err 4
usr1

=== BASH_COMMAND is spelled as bash prints commands
--- script
trap 'echo "$BASH_COMMAND"' DEBUG
x=1 y="a b"  true "$x"   'q' $'a\tb'  $(echo d) >/dev/null 2>&1 </dev/null
[[ a ]]
[[ -z $x || ( a == b* && 1 -lt 2 ) ]]
a=(1 "2  3" [5]=x)
a[1]=5
true <<<word  2>>f
((x++))
: ${x:=3} {a,b} ~ "$@" &>/dev/null
--- stdout
x=1 y="a b" true "$x" 'q' 'a	b' $(echo d) > /dev/null 2>&1 < /dev/null
[[ -n a ]]
[[ -z $x || ( a == b* && 1 -lt 2 ) ]]
a=(1 "2  3" [5]=x)
a[1]=5
true <<< word 2>> f
((x++))
: ${x:=3} {a,b} ~ "$@" &> /dev/null

=== after set -e the trap of EXIT sees no local variables, but in a subshell
--- script
f() { local v=1; trap 'echo "exit v=${v-unset} $FUNCNAME"' EXIT; $1; }
(f exit)
(set -e; f false)
set -e
g() { local v=2; f false; }
g
--- stdout
exit v=1 f
exit v=1 f
exit v=unset f
--- status 1

=== ERR of a pipeline in a subshell that sets the trap
--- script
( trap 'echo err $?' ERR
true | false
nosuch | cat nofile
! true | true
true | { false; }
[[ a ]] | ((0))
)
eval 'trap "echo e $?" ERR; true | false'
trap - ERR
f() { trap 'echo f' ERR; true | false; }
f
--- stdout
err 1
err 1
err 1
err 1
e 1
f
--- stderr some
--- status 1
