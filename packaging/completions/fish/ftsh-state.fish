# fish completion for ftsh-state(1)

# The names of which something is known.
function __ftsh_state_names
    ftsh-state list 2>/dev/null | sed '1d; s/  *[a-z]*  *[0-9]*  *[0-9]*$//'
end

complete -c ftsh-state -f
complete -c ftsh-state -n '__fish_is_first_arg' -a list -d 'A line for each name'
complete -c ftsh-state -n '__fish_is_first_arg' -a show -d 'All that is known of names'
complete -c ftsh-state -n '__fish_is_first_arg' -a watch -d 'A line whenever that changes'
complete -c ftsh-state -n '__fish_is_first_arg' -a reset -d 'Forget, and close the breaker'
complete -c ftsh-state -n '__fish_seen_subcommand_from show watch reset' -a '(__ftsh_state_names)'
complete -c ftsh-state -n '__fish_is_first_arg' -a journal -d 'What blocks with a journal have done'
complete -c ftsh-state -n '__fish_seen_subcommand_from journal' -a 'list show remove adopt'
complete -c ftsh-state -n '__fish_seen_subcommand_from journal' -l journal-dir -x -a '(__fish_complete_directories)' -d 'Where journals are'
complete -c ftsh-state -l help -d 'Print a summary'
complete -c ftsh-state -l version -d 'Print the version'
