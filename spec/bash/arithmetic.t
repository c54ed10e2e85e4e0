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
../script:1:4: arithmetic expression: division by zero

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

=== commas, ++ and nothing
peers: none
todo: the expressions are those of POSIX yet
--- script
for ((i = 0, j = 9; i < j; i += 3, j -= 3)); do echo $i $j; done
(( )) || echo 3
((i++)); echo $i
--- stdout
0 9
3 6
3
7

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
