# compgen, complete and compopt
peers: bash

=== compgen -W expands each piece of its list
--- script
v='one two'; a=(p 'q r')
compgen -W 'abc abd x' ab; echo $?
compgen -W 'abc' zz; echo $?
compgen -W '$v "$v" ${a[@]} "${a[@]}" $(echo s t) $((1+2)) {y,z}w c\ d '"'e f'"; echo $?
compgen -W "it's fine" it; compgen -W 'xy' '"x'; compgen -W 'x\ y' 'x\ '
touch file; compgen -W '* $(echo f*) $'"'x'"
compgen -W 'l1 \
    l2\
l3'
compgen -W 'a b' -- ''; compgen -W '-a --bb' -- --; compgen -W x; compgen; echo $?
--- stdout
abc
abd
0
1
one
two
one two
p
q
r
p
q r
s
t
3
yw
zw
c d
e f
0
its fine
xy
x y
*
file
$x
l1
l2l3
a
b
--bb
x
0

=== IFS divides the list of -W
--- script
IFS=$'\n'; compgen -W $'a b;c\nd (e|f) > g\n#h & !\n*'; compgen -W '$(printf "x y\nz\n")'
IFS=:; compgen -W 'a:b c::d:$HOMEx:"e:f"'
IFS=; compgen -W 'a b'
unset IFS; compgen -W 'a b'
IFS=, compgen -W 'c d,e'
--- stdout
a b;c
d (e|f) > g
#h & !
*
x y
z
a
b c
d
e:f
a b
a
b
c d
e

=== a filter, a prefix and a suffix
--- script
touch a.c b.c c.h
compgen -f -X '*.c'; compgen -f -X '!*.c' | sort
compgen -W 'abc abd' -P pre -S suf -X '*d' ab
compgen -W 'aa ab' -X '&?' a; compgen -W 'a* ab' -X '&' 'a*'; compgen -W 'a&b ab' -X '*\&*'
shopt -s extglob; compgen -f -X '!*.@(h|x)'
compgen -W 'aa AB' -X 'a*'; shopt -s nocasematch; compgen -W 'aa AB' -X 'a*' || echo none
--- stdout
c.h
a.c
b.c
preabcsuf
ab
c.h
AB
none

=== files, directories and patterns
--- script
mkdir -p d/e .h; touch a1 'a b' d/x; chmod +x d/x
compgen -f | sort; echo; compgen -f . | sort; echo; compgen -d | sort; compgen -d -S /  d
compgen -f d/ | sort; compgen -c d/ | sort; compgen -f nope; echo $?
compgen -f 'a '; compgen -G 'a*' zz; compgen -G 'no*'; echo $?
compgen -o plusdirs -W 'dw x' d; compgen -o dirnames -W x d; compgen -o default -W x a1
(cd d; compgen -f | sort)
HOME=$PWD; compgen -f '~/a1'; compgen -d '~/d'; compgen -A file a1; compgen -A directory d
--- stdout
.h
a b
a1
d

.
..
.h

.h
d
d/
d/e
d/x
d/e
d/x
1
a b
a b
a1
1
dw
d
d
a1
e
x
~/a1
~/d
a1
d

=== names of each kind
--- script
export EX1=1 EX2=2; EX3=3; declare -a EX4=(1) EX5; declare -A EX6=([a]=b)
compgen -e EX; compgen -v EX; compgen -A arrayvar EX; echo
f() { local EX7=1; compgen -v EX7; }; f; compgen -A function; compgen -c f | grep -x f
alias al1=x al2=y; compgen -a al; compgen -A alias al2
compgen -b compg; compgen -A enabled ech; compgen -A disabled; echo $?; compgen -bk ti
compgen -A helptopic compo; compgen -A shopt extg; compgen -A setopt no; compgen -A signal SIGIN
compgen -A signal R; compgen -u roo; compgen -g roo; compgen -A binding nosuch; echo $?
echo '10.0.0.1 alpha alps # x' >hosts; HOSTFILE=$PWD/hosts; compgen -A hostname al
compgen -o bashdefault '${EX1'; compgen -o bashdefault '$EX1'; compgen -A user -A keyword roo
--- stdout
EX1
EX2
EX1
EX2
EX3
EX4
EX6
EX4
EX6

EX7
f
f
al1
al2
al2
compgen
echo
1
times
time
compopt
extglob
noclobber
noexec
noglob
nolog
notify
nounset
SIGINT
RETURN
root
root
1
alpha
alps
${EX1}
$EX1
root

=== jobs
--- script
sleep 5 & compgen -j; compgen -A running sl; compgen -A stopped; echo $?; kill $!
--- stdout
sleep
sleep
1

=== a function leaves its candidates in COMPREPLY
--- script
f() {
    echo "$# [$1] [$2] [$3] ${#COMP_WORDS[@]} $COMP_CWORD [$COMP_LINE] $COMP_POINT $COMP_TYPE"
    COMPREPLY=(foo '' 'b r')
}
compgen -F f b 2>/dev/null; echo "$? ${COMPREPLY-unset} ${COMP_LINE-unset} ${COMP_WORDS-unset}"
f() { COMPREPLY=one; return 3; }; compgen -F f 2>/dev/null; echo $?
f() { :; }; compgen -F f 2>/dev/null; echo $?
compgen -F nope 2>/dev/null; echo $?
f() { COMPREPLY=(aa ab bb); }; compgen -F f -X 'b*' -P '<' -S '>' 2>/dev/null
f() { false; echo not here; }; (set -e; compgen -F f 2>/dev/null; echo nor here); echo $?
--- stdout
3 [compgen] [b] [] 0 -1 [] 0 0
foo

b r
0 unset unset unset
one
0
1
1
<aa>
<ab>
1

=== a command prints its candidates
--- script
c() { echo "$# $1 $2 [$3]"; echo "$COMP_LINE|$COMP_POINT"; }
exec 2>/dev/null
compgen -C c x; compgen -C 'printf "%s\n" "a b" "c\\" d ""; :' z; compgen -C false; echo $?
compgen -C 'env | grep ^COMP_P; :'
--- stdout
3 compgen x []
|0
a b
c\
d
1
COMP_POINT=0

=== the order of candidates
--- script
touch zfile; zfunc() { :; }; zvar=1
f() { COMPREPLY=(zreply); }
compgen -C 'echo zcommand; :' -F f -W zword -G 'zf*' -f -v -A function z 2>/dev/null
--- stdout
zfunc
zvar
zfile
zfile
zword
zreply
zcommand

=== complete defines, prints and removes
--- script
complete -F f -o nospace -o filenames foo 'b r' ''
complete -W 'a b $x' -P "it's" -S '' -X '!*.c' -G '*.[ch]' -C 'cmd x' -A signal -A file -v -a bar
complete -D -F _def; complete -E -F _emp; complete -I -F _ini
complete -p | sort
complete -p foo bar nope 2>/dev/null; echo $?
complete -p -D; complete -r -D; complete -p -D 2>/dev/null; echo $?
complete -r foo nope 2>/dev/null; echo $?; complete -p foo 2>/dev/null; echo $?
complete -r; complete; echo $?
--- stdout
complete -F _def -D
complete -F _emp -E
complete -F _ini -I
complete -a -f -v -A signal -G '*.[ch]' -W 'a b $x' -P 'it'\''s' -S '' -X '!*.c' -C 'cmd x' bar
complete -o filenames -o nospace -F f ''
complete -o filenames -o nospace -F f 'b r'
complete -o filenames -o nospace -F f foo
complete -o filenames -o nospace -F f foo
complete -a -f -v -A signal -G '*.[ch]' -W 'a b $x' -P 'it'\''s' -S '' -X '!*.c' -C 'cmd x' bar
1
complete -F _def -D
1
1
1
0

=== every option and action of complete
--- script
for a in file directory user group service alias builtin command export job keyword variable \
    disabled enabled function helptopic hostname running setopt shopt signal stopped arrayvar \
    binding; do complete -A $a x; complete -p x; done
complete -o nosort -o noquote -o plusdirs -o dirnames -o default -o bashdefault -o filenames x
complete -p x
complete -D -E -F g y; complete -p
--- stdout
complete -f x
complete -d x
complete -u x
complete -g x
complete -s x
complete -a x
complete -b x
complete -c x
complete -e x
complete -j x
complete -k x
complete -v x
complete -A disabled x
complete -A enabled x
complete -A function x
complete -A helptopic x
complete -A hostname x
complete -A running x
complete -A setopt x
complete -A shopt x
complete -A signal x
complete -A stopped x
complete -A arrayvar x
complete -A binding x
complete -o bashdefault -o default -o dirnames -o filenames -o noquote -o nosort -o plusdirs x
complete -F g -D
complete -o bashdefault -o default -o dirnames -o filenames -o noquote -o nosort -o plusdirs x

=== a subshell has its own specifications, at first those of its parent
--- script
complete -W out o; (complete -W in o; complete -p o); complete -p o; complete -p o | cat
(trap : USR1; complete -p o); complete -p o & wait; f() { complete -W f o; }; f; complete -p o
--- stdout
complete -W 'in' o
complete -W 'out' o
complete -W 'out' o
complete -W 'out' o
complete -W 'out' o
complete -W 'f' o

=== compopt changes options
--- script
complete -W w w
compopt -o nospace w; complete -p w; compopt +o nospace -o filenames w; complete -p w; compopt w
compopt -onospace +ofilenames w; complete -p w; complete -D -W d; compopt -D -o nosort; complete -p -D
compopt -o nospace nope 2>/dev/null; echo $?; compopt 2>/dev/null; echo $?
compopt -o nospace 2>/dev/null; echo $?; compopt -o bad w 2>/dev/null; echo $?
--- stdout
complete -o nospace -W 'w' w
complete -o filenames -W 'w' w
compopt +o bashdefault +o default +o dirnames -o filenames +o noquote +o nosort +o nospace +o plusdirs w
complete -o nospace -W 'w' w
complete -o nosort -W 'd' -D
1
1
1
2

=== wrong options
--- script
exec 2>/dev/null
compgen -A bad; echo $?; compgen -o bad; echo $?; compgen -z; echo $?; compgen -A; echo $?
compgen -D; echo $?; complete -F f; echo $?; complete -A bad x; echo $?; complete -F 'a b' x; echo $?
complete -z; echo $?; compopt -z; echo $?; complete -p; type -t compgen complete compopt
--- stdout
2
2
2
2
2
2
2
2
2
2
builtin
builtin
builtin

=== COMP_WORDBREAKS
--- script
printf '%q\n' "$COMP_WORDBREAKS"; shopt -u hostcomplete; printf '%q\n' "$COMP_WORDBREAKS"
shopt -s hostcomplete; printf '%q\n' "$COMP_WORDBREAKS"; shopt -s hostcomplete
COMP_WORDBREAKS=x; echo $COMP_WORDBREAKS
--- stdout
$' \t\n"\'@><=;|&(:'
$' \t\n"\'><=;|&(:'
$'@ \t\n"\'><=;|&(:'
x

=== a deadline ends a command of -C, and a function of -F
peers: none
--- script
try timeout 0.2 seconds
    compgen -C 'sleep 30; :' x 2>/dev/null
catch
    echo late
end
f() { sleep 30; }
try timeout 0.2 seconds
    compgen -F f x 2>/dev/null
catch
    echo late
end
try
    compgen -W 'a b' x
catch
    echo none
end
--- stdout
late
late
none

=== without the dialect they are names like others
peers: none
--- script
set +o bash
complete -W x y
--- status 127
--- stderr some
