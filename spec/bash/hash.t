# hash: remembered paths of programs
peers: bash

=== the table, its commands and single paths
--- program bin/tool
#!/bin/sh
echo tool
--- script
hash; echo $?; hash -l; echo $?
PATH=bin:/usr/bin; PATH=/usr/bin:$PWD/bin; D=$PWD; tool; tool; hash | sed "s:$D:D:"
hash -t tool | sed "s:$D:D:"; hash -r; hash -l
hash ls; hash; hash -l; ls >/dev/null; hash -t ls ls; hash -lt ls; hash ls; hash
type ls; type -p ls; type -t ls; type -P ls; command -v ls
hash -d ls; echo $?; hash -d ls; echo $?; hash -t ls; echo $?
PATH=/bin; hash
--- stderr some
--- stdout
hash: hash table empty
0
0
tool
tool
hits	command
   2	D/bin/tool
D/bin/tool
hits	command
   0	/usr/bin/ls
builtin hash -p /usr/bin/ls ls
ls	/usr/bin/ls
ls	/usr/bin/ls
builtin hash -p /usr/bin/ls ls
hits	command
   0	/usr/bin/ls
ls is hashed (/usr/bin/ls)
/usr/bin/ls
file
/usr/bin/ls
/usr/bin/ls
0
1
1
hash: hash table empty

=== given paths
--- script
hash -p /bin/echo foo 'a b'; foo hi; type foo; type -t foo; type -p foo; command -v foo; type -a foo; echo $?
hash -t foo 'a b'; hash -l | grep 'a b'
hash -p /usr x; echo $?; hash -p /bin/cat cd; echo $?; hash -t cd; type -t cd; hash -p /bin/cat a/b; echo $?
hash -dp /bin/true y; hash -t y; hash -r; hash -t y; echo $?
--- stderr some
--- stdout
hi
foo is hashed (/bin/echo)
file
/bin/echo
/bin/echo
1
foo	/bin/echo
a b	/bin/echo
builtin hash -p /bin/echo 'a b'
1
0
/bin/cat
builtin
0
/bin/true
1

=== names that are no programs, and errors
--- script
f() { :; }; hash f cd /bin/ls; echo $?; hash -t f; echo $?; hash nosuch; echo $?; hash ''; echo $?
hash -t; echo $?; hash -d; echo $?; hash -p; echo $?; hash -z; echo $?
hash -r ls; hash -t ls; set +h; hash; echo $?; hash ls; echo $?; set -h; hash ls; echo $?
--- stderr some
--- stdout
0
1
1
1
1
1
2
2
/usr/bin/ls
1
1
0
