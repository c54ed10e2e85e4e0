# XCU set: the -e option in its corners.
peers: dash bash

=== a failing command ends the shell
--- script
set -e
echo a
false
echo never
--- status 1
--- stdout
a

=== with the command's status, before the EXIT trap
--- script
trap 'echo trap $?' EXIT
set -e
(exit 7)
echo never
--- stdout
trap 7
--- status 7

=== not in a condition
--- script
set -e
if false; then :; fi; echo 1
while false; do :; done; echo 2
until true; do :; done; echo 3
if false; then :; elif false; then :; fi; echo 4
! true; echo 5
! false; echo 6
false || echo 7
false || false || echo 8
false && true; echo 9
true && false || echo 10
if ! true; then :; fi; echo 11
--- stdout
1
2
3
4
5
6
7
8
9
10
11

=== the last of an and-or list counts
--- script
"$SH" -ec 'true && false; echo never'; echo $?
"$SH" -ec 'false || false; echo never'; echo $?
"$SH" -ec 'false && false; echo here'; echo $?
"$SH" -ec 'true && true && (exit 3); echo never'; echo $?
"$SH" -ec 'false && true || (exit 4); echo never'; echo $?
--- stdout
1
1
here
0
3
4

=== a negated pipeline never
--- script
set -e
! { true; }; echo 1
! true | true; echo 2
! (exit 0); echo 3
--- stdout
1
2
3

=== only the last command of a pipeline counts
--- script
"$SH" -ec 'false | true; echo here'; echo $?
"$SH" -ec 'true | false; echo never'; echo $?
--- stdout
here
0
1

=== with pipefail, all do
except dash: lacks pipefail (POSIX 2024)
--- script
"$SH" -ec 'set -o pipefail; false | true; echo never'; echo $?
--- stdout
1

=== a subshell and a group
--- script
"$SH" -ec '(false; echo never); echo never'; echo $?
"$SH" -ec '{ false; echo never; }; echo never'; echo $?
"$SH" -ec '(exit 3); echo never'; echo $?
"$SH" -ec '(false; true) || echo here'; echo $?
"$SH" -ec '{ false; echo here; } || echo never'; echo $?
"$SH" -ec '(false; echo here) && true'; echo $?
"$SH" -ec 'if (false; echo here); then :; fi'; echo $?
"$SH" -ec '! (false; echo here); echo here too'; echo $?
--- stdout
1
1
3
0
here
0
here
0
here
0
here
here too
0

=== compound commands whose failure was in a condition do not count again
--- script
set -e
{ false && true; }; echo 1
if true; then false && true; fi; echo 2
for i in 1; do false && true; done; echo 3
case x in x) false && true;; esac; echo 4
while true; do false && true; break; done; echo 5
--- stdout
1
2
3
4
5

=== a subshell's status counts all the same
--- script
"$SH" -ec '(false && true); echo never'; echo $?
"$SH" -ec 'f() { false && true; }; f; echo never'; echo $?
--- stdout
1
1

=== functions
--- script
"$SH" -ec 'f() { false; echo never; }; f; echo never'; echo $?
"$SH" -ec 'f() { false; echo here; }; f || echo never'; echo $?
"$SH" -ec 'f() { false; echo here; }; if f; then echo here too; fi'; echo $?
"$SH" -ec 'f() { return 3; }; f; echo never'; echo $?
"$SH" -ec 'f() { return 3; }; f && true; echo here'; echo $?
"$SH" -ec 'f() { set -e; false; echo here; }; f || true; echo also'; echo $?
--- stdout
1
here
0
here
here too
0
3
here
0
here
also
0

=== assignments and command substitutions
--- script
"$SH" -ec 'x=$(false); echo never'; echo $?
"$SH" -ec 'x=$(exit 3)y; echo never'; echo $?
"$SH" -ec 'echo $(false); echo here'; echo $?
"$SH" -ec 'x=$(false) true; echo here'; echo $?
"$SH" -ec 'f() { local x=$(false); echo here; }; f'; echo $?
"$SH" -ec 'export x=$(false); echo here'; echo $?
"$SH" -ec 'x=$(false) || echo here'; echo $?
"$SH" -ec ': $(false); echo here'; echo $?
--- stdout
1
3

here
0
here
0
here
0
here
0
here
0
here
0

=== a command substitution inherits it
--- script
"$SH" -ec 'x=$(false; echo never); echo never'; echo $?
"$SH" -ec 'echo "<$(false; echo never)>"'; echo $?
--- stdout
1
<>
0

=== loops
--- script
"$SH" -ec 'for i in 1 2; do echo $i; false; done; echo never'; echo $?
"$SH" -ec 'while true; do false; done; echo never'; echo $?
"$SH" -ec 'for i in 1 2; do false || continue; done; echo here'; echo $?
"$SH" -ec 'while false; true; do echo here; break; done'; echo $?
"$SH" -ec 'for i in 1; do false; done || echo caught'; echo $?
--- stdout
1
1
1
here
0
here
0
caught
0

=== case and if bodies
--- script
"$SH" -ec 'case x in x) false; echo never;; esac'; echo $?
"$SH" -ec 'if true; then false; echo never; fi'; echo $?
"$SH" -ec 'if false; then :; else false; echo never; fi'; echo $?
"$SH" -ec 'if false; true; then echo here; fi'; echo $?
--- stdout
1
1
1
here
0

=== errors of redirections and missing commands
--- script
"$SH" -ec 'echo a </nosuch; echo never' 2>/dev/null || echo ended
"$SH" -ec 'nosuchcommand; echo never' 2>/dev/null; echo $?
"$SH" -ec '</nosuch; echo never' 2>/dev/null || echo ended
"$SH" -ec '{ :; } </nosuch; echo never' 2>/dev/null || echo ended
"$SH" -ec 'echo a </nosuch || echo here' 2>/dev/null
"$SH" -ec 'f() { :; }; f </nosuch; echo never' 2>/dev/null || echo ended
"$SH" -ec '(:) </nosuch; echo never' 2>/dev/null || echo ended
"$SH" -ec 'for i in 1; do :; done </nosuch; echo never' 2>/dev/null || echo ended
--- stdout
ended
127
ended
ended
here
ended
ended
ended

=== regular builtins
--- script
"$SH" -ec 'cd /nosuch; echo never' 2>/dev/null || echo ended
"$SH" -ec 'read x </dev/null; echo never'; echo $?
"$SH" -ec '[ a = b ]; echo never'; echo $?
"$SH" -ec 'command false; echo never'; echo $?
"$SH" -ec 'wait 1; echo never' 2>/dev/null; echo $?
"$SH" -ec 'unset nosuch; shift 0; echo here'; echo $?
--- stdout
ended
1
1
1
127
here
0

=== eval and dot
--- file lib
false
echo in lib
--- script
"$SH" -ec 'eval "false; echo never"; echo never'; echo $?
"$SH" -ec 'eval "false; echo here" || true'; echo $?
"$SH" -ec '. ./lib; echo never'; echo $?
"$SH" -ec 'eval "false" && true; echo here'; echo $?
--- stdout
1
here
0
1
here
0

=== asynchronous lists
--- script
"$SH" -ec 'false & wait; echo here'; echo $?
"$SH" -ec 'false & wait $!; echo never'; echo $?
"$SH" -ec '{ false; echo never; } & wait $! || echo here'; echo $?
--- stdout
here
0
1
here
0

=== set +e and set -e along the way
--- script
set -e
set +e
false; echo 1
set -e
f() { set +e; false; echo 2; }
f
false; echo 3
set -e
(set +e; false; echo 4)
false
echo never
--- status 1
--- stdout
1
2
3
4

=== in traps
--- script
"$SH" -ec 'trap "false; echo never" EXIT; echo a'; echo $?
"$SH" -ec 'trap "false; echo never" USR1; kill -USR1 $$; echo never'; echo $?
"$SH" -c 'trap "set -e; false; echo never" EXIT; true'; echo $?
--- stdout
a
1
1
1

=== the commands of a condition's functions and groups
--- script
set -e
f() { false; echo in f; }
if f; then echo then; fi
while f; do echo do; break; done
{ false; echo group; } && echo and
! { false; echo neg; }
until f; do :; done
echo end
--- stdout
in f
then
in f
do
group
and
neg
in f
end

=== exec
--- script
"$SH" -ec 'exec nosuchcommand; echo never' 2>/dev/null; echo $?
"$SH" -ec '(exec false); echo never'; echo $?
--- stdout
127
1

=== an element of a pipeline is a subshell with it
--- script
"$SH" -ec '{ false; echo never; } | cat; echo here'; echo $?
"$SH" -ec 'true | { false; echo never; }; echo never'; echo $?
--- stdout
here
0
1

=== nested subshells in conditions keep ignoring it
--- script
"$SH" -ec '( (false; echo here) ; echo too) || true'; echo $?
"$SH" -ec 'if (set -e; false; echo here); then echo then; fi'; echo $?
--- stdout
here
too
0
here
then
0

=== a failing for list or case word
--- script
"$SH" -ec 'for i in $(false) a; do echo $i; done'; echo $?
"$SH" -ec 'case $(false) in "") echo empty;; esac'; echo $?
--- stdout
a
0
empty
0

=== a dot script in a condition ignores it
except dash: ends the shell
--- file lib
false
echo in lib
--- script
"$SH" -ec '. ./lib || true'; echo $?
"$SH" -ec 'if . ./lib; then echo then; fi'; echo $?
--- stdout
in lib
0
in lib
then
0

=== a command substitution in a condition does not ignore it
except bash: ignores it there; POSIX says neither
--- script
"$SH" -ec 'if x=$(false; echo never); then echo never; else echo "<$x>"; fi'; echo $?
"$SH" -ec 'x=$(false; echo never) || true; echo "<$x>"'; echo $?
--- stdout
<>
0
<>
0
