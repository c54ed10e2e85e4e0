# set -n reads a script to its end, whatever its commands would do.

=== behind exit
--- script
printf 'exit 0\nif; then )\n' >a
"$SH" -n a
--- stderr
a:2:3: syntax error: expected a command, found ";" ("if" opened at line 2)
    if; then )
      ^
--- status 2

=== behind a command that replaces the shell, and in the text of -c
--- script
"$SH" -n -c 'exec true
return
fi' 2>&1 | sed 's/^[^:]*://'
--- stdout
3:1: syntax error: expected a command, found "fi"
    fi
    ^

=== behind alias
--- script
printf "alias ll='ls -l'\nll\nif; then )\n" >a
"$SH" -n a
--- stderr
a:3:3: syntax error: expected a command, found ";" ("if" opened at line 3)
    if; then )
      ^
--- status 2

=== behind . and eval
--- script
printf '. ./lib\neval "$x"\nfi\n' >a
"$SH" -n a
--- stderr
a:3:1: syntax error: expected a command, found "fi"
    fi
    ^
--- status 2

=== an alias that changes what is right
--- script
printf '%s\n' "alias endif=fi begin='{'" 'if true; then echo a; endif' 'begin echo b; }' >a
"$SH" -n a; echo $?
"$SH" a
echo fi >>a
"$SH" -n a
--- stdout
0
a
b
--- stderr
a:4:1: syntax error: expected a command, found "fi"
    fi
    ^
--- status 2

=== until unalias
--- script
printf '%s\n' "alias endif=fi" 'if true; then echo a; endif' 'unalias endif' 'if true; then echo b; endif' >a
"$SH" -n a
--- stderr
a:5:1: syntax error: expected "elif", "else" or "fi", found end of file ("if" opened at line 4)
--- status 2

=== an alias under a condition may be there or not
--- script
printf '%s\n' '[ a ] && alias endif=fi' 'if true; then echo a; endif' >a
"$SH" -n a; echo $?
printf '%s\n' '[ a ] && alias echo=fi' 'if true' 'then echo a; fi' >a
"$SH" -n a; echo $?
printf '%s\n' '[ a ] && alias endif=fi' 'fi' >a
"$SH" -n a; echo $?
--- stdout
0
0
2
--- stderr
a:2:1: syntax error: expected a command, found "fi"
    fi
    ^

=== an alias whose text is not known may be anything
--- script
printf '%s\n' 'alias "$1"' 'if true; then echo a; endif' >a
"$SH" -n a; echo $?
"$SH" a endif=fi
--- stdout
0
a

=== set -o posix ends the blocks
--- script
printf '%s\n' 'set -o posix' 'try for 5 parsecs' 'echo [[ x ]]' >a
"$SH" -n a; echo $?
echo fi >>a
"$SH" -n a; echo $?
--- stdout
0
2
--- stderr
a:4:1: syntax error: expected a command, found "fi"
    fi
    ^
