# fish completion for ftsh-view(1)

complete -c ftsh-view -s o -l output -r -F -d 'Write the page to a file'
complete -c ftsh-view -l text -d 'Draw for a terminal'
complete -c ftsh-view -l html -d 'Write the page, even to a terminal'
complete -c ftsh-view -l all -d 'Unfold everything'
complete -c ftsh-view -l help -d 'Print a summary'
complete -c ftsh-view -l version -d 'Print the version'
