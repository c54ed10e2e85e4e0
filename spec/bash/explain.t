# --explain over the constructs of bash: what bounds their time, and what nothing bounds
flags: --explain

=== tests, expressions, arrays and declarations take no time
--- script
try 3 times every 1s
    [[ -n $x && $y =~ ^a(b|c)$ ]]
    ((i++, j = 2))
    declare -A m=([a]=b)
    a+=(1 2); a[1]=${x//a/b}
    let i++
    coproc C { cat; }
    case $x in a) echo;& b) echo;;& *) echo;; esac
    shopt -s extglob; function f { sleep 1; }
end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 3 times every 1s
    attempts    3 at most
    delays      every 1 second from start to start
    worst case  2 seconds: 3 attempts of 0 seconds, 1 second from start to start

=== their substitutions do
--- script
try 3 times every 1s
    [[ -n $(a) ]]
end
try 3 times every 1s
    ((i += $(a)))
end
try 3 times every 1s
    a=($(a))
end
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 3 times every 1s
    attempts    3 at most
    delays      every 1 second from start to start
    worst case  unbounded: ../script:2: nothing bounds a

../script:4: try 3 times every 1s
    attempts    3 at most
    delays      every 1 second from start to start
    worst case  unbounded: ../script:5: nothing bounds a

../script:7: try 3 times every 1s
    attempts    3 at most
    delays      every 1 second from start to start
    worst case  unbounded: ../script:8: nothing bounds a

=== loops
--- script
try 3 times every 1s
    for ((i=0; i<3; i++)); do try for 5s; a; end; done
end
try 3 times every 1s
    for ((;;)); do b; done
end
try 3 times every 1s
    select x in a b; do echo "$x"; done
end
source lib
--- stdout
Worst cases are times until a block gives up. A process that ignores SIGTERM gets
30 seconds more (the kill timeout) at each cancellation. A catch list runs after that.

../script:1: try 3 times every 1s
    attempts    3 at most
    delays      every 1 second from start to start
    worst case  known at run time: how often the loop in line 2 runs

    ../script:2: try for 5s
        limits      5 seconds
        attempts    any number
        delays      ftsh
                    after failure     1   2   3  ...
                    least            1s  2s  4s  ...
                    expected       1.5s  3s  6s  ...
                    most             2s  4s  8s  ...
        fit         3 to 4, 4 expected, in 5 seconds if each fails at once
        worst case  5 seconds: the time limit of line 2

../script:4: try 3 times every 1s
    attempts    3 at most
    delays      every 1 second from start to start
    worst case  unbounded: ../script:5: the loop may run for ever

../script:7: try 3 times every 1s
    attempts    3 at most
    delays      every 1 second from start to start
    worst case  unbounded: ../script:8: select waits for answers

../script:10: not looked into: source lib
