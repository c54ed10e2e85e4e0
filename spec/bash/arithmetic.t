# (( expression )) and for (( ))
peers: bash

=== the status says whether the value is 0
--- script
((3 > 2)) && echo 1
((0)) || echo 2
x=5
((x == 5 && $x != 4)) && echo 4
(("1" + 1 == 2)) && echo 5
((x += 2)); echo $x
--- stdout
1
2
4
5
7

=== text that closes otherwise is subshells
--- script
((echo a) && echo b)
((echo c); (echo d))
--- stdout
a
b
c
d

=== an error is status 1, and the script goes on
--- script
((1/0))
echo $?
--- stdout
1
--- stderr
../script:1:5: arithmetic expression: division by 0 (error token is "0")

=== for with three expressions
--- script
for ((i = 0; i < 3; i += 1)); do echo $i; done
for ((i=0; i<2; i+=1)) { echo b$i; }
for ((;;)); do break; done
for (( ; i < 4; )) do i=$((i+1)); continue; done; echo $i
--- stdout
0
1
2
b0
b1
4

=== commas, ++ and --, **, bases, nothing
--- script
for ((i = 0, j = 9; i < j; i += 3, j -= 3)); do echo $i $j; done
(( )) || echo nothing
((i++)); echo $i $((i--)) $((--i)) $((2**10)) $((16#ff)) $(( 1 , 2 ))
x=i+1; echo $((x * 2))
n=7; [[ n++ -eq 7 && n -eq 8 && "" -eq 0 ]] && echo $n
y="3"; echo $(( "$y" + 1 )) $(( y[0] ))
f() { local i; for ((i=0; i<2; i++)) { echo "in $i"; }; }
f; echo $i
--- stdout
0 9
3 6
nothing
7 7 5 1024 255 2
12
8
4 3
in 0
in 1
5

=== set -e ends with it
--- script
set -e
((1 == 1))
((1 == 2))
echo no
--- status 1

=== in a block
peers: none
--- script
n=0
try 5 times every 1 ms
    ((n += 1))
    ((n > 2))
end
echo $n
--- stdout
3
