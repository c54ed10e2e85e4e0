# getopts, with OPTIND as in bash
peers: bash

=== OPTIND is past an argument after its last letter
--- script
set -- -cx -afoo -a bar -x; while getopts cxa: o; do echo $o $OPTIND "$OPTARG"; done; echo $? $OPTIND
OPTIND=1; set -- -abc -- x; while getopts abc o; do echo $o $OPTIND; done; echo $OPTIND
OPTIND=1; set -- -azb -y; while getopts ab o; do echo $o $OPTIND; done 2>/dev/null; echo $OPTIND
OPTIND=1; set -- -ab x; getopts ab o; shift $((OPTIND-1)); echo "$@"
OPTIND=1; getopts ab o -ab; OPTIND=$OPTIND; getopts ab o -ab; echo $o $OPTIND
g() { local OPTIND=1; while getopts ab o; do echo f$o $OPTIND; done; }
OPTIND=1; set -- -ab -b; while getopts ab o; do echo $o $OPTIND; g -ba; done; echo $OPTIND
getopts a 1x 2>/dev/null; echo $?; getopts a 2>/dev/null; echo $?
--- stdout
c 1 
x 2 
a 3 foo
a 5 bar
x 6 
0 6
a 1
b 1
c 2
3
a 1
? 1
b 2
? 3
3
-ab x
a 1
a 1
fb 1
fa 2
b 2
fb 1
fa 2
b 3
fb 1
fa 2
3
1
2

=== OPTIND is at most one more than the number of arguments
--- script
set -- -h -c foo x y z
while getopts "hc:" opt; do :; done; echo $OPTIND
set --; getopts "hc:" opt; echo $? $OPTIND
set -- a b; OPTIND=7; getopts x o; echo $? $OPTIND
set -- -x -x; OPTIND=2; getopts x o; echo $? $OPTIND; set -- -x; getopts x o; echo $? $OPTIND
--- stdout
4
1 1
1 3
0 3
1 2

=== a function goes on at OPTIND, unless it has its own
--- script
f() { while getopts ab: o; do echo "$o $OPTARG $OPTIND"; done; }
f -a -b x; echo "$OPTIND"
f -a; echo "$OPTIND"
OPTIND=1
f -a; echo "$OPTIND"
g() { local OPTIND; getopts a o -a; echo "$o $OPTIND"; }
OPTIND=1
g -a; echo "$OPTIND"
set -- -a -b v -a
getopts ab: o; echo "$o $OPTIND"
h() { getopts ab: o; echo "h $o $OPTIND"; }
h -a -b q
getopts ab: o; echo "$o $OPTARG $OPTIND"
OPTIND=1
getopts ab: o -ab; echo "$o $OPTIND"
h2() { local OPTIND=1; getopts ab: o "$@"; echo "$o $OPTIND"; }
h2 -b z
getopts ab: o -ab v; echo "$o $OPTARG $OPTIND"
--- stdout
a  2
b x 4
4
2
a  2
2
a 2
1
a 2
h b 4
a  5
a 1
b 3
b v 3
