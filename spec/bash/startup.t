# startup files, and what a shell of bash has without them
peers: bash

--- file rc
echo "read"; x=5
=== an interactive shell reads the file of --rcfile
flags: --rcfile ./rc -i
--- script
echo "x=$x"
--- stdout
read
x=5
--- stderr any
=== --norc
flags: --norc --noprofile --noediting --rcfile ./rc -i
--- script
echo "x=$x"
--- stdout
x=
--- stderr any
=== a shell that is not interactive reads none
flags: --init-file ./rc
--- script
echo "x=$x"
--- stdout
x=
=== an error in the file ends the file
flags: --rcfile ./wrong -i
--- file wrong
echo before
if
--- script
echo "goes on"
--- stdout
before
goes on
--- stderr some
=== without a script file, FUNCNAME and BASH_SOURCE have no main
run: stdin
--- script
f() { echo "${FUNCNAME[*]} ${BASH_SOURCE[*]}"; }
f
echo "<${FUNCNAME[*]}${BASH_SOURCE[*]}>"
--- stdout
f main
<>

=== an interactive shell edits as in emacs
flags: --norc -i
run: -c
--- script
[[ -o emacs ]]; echo $?; [[ -o vi ]]; echo $?
--- stdout
0
1
--- stderr any
