# fish completion for ftsh-state(1)

complete -c ftsh-state -f
complete -c ftsh-state -n __fish_use_subcommand -a journal -d 'What blocks with a journal have done'
complete -c ftsh-state -n '__fish_seen_subcommand_from journal' -a 'list show remove adopt'
complete -c ftsh-state -l journal-dir -x -a '(__fish_complete_directories)' -d 'Where journals are'
complete -c ftsh-state -l help -d 'Print a summary'
complete -c ftsh-state -l version -d 'Print the version'
