# shopt: the options of bash's dialect
peers: bash

=== the names and defaults
--- script
shopt
--- stdout escaped
autocd         \toff
assoc_expand_once\toff
cdable_vars    \toff
cdspell        \toff
checkhash      \toff
checkjobs      \toff
checkwinsize   \ton
cmdhist        \ton
compat31       \toff
compat32       \toff
compat40       \toff
compat41       \toff
compat42       \toff
compat43       \toff
compat44       \toff
complete_fullquote\ton
direxpand      \toff
dirspell       \toff
dotglob        \toff
execfail       \toff
expand_aliases \toff
extdebug       \toff
extglob        \toff
extquote       \ton
failglob       \toff
force_fignore  \ton
globasciiranges\ton
globskipdots   \ton
globstar       \toff
gnu_errfmt     \toff
histappend     \toff
histreedit     \toff
histverify     \toff
hostcomplete   \ton
huponexit      \toff
inherit_errexit\toff
interactive_comments\ton
lastpipe       \toff
lithist        \toff
localvar_inherit\toff
localvar_unset \toff
login_shell    \toff
mailwarn       \toff
no_empty_cmd_completion\toff
nocaseglob     \toff
nocasematch    \toff
noexpand_translation\toff
nullglob       \toff
patsub_replacement\ton
progcomp       \ton
progcomp_alias \toff
promptvars     \ton
restricted_shell\toff
shift_verbose  \toff
sourcepath     \ton
varredir_close \toff
xpg_echo       \toff

=== -s and -u, and what tells
--- script
shopt extglob; echo $?
shopt -s extglob nullglob; echo $?
shopt extglob nullglob dotglob; echo $?
shopt -u nullglob
shopt -p extglob nullglob; echo $?
shopt -q extglob; echo $?
shopt -q extglob nullglob; echo $?
shopt -s | grep -c glob
shopt -u | grep -c '^nullglob'
shopt -p | grep extglob
--- stdout escaped
extglob        \toff
1
0
extglob        \ton
nullglob       \ton
dotglob        \toff
1
shopt -s extglob
shopt -u nullglob
1
0
1
3
1
shopt -s extglob

=== -o is for the options of set: a query of one that is off fails
--- script
shopt -so errexit
shopt -po errexit
shopt -o errexit nounset
echo never
--- stdout escaped
set -o errexit
errexit        \ton
nounset        \toff
--- status 1

=== -o lists options of set
--- script
shopt -so nounset
shopt -o nounset && shopt -po nounset
shopt -uo nounset
shopt -qo nounset; echo $?
shopt -o | grep nounset
--- stdout escaped
nounset        \ton
set -o nounset
1
nounset        \toff

=== a wrong name does not stop the others
--- script
shopt -s extglob nope dotglob; echo $?
shopt extglob dotglob
shopt nope; echo $?
shopt -s -u extglob; echo $?
shopt -z; echo $?
--- stdout escaped
1
extglob        \ton
dotglob        \ton
1
1
2
--- stderr some

=== subshells and functions
--- script
f() { shopt -s nullglob; }
(f; shopt -q nullglob; echo $?)
shopt -q nullglob; echo $?
f; shopt -q nullglob; echo $?
(shopt -q nullglob; echo $?)
shopt -q nullglob & wait $!; echo $?
echo $(shopt -u nullglob; shopt -q nullglob; echo $?)
--- stdout
0
1
0
0
0
1

=== an alias expands with expand_aliases only
--- script
alias hi='echo hello'
hi 2>/dev/null || echo no
shopt -s expand_aliases
alias ho='echo ho'
hi; ho
shopt -u expand_aliases
hi 2>/dev/null || echo no
--- stdout
no
hello
ho
no

=== xpg_echo
--- script
shopt -s xpg_echo
echo 'a\tb'
echo -E 'a\tb'
echo -n 'a\tb\n'
shopt -u xpg_echo
echo 'a\tb'
--- stdout escaped
a\tb
a\\tb
a\tb
a\\tb

=== sourcepath
--- file d/lib
echo from d
--- file lib
echo from here
--- script
PATH=$PWD/d:$PATH
. lib
shopt -u sourcepath
. lib
. d/lib
--- stdout
from d
from here
from d

=== shift_verbose
--- script
shift 3; echo $?
shopt -s shift_verbose
shift 3; echo $?
--- stdout
1
1
--- stderr some

=== inherit_errexit
--- script
set -e
echo "$(false; echo no)"
shopt -s inherit_errexit
echo "$(false; echo no)"
echo end
x=$(false; echo no)
echo never
--- stdout
no

end
--- status 1

=== an option without effect is refused, with the reason
peers: none
--- script
shopt -s localvar_unset; echo $?
shopt -s compat31 2>/dev/null; echo $?
shopt -u localvar_unset; echo $?
shopt -u interactive_comments; echo $?
shopt -s histappend autocd checkwinsize; echo $?
--- stdout
1
1
0
1
0
--- stderr
../script:1:1: shopt: localvar_unset: ftsh cannot turn it on
../script:4:1: shopt: interactive_comments: ftsh cannot turn it off

=== BASHOPTS
--- script
shopt -s extglob
shopt -u checkwinsize
echo $BASHOPTS
(BASHOPTS=x) 2>/dev/null; echo $?
--- stdout
cmdhist:complete_fullquote:extglob:extquote:force_fignore:globasciiranges:globskipdots:hostcomplete:interactive_comments:patsub_replacement:progcomp:promptvars:sourcepath
1

=== inherit_errexit, and a substitution in a tested command
--- script
set -e; shopt -s inherit_errexit
if echo $(echo 1; false; echo 2); then echo A; fi
x=$(echo 1; false; echo 2) && echo "$x"
f() { echo $(echo 1; false; echo 2); }
f || echo B
echo $(echo 1; false; echo 2)
y=$(echo 1; false; echo 2)
echo never
--- stdout
1 2
A
1
2
1 2
1
--- status 1

=== patsub_replacement
--- script
x=abcabc y='[&]' z='\&\\&'
p() { printf '<%s>' "${x/b/$y}" "${x//b/&&}" "${x/b/\&}" "${x/b/"&"}" "${x/b/$z}" "${x/b/a\b}"; echo; }
p; shopt -u patsub_replacement; p; shopt -p patsub_replacement; shopt -s patsub_replacement; p
--- stdout
<a[b]cabc><abbcabbc><a&cabc><a&cabc><a&\bcabc><aabcabc>
<a[&]cabc><a&&ca&&c><a&cabc><a&cabc><a\&\\&cabc><aabcabc>
shopt -u patsub_replacement
<a[b]cabc><abbcabbc><a&cabc><a&cabc><a&\bcabc><aabcabc>

=== -o knows all options of bash's set -o
--- script
shopt -so errtrace history; echo $?
shopt -po errtrace braceexpand; shopt -uo braceexpand; shopt -o braceexpand; echo $?
diff <(shopt -o) <(set -o) && echo same
shopt -so | grep -v emacs
--- stdout escaped
0
set -o errtrace
set -o braceexpand
braceexpand    \toff
1
same
errtrace       \ton
hashall        \ton
history        \ton
interactive-comments\ton
--- stderr any
=== a script without a first line is read by the same language
--- script
echo 'a=(1 2); [[ -n ${a[1]} ]] && echo "${a[1]} ${0##*/} $1"' >script; chmod +x script
./script one
(exec ./script two)
set -m; ./script three | cat; ./script four & wait $!
--- stdout
2 script one
2 script two
2 script three
2 script four
--- stderr any
