# XCU 2.6.1: tilde expansion.
peers: dash bash
env: HOME=/h

=== at the start of a word
--- script
echo ~ ~/a ~/ "~" '~' \~ ~"" a~ a/~ /~
--- stdout
/h /h/a /h/ ~ ~ ~ ~ a~ a/~ /~

=== a user's
--- script
echo ~root ~root/x
echo ~nosuchuser ~nosuchuser/x
--- stdout
/root /root/x
~nosuchuser ~nosuchuser/x

=== quoted in part it is literal
--- script
echo ~\root ~"root" \~root ~r"oo"t ~'/a' "~"/a ~/"a b"
--- stdout
~root ~root ~root ~root ~/a ~/a /h/a b

=== in an assignment, after the equals sign and colons
--- script
x=~; echo "$x"
x=~/a:~root/b:~; echo "$x"
x=a~:~; echo "$x"
x=a=~; echo "$x"
x="~":'~':~"":\~; echo "$x"
x=~:a\:~; echo "$x"
--- stdout
/h
/h/a:/root/b:/h
a~:/h
a=~
~:~:~:~
/h:a:~

=== in the arguments of declaration utilities
--- script
export x=~/a:~/b; echo "$x"
readonly y=~; echo "$y"
--- stdout
/h/a:/h/b
/h

=== not in other arguments
--- script
echo a=~ a:~ --x=~
--- stdout
a=~ a:~ --x=~

=== in the word of an expansion
--- script
unset u
echo ${u-~} ${u:-~/a} "${u-~}" ${u+~} ${HOME+~}
echo ${u=~}; echo "$u"
--- stdout
/h /h/a ~ /h
/h
/h

=== in a pattern of case
--- script
case /h in ~) echo yes;; esac
case /h/a in ~/*) echo yes;; esac
case ~ in /h) echo yes;; esac
case '~' in "~") echo yes;; esac
--- stdout
yes
yes
yes
yes

=== an empty HOME is an empty field
except dash: drops the field
--- script
HOME=
printf '<%s>' ~ ~/c; echo
--- stdout
<></c>

=== in a pattern to remove
--- script
x=/h/a
echo ${x#~} "${x#~}"
--- stdout
/a /a

=== the result is neither split nor globbed
--- script
HOME='/a  b*'
printf '<%s>' ~ ~/c; echo
--- stdout
</a  b*></a  b*/c>

=== HOME unset
--- script
unset HOME
x=$(echo ~ 2>/dev/null); echo ok
--- stdout
ok

=== in redirections, for lists and here-documents
--- script
HOME=$PWD
echo a > ~/f; cat f; cat < ~/f
HOME=/h
for i in ~ ~/x; do echo $i; done
cat <<E
~ ~/x
E
cat <<"E"
~
E
--- stdout
a
a
/h
/h/x
~ ~/x
~

=== from an expansion it is literal
--- script
t='~'
echo $t $t/a "$t"
x=$t; echo $x
eval echo $t
--- stdout
~ ~/a ~
~
/h

=== line continuations in and around a tilde-prefix
--- script
echo ~\
/x ~ro\
ot
x=\
~:a:\
~:~ro\
ot; echo "$x"
export y=a:\
~\
/b; echo "$y"
--- stdout
/h/x /root
/h:a:/h:/root
a:/h/b

=== in an assignment, behind colons in the word of an expansion
except bash: only at the start of the word
--- script
x=a${u-:~}; echo "$x"
x=${u-~:~/b}; echo "$x"
x=${HOME+a:${u:-~:b}}; echo "$x"
export x=${u-a:~}; echo "$x"
x="${u-~:~}":~; echo "$x"
--- stdout
a:/h
/h:/h/b
a:/h:b
a:/h
~:~:/h

=== not behind colons in the words of other expansions
--- script
x=${u=a:~}; echo "$x"
x=a:/h; echo "${x#a:~}" ${x#a:~}
echo ${v-a:~}
--- stdout
a:~
a:/h a:/h
a:~

=== a declaration utility whose name is quoted
except bash: its name must not be quoted
--- script
\export x=~; echo "$x"
"export" x=a:~ y=$x; echo "$x" "$y"
'comm'and export z=~/a; echo "$z"
--- stdout
/h
a:/h /h
/h/a

=== what is no user's name may be a pattern
--- script
: >'~y'
echo ~* ~[y] '~'? "~*"
case ~y in ~*) echo yes;; esac
case ~z in ~[!y]) echo yes;; esac
x=~*; echo "$x"
IFS=:; printf '<%s>' ${u-~a:b} ${u-~*}; echo
--- stdout
~y ~y ~y ~*
yes
yes
~*
<~a><b><~y>
