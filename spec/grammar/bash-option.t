# The option bash in a script of plain ftsh.

=== the check of a whole script stops at set -o bash
--- script
set -o bash
[[ a == a ]] && echo yes
--- stdout
yes

=== it is off by default, and its words are ordinary ones
--- script
function() { echo "function $1"; }
function f
select() { echo "select $1"; }
select a
a=b
echo {a,b}
--- stdout
function f
select a
{a,b}

=== in a function it holds up to the function's end
--- script
f() { set -o bash; eval '[[ a == a ]] && echo yes'; }
f
[[ a == a ]] 2>/dev/null || echo no
set -o | grep '^bash '
--- stdout
yes
no
bash            off

=== text checked before the option is on is not taken as checked
--- script
f() { set -o bash; }
f; set -o bash
g() { [[ a == a ]] && echo yes; }
g
--- stdout
yes
