# XCU read.
peers: dash bash

=== fields go to the names, the rest to the last
--- script
read x y
echo "<$x><$y>"
read x y
echo "<$x><$y>"
--- stdin
  one   two   three  
alone
--- stdout
<one><two   three>
<alone><>

=== a delimiter that is no blank
--- script
while IFS=: read x y; do printf '<%s><%s>\n' "$x" "$y"; done
--- stdin
a:b
a:b:
a:b:c:
:b
a::b
--- stdout
<a><b>
<a><b>
<a><b:c:>
<><b>
<a><:b>

=== backslashes protect, and continue the line
--- script
IFS=: read x y
printf '<%s><%s>\n' "$x" "$y"
IFS=: read -r x y
printf '<%s><%s>\n' "$x" "$y"
--- stdin
a\:b\
c:d
a\:b
--- stdout
<a:bc><d>
<a\><b>

=== the end of the file has status 1, and what was read is assigned
--- script
x=old
read x; echo "$? <$x>"
read x; echo "$? <$x>"
--- stdin noeol
partial
--- stdout
1 <partial>
1 <>

=== an empty IFS keeps blanks
--- script
IFS= read -r x
echo "<$x>"
--- stdin
  a b  
--- stdout
<  a b  >

=== no more than the line is read
--- script
read x
cat
echo "<$x>"
--- stdin pipe
first
second
--- stdout
second
<first>

=== a delimiter other than the newline
except dash: has no -d
--- script
read -d ';' x; echo "<$x>"
read -d '' y; echo "<$y>"
--- stdin escaped
a b;c\x00
--- stdout
<a b>
<c>

=== reading in a loop from a here-document
--- script
n=0
while read -r line; do n=$((n + 1)); done <<end
a
b
c
end
echo $n $line.
--- stdout
3 .

=== a readonly variable is an error above 1
except bash: status 1
--- script
readonly r=1
echo x >f
read r <f; [ $? -gt 1 ] && echo error
--- stdout
error
--- stderr some

=== a trapped signal interrupts it, and the trap runs at once
skip dash: the signal may arrive before it reads, and is not looked at again
skip bash: reads on
--- script
trap 'echo trapped; exit 3' USR1
mkfifo f
exec 3<>f
(sleep 0.2; kill -USR1 $$) &
read x <&3
echo never
--- stdout
trapped
--- status 3
