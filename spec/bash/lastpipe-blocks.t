# shopt -s lastpipe in blocks, and around them

=== a deadline ends every command of the pipeline
--- script
shopt -s lastpipe
try for 200 ms
    x=1
    sleep 1000 | { x=2; read -r y; x=3; }
catch
    echo "$FTSH_STATUS"
end
try 1 time timeout 200 ms
    yes | while :; do n=$((n + 1)); done
catch
    echo "$FTSH_REASON $((n > 5))"
end
--- stdout
124
times 1
--- stderr any

=== an attempt keeps its variables, and a failed one's are restored
--- script
shopt -s lastpipe
try 3 times every 1 ms
    echo "$FTSH_ATTEMPT" | read -r x
    printf '%s\n' a b | mapfile -t a
    [ "$x" = 2 ]
end
echo $x "${a[@]}"
--- stdout
2 a b
--- stderr any

=== a block as the last command
--- script
shopt -s lastpipe
seq 3 | try 3 times every 1 ms
    read -r x
    read -r y
    [ "$FTSH_ATTEMPT" = 2 ]
end
echo $x $y
echo 1 | forany v in a b
    read -r z
    [ $v = b ]
end
echo $z $v
--- stdout
1 2
1 b
--- stderr any

=== lists are brittle in it
--- script
shopt -s lastpipe
try 1 time
    false | read -r x
    echo no
catch
    echo "failed: $FTSH_STATUS"
end
try 1 time
    echo 1 | { read -r x; false; echo no; }
    echo no
catch
    echo "failed: $x"
end
forall i in 1 2 3
    echo $i | read -r x
    echo $x
end | sort
--- stdout
failed: 1
failed: 1
1
2
3
--- stderr any
