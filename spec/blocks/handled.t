# docs/language.md, section 8: a handled failure is quiet.
#
# f fails as a block does. told shows in which lines the blocks stand whose records are in the log,
# and empties it.
env: FTSH_LOG_FILE=log

--- file lib
f() { try 1 time; sh -c 'exit 3'; end; }
told() { sed -n 's/.* \[[0-9]*\] [^:]*:\([0-9]*\) .* failed [(w].*/\1/p' log >told; : >log; echo "$*:" $(cat told); }

=== || judges
--- script
. ./lib
f || true
told 1
f || f || true
told 2
f || false
told 3
f || f
told 4
true && f || true
told 5
f && true || true
told 6
f && true
told 7
f || true && false
told 8
f || false || true
told 9
--- stdout
1:
2:
3: 1
4: 1 1
5:
6:
7: 1
8:
9:

=== through groups, functions, subshells, eval, sourced files
--- script
. ./lib
{ f; } || true
told 1
g() { f; }; g || true
told 2
(f) || true
told 3
( (f) ) || true
told 4
eval 'f' || true
told 5
echo f >file; . ./file || true
told 6
{ f; true; } || true
told 7
g() { f; return $?; }; g || true
told 8
g() { f || return; }; g || true
told 9
g() { f || return 1; }; g || true
told 10
g() { f || return 1; }; g
told 11
command eval f || true
told 12
--- stdout
1:
2:
3:
4:
5:
6:
7: 1
8: 1
9:
10:
11: 1
12:

=== what it did not become is not handled
--- script
. ./lib
f; true
told 1
f
told 2
(f)
told 3
{ f; }; true
told 4
f; [ $? = 3 ] || true
told 5
f & wait $! || true
told 6
{ f; } & wait || true
told 7
f && true; true
told 8
--- stdout
1: 1
2: 1
3: 1
4: 1
5: 1
6: 1
7: 1
8: 1

=== conditions judge
--- script
. ./lib
if f; then :; fi
told 1
if f; then :; else :; fi
told 2
if f; then :; elif f; then :; else true; fi
told 3
while f; do :; done
told 4
until ! f; do :; done
told 5
n=0; until f || [ $((n += 1)) = 3 ]; do :; done
told 6
if f; true; then :; fi
told 7
--- stdout
1:
2:
3:
4:
5:
6:
7: 1

=== a branch that fails handles nothing
--- script
. ./lib
if f; then :; else false; fi
told 1
if f; then :; else false; true; fi
told 2
if ! f; then false; fi
told 3
if ! f; then :; fi
told 4
(if f; then :; else exit 1; fi)
told 5
(if f; then :; else exit 0; fi)
told 6
g() { if f; then :; else return 1; fi; }; g
told 7
g() { if f; then :; else return 0; fi; }; g
told 8
if f; then :; elif false; then :; else false; fi
told 9
(while ! f; do exit 1; done)
told 10
while ! f; do break; done
told 11
until f; do break; done
told 12
for x in 1; do f || continue; done
told 13
for x in 1; do f || break; done
told 14
--- stdout
1: 1
2:
3: 1
4:
5: 1
6:
7: 1
8:
9: 1
10: 1
11:
12:
13:
14:

=== ! judges
--- script
. ./lib
! f
told 1
! { f; }
told 2
! f || true
told 3
! f && false
told 4
! f && true
told 5
! { ! f; }
told 6
(! f)
told 7
! f | true
told 8
--- stdout
1:
2:
3:
4: 1
5:
6:
7:
8: 1

=== a right side that leaves with a failure tells why
--- script
. ./lib
(f || exit 1)
told 1
(f || exit 0)
told 2
(f || exit)
told 3
(f || { echo sorry; exit 4; }) >out
told 4
g() { f || return 0; }; g
told 5
(f || (exit 1))
told 6
--- stdout
1: 1
2:
3: 1
4: 1
5:
6: 1

=== substitutions
--- script
. ./lib
x=$(f) || true
told 1
x=$(f)
told 2
if x=$(f); then :; fi
told 3
x=$(f) y=$(true) || true
told 4
echo $(f) >out || true
told 5
x=$(f; true) || true
told 6
x=$(f || true)
told 7
x=$(f) || false
told 8
export x=$(f) || true
told 9
case $(f) in a) ;; esac
told 10
for x in $(f); do :; done
told 11
: >$(f)out || true
told 12
x=$( (f) ) || true
told 13
x=`f` || true
told 14
--- stdout
1:
2: 1
3:
4: 1
5: 1
6: 1
7:
8: 1
9: 1
10: 1
11: 1
12: 1
13:
14:

=== pipelines
--- script
. ./lib
true | f || true
told 1
f | true || true
told 2
f | true
told 3
true | f
told 4
set -o pipefail; f | true || true
told 5
f | f || true; set +o pipefail
told 6
if true | f; then :; fi
told 7
--- stdout
1:
2: 1
3: 1
4: 1
5:
6:
7:

=== a catch list that ends with 0 handles
--- script
. ./lib
try 1 time; false; catch; :; end
told 1
try 1 time; false; catch; echo $FTSH_STATUS; false; end
told 2
try 1 time; false; catch; failure; end
told 3
(try 1 time; false; catch; exit 0; end)
told 4
(try 1 time; false; catch; exit 5; end)
told 5
g() { try 1 time; false; catch; return 0; end; }; g
told 6
g() { try 1 time; false; catch; return 1; end; }; g
told 7
for x in 1; do try 1 time; false; catch; break; end; done
told 8
for x in 1; do try 1 time; false; catch; continue; end; done
told 9
try 1 time; false; catch; false; end || true
told 10
try 1 time; false; catch; f; end
told 11
try 1 time; false; catch; f || true; end
told 12
--- stdout
1:
1
2: 4
3: 6
4:
5: 10
6:
7: 14
8:
9:
10:
11: 22 1
12:

=== set -e
--- script
. ./lib
set -e
f || true
told 1
if f; then :; fi
told 2
(set -e; f; echo never) || true
told 3
trap 'told 4' EXIT
f
--- stdout
1:
2:
never
3: 1
4: 1
--- status 3

=== brittle code
--- script
. ./lib
set -o brittle
f || true
told 1
g() { f; echo never; }
g || true
told 2
{ f | cat; } || true
told 3
x=$(f) || true
told 4
echo $(f) || true
told 5
trap 'told 6' EXIT
f
echo never
--- stdout
1:
2:
3:
4:
5:
6: 1
--- status 3

=== inside the attempt of another block it is never told at level 10
--- script
. ./lib
try 2 times every 0s
	f || [ $FTSH_ATTEMPT = 2 ]
end
told 1
try 1 time; f; end
told 2
try 1 time; forall x in a b; f || true; end; end
told 3
--- stdout
1:
2: 6
3:

=== the record has the time of the failure and comes before the next command
--- script
. ./lib
f
read -r line <log
case $line in *failed*) echo there ;; esac
: >log
f || {
	sleep 1.1
	date '+%Y-%m-%d %H:%M:%S' >now
	false
}
read -r day time rest <log
read -r line <now
[ "$day ${time%.*}" \< "$line" ] && echo earlier
--- stdout
there
earlier

=== an environment whose standard error ends with it
--- script
. ./lib
unset FTSH_LOG_FILE
"$SH" -c '. ./lib
x=$(f 2>&1)
case $x in *failed*) echo 1 ;; esac
x=$(f 2>&1) || case $x in "") echo 2 ;; esac
{ f; } 2>&1 | grep -c failed
if { f; } 2>&1 | grep failed; then echo no; else echo 4; fi
x=$({ f || exit 1; } 2>&1)
case $x in *failed*) echo 5 ;; esac
x=$({ f || true; } 2>&1)
case $x in "") echo 6 ;; esac
echo "$(f 2>&1)" | grep -c failed || true
mkfifo p
cat p >out &
{ f; } 2>p || wait
[ -s out ] || echo 8
cat p >out &
f 2>p
wait
grep -c failed out
{ f; } 2>out || false
grep -c failed out'
--- stdout
1
2
1
4
5
6
1
8
1
1

=== traps judge nothing
--- script
. ./lib
trap 'true' USR1
{ f; kill -USR1 $$; } || true
told 1
(trap : EXIT; f) || true
told 2
(trap 'f || true' EXIT; :)
told 3
(trap 'f' EXIT; :) || true
told 4
--- stdout
1: 1
2:
3:
4: 1

=== exec takes over what || judged
--- script
. ./lib
"$SH" -c '. ./lib; f || exec true'
told 1
"$SH" -c '. ./lib; f; exec true'
told 2
--- stdout
1:
2: 1

=== the record is there when a command is long in coming
--- script
. ./lib
(echo '. ./lib'; echo f; sleep 3) | "$SH" &
n=0
until [ -s log ] || [ $n = 50 ]; do n=$((n + 1)); sleep .05; done
[ $n -lt 50 ] && echo early
kill $!
--- stdout
early

=== a signal ends the right side of ||
--- script
. ./lib
"$SH" -c '. ./lib; f || { kill -TERM $$; sleep 10; }'
told $?
--- stdout
143: 1
--- stderr any

=== a block's failure in a process is handled under job control too
--- script
set -m
(try 1 time; false; end) || echo handled
if { try 1 time; false; end; } | cat; then echo told; fi
if ! true | { try 1 time; false; end; }; then echo quiet; fi
grep -c 'try 1 time: the only attempt failed' log
--- stdout
handled
told
quiet
1
