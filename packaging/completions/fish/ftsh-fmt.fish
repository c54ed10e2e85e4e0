# fish completion for ftsh-fmt(1)

complete -c ftsh-fmt -s w -d 'Write the result to the file'
complete -c ftsh-fmt -s d -d 'Print the changes as a diff'
complete -c ftsh-fmt -s i -x -d 'Indent by so many blanks, 0 for tabs' -a '0 2 4 8'
complete -c ftsh-fmt -s o -x -d 'Read the dialect' -a 'bash'
complete -c ftsh-fmt -s h -d 'Print a summary'
complete -c ftsh-fmt -l version -d 'Print the version'
