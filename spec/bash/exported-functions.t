# Functions in the environment of commands: export -f (docs/language.md, section 12)
peers: bash

=== a bash that the script starts has the exported functions
--- script
greet() { echo "hello $1, $#"; }
later() { echo old; }
text() {
    cat <<X
  a "b" $1 'c'
X
}
group() ( echo "in a subshell"; exit 3 )
cond() if [[ $1 == a* ]]; then echo a; else echo other; fi
odd-name.1() { echo "odd $FUNCNAME"; } >&1
export -f greet later text group cond odd-name.1
later() { echo new; }
cat >use <<'END'
greet you; later; text there; group; echo $?; cond abc; cond b; odd-name.1
greet() { echo changed; }; greet; bash -c greet
END
bash --norc use; greet again
--- stdout
hello you, 1
new
  a "b" there 'c'
in a subshell
3
a
other
odd odd-name.1
changed
changed
hello again, 1

=== this shell reads the functions of a bash, and of itself
--- script
cat >use <<'END'
f 1; g; sub() { f sub; }; export -f sub; bash -c 'sub; unset -f f; sub 2>/dev/null; echo $?'
END
[[ $SH == */bash ]] && dialect= || dialect='-o bash'
bash --norc -c 'f() { local x=(a b); x[2]=$1; echo "${x[@]}"; }; g() { for ((i=0;i<2;i++)) do echo $i; done; cat <<<here; }
    export -f f g; "$@"' bash "$SH" $dialect use
f() { echo "f $1"; }; declare -fx f; typeset -x -f g 2>/dev/null; echo $?
g() { echo "g of $FUNCNAME ${BASH_SOURCE[0]}"; }; export -f g
"$SH" $dialect use
"$SH" $dialect -c "$SH $dialect -c 'g'"
--- stdout
a b 1
0
1
here
a b sub
127
1
f 1
g of g environment
f sub
127
g of g environment

=== which are exported is listed, and changed
--- script
f() { echo f; }; g() { echo g; }; h() { echo h; }
export -f f
declare -F; declare -Fx; declare -F f
export -f nosuch 2>/dev/null; echo $?
export -f g nosuch h 2>/dev/null; echo $?
declare -F -x
export -fn g; declare +x -f h; declare -F
declare -fx nosuch; echo $?
declare -f f=1 2>/dev/null; echo $?
declare -f f | grep -c fx; declare -fp f | grep fx; declare -Fx | grep -c .; export -f | grep fx
export -fr f 2>/dev/null; echo $?
unset -f f; f() { echo other; }; declare -F f
bash -c f 2>/dev/null; echo $?
set -a; k() { echo k; }; set +a; bash -c k
x=1; export -f x 2>/dev/null; echo $?
inner() { export -f g; }; inner; bash -c g
(unset -f g; bash -c g 2>/dev/null; echo $?); bash -c g
--- stdout
declare -fx f
declare -f g
declare -f h
declare -fx f
f
1
1
declare -fx f
declare -fx g
declare -fx h
declare -fx f
declare -f g
declare -f h
1
1
0
declare -fx f
1
declare -fx f
2
f
127
k
1
g
127
g

=== only a single definition with its own name is read, and nothing after it runs
--- script
[[ $SH == */bash ]] && dialect= || dialect='-o bash'
try_it() {
    env "$1=$2" "$SH" $dialect -c 'f 2>/dev/null; echo $?; declare -F' 2>/dev/null
}
try_it 'BASH_FUNC_f%%' '() { echo f; }'
try_it 'BASH_FUNC_f%%' '() { echo f; }; echo vulnerable'
try_it 'BASH_FUNC_f%%' '() { echo f; } & echo vulnerable'
try_it 'BASH_FUNC_f%%' '() { echo f; } && echo vulnerable'
try_it 'BASH_FUNC_f%%' '() { echo f; } | cat'
try_it 'BASH_FUNC_f%%' '() { echo f; } >&2; echo vulnerable'
try_it 'BASH_FUNC_f%%' '() { echo f'
try_it 'BASH_FUNC_f%%' '() { :;}; }'
try_it 'BASH_FUNC_f%%' '() ( echo f; )'
try_it 'BASH_FUNC_f%%' ' () { echo f; }'
try_it 'BASH_FUNC_f%%' 'echo vulnerable'
try_it 'BASH_FUNC_f%%' '() { (a)=>\'
try_it 'BASH_FUNC_f%%' '() { x() { _; }; x() { _; } <<a; }; echo vulnerable'
try_it 'BASH_FUNC_f;echo vulnerable;f%%' '() { echo f; }'
try_it 'BASH_FUNC_g f%%' '() { echo f; }'
try_it 'BASH_FUNC_if%%' '() { echo f; }'
try_it 'BASH_FUNC_%%' '() { echo f; }'
try_it 'BASH_FUNC_$(echo vulnerable)%%' '() { echo f; }'
try_it 'BASH_FUNC_/bin/f%%' '() { echo f; }'
try_it 'BASH_FUNC_f()' '() { echo f; }'
try_it f '() { echo f; }'
try_it 'BASH_FUNC_f%%' '() { echo f; } # comment'
--- stdout
f
0
declare -fx f
127
127
127
127
127
127
127
127
127
127
127
127
127
127
127
127
127
127
127
127
f
0
declare -fx f

=== an entry that is no function goes on to the commands
--- script
[[ $SH == */bash ]] && dialect= || dialect='-o bash'
env 'BASH_FUNC_f%%=() { echo f; }; echo vulnerable' "$SH" $dialect -c 'env | grep -a FUNC' 2>err
echo; [[ -s err ]] && echo reported
env 'BASH_FUNC_f%%=no function' "$SH" $dialect -c 'env | grep -a FUNC'
env 'BASH_FUNC_f%%=() { :; }' "$SH" $dialect -c 'unset -f f; env | grep -a FUNC; echo $?'
--- stdout
BASH_FUNC_f%%=() { echo f; }; echo vulnerable

reported
BASH_FUNC_f%%=no function
1

=== sh and the shell without the dialect leave the functions to others
peers: none
--- script
f() { echo f; }; export -f f
$SH -c 'f 2>/dev/null; echo $?; bash -c f'
ln -s "$SH" sh; ./sh -c 'f 2>/dev/null; echo $?; bash -c f'
$SH -o posix -c 'f 2>/dev/null; echo $?'
$SH -c 'set -o bash
f; declare -F'
$SH -c 'f() { echo own; }; set -o bash; f; bash -c f'
--- stdout
127
f
127
f
127
f
declare -fx f
own
own

=== blocks, and subshells that are processes, keep what is exported
peers: none
--- script
f() {
    cat <<X
f $1
X
}
export -f f
bash -c 'f 1' & wait
(trap : USR1; bash -c 'f 2'; declare -F)
try 2 times
    g() { echo g; }
    export -f g
    bash -c 'f 3; g'
end
forall x in 4 5
    bash -c "f $x"
end | sort
f() { echo later; }; (trap : USR1; bash -c f)
h() { cat; } <<X
text
X
export -f h 2>&1; echo $?
--- stdout
f 1
f 2
declare -fx f
f 3
g
f 4
f 5
later
../script:21:1: export: h: cannot be exported with its here-document
1
