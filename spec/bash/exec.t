# exec in the dialect of bash (docs/language.md, section 12)
peers: bash

=== another name, a login shell's, and no environment
--- script
(exec -a foo sh -c 'echo $0'); (exec -l sh -c 'echo $0'); (exec -la foo sh -c 'echo $0')
(exec -l -a foo sh -c 'echo $0'); (exec -a "" sh -c 'echo "[$0]"'); (exec -l /bin/sh -c 'echo $0')
(X=1 exec -c env); echo $?; (exec -cl /usr/bin/env); echo $?
(exec -- sh -c 'echo after --'); (exec -aX -c sh -c 'echo $0')
[[ $SH == */bash ]] && dialect= || dialect='-o bash'
"$SH" $dialect -c 'exec -a foo sh -c "echo \$0"; echo not here'
"$SH" $dialect -c 'X=1 exec -c env; echo not here'
"$SH" $dialect -c 'exec -l sh -c "echo \$0"'
--- stdout
foo
-sh
-foo
-foo
[]
-/bin/sh
0
0
after --
X
foo
-sh

=== without a command the redirections stay; a wrong option is an error
--- script
exec -z 2>/dev/null; echo $?; exec -a 2>/dev/null; echo $?
exec -a foo; echo $?
(exec -c >out; echo hi); cat out
(exec -a x nosuch) 2>/dev/null; echo $?
--- stdout
2
2
0
hi
127

=== blocks
peers: none
--- script
forall x in 1 2
    exec -a "name$x" sh -c 'echo $0; '
end | sort
try timeout 0.2s
    (exec -a sleeper sleep 1000)
catch
    echo "caught $FTSH_STATUS"
end
--- stdout
name1
name2
caught 124
