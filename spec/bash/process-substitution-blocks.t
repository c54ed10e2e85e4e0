# <( ) and >( ) in blocks: they end with the attempt that started them

=== one that hangs is cancelled with the attempt
--- script
try 2 times every 1 ms timeout 100 ms
    cat <(exec sleep 1000)
catch
    echo "$FTSH_REASON $FTSH_STATUS"
end
--- stdout
times 124
--- stderr any

=== one left over ends with an attempt that works
--- script
try
    read -r x < <(echo a; exec sleep 1000)
    : <(sleep 1000) <(while :; do sleep 1000; done)
end
echo $x
--- stdout
a

=== output that passes through one belongs to the attempt
--- script
n=0
try 3 times every 1 ms
    n=$((n + 1))
    echo "attempt $n" > >(cat; echo "end $n")
    { echo err >&2; } 2> >(sed s/^/e:/)
    [ $n = 2 ]
end 2>&1 | cat
echo after
--- stdout
attempt 2
end 2
e:err
after

=== a pipe that exec keeps does not hold the block up
--- script
try
    exec 5> >(cat >/dev/null)
    echo hi >&5
end
exec 5>&-
echo end
--- stdout
end

=== a deadline around the command is one of the process
--- script
try for 100 ms
    echo x > >(read -r x; exec sleep 1000)
end
echo $?
--- stdout
124
--- stderr any

=== branches have their own
--- script
forall x in 1 2 3
    read -r y < <(echo $x; exec sleep 1000)
    echo $y
end | sort
--- stdout
1
2
3
