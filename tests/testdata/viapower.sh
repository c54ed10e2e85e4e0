# The machine whose file system has the directory of a forall with a journal loses its power; those that run its branches
# do not. $1 is the shell. A copy of the device has what a power cut leaves: what the kernel has not written yet is not in it.
set -eu
export PATH="$PWD:${1%/*}:$PATH" FTSH_VIA_DIR="$PWD/fs/via" FTSH_JOURNAL_DIR="$PWD/fs/journals" FTSH_LOG_LEVEL=0
export FTSH_VIA_POLL=0.1 FTSH_VIA_PATIENCE=0.5
mkdir fs
truncate -s 256M device
mkfs.ext4 -q device && mount -o loop,commit=1000 device fs || exit 77

cat >ftsh-via-held <<'E2'
#!/bin/sh
# Has what it is told to submit until it has been run. Runs nothing.
case $1 in
poll) [ -e over ] || echo 1 0-3 ;;
esac
E2
chmod +x ftsh-via-held
cat >job <<'E2'
forall x via held keepgoing grouped journal convert in a b c d
    echo "$x" >>ran
    until [ -e "go.$x" ]; do sleep 0.05; done
    echo "this is $x"
catch
    [ "$FTSH_REASON" != locked ] || exit 75
    echo "$FTSH_ERROR"
end
E2
task() { "$dir/ftsh" --via-task "$dir" 1 "$1" </dev/null; }

ftsh job >out &
shell=$!
until [ -e fs/via/*/1.taken ]; do sleep 0.05; done
dir=$(echo "$PWD"/fs/via/*)
: >go.a
kill -STOP "$shell" # it sees no end
task 0
"$dir/ftsh" --via-task "$dir" 1 1 </dev/null &
until grep -q b ran; do sleep 0.05; done

cp device left
kill -KILL "$shell" $!
wait "$shell" $! 2>/dev/null || :
umount -l fs
mount -o loop left fs

: >go.b
task 1 # the batch system starts it again
: >go.c
: >go.d
task 2 || :
task 3 || :
: >over
until ftsh job >out 2>/dev/null; do [ $? = 75 ] || exit 1; done
cat out
sort ran
