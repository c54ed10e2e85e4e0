# LANGUAGE section 4: input of attempts.
env: FTSH_LOG_LEVEL=0

=== a here-document
--- script
try 3 times every 0s; read x; echo "$x"; cat; test $FTSH_ATTEMPT = 3; end <<E
one
two
E
--- stdout
one
two
one
two
one
two

=== a regular file, from where the block found it
--- script
printf '1\n2\n3\n' >f
try 2 times every 0s; read x; echo "$x"; cat; test $FTSH_ATTEMPT = 2; end <f
try 2 times every 0s; cat <&0; test $FTSH_ATTEMPT = 2; end <f
--- stdout
1
2
3
1
2
3
1
2
3
1
2
3

=== a pipe, read by builtins and programs
--- script
printf '1\n2\n3\n' | try 3 times every 0s; read x; echo "$x"; test $FTSH_ATTEMPT != 1; cat; test $FTSH_ATTEMPT = 3; end
--- stdout
1
1
2
3
1
2
3

=== what the first attempt did not read the next one reads
--- script
mkfifo go
{ echo 1; read x <go; echo 2; } | try 2 times every 0s; read x; echo "$x"; test $FTSH_ATTEMPT = 2 || { echo >go; false; }; read x; echo "$x"; end
--- stdout
1
1
2

=== a pipe on end
--- script
mkfifo p
printf 'a\nb\n' >p &
try 2 times every 0s; read x; cat; test $FTSH_ATTEMPT = 2; end <p
--- stdout
b
b

=== forany
--- script
echo text | forany x ordered in a b; read y; echo "$x $y"; test $x = b; end
forany x ordered in a b; echo "$x $(cat)"; test $x = b; end <<E
here
E
--- stdout
a text
b text
a here
b here

=== several numbers that are the same input
--- script
try 2 times every 0s; cat <&3; test $FTSH_ATTEMPT = 2; end <<E 3<&0
text
E
echo text | try 2 times every 0s; cat <&3; test $FTSH_ATTEMPT = 2; end 3<&0
--- stdout
text
text
text
text

=== the input of a command around the block passes through
--- script
printf '1\n2\n' | { try 2 times every 0s; read x; echo $x; test $FTSH_ATTEMPT = 2; end; }
f() { try 2 times every 0s; read x; echo $x; test $FTSH_ATTEMPT = 2; end; }
printf '1\n2\n' | f
printf '1\n2\n' >f
{ try 2 times every 0s; read x; echo $x; test $FTSH_ATTEMPT = 2; end; } <f
--- stdout
1
2
1
2
1
2

=== a duplicate passes through
--- script
printf '1\n2\n' >f
exec 3<f
try 2 times every 0s; read x; echo $x; test $FTSH_ATTEMPT = 2; end <&3
printf '1\n2\n' | { try 2 times every 0s; read x; echo $x; test $FTSH_ATTEMPT = 2; end <&0; }
try; try 2 times every 0s; read x; echo $x; test $FTSH_ATTEMPT = 2; end <&0; end <f
--- stdout
1
2
1
2
1
2

=== a duplicate that an attempt made for good reads on behind the block
--- script
printf 'a\nb\nc\n' >f
try 2 times every 0s; exec 3<&0; read x; echo $x; test $FTSH_ATTEMPT = 2; end <f
cat <&3
try 2 times every 0s; exec 3<&0; read x; echo $x; test $FTSH_ATTEMPT = 2; end <<E
a
b
E
cat <&3
mkfifo p
printf 'a\nb\nc\n' >p &
try 2 times every 0s; exec 3<&0; sh -c 'read x; echo $x'; test $FTSH_ATTEMPT = 2; end <p
read x <&3
echo "$x"
cat <&3
printf 'a\nb\n' | try 2 times every 0s; trap cat EXIT; sh -c 'read x; echo $x'; test $FTSH_ATTEMPT = 2; end
--- stdout
a
a
b
c
a
a
b
a
a
b
c
a
a
b

=== what the script inherited passes through
--- script
try 2 times every 0s; read x; echo $x; test $FTSH_ATTEMPT = 2; end
--- stdin pipe
1
2
--- stdout
1
2

=== nested blocks: the inner one goes on in what the outer one keeps
--- script
printf '1\n2\n3\n4\n' | try 2 times every 0s; outer=$FTSH_ATTEMPT; try 2 times every 0s; read x; echo "$x"; test $FTSH_ATTEMPT = 2; end; test $outer = 2; end
--- stdout
1
2
1
2

=== more than memory holds
--- script
seq 400000 | try 2 times every 0s; read first; echo $first; wc -l; test $FTSH_ATTEMPT = 2; end
seq 200000 | try 2 times every 0s; n=0; while read x; do n=$((n+1)); test $x = $n; test $n != 180000 || break; done; echo $x; cat | wc -l; test $FTSH_ATTEMPT = 2; end
ls "$TMPDIR"
--- stdout
1
399999
1
399999
180000
20000
180000
20000

=== streaming: nothing is kept
--- script
printf '1\n2\n' | try 2 times every 0s streaming; read x; echo $x; test $FTSH_ATTEMPT = 2; end
try 2 times every 0s streaming; read x; echo $x; test $FTSH_ATTEMPT = 2; end <<E
1
2
E
--- stdout
1
2
1
2

=== who writes to the block finds out that it has ended
--- script
set -o pipefail
yes | try; head -1; end
echo $?
yes | try 2 times; head -1; end
echo $?
--- stdout
y
141
y
141

=== a device passes through
--- script
try 2 times every 0s; cat; false; end </dev/null
echo $?
--- stdout
1

=== a block that may make one attempt keeps nothing
--- script
TMPDIR=/proc/nowhere
head -c 3000000 /dev/zero | try; wc -c; end
--- stdout
3000000

=== there is no place for a temporary file
--- script
TMPDIR=/proc/nowhere
head -c 3000000 /dev/zero | try 2 times every 0s; wc -c >/dev/null; end
echo $?
head -c 3000000 /dev/zero | try 2 times streaming; wc -c; end
--- stdout
1
3000000
--- stderr
../script:2:29: the attempt's output and input cannot be kept in /proc/nowhere: no such file or directory (see streaming)
../script:2:29: the attempt's output and input cannot be kept in /proc/nowhere: no such file or directory (see streaming)

=== the catch list reads where the last attempt stopped
--- script
printf '1\n2\n' | try 2 times every 0s; read x; false; catch; read x; echo $x; end
printf '1\n2\n' >f
try 2 times every 0s; read x; false; catch; read x; echo $x; end <f
--- stdout
2
2

=== a pipe into a block is replayed to every attempt under job control too
--- script
set -m
printf 'a\nb\n' | try 2 times every 0s; read x; echo $x >>f; false; catch; read x; echo $x; end
cat f
printf 'a\nb\n' | try 2 times every 0s; read x; echo $x >>g; false; catch; read x; echo $x; end & wait
cat g
--- stdout
b
a
a
b
a
a
