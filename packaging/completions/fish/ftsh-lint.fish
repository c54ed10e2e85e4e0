# fish completion for ftsh-lint(1)

complete -c ftsh-lint -s f -x -d 'Format of the findings' -a 'gcc json sarif'
complete -c ftsh-lint -s o -x -d 'Read the dialect' -a 'bash'
complete -c ftsh-lint -o rules -d 'List the rules'
complete -c ftsh-lint -s h -d 'Print a summary'
complete -c ftsh-lint -l version -d 'Print the version'
