# XCU getopts.
peers: dash bash

=== options, clustered and with arguments
--- script
set -- -ab -c arg -carg2 -- -a rest
while getopts abc: o; do echo "$o <${OPTARG-}>"; done
echo $?
shift $((OPTIND - 1))
echo "$@"
--- stdout
a <>
b <>
c <arg>
c <arg2>
0
-a rest

=== the end has status 1 and sets the name to ?
--- script
getopts a o x; echo "$? $o $OPTIND"
--- stdout
1 ? 1

=== an unknown option, said and silent
--- script
getopts a o -x; echo "$? $o ${OPTARG-unset}"
OPTIND=1
getopts :a o -x; echo "$? $o ${OPTARG-unset}"
--- stdout
0 ? unset
0 ? x
--- stderr some

=== a missing argument, said and silent
--- script
getopts a: o -a; echo "$? $o ${OPTARG-unset}"
OPTIND=1
getopts :a: o -a; echo "$? $o ${OPTARG-unset}"
--- stdout
0 ? unset
0 : a
--- stderr some

=== OPTIND=1 starts again
--- script
set -- -a -b
getopts ab o; getopts ab o; echo $o
OPTIND=1
getopts ab o; echo $o
--- stdout
b
a

=== OPTARG is unset where there is no argument
except dash: sets it to nothing
--- script
getopts ab: o -b x -a; getopts ab: o -b x -a
echo "$o ${OPTARG-unset}"
--- stdout
a unset

=== a function called for one option at a time
except dash: begins again at every call
--- script
next() { getopts ab:c o "$@"; }
i=0
while next -a -bx -c rest && [ $i -lt 5 ]; do echo "$o ${OPTARG-}"; i=$((i+1)); done
echo $OPTIND
all() { while getopts ab o "$@"; do printf '%s ' "$o"; done; echo; }
OPTIND=1; all -a -b
OPTIND=1; all -a -b
--- stdout
a 
b x
c 
4
a b 
a b 

=== a function's options do not move the caller's
except bash: has one state for all
--- script
all() { while getopts ab o "$@"; do printf '%s ' "$o"; done; echo; }
all -a -b
while getopts xy m -x -y; do printf "$m: "; all -a -b; done
--- stdout
a b 
x: a b 
y: a b 

=== OPTIND assigned before a function is called
--- script
f() { :; }
while getopts ab:c o -b x y; do echo "$o|$OPTARG"; done; echo $OPTIND
OPTIND=1; f
while getopts ab:c o x x; do echo "$o|$OPTARG"; done; echo $OPTIND
while getopts ab:c o -a -c y; do echo "$o|$OPTARG"; done; echo $OPTIND
--- stdout
b|x
3
1
a|
c|
3
