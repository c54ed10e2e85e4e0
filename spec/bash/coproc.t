# coproc
peers: bash

=== two descriptors and a process ID
--- script
coproc cat
echo "${COPROC[@]}"; [ "$COPROC_PID" = $! ] && echo same
echo hi >&"${COPROC[1]}"
read -r x <&"${COPROC[0]}"; echo "$x"
jobs -p | wc -l
p=$! w=${COPROC[1]}; exec {w}>&-
wait "$p"; echo "$? ${COPROC[@]-unset} ${COPROC_PID-unset}"
coproc UP { tr a-z A-Z; }
echo hello >&${UP[1]}; exec 9<&${UP[0]}
eval "exec ${UP[1]}>&-"
cat <&9; wait; exec 9<&-; echo "${UP[@]-unset}|${UP_PID-unset}"
coproc Q { read -r x; echo ${Q[1]-unset}; read -r x; read -r x <f; exit 3; }
p=$! w=${Q[1]}; mkfifo f; echo >&$w; read -ru ${Q[0]} x; exec {w}>&-; echo ${Q[@]} $x; echo >f; wait $p; echo $?
coproc (exit 4); wait $!; echo $?
coproc P while read -r l; do echo "<$l>"; done
for i in 1 2; do echo $i >&${P[1]}; read -r l <&${P[0]}; echo $l; done
! coproc Z { :; }; echo $?
--- stdout
63 60
same
hi
1
0 unset unset
HELLO
unset|unset
63 -1 unset
3
4
<1>
<2>
1
--- stderr some

=== children have none of its descriptors
--- script
coproc A { cat; echo end; }
(: >&${A[1]}) 2>/dev/null; echo $?
: >&${A[1]} | cat; echo ${PIPESTATUS[0]}
: >&${A[1]} & wait $!; echo $?
echo a >&${A[1]}; x=$(head -n 1 <&${A[0]}); echo $x
ls /proc/self/fd | grep -c '6[0-9]'
exec 7>&${A[1]} 8<&${A[0]}
(echo b >&7); head -n 1 <&8
ls /proc/self/fd | grep -c '[78]'
exec 7>&- 8<&-
sleep 100 & n=${A[1]}; exec 9<&${A[0]}; eval "exec $n>&-"
cat <&9
kill %2
--- stdout
1
1
1
a
0
b
0
end
--- stderr some

=== another one takes its place, with a warning
--- script
coproc A { cat; }
coproc B { cat; }
echo ${A[@]} ${B[@]}
echo b >&${B[1]}; read -r x <&${B[0]}; echo $x
echo a >&${A[1]}; read -r x <&${A[0]}; echo $x
kill $A_PID; wait $A_PID; echo $? ${A[@]}
kill $B_PID; wait $B_PID; echo $? ${B[@]-unset}
--- stdout
63 60 62 58
b
a
143 63 60
143 unset
--- stderr some

=== its variables
--- script
declare -A M=([k]=v); coproc M { cat; }; declare -p M
kill $!; wait; echo ${M-unset}
f() { local L; coproc L { cat; }; echo ${L[@]}; }; f; echo ${L-none} ${L_PID+set}
kill $L_PID; wait $!
x=5; coproc x { x=6; read -r y; }; declare -p x; echo >&${x[1]}; wait $!; echo ${x-unset}
--- stdout
declare -a M=([0]="63" [1]="60")
unset
63 60
none set
declare -a x=([0]="63" [1]="60")
unset

=== what it runs
--- script
f() { read -r x; echo "f $1 $x"; }
coproc f arg; exec 9<&${COPROC[0]}; echo in >&${COPROC[1]}; cat <&9; wait
coproc x=5 f a; exec 9<&${COPROC[0]}; echo in >&${COPROC[1]}; cat <&9; wait
coproc if read -r x; then echo "if $x"; fi; exec 9<&${COPROC[0]}; echo in >&${COPROC[1]}; cat <&9; wait
coproc C ((3 > 4)); wait $!; echo $?
coproc [[ a = b ]]; wait $!; echo $?
coproc nosuch 2>/dev/null; wait $!; echo $?
coproc { read -r x; ls /proc/self/fd | grep -c '6[0-9]'; }
exec 9<&${COPROC[0]}; echo >&${COPROC[1]}; cat <&9; wait
if coproc { exec sleep 100; }; then kill $!; wait $!; echo $?; fi
--- stdout
f arg in
f a in
if in
1
1
127
0
143
