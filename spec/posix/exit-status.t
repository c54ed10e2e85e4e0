# XCU 2.8.2: exit status for commands.
peers: dash bash

=== a command that is not found
--- script
nosuchcommand 2>/dev/null; echo $?
./nosuch 2>/dev/null; echo $?
PATH= nosuch 2>/dev/null; echo $?
'' 2>/dev/null; echo $?
--- stdout
127
127
127
127

=== found but not executable
--- file plain
echo never
--- script
mkdir dir
./plain 2>/dev/null; echo $?
./dir 2>/dev/null; echo $?
/ 2>/dev/null; echo $?
./plain/x 2>/dev/null; [ $? -ge 126 ] && echo error
--- stdout
126
126
126
error

=== a status is what the command says, modulo 256
--- script
(exit 0); echo $?
(exit 255); echo $?
"$SH" -c 'exit 17'; echo $?
sh -c 'exit 256'; echo $?
--- stdout
0
255
17
0

=== ended by a signal
--- script
"$SH" -c 'kill -KILL $$'; [ $? = 137 ] && echo KILL
"$SH" -c 'kill -TERM $$'; [ $? = 143 ] && echo TERM
"$SH" -c 'kill -HUP $$'; [ $? = 129 ] && echo HUP
sleep 100 & kill -USR1 $!; wait $!; s=$?; [ $s -gt 128 ] && kill -l $s
sh -c 'kill -PIPE $$' | cat; echo $?
--- stderr any
--- stderr any
--- stdout
KILL
TERM
HUP
USR1
0

=== the script's status is that of its last command
--- script
"$SH" -c ''; echo $?
"$SH" -c '# nothing'; echo $?
"$SH" -c 'false'; echo $?
"$SH" -c 'true; false; '; echo $?
"$SH" -c 'false; x=1'; echo $?
"$SH" -c '(exit 3)'; echo $?
"$SH" -c 'f() { return 4; }; f'; echo $?
"$SH" -c 'false
# comment
'; echo $?
"$SH" -c 'false; f() { :; }'; echo $?
--- stdout
0
0
1
1
0
3
4
1
0

=== of an assignment, an empty command and a redirection
--- script
false; x=1; echo $?
false; x=$(true); echo $?
true; x=$(false); echo $?
false; >f; echo $?
false; $empty; echo $?
false; "$SH" -c "$empty"; echo $?
false; eval ''; echo $?
false; eval ' '; echo $?
: >e; false; . ./e; echo $?
--- stdout
0
0
1
0
0
0
0
0
0

=== of compound commands
--- script
false; if false; then :; fi; echo $?
if true; then false; fi; echo $?
if false; then :; else (exit 2); fi; echo $?
if false; then :; elif false; then :; fi; echo $?
false; for i in; do :; done; echo $?
for i in 1 2; do (exit $i); done; echo $?
false; while false; do :; done; echo $?
n=; while [ -z "$n" ]; do n=1; (exit 3); done; echo $?
false; until true; do :; done; echo $?
false; case x in y) :;; esac; echo $?
case x in x) (exit 4);; esac; echo $?
false; case x in x) ;; esac; echo $?
{ false; }; echo $?
(false); echo $?
while :; do false; break; done; echo $?
for i in 1; do false; continue; done; echo $?
--- stdout
0
1
2
0
0
2
0
3
0
0
4
0
1
1
0
0

=== of a function
--- script
f() { false; }; f; echo $?
g() { :; }; false; g; echo $?
h() { return; }; false; h; echo $?
i() { false; return; }; i; echo $?
j() { return 7; }; j; echo $?
k() { if false; then :; fi; }; false; k; echo $?
false; l() { :; }; echo $?
--- stdout
1
0
1
1
7
0
0

=== of lists and pipelines
--- script
true && false; echo $?
false || (exit 3); echo $?
true || false; echo $?
false && true; echo $?
true | false; echo $?
false | true; echo $?
! false; echo $?
! true; echo $?
! true | false; echo $?
: & echo $?
false & echo $?
--- stdout
1
3
0
1
1
0
0
1
0
0
0

=== of exit without an operand
--- script
(false; exit); echo $?
(true; exit); echo $?
(exit 3) ; (exit); echo $?
"$SH" -c 'false; exit'; echo $?
"$SH" -c 'trap "exit" EXIT; (exit 5)'; echo $?
"$SH" -c 'trap "true; exit" EXIT; (exit 5)'; echo $?
"$SH" -c 'trap "exit 6" EXIT; (exit 5)'; echo $?
"$SH" -c 'trap "false" EXIT; (exit 5)'; echo $?
--- stdout
1
0
3
1
5
5
6
5

=== a file without a #! line is run by the shell
--- file prog
echo "ran $1 $#"
--- script
chmod +x prog
./prog a b
--- stdout
ran a 2

=== a binary that cannot be executed
--- script
printf '\177ELFxx\0\0\0\0' >bin; chmod +x bin
./bin 2>/dev/null; [ $? -ge 126 ] && echo error
--- stdout
error

=== a script whose interpreter is missing
--- script
printf '#!/no/such/interp\n' >p; chmod +x p
./p 2>/dev/null; [ $? -ge 126 ] && echo error
--- stdout
error
