# XCU command, type, hash, alias, unalias, umask, ulimit, true, false.
peers: dash bash

=== command -v says what a name is
except bash: status 1; aliases are off
except dash: looks at the first name only
--- script
alias ll='ls -l'
f() { :; }
command -v if ll f cd set
command -v nosuchcommand; echo $?
command -v sh >/dev/null; echo $?
--- stdout
if
alias ll='ls -l'
f
cd
set
127
0

=== command skips functions
--- script
echo() { printf 'function\n'; }
command echo plain
echo plain
--- stdout
plain
function

=== command -p finds the standard utilities
--- script
PATH=/nonexistent
command -p cat <<end
text
end
--- stdout
text

=== type
except bash: other words, status 1
--- script
f() { :; }
type f | sed 1q
type cd if
type nosuchcommand >/dev/null 2>&1; echo $?
--- stdout
f is a shell function
cd is a shell builtin
if is a shell keyword
127

=== aliases
skip bash: aliases are off in scripts
--- script
alias hi='echo hello' q="it's"
alias q
hi
unalias hi
alias hi 2>/dev/null || echo gone
unalias -a
alias
--- stdout
q='it'"'"'s'
hello
gone

=== hash forgets
--- script
hash -r; echo $?
hash nosuchcommand 2>/dev/null || echo no
--- stdout
0
no

=== hash takes builtins and functions, and forgets when PATH is assigned
--- script
f() { :; }
hash cd f; echo $?
hash ls; hash | grep -c /ls
PATH=/nosuch; hash
--- stdout
0
1

=== umask
--- script
umask 027
umask; umask -S
umask u=rwx,go=; umask
umask g+r; umask
(umask 0); umask
: >f; ls -l f | cut -c1-10
(umask 077; : >g); ls -l g | cut -c1-10
umask 9 2>/dev/null || echo no
umask -w 2>/dev/null || echo no option
umask -- -w; umask
--- stdout
0027
u=rwx,g=rx,o=
0077
0037
0037
-rw-r-----
-rw-------
no
no option
0237

=== umask reaches children
--- script
umask 022
(umask 077; sh -c umask)
sh -c umask
--- stdout
0077
0022

=== ulimit
--- script
ulimit -f 100; ulimit -f
(ulimit -f 10; ulimit -f)
ulimit -f
ulimit -S -c 0; ulimit -Sc
ulimit -n 3x 2>/dev/null || echo no
(ulimit -n 64; sh -c 'ulimit -n')
--- stdout
100
10
100
0
no
64

=== true and false
--- script
true a b; echo $?
false a b; echo $?
--- stdout
0
1

=== ulimit -u and -p are the number of processes
skip dash: knows -p alone
skip bash: -p is the size of a pipe's buffer
--- script
[ "$(ulimit -u)" = "$(ulimit -p)" ] && echo same
--- stdout
same

=== command -v and type find no pathname that cannot be run
peers: none
--- program p
#!/bin/sh
--- script
mkdir -p d/p; : >f; chmod -x f
for n in ./d d/ ./f ./none /none/p "$PWD/p"; do command -v $n >out; echo $? $(sed 's,.*/,,' out); done
type ./d ./f /none/p 2>/dev/null; echo $?
PATH=$PWD/d:$PWD; echo $(command -v p | /bin/sed 's,.*/,,') $?
command -v f; echo $?
--- stdout
127
127
127
127
127
0 p
127
p 0
127
