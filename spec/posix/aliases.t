# XCU 2.3.1: alias substitution. A shell script is read command by command once it uses
# aliases; bash needs its POSIX mode for them, which it has here.
peers: dash bash

=== an alias replaces the first word
--- script
alias e='echo a'
e b
e e
--- stdout
a b
a e

=== an alias takes effect with the next complete command
--- script
alias x=echo; x a 2>/dev/null || echo no
x b
{ alias y=echo
y a 2>/dev/null || echo no
}
y b
--- stdout
no
b
no
b

=== an alias is no alias when quoted
--- script
alias e='echo'
\e a 2>/dev/null; echo $?
'e' a 2>/dev/null; echo $?
"e" a 2>/dev/null; echo $?
--- stdout
127
127
127

=== a value that ends with a blank makes the next word a candidate
--- script
alias e='echo ' w='world' n='next '
e w
e w w
e n w
e n n w
alias f='echo'
f w
--- stdout
world
world w
next world
next next world
w

=== an alias does not replace itself
--- script
alias echo='echo a'
echo b
alias a=b b=a
a 2>/dev/null; echo $?
--- stdout
a b
a 127

=== aliases expand to other aliases
--- script
alias a='b x' b='echo y'
a z
--- stdout
y x z

=== an alias can hold operators and reserved words
--- script
alias beg='{' fin='}' i='if true; then' p='| cat'
beg echo a; fin
i echo b; fi
alias two='echo c; echo d'
two e
alias r='echo f >out'
r g; cat out
--- stdout
a
b
c
d e
f g

=== an alias can open a quote of words that follow on
--- script
alias h='echo "a'
h b"
--- stdout
a b

=== aliases after assignments and redirections
--- script
alias e='echo x'
A=1 e a
>out e b
cat out
2>&1 A=1 e c
--- stdout
x a
x b
x c

=== aliases where a command starts
--- script
alias e='echo x'
if e a; then e b; else e c; fi
while e d; do break; done
{ e e; }
(e f)
e g | cat
! e h
true && e i
case x in x) e j;; esac
f() { e k; }
f
echo $(e l)
for i in 1; do e m; done
--- stdout
x a
x b
x d
x e
x f
x g
x h
x i
x j
x k
x l
x m

=== arguments are not replaced
--- script
alias e='echo x'
echo e
for e in e; do echo $e; done
case e in e) echo case;; esac
--- stdout
e
e
case

=== an alias of a reserved word's name
--- script
alias if='echo if'
\if 2>/dev/null; echo $?
if true; then echo b; fi
--- stderr any
--- stdout
127
b

=== a function keeps the aliases of its definition
--- script
alias e='echo a'
f() { e; }
alias e='echo b'
f
eval e
unalias e
f
e 2>/dev/null; echo $?
--- stdout
a
b
a
127

=== an alias defined in eval and in a dot file
--- file lib
alias fromlib='echo lib'
--- script
eval "alias ev='echo ev'"
ev
. ./lib
fromlib
eval 'fromlib 2'
--- stdout
ev
lib
lib 2

=== an alias with a newline
--- script
alias nl='echo a
echo b'
nl c
--- stdout
a
b c

=== an alias with an empty value
--- script
alias none=''
none echo a
none
echo $?
--- stdout
a
0

=== an alias ending in a blank before a reserved word
--- script
alias s='time ' b='echo '
b if
b b b x
--- stdout
if
echo echo x

=== unalias
--- script
alias a='echo a' b='echo b'
unalias a
a 2>/dev/null; echo $?
b
unalias -a
b 2>/dev/null; echo $?
unalias nosuch 2>/dev/null; echo $?
--- stdout
127
b
127
1

=== alias prints what can be read again
--- script
alias q="it's" p='a b'
alias q >f
alias p >>f
unalias -a
eval "alias $(head -1 f)"
eval "alias $(tail -1 f)"
alias q >g; alias p >>g
cmp f g && echo same
alias nosuch 2>/dev/null; echo $?
--- stdout
same
1

=== aliases are copied to subshells and not back
--- script
alias a='echo a'
(eval a; alias a='echo b'; eval a)
eval a
x=$(eval a); echo $x
--- stdout
a
b
a
a

=== an alias after one that ends in a blank may stand for another alias
--- script
alias a='echo ' b='c ' c='d'
alias e='f' f='g h'
a b b x
a e e
--- stdout
d d x
g h e

=== a value that ends with a blank makes the next word a candidate, whatever it is to be
--- script
alias f='for ' n=i a=sub
f n in a; do echo "$i"; done
alias f='for x in '
f a b; do echo "$x"; done
alias c='case ' b=sub
c b in b) echo lit;; sub) echo sub;; esac
alias c='case sub ' k='in sub) echo k;; esac'
c k
alias c='case sub in '
c a) echo first;; esac
alias c='case sub in x | '
c a) echo second;; esac
alias c='case sub in ( '
c a) echo parenthesis;; esac
alias c='case sub in x) ;; '
c a) echo item;; esac
--- stdout
a
sub
b
sub
k
first
second
parenthesis
item

=== the operand of a redirection behind a value that ends with a blank
--- script
alias o='echo out > ' F=file i='cat < ' e='echo err 2>& ' N=1
o F; i F; e N
alias h='cat << ' t='cat <<- ' E=STOP Q="'STOP'"
h E
a
STOP
t Q
	$b
	STOP
--- stdout
out
err
a
$b

=== a here-document's delimiter in a value is not expanded
--- script
alias h='cat <<$x' k='cat <<a"b c"$y'
h
one
$x
k
$two
ab c$y
--- stdout
one
$two

=== operators behind a value that ends with a blank
--- script
alias f='g ' p='()' l='{ echo l; } ' s='(echo s) ' i='if :; then echo i; fi ' c='| cat' o='>out' a='&& echo a'
f p { echo g; }
\g
l c; s o; cat out; i a
--- stdout
g
l
s
i
a

=== a value that ends with a blank, and an operator or a newline behind it
--- script
alias e='echo ' x='echo x' y=z
e
x
e; x
e | x
e >f y; cat f
e && x
--- stdout

x

x
x
y

x

=== the number of a redirection is no alias
--- script
alias e='echo a ' 1=one
e 1>f; cat f
e 1 >f; cat f
--- stdout
a
a one

=== a function's name is replaced, and not only as a call
--- script
alias g=h k='m()'
g() { echo h; }
k { echo m; }
\h; \m
--- stdout
h
m

=== aliases where only a reserved word may stand
# POSIX asks for them only where a command name could; all of these but yash do it.
--- script
alias B='{ echo body; }'
f() B
f
g()
B
g
alias DO='do' IN='in'
for x in a; DO echo $x; done
for x in b
DO echo $x; done
set -- c
for x
DO echo $x; done
case d
IN d) echo d;; esac
--- stdout
body
body
a
b
c
d

=== aliases behind a compound command
--- script
alias B='| cat' R='>f' A='&& echo a'
(echo s) B
{ echo l; } R
cat f
if :; then echo i; fi A
for i in 1; do echo $i; done R
cat f
--- stdout
s
l
i
a
1

=== patterns and esac are no aliases by themselves
--- script
alias a=b E=esac
case a in a) echo a;; b) echo b;; esac
case b in (a) echo a;; (b) echo b;; esac
case a in
a) echo c; E
eval 'case E in E) echo d;; esac'
--- stdout
a
b
c
d

=== an empty value where a command may start, or a list may end
--- script
alias n=
case a in a) n;; esac
case a in a) n
esac
echo "[$(n)]" `n` .
echo "$(n
echo s)"
false; n
echo $?
: & n
wait
: | n
echo p
--- stdout
[] .
s
1
p
