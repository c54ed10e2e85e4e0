# Started with closed standard descriptors, or on files whose reads and writes fail: errors,
# as of any other file. Numbers that are free do not come to be what the shell opens.
peers: dash bash

=== without standard output
--- script
"$SH" -c 'echo a; echo $? >&2; printf b; echo $? >&2; x=$(echo c); echo "$x" >&2; echo d | cat >&2' 2>err >&-
grep -v rror err
--- stdout
1
1
c
d

=== without standard input
--- script
"$SH" -c 'read x; [ $? -ne 0 ] && echo error; cat; [ $? -ne 0 ] && echo error; echo a | cat; cat <<E
doc
E' <&- 2>/dev/null
--- stdout
error
error
a
doc

=== without standard error
--- script
"$SH" -c 'nosuch; echo $?; echo a >&2 || echo no; set -x; echo b; set +x; exec 2>&1; nosuch' 2>&- | sed 's/.*nosuch:.*/not found/'
--- stdout
127
no
b
not found

=== without any
--- script
"$SH" -c 'exec 3>f; echo a >&3; (echo b) >&3; x=$(echo c | cat); echo "$x" >&3; sleep 0 & wait; nosuch; exit 3' <&- >&- 2>&-
echo $?; cat f
--- stdout
3
a
b
c

=== what is opened without them takes no standard descriptor's place
--- script
"$SH" -c '. ./lib; echo lost; echo lost >&2; read x; exec 3>f; echo kept >&3; /bin/echo lost; /bin/echo lost >&2' <&- >&- 2>&-
cat f lib
--- file lib
: >g; x=$(:); : <<E
E
--- stdout
kept
: >g; x=$(:); : <<E
E

=== closed one after the other
--- script
exec 3>&1
(exec <&-; read x; [ $? -ne 0 ] && echo in
exec 2>&-; nosuch; echo $?
exec >&-; echo a; echo $? >&3) 2>/dev/null
--- stdout
in
127
1

=== a read that fails
--- script
read x </; [ $? -ne 0 ] && echo directory
cat </ 2>/dev/null || echo cat
while read x; do echo never; done </; echo $?
--- stderr any
--- stdout
directory
cat
0

=== commands that cannot be read
# XCU 2.8.1, an unrecoverable read error.
except dash: takes them for their end
except bash: takes them for their end
--- script
(. /proc/self/mem; echo never) || echo dot
"$SH" /; [ $? -ne 0 ] && echo script
"$SH" </; echo $?
--- stderr some
--- stdout
dot
script
128

=== a write that fails
--- script
for c in 'echo a' 'printf a' pwd 'type cd' alias trap umask 'export -p' set times; do
	eval "alias a=b; trap : USR1; command $c" >/dev/full 2>/dev/null && echo "$c"
done
(echo a; echo "$?" >&2) 2>&1 >/dev/full | tail -1
--- stdout
1

=== a pipe without reader
--- script
trap '' PIPE
for c in 'echo a' 'printf a' pwd 'cat f'; do
	{ while $c 2>/dev/null; do :; done; echo "$c" >&2; } 2>&3 | :
done 3>&1
--- file f
text
--- stdout
echo a
printf a
pwd
cat f
