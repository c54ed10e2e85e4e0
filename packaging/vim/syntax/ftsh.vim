" Vim syntax file
" Language: ftsh, POSIX sh with try, forany and forall

if exists('b:current_syntax')
  finish
endif

" All of it is sh: bash's if the first line says so or a set -o bash follows near the beginning,
" else POSIX's, as far as Vim tells the dialects apart.
unlet! b:is_bash b:is_posix b:is_kornshell b:is_sh b:is_dash
if getline(1) =~# '^#!.*\<bash\>' || match(getline(1, 100), '^\s*set -o bash\>') >= 0
  let b:is_bash = 1
else
  let b:is_posix = 1
endif
runtime! syntax/sh.vim
unlet! b:current_syntax

" A block's word begins a command: at the start of a line, or behind what ends another
" command. The header goes to the end of the line, or to its semicolon.
syntax match ftshTry    /\%(^\|[;&|(){!]\|\<\%(do\|then\|else\|if\|while\|until\|elif\)\>\)\@4<=\s*\<try\>\%(\s*$\|\s*[;#]\|\s\+\%(for\|forever\|every\|timeout\|[0-9$"]\)\)\@=/ containedin=shFunctionOne,shFunctionTwo,shFunctionThree,shFunctionFour,shIf,shDo,shSubSh,shCurlyIn,shCaseEsac,shCommandSub nextgroup=ftshHeader
syntax match ftshEach   /\%(^\|[;&|(){!]\|\<\%(do\|then\|else\|if\|while\|until\|elif\)\>\)\@4<=\s*\<\%(forany\|forall\)\>\%(\s\+\h\w*\)\@=/ containedin=shFunctionOne,shFunctionTwo,shFunctionThree,shFunctionFour,shIf,shDo,shSubSh,shCurlyIn,shCaseEsac,shCommandSub nextgroup=ftshHeader
syntax match ftshHeader /\%(\s*[^;#[:space:]]\)*/ contained contains=ftshClause,ftshUnit,ftshNumber,ftshPolicy,ftshIn,shDeref,shDerefSimple,shDoubleQuote,shSingleQuote
syntax keyword ftshClause contained for forever or every timeout backoff on except known permanent transient streaming grace signal through budget nowait break journal keep jobs keepgoing grouped tagged via table scratch ordered hedge from to factor jitter
" Not as a keyword: contained is an option of that command.
syntax match ftshClause   contained /\<contained\>/
syntax keyword ftshIn     contained in
syntax keyword ftshPolicy contained ftsh thain ethernet gauss full equal decorrelated fixed linear fibonacci
syntax match ftshPolicy   contained /\<\%(google-http\|google-drive\|aws-simpledb\|aws-api\)\>/
syntax match ftshUnit     contained /\<\%(times\?\|ms\|milliseconds\?\|s\|secs\?\|seconds\?\|m\|mins\?\|minutes\?\|h\|hrs\?\|hours\?\|d\|days\?\|w\|weeks\?\)\>/
syntax match ftshNumber   contained /\<\d\+\%(\.\d\+\)\?\%(\a\w*\)\?\>/
syntax match ftshPart     /^\s*\<\%(sense\|check\|catch\)\>\%(\s*\%($\|[;#]\)\)\@=/ containedin=shFunctionOne,shFunctionTwo,shFunctionThree,shFunctionFour,shIf,shDo,shSubSh,shCurlyIn,shCaseEsac,shCommandSub
syntax match ftshEnd      /\%(^\|;\)\@1<=\s*\<end\>\%(\s*\%($\|[;#&|)><0-9]\)\)\@=/ containedin=shFunctionOne,shFunctionTwo,shFunctionThree,shFunctionFour,shIf,shDo,shSubSh,shCurlyIn,shCaseEsac,shCommandSub
syntax match ftshBuiltin  /\%(^\|[;&|]\)\@1<=\s*\<\%(abort\|failure\|success\|detach\)\>/ containedin=shFunctionOne,shFunctionTwo,shFunctionThree,shFunctionFour,shIf,shDo,shSubSh,shCurlyIn,shCaseEsac,shCommandSub
if exists('b:is_bash')
  syntax match ftshBuiltin  /\%(^\|[;&|]\)\@1<=\s*\<\%(coproc\)\>/ containedin=shFunctionOne,shFunctionTwo,shFunctionThree,shFunctionFour,shIf,shDo,shSubSh,shCurlyIn,shCaseEsac,shCommandSub
endif

highlight default link ftshTry     Repeat
highlight default link ftshEach    Repeat
highlight default link ftshPart    Repeat
highlight default link ftshEnd     Repeat
highlight default link ftshClause  Keyword
highlight default link ftshIn      Repeat
highlight default link ftshUnit    Type
highlight default link ftshNumber  Number
highlight default link ftshPolicy  Constant
highlight default link ftshBuiltin Statement

let b:current_syntax = 'ftsh'
