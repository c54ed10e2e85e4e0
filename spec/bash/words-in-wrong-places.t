# what bash reads, and reports only when it gets there
peers: bash

=== an operator in a=(…) takes the rest of the line
--- script
a=(one)
a=(two & three); echo never
echo $? ${a[@]}
eval 'a=(x | y); echo never
echo "in eval $?"'
f() { declare b=(1 ; 2); echo never; }; echo never
echo "$? done"
--- stdout
1 one
in eval 1
1 done
--- stderr any
=== in a subshell it ends that
--- script
(eval 'a=(x | y)'; echo never); echo "after $?"
--- stdout
after 1
--- stderr any
=== a loop's variable that is no name
--- script
for 1 in a b; do echo never; done
echo "$?"
for $x in a b; do echo never; done; echo "$?"
for 'a b' in $(echo never >&2); do echo never; done; echo "$?"
for a[1] in c; do echo never; done || echo or
select a-b in c; do echo never; done; echo "$?"
f() { for "q" in 1; do :; done; }
f; echo "$?"; (set -e; f; echo never); echo "$?"
--- stdout
1
1
1
or
1
1
1
--- stderr any
=== the delimiter of a here-document and the parenthesis in one line
--- script
t=$(cat <<EOF
this ) is text
EOF)
echo "$t"
echo "$(cat <<-'E X'; echo more
	one $x
	E X) two" three $(cat <<A
x$(echo y)
A)
echo $(
cat <<\)
hi
))
(echo "$( (cat <<E
in
E) )") # a subshell
--- stdout
this ) is text
one $x
more two three xy
hi
in
--- stderr any
=== a here-document whose substitution closes first
--- script
echo $(cat <<A) $(cat <<B) end
first
A
second
B
x=$(cat <<A)
text $x
A
echo "[$x]"
--- stdout
first second end
[text ]
--- stderr any
=== eval and let take a=(…) as a text
--- script
x=5
eval foo=() bar=(1 "2 3" $x '$x' [7]=q)
declare -p foo bar
eval "a=3" b=(x # a comment
  y)
declare -p a b
let z=(1+2) y=( 3 * 4 ); echo $? $z $y
let z=(1+2)*3 'y=4' x=(2)/"2"; echo $z $y $x; eval w=(1)';' echo one
eval 'echo hi;' foo+=(1 2) foo+=("'a b'"); declare -p foo
--- stdout
declare -a foo=()
declare -a bar=([0]="1" [1]="2" [2]="3" [3]="5" [4]="5" [7]="q")
declare -- a="3"
declare -a b=([0]="x" [1]="y")
0 3 12
9 4 1
one
hi
declare -a foo=([0]="1" [1]="2" [2]="a b")
--- stderr any
=== a coprocess whose name is no name
--- script
coproc @ { echo never; }; echo $?
coproc a-b ( echo never >&2 ); echo $?; wait; echo after
--- stdout
1
1
after
--- stderr any
=== the text of a function with such a here-document
--- script
f() { x=$(cat <<E)
text
E
}
eval "$(declare -f f)"; f; echo "$x"
--- stdout
text
--- stderr any

=== an error in backquotes counts when it is reached
--- script
x=`)` 2>/dev/null; echo "$?"
x=`echo b
fi` 2>/dev/null; echo "$? $x"
echo a `(` b 2>/dev/null; echo "$?"
if false; then echo "`for`"; fi
f() { y=`echo "c`; }; f 2>/dev/null; echo "$?"
for i in 1 2; do echo "$i`echo \`fi\``"; done 2>/dev/null
x=`$(`; echo "$?"
x=`echo d; }`; set -e; x=`esac`; echo not reached
--- stdout
2
2 b
a b
0
2
1
2
2
--- stderr any
--- status 2
