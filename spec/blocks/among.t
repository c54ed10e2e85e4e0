# What a failure in a forany or forall shows of its words (docs/language.md, section 8).

=== the record of a try names the alternatives of the forany inside
--- script
try 3 times every 0s
    forany host in aaa, 'b b', ccc
        [ "x$host" = y ]
    end
end 2>err
sed 1d err
--- stdout
    1–3: ../script:3:9: [ "x$host" = y ]: exit status 1 (host: aaa, 'b b', ccc)

=== so does FTSH_ERROR, also in the catch list of the forany
--- script
try
    forany host in aaa, bbb
        false
    end
end || echo "$FTSH_ERROR"
forany host ordered in aaa, bbb
    exit_() { case $host in aaa) (exit 8) ;; *) (exit 9) ;; esac; }
    exit_
catch
    echo "$FTSH_ERROR"
end
--- stdout
../script:3:9: false: exit status 1 (host: aaa, bbb)
../script:7:50: exit 9: exit status 9 (host: aaa with status 8, bbb)

=== of two equal words each has its own status
--- script
n=0
forany host ordered in aaa bbb aaa
    n=$((n + 1))
    (exit $n)
end || echo "$FTSH_ERROR"
--- stdout
../script:4:6: exit $n: exit status 3 (host: aaa with status 1, bbb with status 2, aaa)

=== those of a forall are the branches that failed
--- script
try 2 times every 0s
    forall host keepgoing in aaa bbb ccc
        [ "$host" = bbb ]
    end
end 2>err
sed 1d err
--- stdout
    1, 2: ../script:3:9: [ "$host" = bbb ]: exit status 1 (host: aaa, ccc)

=== what a time limit ended is named as well
--- script
try for 6 seconds
    forany host ordered in aaa bbb ccc
        [ "$host" != aaa ]
        sleep 1000
    end
end 2>err
sed 1d err
try for 6 seconds
    forall host in aaa bbb
        sleep 1000
    end
end 2>err
sed 1d err
--- stdout
    1: ../script:4:9: sleep 1000: exit status 124 (time limit) (host: aaa with status 1, bbb)
    1: ../script:10:9: sleep 1000: exit status 124 (time limit) (host: aaa, bbb)

=== many words are cut
--- script
list=$(i=100; while [ $i -lt 200 ]; do echo $i; i=$((i+1)); done)
try
    forany n in $list; false; end
end 2>err
sed 1d err
--- stdout
    1: ../script:3:24: false: exit status 1 (n: 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139 and 60 more)

=== through a function, a subshell that is a process, and in JSON
--- script
f() { forany host in aaa bbb; false; end; }
try
    (trap : USR1; f)
end 2>err
sed 1d err
FTSH_LOG_LEVEL=0
"$SH" --log-format json -c 'try; forany h in a b; false; end; end' 2>&1 | sed 's/.*\("among":"[^"]*"\).*/\1/'
--- stdout
    1: ../script:1:31: false: exit status 1 (host: aaa, bbb)
"among":"h: a, b"
