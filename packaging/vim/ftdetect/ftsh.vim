" ftsh: files by their name, and by the program that their first line names.
autocmd BufNewFile,BufRead *.ftsh set filetype=ftsh
autocmd BufNewFile,BufRead * if getline(1) =~# '^#!.*\<ftsh\>' | set filetype=ftsh | endif
