# read and mapfile of bash
peers: bash

=== without a name the line is in REPLY, as it is
--- script
read <<<'  a b\c  '; echo "$? [$REPLY]"
read -r <<<'  a b\c  '; echo "$? [$REPLY]"
read <<'E'
a\
b\ c
E
echo "$REPLY"
read </dev/null; echo "$? [$REPLY]"
--- stdout
0 [  a bc  ]
0 [  a b\c  ]
ab c
1 []

=== -a splits the line into an array
--- script
read -a arr <<<'a b  c'; echo "${#arr[@]} ${arr[2]}"
read -ra arr <<<''; echo "${#arr[@]}"
IFS=, read -ra arr <<<'a,b,,c,'; echo "${#arr[@]} ${arr[*]}"
read -a arr x <<<'a b\ c'; echo "${#arr[@]} ${arr[1]}"
declare -A h; read -a h <<<'a b' 2>/dev/null; echo $?
--- stdout
3 c
0
4 a b  c
2 b c
1

=== names may be elements
--- script
read x 'a[2]' y <<<'1 2 3 4'; echo "$x ${a[2]} $y"
declare -A m; read 'm[k]' <<<v; echo "${m[k]}"
read 1x <<<a 2>/dev/null; echo $?
readonly ro; read ro <<<a 2>/dev/null; echo $?
--- stdout
1 2 3 4
v
1
1

=== -d is the end of the line
--- script
read -d : x <<<'ab:cd'; echo "$? [$x]"
printf 'a\0b\0c' | { while IFS= read -r -d '' x; do echo "$x"; done; echo "rest $x"; }
read -d xyz a <<<'1x2'; echo $a
--- stdout
0 [ab]
a
b
rest c
1

=== -n and -N read characters
--- script
read -n 3 x <<<'abcdef'; echo "$? [$x]"
read -n3 x <<<'ab'; echo "$? [$x]"
printf ab | { read -n3 x; echo "$? [$x]"; }
read -N 4 x <<<$'a\nbcd'; echo "$? [$x]"
printf ab | { read -N3 x; echo "$? [$x]"; }
read -n 3 <<<'é€xy'; echo "$REPLY"
read -N 3 x y <<<'a b'; echo "[$x] [$y]"
read -n 0 x <<<abc; echo "$? [$x]"
read -n 4 x <<<'a\bcdef'; echo "$x"
read -rn 4 x <<<'a\bcdef'; echo "$x"
printf 'abcdef' | { read -n 2 x; read -n 2 y; cat; echo " $x $y"; }
--- stdout
0 [abc]
0 [ab]
1 [ab]
0 [a
bc]
1 [ab]
é€x
[a b] []
0 []
abcd
a\bc
ef ab cd

=== -u is the descriptor, and -p, -s and -e have no effect without a terminal
--- script
read -u 7 x 7<<<seven; echo $x
read -u 9 x 2>/dev/null; echo $?
read -p 'prompt> ' x <<<v; echo $x
read -s x <<<secret; echo $x
read -e -i text x <<<edit; echo $x
--- stdout
seven
1
v
secret
edit

=== -t gives up
--- script
mkfifo f; exec 5<>f
read -t 0.01 x <&5; echo "$? [$x]"
read -t 100 x <<<q; echo "$? $x"
read -t 0 <&5; echo $?
echo >&5; read -t 0 <&5; echo $?
read -t x y <<<a 2>/dev/null; echo $?
read -t -1 y <<<a 2>/dev/null; echo $?
--- stdout
142 []
0 q
1
0
1
1

=== what came before a timeout is assigned
peers: none
--- script
mkfifo f; exec 5<>f
printf ab >&5; read -t 0.01 x <&5; echo "$? [$x]"
--- stdout
142 [ab]

=== the deadline of a block ends a read with a longer timeout
peers: none
--- script
mkfifo f; exec 5<>f
try timeout 0.05s; read -t 1000 x <&5; catch; echo "caught $FTSH_STATUS"; end
try timeout 0.05s; mapfile -u 5; catch; echo "caught $FTSH_STATUS"; end
--- stdout
caught 124
caught 124

=== mapfile makes an array of lines
--- script
mapfile <<<$'a\nb c\n'; echo "${#MAPFILE[@]} [${MAPFILE[1]}]"
mapfile -t a <<<$'a\nb c\n'; echo "${#a[@]} [${a[1]}] [${a[2]}]"
printf 'a\nb' | { readarray -t a; echo "${#a[@]} ${a[1]}"; }
mapfile -t a </dev/null; echo "${#a[@]}"
printf 'x\0y z\0' | { mapfile -d '' a; printf '<%s>' "${a[@]}"; echo; }
mapfile -t -d , a <<<'1,2,3'; printf '<%s>' "${a[@]}"; echo
--- stdout
3 [b c
]
3 [b c] []
2 b
0
<x><y z>
<1><2><3
>

=== the options of mapfile
--- script
printf '%s\n' 1 2 3 4 5 6 >lines
mapfile -t -s 2 -n 3 a <lines; echo "${a[*]}"
a=(x y z); mapfile -t -O 1 -n 1 a <lines; echo "${a[*]}"
mapfile -t -u 7 a 7<lines; echo "${#a[@]}"
cb() { echo "cb $1 [$2]"; }
mapfile -t -c 2 -C cb a <lines; echo "${#a[@]}"
mapfile -n 1 a <lines; printf '%s' "${a[@]}"
{ mapfile -t -n 2 a; cat; } <lines | tr '\n' ' '; echo
mapfile -n x a <lines 2>/dev/null; echo $?
mapfile -c 0 a <lines 2>/dev/null; echo $?
declare -A h; mapfile h <lines 2>/dev/null; echo $?
mapfile 1x <lines 2>/dev/null; echo $?
--- stdout
3 4 5
x 1 z
6
cb 1 [2]
cb 3 [4]
cb 5 [6]
6
1
3 4 5 6 
1
1
1
1

=== a backslash and another delimiter
--- script
p() { printf '<%s>' "$@"; echo; }
printf '%s\n' 'a b\' 'c d' | (read -d ,; p "$REPLY"; echo $?)
printf 'a\\,b,c' | (read -d , x; p "$x")
printf 'a\\\nb,c' | (read -d , x y; p "$x" "$y"; read -r x; p "$x")
printf 'a\\\nb,c' | (read -rd , x; p "$x")
printf 'a\\,b' | (IFS=, read x y; p "$x" "$y")
printf 'ab\\\ncd' | (read -N 4 x; p "$x")
--- stdout
<a bc d
>
0
<a,b>
<ab><>
<c>
<a\
b>
<a,b><>
<abcd>
=== many characters of a long line
--- script
x=$(printf '%0300000d' 1)
read -n 200000 y <<<"$x"; echo ${#y}
read -N 300001 y <<<"$x"; echo ${#y}
n=0
while read -n 1 c && ((n < 3000)); do ((n++)); done <<<"$x"; echo $n
--- stdout
200000
300001
3000

=== a deadline ends read -n
peers: none
--- script
SECONDS=0
x=$(printf '%03000000d' 1)
try for 1 second or 1 time
    for i in {1..100}; do read -n 3000000 y <<<"$x"; done
end 2>/dev/null
echo $? $((SECONDS < 5))
--- stdout
124 1

=== read goes on after the action of a trapped signal
--- script
trap 'echo T; x=changed' USR1
exec 3< <(sleep 0.1; printf a; sleep 0.1; kill -USR1 $$; sleep 0.2; echo b; sleep 0.1; kill -USR1 $$; sleep 0.1; echo c d)
read -r l <&3; echo "$? $l $x"
read -r -n 3 l <&3; echo "$? $l $x"
trap 'echo bye; exit 7' USR2
exec 4< <(sleep 1)
(sleep 0.1; kill -USR2 $$) &
read -r l <&4; echo not
--- stdout
T
0 ab changed
T
0 c d changed
bye
--- status 7

=== mapfile makes an array if there is no line
--- script
mapfile -O 1 a </dev/null
declare -p a
b=(x)
mapfile -O 2 b </dev/null
declare -p b
mapfile -s 3 -O 2 -t c <<<x
declare -p c
--- stdout
declare -a a=()
declare -a b=([0]="x")
declare -a c=()
