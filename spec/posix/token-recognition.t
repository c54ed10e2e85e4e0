# XCU 2.3 and 2.10: token recognition, comments, grammar.
peers: dash bash

=== operators need no blanks
--- script
echo a;echo b&&echo c||echo d
(echo e)|cat
{ echo f;}>out;cat<out
echo g>out 2>&1;cat out
if true;then echo h;fi
--- stdout
a
b
c
e
f
g
h

=== the longest operator is taken
--- script
cat<<-E
	x
	E
echo 1>|o;cat o
echo 2>>o;cat o
true&&echo a
false||echo b
case x in x)echo c;;esac
--- stdout
x



a
b
c

=== a number before a redirection is a descriptor only when it touches it
--- script
echo 2 >o; cat o
echo 2>o; cat o
echo a2>o; cat o
echo "2">o; cat o
echo \2>o; cat o
echo 1 2>&1
x=2; echo $x>o; cat o
--- stdout
2

a2
2
2
1
2

=== a comment starts where a word would
--- script
echo a#b # c
echo a # b ; echo c
#echo d
echo e;#f
echo '#g' \#h "#i"
(echo j)#k
true &&# l
echo m
x=a#b; echo $x#c
--- stdout
a#b
a
e
#g #h #i
j
m
a#b#c

=== a comment ends at the newline only
--- script
echo a # it's "fine` $( 
echo b
--- stdout
a
b

=== blanks are spaces and tabs
--- script
	echo	a  	b	
 echo c
--- stdout
a b
c

=== empty lines and comments between the parts of a command
--- script
if # c

true # d

then

# e
echo a

fi
for x in a b # f

do # g
echo $x
done
echo b &&

# h
echo c |

cat
{

echo d

}
--- stdout
a
a
b
b
c
d

=== a word goes on through expansions
--- script
x=1
echo a$(echo b c)d`echo e`${x}f$((1 + 2))g"h i"
echo a"$(echo "b c")"d
--- stdout
ab cde1f3gh i
ab cd

=== a parenthesis in a command substitution
--- script
echo $(case x in x) echo a;; esac)
echo $(case x in (x) echo b;; esac)
echo $(echo ')' # )
)
echo $( (echo c) )
echo "$(case x in x) echo d;; esac)"
--- stdout
a
b
)
c
d

=== arithmetic or a subshell
--- script
echo $((1+2)) $(( (1)+(2) ))
echo $( (echo a); (echo b) )
((echo c); echo d)
--- stdout
3 3
a b
c
d

=== a newline ends a command, a semicolon too
--- script
echo a; echo b
echo c;
echo d
--- stdout
a
b
c
d

=== braces, exclamation mark and percent in words
--- script
echo a{b}c {} } a! !a %
echo { } !
--- stdout
a{b}c {} } a! !a %
{ } !

=== a here-document starts after the line
--- script
cat <<E; echo after
body
E
cat <<A && cat <<B
a
A
b
B
echo x | cat - <<E | tr a-z A-Z
y
E
--- stdout
body
after
a
b
Y

=== unfinished quotes are an error
--- script
echo before
"$SH" -c 'echo "abc'; echo $?
"$SH" -c "echo 'abc"; echo $?
"$SH" -c 'echo `abc'; echo $?
"$SH" -c 'echo $(abc'; echo $?
"$SH" -c 'echo ${abc'; echo $?
--- stderr some
--- stdout
before
2
2
2
2
2

=== syntax errors have status 2
--- script
for t in 'if' 'if true' 'if true; then' 'then' 'fi' 'do' 'done' 'esac' '}' ')' ';;' '&' ';' '| cat' 'a && ' 'a |' '(' '( )' '{ }' 'while true; do' 'for' 'for x in a' 'for x in a; echo' 'case' 'case x' 'case x in a' 'f(' 'f()' 'f( a ) { :; }' '>' '<<' 'echo >' 'a;;b' 'if ; then :; fi' 'for 1x in a; do :; done' 'a ( b'; do
	"$SH" -c "$t" 2>/dev/null
	s=$?
	[ $s = 2 ] || echo "$t: $s"
done
