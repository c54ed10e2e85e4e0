# tilde expansion in words that look like assignments, and without HOME
peers: bash

=== in the words of a command, of for and of case
--- script
HOME=/home/bob
echo x=~ x=~/a x=~:~ x+=~ a[1]=~ x=a:~ y=$HOME:~
echo --p=~ 'x'=~ x="~" x=\~ "x=~" x=\a:\~
for i in x=~ y; do echo $i; done
case x=~ in x=/home/bob) echo matches;; esac
a=(x=~ y); echo "${a[@]}"
env z=~/z sh -c 'echo $z'
--- stdout
x=/home/bob x=/home/bob/a x=/home/bob:/home/bob x+=/home/bob a[1]=/home/bob x=a:/home/bob y=/home/bob:/home/bob
--p=~ x=~ x=~ x=~ x=~ x=a:~
x=/home/bob
y
matches
x=~ y
/home/bob/z
=== eval of an assignment
--- script
HOME=/home/bob; x='~'; eval y="$x"; echo "$y"
--- stdout
/home/bob
=== without HOME it is the user's in the system's list
--- script
unset HOME; real=~; [ -n "$real" ] && [ "$real" != '~' ] && echo found; [ ~/x = "$real/x" ] && echo same
HOME=; echo "<"~">"
--- stdout
found
same
<~>

=== after brace expansion
--- script
HOME=/home/bob
echo ~{/src,root} {~,~root}/pwd ""{~,~root}/pwd x{~,y} {x=~,y=~} ~/{a,b} a{b,~} {~,x}$HOME '~'{a,b}
for x in ~{/a,/b}; do echo $x; done
a=(~{/c,/d}); echo "${a[@]}"
--- stdout
/home/bob/src /root /home/bob/pwd /root/pwd ~/pwd ~root/pwd x~ xy x=~ y=~ /home/bob/a /home/bob/b ab a~ ~/home/bob x/home/bob ~a ~b
/home/bob/a
/home/bob/b
/home/bob/c /home/bob/d
