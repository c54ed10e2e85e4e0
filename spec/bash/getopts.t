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

=== an assignment of OPTIND, and functions that have it local or not
--- script
for v in 1 2 3 0 x ''; do
 OPTIND=1
 echo "== $v"
 i=0
 while getopts :abcdefgh o -abc -d -ef; do
  echo "$o $OPTIND"; i=$((i+1)); [ $i = 2 ] && OPTIND=$v; [ $i = 9 ] && break
 done
done
echo == same via set; OPTIND=1; i=0
set -- -abc x
while getopts :abcdefgh o; do echo "$o $OPTIND";  i=$((i+1)); [ $i = 2 ] && set -- -fgh -d; [ $i = 9 ] && break; done
echo == unset;  OPTIND=1; i=0
while getopts :abcdefgh o -abc -d; do echo "$o $OPTIND";  i=$((i+1)); [ $i = 2 ] && unset OPTIND; [ $i = 9 ] && break; done
echo == reset in the same; OPTIND=1;
getopts abc o -abc; echo $o; getopts abc o -abc; echo $o; OPTIND=1; getopts abc o -abc; echo $o;getopts abc o -abc; echo $o
echo == function
g() { local o; while getopts xyz o; do echo "g $o $OPTIND"; done; echo "end $OPTIND"; }
OPTIND=1; g -x -y; g -x -y -z; OPTIND=1; g -xyz
echo == nested
h() { local OPTIND o; while getopts xyz o; do echo "h $o $OPTIND"; done; }
OPTIND=1; while getopts abc o -abc -b; do echo $o $OPTIND; h -xy -z; done
k() { local OPTIND=1 o; while getopts xyz o; do echo "h $o $OPTIND"; done; }
OPTIND=1; while getopts abc o -abc -b; do echo $o $OPTIND; k -xy -z; done
k2() { local OPTIND=1 o; while getopts xyz o; do echo "h $o $OPTIND"; return; done; }
OPTIND=1; while getopts abc o -abc -b; do echo $o $OPTIND; k2 -xy -z; done
m() { getopts xyz o; echo "m $o $OPTIND"; }
OPTIND=1; while getopts abc o -abc -b; do echo $o $OPTIND; m -xy -z; i=$((i+1)); [ $i -gt 15 ] && break; done; :
--- stdout
== 1
a 1
b 1
a 1
b 1
c 2
d 3
e 3
f 4
== 2
a 1
b 1
c 3
e 3
f 4
== 3
a 1
b 1
c 4
== 0
a 1
b 1
a 1
b 1
c 2
d 3
e 3
f 4
== x
a 1
b 1
a 1
b 1
c 2
d 3
e 3
f 4
== 
a 1
b 1
a 1
b 1
c 2
d 3
e 3
f 4
== same via set
a 1
b 1
h 2
d 3
== unset
a 1
b 1
a 1
b 1
c 2
d 3
== reset in the same
a
b
a
b
== function
g x 2
g y 3
end 3
g z 4
end 4
g x 1
g y 1
g z 2
end 2
== nested
a 1
h x 1
h y 2
h z 3
b 1
h x 1
h y 2
h z 3
c 2
h x 1
h y 2
h z 3
b 3
h x 1
h y 2
h z 3
a 1
h x 1
h y 2
h z 3
b 1
h x 1
h y 2
h z 3
c 2
h x 1
h y 2
h z 3
b 3
h x 1
h y 2
h z 3
a 1
h x 1
b 1
h x 1
c 2
h x 1
b 3
h x 1
a 1
m y 2
b 3
m ? 3

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
