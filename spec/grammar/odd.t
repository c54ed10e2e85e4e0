# Corners of the grammar (XCU 2.4, 2.10) in which shells agree.
peers: dash bash

=== reserved words directly behind compound commands
--- script
if (true) then { echo a; } elif { false; } then (false) else (false) fi
while (test ! -e f) do { >f; } done
{ { echo b; } } 
{ { echo c; } 2>&1; }
--- stdout
a
b
c

=== reserved words as words
--- script
for in in in do done; do echo $in; done
case esac in (esac) echo if then fi; esac
x=1 y=if; echo $y
for do
do echo never; done
--- stdout
in
do
done
if then fi
if

=== an operator in pieces
--- script
false |\
| echo a >\
>f &\
& cat f
--- stdout
a

=== here-documents, several on a line and in a substitution
--- script
cat <<A; x=$(cat <<B
b
B
) && cat <<-'C'
a
A
	$c
	C
echo $x
--- stdout
a
$c
b

=== a function's body is any compound command
--- script
f() for i in 1 2; do echo $i; done
g()
(echo sub; exit 3) >&2
f
g 2>&1
echo $?
h() if test $1; then echo yes; else echo no; fi 2>/dev/null
h '' | cat
--- stdout
1
2
sub
3
no

=== quotes in the word of an expansion
--- script
unset x
y=a}b
echo ${x-'}'} "${x-'}'}" "${x-"}"}" ${y#a'}'} "${y#a'}'}" ${y%\}*}
--- stdout
} ''} } b b a

=== errors
skip bash: its words are its own
--- script
"$SH" -c 'echo a; }' 2>/dev/null; echo $?
"$SH" -c 'if; then' 2>/dev/null; echo $?
"$SH" -c 'for 1 in a; do :; done' 2>/dev/null; echo $?
"$SH" -c 'a && && b' 2>/dev/null; echo $?
"$SH" -c '! ! true' 2>/dev/null; echo $?
"$SH" -c 'exit() { :; }' 2>/dev/null; echo $?
"$SH" -c 'echo (' 2>/dev/null; echo $?
"$SH" -c 'case x in a|) ;; esac' 2>/dev/null; echo $?
--- stdout
2
2
2
2
2
2
2
2
