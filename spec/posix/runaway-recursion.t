# A recursion without end is an error of the script, told with its place; the
# shell ends, whatever the call stands in (docs/language.md section 10). Other
# shells die of a signal or fill the machine.

=== a function calls itself
--- script
f() { f; f; }
f || echo never
echo never
--- stderr
../script:1:7: f: calls nested more than 10000 deep
--- status 2

=== in a subshell
--- script
f() { (f); }
f
echo never
--- stderr
../script:1:8: f: calls nested more than 10000 deep
--- status 2

=== in a command substitution
--- script
f() { x=$(f); f; }
f
echo never
--- stderr
../script:1:11: f: calls nested more than 10000 deep
--- status 2

=== through eval and a sourced file
--- file self
. ./self
--- script
"$SH" -c 'e="eval \"\$e\""; eval "$e"; echo never' ftsh
echo $?
"$SH" -c '. ./self; echo never' ftsh
echo $?
--- stdout
2
2
--- stderr
ftsh:1:1: eval: calls nested more than 10000 deep
./self:1:1: .: calls nested more than 10000 deep

=== in a here-document
--- script
f() { : <<E
$(f)
E
f
}
f
echo never
--- stderr
../script:2:3: f: calls nested more than 10000 deep
--- status 2

=== in a pipeline
--- script
f() { f | cat; }
f
echo never
--- stderr
../script:1:7: pipelines and blocks nested more than 1000 deep
--- status 2

=== in a pipeline, with few descriptors
--- script
(ulimit -n 256; "$SH" -c 'f() { f | cat; }; f; echo never' ftsh 2>&1) | sed 's/, [0-9]* deep/, N deep/'
--- stdout
ftsh:1:7: cannot make a pipe: too many open files, N deep in pipelines and blocks

=== in blocks, whose attempts are not repeated
env: FTSH_LOG_LEVEL=0
--- script
for block in 'try 2 times every 0s' 'forany x in a b' 'forall x in a'; do
	"$SH" -c "f() { $block; f; end; }; f; echo never" ftsh
	echo $?
done 2>&1
--- stdout
ftsh:1:7: pipelines and blocks nested more than 1000 deep
2
ftsh:1:7: pipelines and blocks nested more than 1000 deep
2
ftsh:1:7: pipelines and blocks nested more than 1000 deep
2

=== in more and more elements of pipelines
--- script
f() { echo | f | f; }
f
echo never
--- stderr some
--- status 2

=== in asynchronous lists
--- script
f() { f & wait $!; }
f
echo $?
--- stdout
2
--- stderr
../script:1:7: asynchronous lists nested more than 100 deep

=== an asynchronous list may start the next one and end, on and on
--- script
mkfifo over
f() {
	me=$(sh -c 'echo $PPID')
	# The one that started this one ends first.
	while grep -q "^PPid:	$1$" /proc/$me/status; do sleep 0.01; done
	if [ $2 = 110 ]; then echo $2 >over; else f $me $(($2 + 1)) & fi
}
f 0 0 &
cat over
--- stdout
110

=== the EXIT trap runs
--- script
trap 'echo exit $?' EXIT
f() { f; }
f
--- stdout
exit 2
--- stderr
../script:2:7: f: calls nested more than 10000 deep
--- status 2

=== in a body that is deep itself
--- script
i=0 open= close=
while [ $i -lt 1000 ]; do open="$open{ " close="$close ;}" i=$((i + 1)); done
eval "f() { $open f $close; }"
f
echo never
--- stderr
../script:3:2008: lists nested more than 200000 deep
--- status 2

=== in a word that is deep itself
--- script
i=0 open= close=
while [ $i -lt 1000 ]; do open="$open\${x:-" close="$close}" i=$((i + 1)); done
eval "f() { : $open\$(f)$close; }"
f
echo never
--- stderr
../script:3:7: lists nested more than 200000 deep
--- status 2

=== in subshells that are processes, since they set a trap
--- script
f() { (trap : USR1; f) || f; echo never; }
try 3 times; f; end
echo never
--- stderr
../script:1:21: subshells with traps nested more than 100 deep
--- status 2
