# fish completion for ftsh-otlp(1)

complete -c ftsh-otlp -l send -d 'Send the trace to a collector'
complete -c ftsh-otlp -l version -d 'Print the version'
complete -c ftsh-otlp -l help -d 'Print a summary'
