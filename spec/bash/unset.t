# unset of variables that hide others
peers: bash

=== what an assignment before a function hid comes to light
--- script
f() { echo "x=$x"; x=changed; unset x; echo "x=$x"; }
x=global; x=before f; echo "x=$x"
--- stdout
x=before
x=global
x=global
=== a local variable stays local in its function, and not in one that it calls
--- script
f() { local y=1; unset y; echo "y=${y-unset}"; y=2; (unset y; echo "y=${y-unset}"); echo $y; }
y=global; f; echo $y
g() { local z=1; h; echo "z=$z"; }
h() { unset z; echo "z=$z"; unset z; echo "z=${z-unset}"; z=new; }
z=global; g; echo "z=$z"
--- stdout
y=unset
y=unset
2
global
z=global
z=unset
z=new
z=new
=== readonly
--- script
f() { local -r r=1; g; echo "$r"; }; g() { unset r || echo failed; }
r=global; f
--- stdout
failed
1
--- stderr any
