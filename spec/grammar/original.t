# Constructs of the original ftsh are valid sh, and mean something else. A script with them is refused before
# it runs.

=== redirections to and from variables
--- script
echo ran
grep needle F -> v
sort -< v
make 2-> errors
make ->& all
make ->>log
--- status 2
--- stderr
../script:2:15: -> is of the original ftsh, and would write a file v here: write v=$(grep ...)
../script:3:6: -< is of the original ftsh, and would read a file v here: write printf '%s\n' "$v" | sort
../script:4:6: 2-> is of the original ftsh, and would write a file errors here: write errors=$(make ... 2>&1 >/dev/null)
../script:5:6: ->& is of the original ftsh, and would write a file all here: write all=$(make ... 2>&1)
../script:6:6: ->> is of the original ftsh, and would write a file log here: write log=$log$(make ...)
../script: the script was not run: docs/from-original.md shows how to write it today

=== a function
--- script
function compress
    gzip ${1}
end
compress f
--- status 2
--- stderr
../script:1:1: this is a function of the original ftsh: write compress() { ...; }
../script: the script was not run: docs/from-original.md shows how to write it today

=== operators
--- script
n=$n .add. 1
forall i in 1 .to. 5
    echo $i
end
if .exists. /etc/passwd; then echo yes; fi
while $n .lt. 5; do n=9; done
f() { return $1 .mul. 2; }
--- status 2
--- stderr
../script:1:6: .add. is of the original ftsh: write $((a + b))
../script:2:15: .to. is of the original ftsh: write $(seq FIRST STEP LAST)
../script:5:4: .exists. is of the original ftsh: write [ -e FILE ]
../script:6:10: .lt. is of the original ftsh: write [ "$a" -lt "$b" ]
../script:7:17: .mul. is of the original ftsh: write $((a * b))
../script: the script was not run: docs/from-original.md shows how to write it today

=== under -n, and for --explain
--- script
"$SH" -n job
echo $?
"$SH" --explain job
--- file job
date -> now
--- stdout
2
--- status 2
--- stderr
job:1:6: -> is of the original ftsh, and would write a file now here: write now=$(date ...)
job: the script was not run: docs/from-original.md shows how to write it today
job:1:6: -> is of the original ftsh, and would write a file now here: write now=$(date ...)
job: the script was not run: docs/from-original.md shows how to write it today

=== the control structures are errors of syntax, which point to the page
--- script
if $x .eq. 1
    echo one
end
--- status 2
--- stderr
../script:1:1: syntax error: expected "then", found end of file ("if" opened at line 1): write if COMMAND; then COMMANDS; fi: end closes only try, forany and forall (for a script of the original ftsh: docs/from-original.md)
    if $x .eq. 1
    ^

=== a loop of the original
--- script
for x in a b
    echo $x
end
--- status 2
--- stderr
../script:2:5: syntax error: expected "do", found "echo" ("for" opened at line 1): write for NAME in WORDS; do COMMANDS; done: end closes only try, forany and forall (for a script of the original ftsh: docs/from-original.md)
        echo $x
        ^

=== what sh has a use for stays as it is
peers: dash bash
--- script
cd "$TMPDIR"
echo a > in
cat - > out <in
cat ->./out2 <in
printf 'a\tb\n' | cut -f 2->./out3
cat ->&2 <in
echo -> 'x.y'
echo 1 .add. 2
for op in .eq. .ne. .lt.; do echo $op; done
echo 'a -> b' "c -< d"
cat out out2 out3 x.y
--- stdout
1 .add. 2
.eq.
.ne.
.lt.
a -> b c -< d
a
a
b
-
--- stderr
a

=== as a shell of POSIX ftsh refuses nothing
flags: -o posix
--- script
cd "$TMPDIR"
echo a -> v
cat v
--- stdout
a -

=== a script on standard input runs up to the construct
run: pipe
--- script
echo ran
grep needle F -> v
echo never
--- stdout
ran
--- stderr
ftsh:2:15: -> is of the original ftsh, and would write a file v here: write v=$(grep ...)
ftsh: nothing was run from this line on: docs/from-original.md shows how to write it today
--- status 2

=== on standard input a function needs no end to be seen
run: stdin
--- script
echo ran
function compress
    echo never ${1}
end
compress f
--- stdout
ran
--- stderr
ftsh:2:1: this is a function of the original ftsh: write compress() { ...; }
ftsh: nothing was run from this line on: docs/from-original.md shows how to write it today
--- status 2

=== on standard input commands of that name, words and options are the script's own
run: stdin
--- script
function() { echo "function $1"; }
function compress
.add.() { echo add; }
.add. 1
echo a .add. 1
set -o posix
echo a ->v
cat v
--- stdout
function compress
add
a .add. 1
a -

=== a file that is read with . is looked at before it runs
--- file lib
echo never
date -> now
--- script
echo ran
. ./lib
echo never
--- stdout
ran
--- stderr
./lib:2:6: -> is of the original ftsh, and would write a file now here: write now=$(date ...)
./lib: the script was not run: docs/from-original.md shows how to write it today
--- status 2

=== what stands after exit, exec and return never runs, and is not looked at
--- file lib
echo lib
return
date -> now
--- script
. ./lib
"$SH" <<'E'
echo input
exec echo exec
date -> now
E
exit
date -> now
--- stdout
lib
input
exec
