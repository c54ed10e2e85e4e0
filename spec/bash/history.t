# The history in scripts: off at the start, on with set -o history
peers: bash

=== commands are remembered from set -o history on
--- script
history
set -o history
echo one
for x in a b
do
	echo "$x" # a comment
done
if true
then echo 1
else
echo 2; fi
f()
{
echo 'x
y'
}
case f in
(f) f ;;
esac
cat <<E
text !!
E
true &&
echo a \
b
# alone

history
echo "$HISTCMD $HISTSIZE"
set +o history
echo not remembered
history 2
--- stdout
one
a
b
1
x
y
text !!
a b
    1  echo one
    2  for x in a b; do 	echo "$x" # a comment
done
    3  if true; then echo 1; else echo 2; fi
    4  f() { echo 'x
y'; }
    5  case f in (f) f ;; esac
    6  cat <<E
text !!
E

    7  true && echo a b
    8  # alone
    9  history
10 500
not remembered
   10  echo "$HISTCMD $HISTSIZE"
   11  set +o history

=== HISTCONTROL, HISTIGNORE and HISTSIZE choose
--- script
set -o history
HISTCONTROL=ignoreboth
 echo a blank
echo twice
echo twice
HISTIGNORE='ls*:&:hist*'
lsx=1
echo three
HISTCONTROL=erasedups HISTIGNORE=
HISTCONTROL=erasedups
echo twice
echo three
history
history -c
HISTCONTROL=
HISTSIZE=3
echo 1
echo 2
history
--- stdout
a blank
twice
twice
three
twice
three
    1  HISTCONTROL=ignoreboth
    2  HISTIGNORE='ls*:&:hist*'
    3  HISTCONTROL=erasedups HISTIGNORE=
    4  HISTCONTROL=erasedups
    5  echo twice
    6  echo three
    7  history
1
2
    3  echo 1
    4  echo 2
    5  history

=== history -d, -s, -p and -c
--- script
set -o history
echo 1
echo 2
echo 3
echo 4
history -d 2-3
history -d -2
history
history -s 'one word' and more
history 2
history -p '!echo' '!!:0'
(history -s sub; history 1)
history -d 99 2>/dev/null || echo "$?"
history -x 2>/dev/null || echo "$?"
history -a -r f 2>/dev/null || echo "$?"
history -c
history
--- stdout
1
2
3
4
    1  echo 1
    2  echo 4
    3  history -d -2
    4  history
    5  one word and more
    6  history 2
echo 4
history
    7  sub
1
2
1
    1  history

=== files: -w, -a, -r, -n, HISTFILE at the start and at the end
--- file f
echo from the file
--- script
HISTFILE=f
set -o history
history
echo new
history -a
cat f
history -w g
cat g
history -r g
history 3
HISTFILE=h
echo 'printf "%s\n" more' >> g
history -c
history -n g
history -r /dev/null
history
history -r nowhere 2>/dev/null || echo "$?"
unset HISTFILE
--- stdout
    1  echo from the file
    2  history
new
echo from the file
history
echo new
history -a
echo from the file
history
echo new
history -a
cat f
history -w g
   13  cat f
   14  history -w g
   15  history 3
    1  history -n g
    2  printf "%s\n" more
    3  history -r /dev/null
    4  history
1

=== HISTTIMEFORMAT shows times, and keeps them in the file
--- script
HISTTIMEFORMAT='<%Y> '
set -o history
echo 'a
b'
history | sed 's/<2[0-9]*>/<YEAR>/'
history -w f
sed 's/^#[0-9]*$/#TIME/' f
history -c
history -r f
history 4 | sed 's/<2[0-9]*>/<YEAR>/'
--- stdout
a
b
    1  <YEAR> echo 'a
b'
    2  <YEAR> history | sed 's/<2[0-9]*>/<YEAR>/'
#TIME
echo 'a
b'
#TIME
history | sed 's/<2[0-9]*>/<YEAR>/'
#TIME
history -w f
    2  <YEAR> echo 'a
b'
    3  <YEAR> history | sed 's/<2[0-9]*>/<YEAR>/'
    4  <YEAR> history -w f
    5  <YEAR> history 4 | sed 's/<2[0-9]*>/<YEAR>/'

=== fc lists and runs commands again
--- script
exec 2>&1
set -o history
echo aa ab
echo two
fc -l
fc -nl -2
fc -lr 1 2
fc -l echo 2
fc -s a=x 'echo a'
fc -s b=c d=e 'echo tw'
fc -e cat 'echo tw'
fc -l 99 1>/dev/null && echo all
fc -s none 2>/dev/null; echo "$?"
fc -0 2>/dev/null; echo "$?"
history
--- stdout
aa ab
two
1	 echo aa ab
2	 echo two
	 echo two
	 fc -l
2	 echo two
1	 echo aa ab
2	 echo two
echo xx xb
xx xb
echo two
two
echo two
echo two
two
all
1
1
    1  echo aa ab
    2  echo two
    3  fc -l
    4  fc -nl -2
    5  fc -lr 1 2
    6  fc -l echo 2
    7  echo xx xb
    8  echo two
    9  echo two
   10  fc -l 99 1>/dev/null && echo all
   11  fc -s none 2>/dev/null; echo "$?"
   12  fc -0 2>/dev/null; echo "$?"
   13  history

=== history expansion: events and words
--- script
exec 2>&1
set -o history -o histexpand
echo a b c d
echo !$ !^
echo a b c d
echo !!:2-3 !-1:3- !:*
!!:0 x
!ec
echo !?b c?:% !%
echo one;echo two
!ec:0
echo !#:0 y
^y^z
echo a 2>/dev/null >&2 | cat; echo b
: !!:*
echo '!!' \!\! "!" ! != x!
x=y y=z
echo "$(echo '!' "!")" ${!x} [!a] $!
case p in [!A]) echo ok;; esac # !none
set -- "a!" b
echo "$#!"
--- stdout
a b c d
echo d a
d a
a b c d
echo b c c a b c d
b c c a b c d
echo x
x
echo x
x
echo b b
b b
one
two
echo

echo echo y
echo y
echo echo z
echo z
b
: a 2> /dev/null >&2 | cat ; echo b
b
!! !! ! ! != x!
! ! z [!a]
ok
2!

=== history expansion: modifiers
--- script
exec 2>&1
set -o history -H
echo /usr/lib/a.tar.gz
echo !$:h !$:t !$:r !$:e !$:t:r:r
echo foo.c foo.o
!!:s/foo/bar/
!-2:gs/foo/x&/
!!:g&
echo !-4:*:Gs/o/0/
echo a 'b c'
echo !!:1*:q
echo a b
echo !!:*:x
!!:p
!-1:s,a,z,:p
echo "it's"
echo !!:q
--- stdout
/usr/lib/a.tar.gz
echo /usr/lib a.tar.gz /usr/lib/a.tar .gz a
/usr/lib a.tar.gz /usr/lib/a.tar .gz a
foo.c foo.o
echo bar.c foo.o
bar.c foo.o
echo xfoo.c xfoo.o
xfoo.c xfoo.o
echo xxfoo.c xxfoo.o
xxfoo.c xxfoo.o
echo f0o.c f0o.o
f0o.c f0o.o
a b c
echo 'a '\''b c'\'''
a 'b c'
a b
echo 'a' 'b'
a b
echo 'a' 'b'
echo 'z' 'b'
it's
echo 'echo "it'\''s"'
echo "it's"

=== a line with a wrong reference is left out
--- script
set -o history -H
echo before
echo !none
if true; then
echo !none
echo after
echo "'!none'" || true
fi
history
--- stdout
before
after
    1  echo before
    2  if true; then echo after; fi
    3  history
--- stderr some

=== without set -o history nothing is expanded
--- script
set -H
echo !! ^a^b
set +H -o history
echo !!
eval 'echo evaluated'
. ./f
history
--- file f
echo sourced
--- stdout
!! ^a^b
!!
evaluated
sourced
    1  echo !!
    2  eval 'echo evaluated'
    3  . ./f
    4  history
