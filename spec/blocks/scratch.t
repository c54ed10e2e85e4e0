# scratch NAME: an attempt makes its result in a new directory next to NAME, and only a successful
# one gets the name (docs/language.md, section 4, scratch).

=== only the result of the attempt that works gets the name
--- script
try 5 times every 0s scratch data
    ls -A "$FTSH_SCRATCH"
    echo "half $FTSH_ATTEMPT" >"$FTSH_SCRATCH/index"
    [ ! -e data ]
    [ "$FTSH_ATTEMPT" = 3 ]
end
echo "$? ${FTSH_SCRATCH-unset}"
ls -A
cat data/index
--- stdout
0 unset
data
half 3

=== nothing is left of a block that fails
--- script
try 2 times every 0s scratch data
    echo half >"$FTSH_SCRATCH/index"
    false
catch
    echo "caught ${FTSH_SCRATCH-unset}"
    failure
end
echo $?
ls -A
--- stdout
caught unset
1
--- stderr some

=== nothing is left of an attempt that a time limit ends
--- script
try timeout 100ms scratch data
    echo half >"$FTSH_SCRATCH/index"
    sleep 1000
end || echo $?
ls -A
--- stdout
124

=== nor of a block that a signal ends
--- script
"$SH" -c 'try forever scratch data; echo half >"$FTSH_SCRATCH/index"; kill -TERM $$; sleep 1000; end'
kill -l $?
ls -A
--- stdout
TERM
--- stderr any

=== a directory that is not empty is replaced as a whole
--- script
mkdir data
echo old >data/old
try scratch data
    echo new >"$FTSH_SCRATCH/new"
end
ls -A . data
--- stdout
.:
data

data:
new

=== the old one stays if all attempts fail
--- file data/index
old
--- script
try 2 times every 0s scratch data
    echo new >"$FTSH_SCRATCH/index"
    cat data/index
    false
end || :
cat data/index
ls -A
--- stdout
old
old
old
data

=== a process that has the old one open keeps it
--- file data/index
old
--- script
exec 3<data/index
try scratch data
    echo new >"$FTSH_SCRATCH/index"
end
cat <&3
cat data/index
--- stdout
old
new

=== scratch file is for a single file
--- script
echo old >a.iso
try 3 times every 0s scratch file a.iso
    echo "new $FTSH_ATTEMPT" >"$FTSH_SCRATCH"
    cat a.iso
    case $FTSH_SCRATCH in */a.iso) ;; *) abort 9; esac
    [ "$FTSH_ATTEMPT" = 2 ]
end
cat a.iso
ls -A
--- stdout
old
old
new 2
a.iso

=== the result may be made by a program that wants to make the directory itself
--- file from/a
x
--- script
try scratch data
    rmdir "$FTSH_SCRATCH"
    cp -R from "$FTSH_SCRATCH"
end
ls -A . data
--- stdout
.:
data
from

data:
a

=== an attempt that made nothing is a mistake, and replaces nothing
--- file data/index
old
--- script
try 5 times scratch data
    echo new >data/index2
    rm data/index2
end
echo "$? $FTSH_REASON $FTSH_ATTEMPTS: $FTSH_ERROR"
try 5 times scratch file f
    echo new >g
end
echo "$? $FTSH_REASON $FTSH_ATTEMPTS: $FTSH_ERROR"
cat data/index
ls -A
--- stdout
1 permanent 1: ../script:1:1: scratch data: the attempt made nothing in $FTSH_SCRATCH
1 permanent 1: ../script:6:1: scratch f: the attempt made nothing at $FTSH_SCRATCH
old
data
g
--- stderr some

=== a result of the wrong kind
--- script
try 2 times every 0s scratch file f
    mkdir "$FTSH_SCRATCH"
end
echo "$? $FTSH_REASON: $FTSH_ERROR"
try scratch d
    rmdir "$FTSH_SCRATCH"
    echo >"$FTSH_SCRATCH"
end
echo "$? $FTSH_REASON: $FTSH_ERROR"
try scratch file f
    ln -s /etc/passwd "$FTSH_SCRATCH"
end
echo "$? $FTSH_REASON: $FTSH_ERROR"
ls -A
--- stdout
1 times: ../script:1:1: scratch f: expected a file at $FTSH_SCRATCH, found a directory
1 times: ../script:5:1: scratch d: expected a directory at $FTSH_SCRATCH, found a file
1 times: ../script:10:1: scratch f: expected a file at $FTSH_SCRATCH, found a symbolic link
--- stderr some

=== names that cannot be made are refused before anything runs
--- script
mkfifo fifo
mkdir dir
echo >file
empty=
for name in no/such file/x file fifo . dir/.. / "$empty"; do
    try 5 times scratch "$name"
        echo ran
    end
    echo "$? $FTSH_REASON"
done
for name in no/such dir fifo new/; do
    try 5 times scratch file "$name"; echo ran; end
done
ls -A
--- stdout
2 usage
2 usage
2 usage
2 usage
2 usage
2 usage
2 usage
2 usage
dir
fifo
file
--- stderr
../script:6:5: scratch: no/such cannot be made: there is no directory no
../script:6:5: scratch: file/x cannot be made: file is no directory
../script:6:5: scratch: expected a directory or nothing at file, found a file (for a file, write: scratch file file)
../script:6:5: scratch: expected a directory or nothing at fifo, found a fifo
../script:6:5: scratch: expected the name of a directory to make, found "."
../script:6:5: scratch: expected the name of a directory to make, found "dir/.."
../script:6:5: scratch: expected the name of a directory to make, found "/"
../script:6:5: scratch: expected the name of a directory, found ""
../script:12:5: scratch: no/such cannot be made: there is no directory no
../script:12:5: scratch: expected a file or nothing at dir, found a directory
../script:12:5: scratch: expected a file or nothing at fifo, found a fifo
../script:12:5: scratch: expected the name of a file, found "new/"

=== a symbolic link is followed, as by a redirection
--- script
mkdir -p disk/old disk/full
echo >disk/full/a
ln -s disk/full data
ln -s disk/none dangling
ln -s ../work/nowhere/none lost
ln -s f.iso link.iso
try scratch data; echo new >"$FTSH_SCRATCH/new"; end
try scratch dangling/; echo new >"$FTSH_SCRATCH/new"; end
try scratch file link.iso; echo iso >"$FTSH_SCRATCH"; end
try scratch lost; echo new >"$FTSH_SCRATCH/new"; end || echo "$FTSH_REASON"
ls -A disk disk/full disk/none
readlink data dangling link.iso
cat f.iso
--- stdout
usage
disk:
full
none
old

disk/full:
new

disk/none:
new
disk/full
disk/none
f.iso
iso
--- stderr some

=== a relative name is that of the block's directory
--- script
mkdir sub
try scratch data
    cd sub
    echo >"$FTSH_SCRATCH/a"
end
pwd | sed 's|.*/||'
cd ..
ls -A . data
--- stdout
sub
.:
data
sub

data:
a

=== a shell that is in the scratch directory at the end goes back to the block's directory
--- script
before=$PWD
try scratch data
    cd "$FTSH_SCRATCH"
    mkdir deep
    cd deep
    echo >a
end
[ "$PWD" = "$before" ] && [ "$(pwd -P)" = "$(cd "$before" && pwd -P)" ] && echo back
ln -s "$PWD" ../link
try scratch ../link/data
    cd -P "$FTSH_SCRATCH"
    mkdir deep
end
[ "$PWD" = "$before" ] && echo back
ls -A . data
--- stdout
back
back
.:
data

data:
deep

=== the umask and the set-group-ID bit hold as for mkdir
--- script
umask 027
try scratch a; : >"$FTSH_SCRATCH/f"; end
(umask 077; try scratch b; : >"$FTSH_SCRATCH/f"; end)
try scratch file c; : >"$FTSH_SCRATCH"; end
mkdir group
chmod 2775 group
try scratch group/d; : >"$FTSH_SCRATCH/f"; end
stat -c '%a %n' a b c a/f group/d
--- stdout
750 a
700 b
640 c
640 a/f
2750 group/d

=== others cannot look into it while it is made
--- script
umask 0
try scratch data
    : >"$FTSH_SCRATCH/f"
    stat -c %a "$FTSH_SCRATCH/.."
end
--- stdout
700

=== exit, return, break and continue with status 0 give the name; others do not
--- script
f() { try scratch "$1"; : >"$FTSH_SCRATCH/f"; return "$2"; end; }
f a 0
f b 3
for i in 1; do try scratch c; : >"$FTSH_SCRATCH/f"; break; end; done
(try scratch d; : >"$FTSH_SCRATCH/f"; exit 0; end)
(try scratch e; : >"$FTSH_SCRATCH/f"; exit 4; end)
echo $?
ls -A
--- stdout
4
a
c
d

=== a check list that finds success does not make the name
--- script
try scratch data
    : >"$FTSH_SCRATCH/f"
    false
check
    echo "${FTSH_SCRATCH-unset}"
end
echo $?
ls -A
--- stdout
unset
0

=== exec cannot give the name
--- script
try 5 times every 0s scratch data
    : >"$FTSH_SCRATCH/f"
    exec true
end
echo "$? $FTSH_REASON $FTSH_ATTEMPTS"
ls -A
try 2 times every 0s scratch data
    exec true || :
    : >"$FTSH_SCRATCH/f"
end
echo $?
--- stdout
2 permanent 1
0
--- stderr some

=== each alternative of a forany has a directory of its own
--- script
forany host ordered scratch data in a, b, c
    ls -A "$FTSH_SCRATCH"
    echo "$host" >"$FTSH_SCRATCH/$host"
    [ "$host" = b ]
end
ls -A . data
--- stdout
.:
data

data:
b

=== alternatives at the same time have one each, and the winner's gets the name
--- script
mkfifo go
forany host ordered hedge 0s scratch data in a b
    echo "$host" >"$FTSH_SCRATCH/$host"
    if [ "$host" = a ]; then read x <go; else echo >go; sleep 1000; fi
end
echo "$host"
ls -A . data
--- stdout
a
.:
data
go

data:
a

=== the name may contain the variable
--- script
forany host ordered scratch "data.$host" in a b
    echo "$host" >"$FTSH_SCRATCH/f"
    [ "$host" = b ]
end
forall w scratch file "out-$w" in x y z
    echo "$w" >"$FTSH_SCRATCH"
end
forall w keepgoing scratch "dir-$w" in x y
    : >"$FTSH_SCRATCH/f"
    [ "$w" = x ]
end || echo "failed: $FTSH_FAILED"
ls -A
cat out-*
--- stdout
failed: y
data.b
dir-x
out-x
out-y
out-z
x
y
z

=== two branches cannot have the same name
--- script
n=data
forall w scratch "$n" in a b; echo ran; end
echo "$? $FTSH_REASON"
forall w scratch "./$w" in a a; echo ran; end
echo "$? $FTSH_REASON"
--- stdout
2 usage
2 usage
--- stderr
../script:2:1: scratch: expected a name for each branch, found data for "a" and for "b"
../script:4:1: scratch: expected a name for each branch, found ./a for "a" and for "a"

=== a block in a block has one of its own
--- script
try scratch outer
    try scratch "$FTSH_SCRATCH/inner"
        : >"$FTSH_SCRATCH/f"
    end
    forany x in 1; : >"$FTSH_SCRATCH/g"; end
end
find outer | sort
--- stdout
outer
outer/g
outer/inner
outer/inner/f

=== what a killed shell has left is removed by the next one, but not what another one uses
--- script
mkfifo go ready
"$SH" -c 'try scratch data; echo half >"$FTSH_SCRATCH/index"; kill -KILL $$; end' || kill -l $?
ls -A
"$SH" -c 'try scratch data; echo whole >"$FTSH_SCRATCH/index"; echo >ready; read x <go; end' &
read x <ready
try scratch data
    echo second >"$FTSH_SCRATCH/index"
end
ls -A
cat data/index
echo >go
wait
ls -A
cat data/index
--- stdout
KILL
.data.scratch.0
go
ready
.data.scratch.0
data
go
ready
second
data
go
ready
whole
--- stderr any

=== a box of another name or owner, or a file in its place, is left alone
--- script
ln -s /etc .data.scratch.0
echo >.data.scratch.1
mkdir .dat.scratch.0
try scratch data; : >"$FTSH_SCRATCH/f"; end
ls -A
--- stdout
.dat.scratch.0
.data.scratch.0
.data.scratch.1
data

=== an overlong name
--- script
n=$(printf '%0255d' 7)
try scratch "$n"; : >"$FTSH_SCRATCH/f"; end
ls -A | wc -c
--- stdout
256

=== trees that may not be written to are removed and replaced
--- script
cat >job <<'X'
mkdir data data/sub
: >data/sub/f
chmod 555 data data/sub
mkdir probe
chmod 555 probe
touch probe/f 2>/dev/null && echo "still root"
try 2 times every 0s scratch data
    mkdir "$FTSH_SCRATCH/new"
    : >"$FTSH_SCRATCH/new/f"
    chmod 555 "$FTSH_SCRATCH/new" "$FTSH_SCRATCH"
    [ "$FTSH_ATTEMPT" = 2 ]
end
rmdir probe
ls -A . data
stat -c %a data
try scratch data
    : >"$FTSH_SCRATCH/newer"
end
ls -A . data
X
# Without its capabilities, root has the rights of an owner.
setpriv --bounding-set=-all --inh-caps=-all "$SH" job
--- stdout
.:
data
job

data:
new
555
.:
data
job

data:
newer

=== with a journal the next run does not make it again
--- script
cat >job <<'X'
try scratch data journal "$PWD/j" keep
    echo ran
    : >"$FTSH_SCRATCH/f"
end
X
"$SH" job
"$SH" job
ls -A data
--- stdout
ran
f

=== held output is published with the result
--- script
try 3 times every 0s scratch data
    echo "attempt $FTSH_ATTEMPT"
    : >"$FTSH_SCRATCH/f"
    [ "$FTSH_ATTEMPT" = 2 ]
end >log
cat log
--- stdout
attempt 2

=== explain
flags: --explain
--- script
try 2 times timeout 1s scratch data; x; end
forall w timeout 1s scratch file "out/$w" in a b; x; end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 2 times timeout 1s scratch data
    limits      1 second for an attempt
    attempts    2 at most
    delays      ftsh
                after failure     1  in all
                least            1s      1s
                expected       1.5s    1.5s
                most             2s      2s
    scratch     a new directory for each attempt; a successful one replaces data in one step
    worst case  4 seconds: 2 attempts of 1 second, delays of 2 seconds

../script:2: forall w timeout 1s scratch file "out/$w" in a b
    limits      1 second for a branch
    attempts    2 branches
    at once     all
    failure     the first one cancels the others
    scratch     a successful attempt replaces the file "out/$w" in one step
    worst case  1 second: all branches at once, 1 second each

=== a job that outlives its attempt does not write into that of another one
--- script
try scratch data
	echo 1 >"$FTSH_SCRATCH/file"
	{
		until [ -e go ]; do sleep 0.01; done
		echo late >"$FTSH_SCRATCH/late" || :
		: >done
	} 2>/dev/null &
end
try scratch data
	echo 2 >"$FTSH_SCRATCH/file"
	: >go
	until [ -e done ]; do sleep 0.01; done
end
ls data
--- stdout
file

=== the working directory is not replaced
--- script
mkdir -p data/sub
echo old >data/file
cd data/sub
try scratch ../../data
	echo new >"$FTSH_SCRATCH/file"
end
echo "$?"
cat ../file
--- stdout
2
old
--- stderr
../script:4:1: scratch: ../../data is the working directory, or around it: the result would take its place (cd / first)

=== the result cannot get its name
--- script
mkdir there
try scratch file there/data
    echo new >"$FTSH_SCRATCH"
    mkdir there/data
end 2>errors
echo "$?"
sed -n '1s/.*: scratch/scratch/p' errors
ls -A there
--- stdout
1
scratch there/data: the result cannot get its name: is a directory
data
