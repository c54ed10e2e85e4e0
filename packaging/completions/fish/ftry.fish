# fish completion for ftry(1)

# Whether the command has begun, behind --.
function __ftry_command
    contains -- -- (commandline -opc)
end

# Whether the word before is one of the arguments.
function __ftry_behind
    __ftry_command; and return 1
    set -l words (commandline -opc)
    contains -- $words[-1] $argv
end

# Whether a limit, a clause or an option may stand.
function __ftry_header
    __ftry_command; and return 1
    __ftry_number; and return 1
    __ftry_behind backoff jitter signal on except permanent transient through budget jobs break; and return 1
    return 0
end

# Whether the word before is the number of a count or a duration.
function __ftry_number
    __ftry_command; and return 1
    set -l words (commandline -opc)
    string match -qr '^[0-9]+$' -- $words[-1]; or return 1
    not contains -- "$words[-2]" on except factor jitter jobs break
end

# Whether a policy of delays has begun.
function __ftry_policy
    __ftry_header; and contains -- backoff (commandline -opc)
end

# Whether a through clause has begun.
function __ftry_through
    __ftry_header; and contains -- through (commandline -opc)
end

# Whether the word before is the number of break.
function __ftry_breaking
    __ftry_command; and return 1
    set -l words (commandline -opc)
    test "$words[-2]" = break
end

# The words behind --, for the completion of the command itself.
function __ftry_words
    set -l words (commandline -opc)
    set -l at (contains -i -- -- $words)
    set -e words[1..$at]
    complete -C (string join ' ' -- (string escape -- $words) (commandline -ct))
end

complete -c ftry -f
complete -c ftry -n __ftry_command -a '(__ftry_words)'
complete -c ftry -n __ftry_header -a for -d 'A time limit'
complete -c ftry -n __ftry_header -a forever -d 'No limit'
complete -c ftry -n __ftry_header -a or -d 'Another limit'
complete -c ftry -n __ftry_header -a every -d 'Start attempts at least this far apart'
complete -c ftry -n __ftry_header -a timeout -d 'End an attempt after this time'
complete -c ftry -n __ftry_header -a backoff -d 'The delays between attempts'
complete -c ftry -n __ftry_header -a on -d 'Retry only these statuses'
complete -c ftry -n __ftry_header -a except -d 'Retry all but these statuses'
complete -c ftry -n __ftry_header -a known -d 'By what is known of the program'
complete -c ftry -n __ftry_header -a permanent -d 'Do not retry if it says so'
complete -c ftry -n __ftry_header -a transient -d 'Retry if it says so'
complete -c ftry -n __ftry_header -a streaming -d 'Pass output and input through'
complete -c ftry -n __ftry_header -a grace -d 'Time from the first signal to SIGKILL'
complete -c ftry -n __ftry_header -a signal -d 'The first signal'
complete -c ftry -n __ftry_header -a through -d 'Back off with the other processes of the host'
complete -c ftry -n __ftry_through -a budget -d 'Retries for each first attempt'
complete -c ftry -n __ftry_through -a jobs -d 'At most so many at once'
complete -c ftry -n __ftry_through -a nowait -d 'Do not wait for a slot'
complete -c ftry -n __ftry_through -a break -d 'Open the breaker after so many failures'
complete -c ftry -n __ftry_breaking -a in -d 'Within this time'
complete -c ftry -n __ftry_header -a journal -d 'Record progress on disk'
complete -c ftry -n __ftry_header -a contained -d 'Leave no process behind'
complete -c ftry -n __ftry_header -a scratch -d 'Make the result in a directory of its own'
complete -c ftry -n __ftry_header -a -- -d 'The command follows'
complete -c ftry -n __ftry_number -a 'times seconds minutes hours days weeks ms s m h d w'
complete -c ftry -n '__ftry_behind backoff' -a 'ftsh thain ethernet gauss google-http google-drive aws-simpledb aws-api full equal decorrelated fixed linear fibonacci from to factor jitter'
complete -c ftry -n __ftry_policy -a from -d 'The first delay'
complete -c ftry -n __ftry_policy -a to -d 'The greatest delay'
complete -c ftry -n __ftry_policy -a factor -d 'Factor by which delays grow'
complete -c ftry -n __ftry_policy -a jitter -d 'Randomness of the delays'
complete -c ftry -n '__ftry_behind jitter' -a 'none full equal decorrelated'
complete -c ftry -n '__ftry_behind signal' -a 'TERM INT HUP QUIT USR1 USR2'
complete -c ftry -n __ftry_header -l json -d 'Print one JSON object about the command'
complete -c ftry -n __ftry_header -l json-bytes -x -d 'Bytes of each end of its output' -a '0 4096 16384 65536'
complete -c ftry -n __ftry_header -l log-level -x -d 'Level of detail' -a 'silent failures attempts commands blocks processes'
complete -c ftry -n __ftry_header -l trace -r -F -d 'Write a trace to a file'
complete -c ftry -n __ftry_header -l log-file -r -F -d 'Append the log to a file'
complete -c ftry -n __ftry_header -l log-format -x -d 'Format of the log' -a 'text json'
complete -c ftry -n __ftry_header -l kill-timeout -x -d 'Time from SIGTERM to SIGKILL' -a '1s 5s 30s 1m'
complete -c ftry -n __ftry_header -l kill-mode -x -d 'How often SIGKILL is sent' -a 'strong weak'
complete -c ftry -n __ftry_header -l version -d 'Print the version'
complete -c ftry -n __ftry_header -l help -d 'Print a summary'
