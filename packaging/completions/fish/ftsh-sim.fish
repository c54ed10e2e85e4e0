# fish completion for ftsh-sim(1)

set -l policies ftsh thain ethernet gauss google-http google-drive aws-simpledb aws-api full equal decorrelated fixed linear fibonacci
set -l experiments outage submit buffer blackhole recovery policy all
set -l none "not __fish_seen_subcommand_from $experiments"
set -l some "__fish_seen_subcommand_from $experiments"
set -l live '__fish_seen_subcommand_from outage submit buffer blackhole'

complete -c ftsh-sim -f
complete -c ftsh-sim -n $none -a outage -d 'A server is stopped for a while'
complete -c ftsh-sim -n $none -a submit -d 'Clients share a queue manager'
complete -c ftsh-sim -n $none -a buffer -d 'Producers share a disk that is full'
complete -c ftsh-sim -n $none -a blackhole -d 'A file server that never answers'
complete -c ftsh-sim -n $none -a recovery -d 'How long after an outage clients are back'
complete -c ftsh-sim -n $none -a policy -d 'The delays of given policies'
complete -c ftsh-sim -n $none -a all -d 'Every experiment in virtual time'
complete -c ftsh-sim -l version -d 'Print the version'
complete -c ftsh-sim -l help -d 'Print a summary'
complete -c ftsh-sim -n $some -l out -x -a '(__fish_complete_directories)' -d 'Directory for the figures'
complete -c ftsh-sim -n $some -l seed -x -d 'Seed of the random numbers'
complete -c ftsh-sim -n '__fish_seen_subcommand_from outage submit buffer blackhole recovery all' -l seeds -x -d 'Number of runs'
complete -c ftsh-sim -n $some -l no-plots -d 'Only print the tables'
complete -c ftsh-sim -n '__fish_seen_subcommand_from outage recovery' -l through -d 'Compare with clients that go through a name'
complete -c ftsh-sim -n '__fish_seen_subcommand_from outage recovery' -l hosts -x -d 'Number of hosts'
complete -c ftsh-sim -n $live -l live -d 'Run real servers and clients'
complete -c ftsh-sim -n $live -l ftsh -r -F -d 'The shell that the clients run'
complete -c ftsh-sim -n $live -l script -r -F -d 'Script of fixed and Aloha clients'
complete -c ftsh-sim -n '__fish_seen_subcommand_from submit buffer blackhole' -l sense -r -F -d 'Script of Ethernet clients'
complete -c ftsh-sim -n '__fish_seen_subcommand_from outage submit blackhole' -l clients -x -d 'Number of clients'
complete -c ftsh-sim -n '__fish_seen_subcommand_from outage submit buffer blackhole' -l duration -x -d 'Length of the experiment'
complete -c ftsh-sim -n '__fish_seen_subcommand_from outage blackhole' -l timeout -x -d 'Timeout of a client'
complete -c ftsh-sim -n '__fish_seen_subcommand_from outage' -l stop -x -d 'How long the server is stopped'
complete -c ftsh-sim -n '__fish_seen_subcommand_from outage' -l backlog -x -d 'Connections waiting for the server'
complete -c ftsh-sim -n '__fish_seen_subcommand_from outage' -l law -x -a 'now arrival' -d 'Rule for the time that a request takes'
complete -c ftsh-sim -n '__fish_seen_subcommand_from outage' -l dial -x -d 'Time to try for a connection'
complete -c ftsh-sim -n '__fish_seen_subcommand_from submit' -l look -x -d 'Time that a look takes'
complete -c ftsh-sim -n '__fish_seen_subcommand_from submit buffer' -l step -x -d 'Step of the number of clients'
complete -c ftsh-sim -n '__fish_seen_subcommand_from submit' -l descriptors -x -d 'Descriptors of the queue manager'
complete -c ftsh-sim -n '__fish_seen_subcommand_from submit' -l reserve -x -d 'Descriptors left free'
complete -c ftsh-sim -n '__fish_seen_subcommand_from submit' -l first -x -d 'First delay'
complete -c ftsh-sim -n '__fish_seen_subcommand_from submit' -l most -x -d 'Greatest delay'
complete -c ftsh-sim -n '__fish_seen_subcommand_from buffer' -l producers -x -d 'The greatest number'
complete -c ftsh-sim -n '__fish_seen_subcommand_from blackhole' -l probe -x -d 'Timeout for a probe'
complete -c ftsh-sim -n '__fish_seen_subcommand_from recovery' -l outage -x -d 'Length of the outage'
complete -c ftsh-sim -n '__fish_seen_subcommand_from policy' -l failures -x -d 'Number of delays to show'
complete -c ftsh-sim -n '__fish_seen_subcommand_from outage recovery policy' -a "$policies"
complete -c ftsh-sim -n '__fish_seen_subcommand_from outage' -a published
