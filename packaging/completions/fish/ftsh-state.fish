# fish completion for ftsh-state(1)

# The names of which something is known.
function __ftsh_state_names
    ftsh-state list 2>/dev/null | sed '1d; s/  *[a-z]*  *[0-9]*  *[0-9]*$//'
end

complete -c ftsh-state -f
complete -c ftsh-state -n '__fish_is_first_arg' -a list -d 'Print a line for each name'
complete -c ftsh-state -n '__fish_is_first_arg' -a show -d 'Print the whole state of names'
complete -c ftsh-state -n '__fish_is_first_arg' -a watch -d 'Print a line whenever a name changes'
complete -c ftsh-state -n '__fish_is_first_arg' -a reset -d 'Forget failures and close the breaker'
complete -c ftsh-state -n '__fish_seen_subcommand_from show watch reset' -a '(__ftsh_state_names)'
complete -c ftsh-state -n '__fish_is_first_arg' -a journal -d 'Show and change the journals of blocks'
complete -c ftsh-state -n '__fish_seen_subcommand_from journal' -a 'list show remove adopt'
complete -c ftsh-state -n '__fish_seen_subcommand_from journal' -l journal-dir -x -a '(__fish_complete_directories)' -d 'Directory of the journals'
complete -c ftsh-state -l help -d 'Print a summary'
complete -c ftsh-state -l version -d 'Print the version'
