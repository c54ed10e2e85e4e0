# Parameter expansions of bash
peers: bash

=== ${x/pattern/text} replaces the longest match at the first place, // at all
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
x='a/b/c a.b'
p "${x/a/X}" "${x//a/X}" "${x/#a/X}" "${x/#b/X}" "${x/%b/X}" "${x/%c/X}"
p "${x//\//_}" "${x////_}" "${x///}" "${x/[/]/_}" "${x/b\/c/Q}" "${x/"a/b"/Q}" "${x/'a/b'/Q}"
p "${x/}" "${x//}" "${x/a}" "${x//a}" "${x/#/P}" "${x/%/S}" "${x//#a/Z}" "${x/b*/-}" "${x//?/.}"
p ${x/a/1 2} ${x// /  } "${x// /  }" pre${x/ a.b/}post "${unset/x/y}"
x=; p "${x/#/P}" "${x/%/S}" "${x//*/P}" "${x/*/Q}" "${x/x/y}" ${x/x/y}
x=/a/b/; p "${x/#//P}" "${x/%//P}" "${x/#\//P}" "${x////}" "${x////Z}" "${x//"/"/Z}"
x=$'l1\nl2\n'; p "${x//$'\n'/,}" "${x//[[:space:]]/_}" "${x/$'\n'*/}"
--- stdout
<X/b/c a.b><X/b/c X.b><X/b/c a.b><a/b/c a.b><a/b/c a.X><a/b/c a.b> 6
<a_b_c a.b><a_b_c a.b><abc a.b><a/b/c a.b><a/Q a.b><Q/c a.b><Q/c a.b> 7
<a/b/c a.b><a/b/c a.b></b/c a.b></b/c .b><Pa/b/c a.b><a/b/c a.bS><a/b/c a.b><a/-><.........> 9
<1><2/b/c><a.b><a/b/c><a.b><a/b/c  a.b><prea/b/cpost><> 8
<P><S><P><Q><> 5
</P/a/b/></a/b//P><Pa/b/><ab><ZaZbZ><ZaZbZ> 6
<l1,l2,><l1_l2_><l1> 3

=== patterns are unquoted text only
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
y='a*b*c' q='*'
p "${y/"*"/-}" "${y//\*/-}" "${y/*/-}" "${y//'*'/-}" "${y//$q/-}" "${y//"$q"/-}" ${y/'*'b/-}
--- stdout
<a-b*c><a-b-c><-><a-b-c><-><a-b-c><a-*c> 7

=== an unquoted & in the text is the match
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
x='a/b' r='[&]' s='\&' t='\\&' u='\n&' v='\\n'
p "${x/a/[&]}" "${x/a/[\&]}" "${x/a/"[&]"}" "${x/a/'[&]'}" "${x/a/$r}" "${x/a/"$r"}"
p ${x/a/[&]} ${x/a/"&"} ${x/a/\&} ${x/a/\\&} "${x//?/&&}"
p "${x/a/$s}" "${x/a/$t}" "${x/a/$u}" "${x/a/$v}" "${x/a/\\$r}"
--- stdout
<[a]/b><[&]/b><[&]/b><[&]/b><[a]/b><[&]/b> 6
<[a]/b><&/b><&/b><\a/b><aa//bb> 5
<&/b><\a/b><\na/b><\n/b><\[a]/b> 5

=== words have quotes, expansions and tildes
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
HOME=/home/me x='~a b/c' abc=hello
p ${x/a/~} "${x/a/~}" ${x/~/T} "${x/\~/T}" "${x/a/'~'}" "${x/a/~/}"
p "${x/a/$(echo "}/")}" "${x/'a'/'}'}" "${x/a/\}}" "${x/a/{b}" "${x/a/${abc/l*/"}"}}" "${x/${abc:0:0}/y}"
cat <<X
${x/'a'/q} ${x/"a"/q} '${x/a/'q'}' ${x:0:2} ${x^^} "${x/ /"_"}" ${x/a/\$}
X
--- stdout
<~/home/me><b/c><~/home/me b/c><~a><b/c><Ta b/c><~~ b/c><~/home/me/ b/c> 8
<~}/ b/c><~} b/c><~} b/c><~{b b/c><~he} b/c><~a b/c> 6
~q b/c ~q b/c '~q b/c' ~a ~A B/C "~a_b/c" ~$ b/c

=== ${x:offset:length}
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
abc=hello i=2
p ${abc:1} ${abc:1:2} ${abc: -3} ${abc: -3:2} ${abc:1:-1} ${abc:(-2)} ${abc:1+1:4-2} "${abc:9}" "${abc:0:0}" "${abc: -9}"
p ${abc:i} ${abc:$i:1} ${abc:i>1?1:0:2} ${abc::2} "${abc:2:}" ${abc: 1 : 2 } "${abc: }" "${abc:"1"}" "${abc:0:99}"
p ${abc:$(echo 1)} ${abc:`echo 2`} "${abc:(1):(2)}" "${abc:$((i+1))}" "${abc:${#i}:${i}}" "${unset:1}"
x=a; p "${x:0:9223372036854775807}" "${x:9223372036854775807}" "${x: -9223372036854775807}" "${x:0:-1}"
x=éèê; p "${x:1}" "${x:0:2}" "${x: -1}" "${x: -2:1}" "${x:1:-1}" ${x:0:1}b
--- stdout
<ello><el><llo><ll><ell><lo><ll><><><> 10
<llo><l><el><he><><el><hello><ello><hello> 9
<ello><llo><el><lo><el><> 6
<a><><><> 4
<èê><éè><ê><è><è><éb> 6

=== ${@:offset:length} counts from $0
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
set -- a b c d
p "${@:2}" - "${@:2:2}" - "${@: -2}" - "${*:2}" - "${@: -1:1}" - "${@:7}" - "${@:1:0}" - "${@: -9}"
[ "${@:0:1}" = "$0" ] && [ "${@: -5:1}" = "$0" ] && p "${@:0:2}" | sed 's/<[^>]*>//'
v=${@:2} w=${*:2:2}; p "$v" "$w" x${@:3}y "x${@:3}y" "x${@:9}y"
IFS=-; v=${*:2} w=${@:2}; p "$v" "$w" ${*:2} "${*:2}"
--- stdout
<b><c><d><-><b><c><-><c><d><-><b c d><-><d><-><-><-> 16
<a> 2
<b c d><b c><xc><dy><xc><dy><xy> 7
<b-c-d><b c d><b><c><d><b-c-d> 6

=== ${x^}, ^^, commas and ~ change letters that match
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
u=héLLo
p ${u^} ${u^^} ${u,} ${u,,} ${u^^[l-n]} ${u^?} ${u^^l} ${u~} ${u~~} "${u^^"L"}" ${u^h} ${u^x} ${u^^é} ${u,,L}
set -- one two; p "${@^}" "${*^^[no]}" ${1^^}
--- stdout
<HéLLo><HÉLLO><héLLo><héllo><héLLo><HéLLo><héLLo><HéLLo><HÉllO><héLLo><HéLLo><héLLo><hÉLLo><héllo> 14
<One><Two><ONe twO><ONE> 4

=== ${!x} is the parameter that x names
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
x=value v=x abc=hello w=abc z= n=z
p "${!v}" "${!w:1:2}" "${!w/l/L}" "${!w^^}" "${!v@Q}" "${!v-d}" "${!v:+alt}" "${!n:-d}" "${!n:=set}" "$z" "${#v}"
set -- a b c; b=2; p "${!#}" ${!#} "${!b}" "${!1-x}" "${#}" "${!}"
r=@; p "${!r}" "${!r:2}" x"${!r}"y; r='*'; p "${!r}" ${!r}; r='#'; p "${!r}"
--- stdout
<value><el><heLlo><HELLO><'value'><value><alt><d><set><set><1> 11
<c><c><b><x><3><> 6
<a><b><c><b><c><xa><b><cy> 8
<a b c><a><b><c> 4
<3> 1

=== ${!prefix*} and ${!prefix@} are names
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
xa=1 xb=2; unset xc
p "${!x@}" - "${!x*}" - ${!x*} ${!x@} "${!nope@}" "${!nope*}"
IFS=-; p "${!x@}" - "${!x*}" - ${!x*}
--- stdout
<xa><xb><-><xa xb><-><xa><xb><xa><xb><> 10
<xa><xb><-><xa-xb><-><xa><xb> 7

=== ${x@Q} and its kin
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
u='hello World' x="it's"
p "${u@U}" "${u@u}" "${u@L}" "${u@Q}" ${u@Q} "${x@Q}" "${u@K}" "${u@k}" "${u@A}" "${u@a}" "${unset@Q}" "${unset@A}"
x='a\tb\x41'; p "${x@E}" "${x@Q}"; x=$'a\nb'; p "${x@Q}"
eval "y=${x@Q}"; [[ $x == "$y" ]] && p same
export x; p "${x@a}" "${x@A}"; readonly u; p "${u@a}"
--- stdout
<HELLO WORLD><Hello World><hello world><'hello World'><'hello><World'><'it'\''s'><'hello World'><'hello World'><u='hello World'><><><> 13
<a	bA><'a\tb\x41'> 2
<$'a\nb'> 1
<same> 1
<x><declare -x x=$'a\nb'> 2
<r> 1

=== operators over $@ and $* are for each
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
set -- a "b c"; e=
p "${@#a}" "${*#a}" "${@%c}" "${@/#/-}" "${*/%/+}" "${@@Q}" "${*@Q}" ${@@Q} "${@%%*}" "${@@A}" "${@@a}" "${@@K}" ${#@} ${#*}
set -- "" ""; p "${@:-d}" "${*:-d}" "${@:+d}" ${#@} "${@/#/x}"
set -- ""; p "${@:-d}" "${*:-d}" "${@:+d}"
set --; p "${@:-d}" "${@-d}" "${@+d}" "${@:+d}" "${*-d}" ${#@} ${#*} "${*+d}" "${*:+d}" "${@/#/x}" "x${@/a/b}"
p "$e${@:1}" "${@:1}$e" "$@${@:1}"
--- stdout
<><b c>< b c><a><b ><-a><-b c><a+ b c+><'a'><'b c'><'a' 'b c'><'a'><'b><c'><><><set><--><'a'><'b c'><><><'a'><'b c'><2><2> 26
<><>< ><d><2><x><x> 7
<d><d><> 3
<d><d><d><0><0><><><x> 8
<> 0

=== IFS separates the values of $@ and $*
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
IFS=:; set -- 1 "" 4
p $@; p $*; p x$@y x$*y "${*:1}" ${*/1/2}
set -- "" a ""; p $@; p $*; v=$@ v2=$* v3="$@"; p "$v" "$v2" "$v3"; set -- a:b c; p $@ $*
IFS=; set -- a:b c;  p $@ $* "$*" ${@/a/x}; v=$@ w=$*; p "$v" "$w"
--- stdout
<1><><4> 3
<1><><4> 3
<x1><><4y><x1><><4y><1::4><2><><4> 10
<><a> 2
<><a> 2
< a ><:a:>< a > 3
<a><b><c><a><b><c> 6
<a:b><c><a:b><c><a:bc><x:b><c> 7
<a:b c><a:bc> 2

=== in other words of a command
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
x=abc z=
[[ ${x/a/b} == b?c ]] && p 1; case ${x:0:1} in a) p 2;; esac; [[ abc == ${x/c/?}* ]] && p 3
p ${z:-${x/a/Q q}} "${z:-${x/a/Q q}}" "${n=${x^^}}" "$n" $((${x/abc/5}+1))
for i in ${x//?/& }; do p "$i"; done; y=${x// /_}z; p "$y"; p >${x:0:1}; cat a; cat <<<${x^^}
x='  trim me  '; x=${x#"${x%%[![:space:]]*}"}; p "${x%"${x##*[![:space:]]}"}"
--- stdout
<1> 1
<2> 1
<3> 1
<Q><qbc><Q qbc><ABC><ABC><6> 6
<a> 1
<b> 1
<c> 1
<abcz> 1
<> 0
ABC
<trim me> 1

=== long values take no more than linear time
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
x=$(printf '%100000s' '')
y=${x// /ab}; z=${y//b}; y=${y//a*b/.}; p ${#z} "$y" "${z:99999}"
--- stdout
<100000><.><a> 3

=== errors end the command, and the script goes on
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
x=1; p "${abc:}"; p no
(p "${x@Z}")
p "${x!}"; p no
p "${#x/a/b}"; p no
abc=hello; p ${abc:1:-9}; p no
set -- a b; p "${@:1:-1}"; p no
p "${!nope-def}"; p no
r='a b'; p "${!r}"; p no
r=1x; p "${!r}"; p no
p "${abc:1+}"; p no
p end
--- stdout
<end> 1
--- stderr
../script:2:15: bad substitution: expected an operator or "}", found "}"
../script:3:8: bad substitution: expected an operator or "}", found "@": after @ write one of Q E P A a U u L K k
../script:4:7: bad substitution: expected an operator or "}", found "!"
../script:5:8: bad substitution: expected an operator or "}", found "/"
../script:6:22: abc: expected a length whose end is not before the offset: substring expression < 0
../script:7:22: @: expected a length whose end is not before the offset: substring expression < 0
../script:8:4: nope: invalid indirect expansion: it is not set, and names no variable
../script:9:13: r: expected the name of a variable as its value, found "a b": invalid variable name
../script:10:10: r: expected the name of a variable as its value, found "1x": invalid variable name
../script:11:11: arithmetic expression: syntax error: operand expected (error token is "+")

=== an unset parameter under set -u
--- script
p() { printf '<%s>' "$@"; echo " $#"; }
set -u
(p "${nope:1}"; p x)
(p "${nope/a/b}"; p x)
(p "${nope@Q}"; p x)
(p "${nope^}"; p x)
(v=nope; p "${!v}"; p x)
set --; p "${@:1}" "${@/a/b}" "${*^}" "$@" ${#@} "${nope-d}" "${nope+d}"
--- stdout
<><0><d><> 4
--- stderr
../script:3:5: nope: parameter not set
../script:4:5: nope: parameter not set
../script:5:5: nope: parameter not set
../script:6:5: nope: parameter not set
../script:7:13: nope: parameter not set

=== ${x@P} expands as a prompt is
--- script
y='a b' x='<$y> $((1+1))'
printf '%s\n' "${x@P}" "${y@P}"
--- stdout
<a b> 2
a b

=== $(<file) is the text of the file
--- file f
one
two

--- script
x=$(<f); echo "[$x]"
echo "[$( < f )]" `<f`
a=($(<f)); echo "${#a[@]}"
cat <<<"$(<f)"
x=$(<none) && echo found || echo "status $?"
y=$(<f; echo more); echo "[$y]"
file=f; echo "$(<"$file")"
--- stdout
[one
two]
[one
two] one two
2
one
two
status 1
[more]
one
two
--- stderr some

=== $[ ] is an old $(( ))
--- script
a=(3 4)
echo $[1+2] ${x:-$[3*4]} "$[a[1]]" $[ $[2] + "1" ]
cat <<end
$[5 % 3]
end
echo '$[1]' \$[1] "\$[1]"
--- stdout
3 12 4 3
2
$[1] $[1] $[1]

=== ~+ and ~- are the working directory and the one before it
--- script
cd /; cd /usr
echo ~+ ~- ~+/bin ~-x "~+"
x=~-; y=a:~+; echo "$x $y"
cd ~-; pwd
unset OLDPWD; echo ~-
--- stdout
/usr / /usr/bin ~-x ~+
/ a:/usr
/
~-

=== tildes in arguments that look like assignments
--- script
HOME=/h
echo x=~ x=~/a:~/b x+=~ 1x=~ --prefix=~/x x=a:~ "x"=~ x=q:~/b x=\~ x=y=~
for i in a=~; do echo $i; done
a=(b=~ ~); echo "${a[@]}"
--- stdout
x=/h x=/h/a:/h/b x+=/h 1x=~ --prefix=~/x x=a:/h x=~ x=q:/h/b x=~ x=y=~
a=/h
b=~ /h

=== $'…' in the word of a quoted expansion
--- script
x=1; p() { printf '<%q>' "$@"; echo; }
p "${x:+$'\n'}" "${u:-$'a\tb'}" "${u-$"loc"}" "${u:-a$'\n'b}" "${u:-'q'}" "${u:-"$'z'"}" "${x/1/$'\n'}"
lines=; for l in a b c; do lines+="${lines:+$'\n'}$l"; done; p "$lines"
cat <<H
${u:-$'a\tb'} ${u:-'q'} ${x/1/$'\t'}
H
p "${u:=$'\n'}"; [[ "${v:-$'\n'}" == $'\n' ]]; echo $?
--- stdout
<$'\n'><$'a\tb'><loc><$'a\nb'><\'q\'><\$\'z\'><$'\n'>
<$'a\nb\nc'>
$'a\tb' 'q' 	
<$'\n'>
0

=== the status of a command substitution is $? at once
--- script
out=$(exit 4) rc=$?; echo $rc
f() { local o=$(exit 5) r=$?; echo $r; }; f
echo "$(exit 3)$?" $(exit 2) $(echo $?) $?
: $(exit 6); echo $?
case $(exit 4) in *) echo $?;; esac
for i in $(exit 5) $?; do echo $i; done
a=($(exit 2) $?); echo ${a[@]}
x=$(exit 9); echo $?
--- stdout
4
5
3 2 0
0
4
5
2
9

=== between single quotes in "${x-…}" no } ends the word, and the quotes stay
--- script
v=/h
echo "${x-'}'}" "${x:-'{}'}" "${v+'}'}" "${v:+'$'}" "${x-'$v'}" "${x-'`echo b`'}"
echo "${x-'a\}b'}" "${x-'"'}" "${x-'a"b'}" "${x-'\"'}" "${x-'\\'}" "${x-'\$'}"
echo "${x-"'"}" "${x-"a'}'b"}" "${x-a"b'}'c"d}" "${x-${y-'}'}}" ${x-'}'} "${v#'/'}" "${v/'/'/'}'}"
echo "${x='}'}" "$x"
cat <<E
${y-'}'} ${y-'$v'}
E
echo "${y-'a
b}'}"
--- stdout
'}' '{}' '}' '$' '/h' 'b'
'a}b' '' 'ab' '"' '\' '$'
' a'}'b ab'}'cd '}' } h }h
'}' '}'
'}' '/h'
'a
b}'
