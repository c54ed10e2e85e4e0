# XCU echo, printf.
peers: dash bash

=== printf formats strings and numbers
--- script
printf '%s|%5s|%-5s|%.2s|\n' a b c defg
printf '%d %i %o %x %X %u\n' -5 010 8 255 255 7
printf '[%5d|%-5d|%05d|%+d|% d|%.3d]\n' 42 42 42 42 42 42
printf '%c%c\n' hello x
--- stdout
a|    b|c    |de|
-5 8 10 ff FF 7
[   42|42   |00042|+42| 42|042]
hx

=== the format is used again while arguments are left
--- script
printf '%s-%s;' a b c
echo
printf 'no conversions\n' a b
printf '%s,%d\n'
--- stdout
a-b;c-;
no conversions
,0

=== widths and precisions from arguments
--- script
printf '%*d|%-*d|%.*s|%*d|\n' 5 1 4 2 2 abc -4 7
--- stdout
    1|2   |ab|7   |

=== escape sequences of the format and of %b
--- script
printf 'a\tb\101\\\n'
printf '%b|%s\n' 'a\tb\0101' 'a\tb'
printf '%b%s' 'stop\chere' never
echo '|'
--- stdout
a	bA\
a	bA|a\tb
stop|

=== character constants are numbers
--- script
printf '%d %d %x\n' "'A" '"B' "'0"
--- stdout
65 66 30

=== a character of several bytes has its code point
except dash: takes the first byte; XCU printf speaks of the character
--- script
printf '%d\n' "'é"
--- stdout
233

=== floating point
--- script
printf '%.2f %e %g %G %g\n' 3.14159 12345.678 1e-5 1e20 100000
--- stdout
3.14 1.234568e+04 1e-05 1E+20 100000

=== a wrong number is an error and its start is used
--- script
printf '%d|%d\n' 12x 3
echo $?
printf '%d\n' abc
echo $?
--- stdout
12|3
1
0
1
--- stderr some

=== numbered arguments
except dash: has none
except bash: has none
--- script
printf '%2$s %1$s\n' a b c d
--- stdout
b a
d c

=== echo joins its arguments with blanks
--- script
echo a  'b  c' d
echo
echo -n x
echo
--- stdout
a b  c d

x

=== echo interprets escape sequences
except bash: only with -e
--- script
echo 'a\tb\0101\\'
echo 'cut\cthis' and this
echo '|'
--- stdout
a	bA\
cut|

=== a full device is an error
--- script
echo x 2>/dev/null >/dev/full; echo $?
printf x 2>/dev/null >/dev/full; echo $?
pwd 2>/dev/null >/dev/full; echo $?
--- stdout
1
1
1

=== a pipe that nobody reads ends the writer
--- script
(while :; do echo y || exit 5; done) | head -n 1
echo done
--- stdout
y
done

=== with a trap for SIGPIPE it is an error, and the action runs
--- script
mkfifo pipe; : <pipe & exec 3>pipe; wait
trap 'echo action $?' PIPE
echo x 2>err >&3; echo echo $?
printf x 2>>err >&3; echo printf $?
pwd 2>>err >&3 || echo pwd $?
(trap 'echo inner' PIPE; umask 2>>err >&3; echo umask $?)
grep -c . err
--- stdout
action 1
echo 1
action 1
printf 1
action 1
pwd 1
inner
umask 1
4

=== with SIGPIPE ignored it is an error
--- script
trap '' PIPE
(while :; do echo y 2>/dev/null || { echo failed >out; exit 5; }; done) | head -n 1
cat out
echo done
--- stdout
y
failed
done
