# coproc in blocks: it ends with the attempt that started it, as <( ) does

=== it ends with an attempt that works
--- script
try
    coproc A { echo $BASHPID; sleep 1000 & exec sleep 1000; }
    read -r p <&${A[0]}
end
kill -0 $p 2>/dev/null; echo "$? ${A[@]-unset} ${A_PID-unset}"
coproc B { cat; }
echo ${B[@]}
--- stdout
1 unset unset
63 60

=== each attempt has its own
--- script
try 3 times every 1 ms
    coproc A { while read -r x; do echo "<$x>"; done; }
    echo $FTSH_ATTEMPT >&${A[1]}
    read -r x <&${A[0]}
    [ "$x" = "<2>" ]
end
echo $x
--- stdout
<2>
--- stderr any

=== a deadline ends it, and what waits for it
--- script
try for 200 ms
    coproc A { sleep 1000; }
    read -r x <&${A[0]}
catch
    echo $FTSH_STATUS
end
try for 200 ms
    coproc A { sleep 1000; }
    wait
catch
    echo $FTSH_STATUS ${A[@]-unset}
end
--- stdout
124
124 unset
--- stderr any

=== one from outside outlives the block
--- script
coproc A { while read -r x; do echo "<$x>"; done; }
try
    echo a >&${A[1]}
    read -r x <&${A[0]}
end
echo b >&${A[1]}; read -r y <&${A[0]}; echo $x $y
try
    echo c
    echo d
end >&${A[1]}
read -r x <&${A[0]}; read -r y <&${A[0]}; echo $x $y
--- stdout
<a> <b>
<c> <d>

=== branches and alternatives
--- script
forall x in 1 2 3
    coproc A { cat; }
    echo $x >&${A[1]}
    read -r y <&${A[0]}
    echo $y
end | sort
forany x hedge 10 s in a b
    coproc A { cat; }
    echo $x >&${A[1]}
    read -r y <&${A[0]}
end
echo ${y/[ab]/y} ${A-unset}
--- stdout
1
2
3
y unset

=== a readonly name
--- script
readonly A=1
coproc A { echo no; }
echo $?
--- stdout
1
--- stderr some

=== nothing is left of one whose place another took
--- script
fds() { ls /proc/$$/fd | wc -l; }
n=$(fds)
try 2 times every 1 ms
    for i in {1..20}; do coproc A { sleep 1000; }; done
    false
catch
    :
end
m=$(fds); echo $((m - n > 20)) ${A[@]-unset}
--- stdout
0 unset
--- stderr any
