# XCU test.
peers: dash bash

=== the number of arguments decides
--- script
t() { test "$@"; echo "$?"; }
t
t ''
t -f
t ! ''
t -n ''
t ! = !
t '(' = ')'
t '(' -n ')'
t ! -n a
t '(' -z '' ')'
--- stdout
1
1
0
0
1
0
1
0
1
0

=== strings
--- script
[ a = a ]; echo $?
[ a != a ]; echo $?
[ a '<' b ]; echo $?
[ a '>' b ]; echo $?
[ -z '' ]; echo $?
[ -n '-n' ]; echo $?
--- stdout
0
1
0
1
0
0

=== integers
--- script
[ 3 -lt 20 ]; echo $?
[ -3 -ge 2 ]; echo $?
[ ' 7 ' -eq 007 ]; echo $?
[ 5 -ne 5 ]; echo $?
--- stdout
0
1
0
1

=== what is no integer is an error above 1
--- script
[ x -eq 1 ]; echo $?
--- stdout
2
--- stderr some

=== [ needs its ]
--- script
[ a; echo $?
--- stdout
2
--- stderr some

=== files
--- file data
x
--- script
mkdir dir; mkfifo fifo; ln -s nowhere link; ln data same; : >empty
for t in '-e data' '-e link' '-h link' '-L data' '-f data' '-f dir' '-d dir' '-p fifo' '-s data' '-s empty' '-r data' '-x data' 'data -ef same' 'data -ef empty' '-c /dev/null' '-S fifo'; do
	[ $t ]; echo "$t: $?"
done
--- stdout
-e data: 0
-e link: 1
-h link: 0
-L data: 1
-f data: 0
-f dir: 1
-d dir: 0
-p fifo: 0
-s data: 0
-s empty: 1
-r data: 0
-x data: 1
data -ef same: 0
data -ef empty: 1
-c /dev/null: 0
-S fifo: 1

=== newer and older
--- script
touch -d '2001-01-01 00:00:00' old
touch -d '2001-01-01 00:00:01' new
[ new -nt old ]; echo $?
[ old -nt new ]; echo $?
[ old -ot new ]; echo $?
--- stdout
0
1
0

=== a file is newer than one that does not exist
except dash: is false; XCU test of 2024 says true
--- script
: >new
[ new -nt none ]; echo $?
[ none -ot new ]; echo $?
[ none -nt new ]; echo $?
--- stdout
0
0
1

=== files are looked for in the directory of the subshell
--- script
mkdir d; : >d/f
( cd d; [ -f f ]; echo $?; [ -r f ]; echo $? )
[ -f f ]; echo $?
--- stdout
0
0
1

=== -t looks at the script's descriptor
--- script
[ -t 1 ]; echo $?
[ -t 9 ]; echo $?
--- stdout
1
1
