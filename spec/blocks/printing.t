# docs/language.md, section 5: grouped and tagged.
env: FTSH_LOG_LEVEL=0

=== grouped prints each branch's output whole, in list order
--- script
forall x grouped in 0.3 0.1 0
	echo "$x begins"
	sleep $x
	sh -c "echo $x ends"
end
--- stdout
0.3 begins
0.3 ends
0.1 begins
0.1 ends
0 begins
0 ends

=== as soon as it and all before it have ended
--- script
mkfifo f
forall x grouped in a b
	echo $x
	case $x in
	b) read -r line <f; echo "then $line" ;;
	esac
end | {
	read -r line
	echo "first $line"
	echo go >f
	cat
}
--- stdout
first a
b
then go

=== output and errors stay in the order in which builtins and programs that have ended wrote them
--- script
forall x grouped in a b
	echo 1
	echo 2 >&2
	sh -c 'echo 3'
	sh -c 'echo 4 >&2'
	echo 5
	nosuchcommand || echo 6
end 2>&1 | sed 's/^\.\.[^ ]* //'
--- stdout
1
2
3
4
5
nosuchcommand: not found
6
1
2
3
4
5
nosuchcommand: not found
6

=== errors go to standard error
--- script
forall x grouped in a b; echo out $x; echo err $x >&2; sh -c "echo also $x >&2"; end
--- stdout
out a
out b
--- stderr
err a
also a
err b
also b

=== branches that fail are printed too, and those that are cancelled
--- script
forall x grouped in 20 fails
	echo "begin $x"
	case $x in
	fails) sleep 0.3; false ;;
	esac
	sleep $x
end
echo $?
try for 300ms
	forall x grouped in 20 21; echo "before $x"; sh -c "echo program $x"; sleep $x; end
end
echo $?
--- stdout
begin 20
begin fails
1
before 20
program 20
before 21
program 21
124

=== tagged prefixes every line with the word and a tab
--- script
forall x tagged in a b
	echo "one of $x"
	printf 'two\nno end' >&2
	sh -c 'echo three'
end 2>err | sort
sort err
--- stdout
a	one of a
a	three
b	one of b
b	three
a	no end
a	two
b	no end
b	two

=== lines come whole, and at once
--- script
mkfifo f
forall x tagged in a b
	case $x in
	a)
		printf hal
		sh -c 'echo f'
		read -r line <f
		echo $line
		;;
	esac
end | {
	read -r line
	echo "$line"
	echo go >f
	cat
}
--- stdout
a	half
a	go

=== lines of programs are never mixed
--- script
forall x tagged in a b c d
	i=0
	while [ $i -lt 20 ]; do
		sh -c "printf $x; printf '%s' $x; echo $x"
		printf '%s' $x$x
		echo $x
		i=$((i + 1))
	done
end | sort | uniq -c | sed 's/^ *//'
--- stdout
40 a	aaa
40 b	bbb
40 c	ccc
40 d	ddd

=== grouped alone adds nothing: what branches write may be pieces of a whole
--- script
forall x grouped in a b c; printf "$x"; printf "err of $x;" >&2; end 2>err
echo
cat err
echo
--- stdout
abc
err of a;err of b;err of c;

=== grouped and tagged
--- script
forall x grouped tagged in 0.2 0; echo begins; sleep $x; printf ends; end
--- stdout
0.2	begins
0.2	ends
0	begins
0	ends

=== diagnostics of the shell in a branch go the same way
--- script
forall x tagged keepgoing in a; echo >/nosuchdir/f; end
echo $?
--- stdout
2
--- stderr
a	../script:1:38: cannot create /nosuchdir/f: no such file or directory

=== empty lines, no lines, a word with a newline
--- script
forall x tagged in a; echo; printf ''; printf '\n\n'; end
forall x tagged in 'a
b'; echo c; end
forall x tagged grouped in; echo c; end
echo $?
--- stdout
a	
a	
a	
a\nb	c
0

=== a line of more than a mebibyte is made several
--- script
forall x tagged in a; head -c 2500000 /dev/zero | tr '\0' x; end | awk '{ if (length($0) > 1200000) print "too long"; n += gsub(/x/, "") } END { print n }'
--- stdout
2500000

=== what is held beyond memory
--- script
forall x grouped in 1 2 3; head -c 3000000 /dev/zero | tr '\0' $x; end | tr -s 123
echo
--- stdout
123

=== nobody reads
--- script
forall x grouped in a; yes; end | :
forall x tagged in a; yes; end | head -1
forall x tagged in a; while :; do echo y; done; end | head -1
echo end
--- stdout
a	y
a	y
end

=== redirections on end, nested blocks, other descriptors
--- script
forall x tagged in a; echo out; echo err >&2; end >out 2>err
cat out err
forall x tagged in a
	forall y tagged in b; echo c; end
	try 3 times every 0s; echo $FTSH_ATTEMPT; [ $FTSH_ATTEMPT = 2 ]; end | cat
	x=$(echo captured); echo "$x"
end
exec 3>&1
forall x tagged in a; echo untagged >&3; end
--- stdout
a	out
a	err
a	b	c
a	2
a	captured
untagged

=== what a branch leaves behind goes on untagged
--- script
{
	forall x tagged in a
		echo before
		sh -c 'while [ ! -e go ]; do sleep 0.02; done; echo after' &
	end
	echo block is over >&2
	: >go
	wait
} | cat
--- stdout
a	before
after
--- stderr
block is over

=== a failed write fails the branch
--- script
forall x grouped in a; echo b; end >/dev/full
echo $?
forall x tagged in a; echo b; end >/dev/full 2>&1
echo $?
--- stdout
1
1
--- stderr
../script:1:1: write error: no space left on device

=== what cannot be held fails the branch
--- script
TMPDIR=$PWD/gone
forall x grouped in a; head -c 2000000 /dev/zero; end 2>err | { [ $(wc -c) -gt 500000 ] && echo much; }
sed "s,$PWD,PWD," err
--- stdout
much
../script:2:1: the branch's output cannot be kept in PWD/gone: no such file or directory (see grouped)

=== records in JSON have no tag, and are whole lines
--- script
records() {
	"$SH" --log-level attempts --log-format json "$1" |
		sed 's/^{.*"msg":"\([a-z ]*\)",.*"line":\([0-9]*\),.*"block":"\([a-z]*\)".*}$/{\2: \3: \1}/'
}
cat >one <<'E'
forall x tagged in a b
	printf half
	sh -c 'printf " a line" >&2'
	try; false; end || :
	echo
end 2>&1
E
records one | sort
cat >two <<'E'
forall x tagged grouped in c
	echo first
	try; false; end || :
	forall y tagged in d; try; false; end || :; echo then; end
	forall y tagged grouped in e; try; false; end || :; echo then; end
	echo last
end 2>&1
E
records two
--- stdout
a	half a line
b	half a line
{4: try: attempt failed}
{4: try: attempt failed}
{4: try: block failed}
{4: try: block failed}
c	first
{3: try: attempt failed}
{3: try: block failed}
{4: try: attempt failed}
{4: try: block failed}
c	d	then
{5: try: attempt failed}
{5: try: block failed}
c	e	then
c	last
