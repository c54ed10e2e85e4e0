# where the arguments of export and the like are assignments
peers: bash

=== after command and builtin, and with quotes, they are not
--- script
x='v w=5'
export a=$x; echo "$a|$w"
command export b=$x; echo "$b|$w"; unset w
builtin declare c=$x; echo "$c|$w"
\export d=$x; echo "$d"; 'export' e=$x; echo "$e"
--- stdout
v w=5|
v|5
v|5
v
v
