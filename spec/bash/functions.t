# command_not_found_handle and FUNCNEST
peers: bash

=== command_not_found_handle runs in a subshell with the command's words
--- script
command_not_found_handle() { echo "not found: $*"; x=1; return 3; }
nosuch a 'b c'; echo $? ${x-unset}; nosuch | cat; y=$(nosuch q); echo "$y $?"
if nosuch; then :; else echo else; fi; nosuch >out; cat out; V=1 nosuch; command nosuch; echo $?
n=nosuch; $n v; nosuch & wait $!; echo $?
/no/such; echo $?; (exec nosuch); echo $?; type nosuch; echo $?
command_not_found_handle() { exit 7; }; nosuch; echo $?
set -e; nosuch || echo or; nosuch; echo not here
--- stderr some
--- status 7
--- stdout
not found: nosuch a b c
3 unset
not found: nosuch
not found: nosuch q 3
not found: nosuch
else
not found: nosuch
not found: nosuch
not found: nosuch
3
not found: nosuch v
not found: nosuch
3
127
127
1
7
or

=== FUNCNEST limits how deep functions are nested
--- script
FUNCNEST=3; f() { echo "$1"; f $(($1+1)); echo "back $1"; }; f 1; echo "after $?"
echo "next line $?"
FUNCNEST=0; g() { ((n++ < 20)) && g; }; g; echo $?; FUNCNEST=abc; n=0; g; echo $?; FUNCNEST=-1; n=0; g; echo $?
FUNCNEST=2; h() { i; echo h; }; i() { j; echo i; }; j() { echo j; }; i; (h); echo "subshell $?"
FUNCNEST=; x() { local FUNCNEST=1; y; echo x; }; y() { echo y; }; y; x; echo end
echo last
--- stderr some
--- stdout
1
2
3
next line 1
1
1
1
j
i
subshell 1
y
last

=== blocks: the handler is cancelled, and a limit fails the script's line
peers: none
--- script
command_not_found_handle() { echo "handler $1"; sleep 1000; }
try timeout 0.2s
    nosuch
catch
    echo "caught $FTSH_STATUS"
end
command_not_found_handle() { echo "handler $1"; return 4; }
try 2 times every 0s
    nosuch
catch
    echo "caught $FTSH_STATUS"
end
(trap : USR1; nosuch); echo $?
command_not_found_handle() { nosuch2; }; nosuch 2>/dev/null; echo $?
--- stdout
handler nosuch
caught 124
handler nosuch
handler nosuch
caught 4
handler nosuch
4
127

=== names of functions may have =
--- script
boolean.=() { echo "is $1"; }
boolean.= x
x:y=z() { echo xyz; }; x:y=z
1=2() { echo one; }; 1=2
function a=b { echo "a=b"; }; 'a=b'
--- stdout
is x
xyz
one
a=b
