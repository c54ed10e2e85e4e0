# set -k and set -t
peers: bash

=== set -k: assignments after a command's name are its, too
--- script
set -k
sh -c 'echo "$a-$0-$b"' a=1 x b="2 3"
f() { echo "$# $1 $v"; }
f p v=3
echo "${v-unset}"
echo a=b c "d=e" \f=g
set +k
echo a=b c
--- stdout
1-x-2 3
1 p 3
unset
c d=e f=g
a=b c

=== set -t: the shell ends after the command that it has read
--- script
echo one
eval 'set -t; echo two
echo three'
echo four
--- stdout
one
two
three

=== set -t in a function, with a trap of EXIT
--- script
trap 'echo "end $?"' EXIT
f() { set -t; echo in; return 3; }
f; echo after; (exit 4)
echo never
--- stdout
in
after
end 4
--- status 4
