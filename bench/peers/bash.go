//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
)

// bashScript returns the script of a seed in the language of bash. It is as harmless as that of
// script.
func bashScript(seed uint64) *node {
	g := &generator{r: rand.New(rand.NewPCG(seed, 1)), bash: true}
	l := g.list(2+g.r.IntN(4), 1+g.r.IntN(2))
	if g.chance(2) {
		l.kids = append([]*node{leaf(command, "shopt -s extglob")}, l.kids...)
		g.extglob = true
	}
	return build(command, "n=2 m=-3\n%\ndeclare -p a b c arr map n m 2>/dev/null", l)
}

// bashCommand returns a compound command of bash.
func (g *generator) bashCommand(depth int) *node {
	switch g.r.IntN(14) {
	case 0, 1:
		return build(command, "if [[ % ]]\nthen\n%\nelse\n%\nfi", g.test(depth), g.short(depth),
			g.short(depth))
	case 2:
		return build(command, "if ((%))\nthen\n%\nfi", g.number(3), g.short(depth))
	case 3, 4:
		return g.countedLoop(depth)
	case 5:
		return build(command, g.pick("[[ % ]] && %", "[[ % ]] || %", "((%)) && %", "((%)) || %"),
			g.condition(depth), g.element(depth))
	case 6:
		return build(command, "case % in\n%)\n%\n;&\n%)\n%\n;;&\n*)\n%\nesac", g.word(1), g.pattern(),
			g.short(depth), g.pattern(), g.short(depth), g.short(depth))
	case 7:
		return g.bashFunction(depth)
	case 8:
		return build(command, "% |& %", g.alone(depth), g.alone(depth))
	case 9:
		g.loops++
		body := g.short(depth)
		g.loops--
		return build(command, "select v in % %\ndo\necho \"$v|$REPLY\"\n%\nbreak\ndone <<<%", g.word(1), g.word(1),
			body, leaf(word, g.pick("1", "2", "3", "x", "''", "$'\\n2'")))
	case 10:
		return build(command, "for v in \"${arr[@]}\" %\ndo\n%\ndone", g.word(1), g.short(depth))
	case 11:
		return build(command, "( trap '%' "+g.pick("ERR", "EXIT", "DEBUG", "RETURN")+"\n%%\n)", g.action(),
			leaf(piece, g.pick("", "set -E\n", "set -T\n", "set -e\n", "set -o pipefail\n")), g.apart(depth))
	case 12:
		return build(command, "while read -r a b\ndo\n%\ndone < <( %\n)", leaf(command, "echo \"<$a|$b>\""), g.apart(depth))
	}
	return build(command, "mapfile "+g.pick("-t arr", "-t -n 1 arr", "-s 1 -t arr", "-O 1 arr", "-t -d : arr", "")+
		" < <( %\n)\ndeclare -p arr MAPFILE 2>/dev/null", g.apart(depth))
}

// condition returns what stands between [[ ]] or (( )): an expression that is fine in both.
func (g *generator) condition(int) *node {
	return leaf(number, g.pick("n == 3", "1", "a", "n != 7", "n", "m < n", "1 && 1", "! n"))
}

// countedLoop returns for ((…)).
func (g *generator) countedLoop(depth int) *node {
	g.counters++
	i := fmt.Sprintf("j%d", g.counters)
	g.loops++
	body := g.short(depth)
	g.loops--
	return build(command, fmt.Sprintf(g.pick("for ((%[1]s=0; %[1]s<3; %[1]s++))", "for ((%[1]s=2; %[1]s; %[1]s--))",
		"for ((%[1]s=0; %[1]s++ < 2;))", "for ((%[1]s=1, n=0; %[1]s <= 8; %[1]s*=2, n+=1))"), i)+"\ndo\n%\ndone", body)
}

func (g *generator) bashFunction(depth int) *node {
	if g.inside > 0 || g.functions >= 4 {
		return g.bashSimple(depth)
	}
	g.functions++
	g.inside = g.functions
	loops := g.loops
	g.loops = 0
	body := g.short(depth)
	g.loops = loops
	g.inside = 0
	f := fmt.Sprintf("f%d", g.functions)
	return build(command, "function "+f+" {\n%\n%\n"+g.pick("echo \"${FUNCNAME[@]} $#\"", "declare -p a 2>/dev/null",
		":")+"\n}\n"+g.pick(f, f+" arr", "a=7 "+f, "echo $("+f, f+" || echo no; echo $(")+" % %"+
		g.pick("\n", "")+"%", leaf(command, g.pick("local a=$1", "local a b=$a", "local -i a=n+1", "local -a arr=(x y)",
		"local -n ref=b; ref=$1", "local -n ref=$1; ref+=z", "local -A map=([k]=w)", "declare -g b=$2",
		"local a; echo \"${a-unset}\"", "local -u a=$1", "local IFS=:", "unset a", "local -r a=1",
		"declare a=$1", "local -x a=e; sh -c 'echo \"$a\"'")), body, g.word(1), g.word(1),
		leaf(piece, "")).closeSubstitution()
}

// closeSubstitution closes a $( that a template has left open.
func (n *node) closeSubstitution() *node {
	open := 0
	for _, text := range n.text {
		for i := 0; i+1 < len(text); i++ {
			if text[i] == '$' && text[i+1] == '(' {
				open++
			}
			if text[i] == ')' {
				open--
			}
		}
	}
	for ; open > 0; open-- {
		n.text[len(n.text)-1] += "\n)"
	}
	return n
}

// test returns an expression of [[ ]].
func (g *generator) test(depth int) *node {
	if depth > 0 && g.chance(3) {
		return build(test, g.pick("( % && % )", "% || %", "! ( % ) && %", "% && %"), g.test(depth-1), g.test(depth-1))
	}
	switch g.r.IntN(9) {
	case 0, 1, 2:
		return build(test, g.pick("% == %", "% != %", "% = %"), g.operand(), g.pattern())
	case 3:
		return build(test, g.pick("% < %", "% > %"), g.operand(), g.operand())
	case 4:
		return build(test, "% =~ %", g.operand(), leaf(pattern, g.pick("^a", "b$", "(a)(b)?", "^[a-z]+$", "^$", "a|b",
			"(a*)b", "x{1,2}", "[[:digit:]]+", "^(a|ab)(c|bcd)?", "\"$a\"", "$a", "\\.", "a.b", "(^| )b", "'a'")))
	case 5:
		return build(test, "% "+g.pick("-eq", "-lt", "-ge", "-ne")+" %", g.number(1), g.number(1)).spaceless()
	case 6:
		return leaf(test, g.pick("-v a", "-v nosuch", "-v arr[1]", "-v map[k]", "-e f", "-n $a", "-z $b", "-f g", "-v arr",
			"-o errexit", "-d .", "-s f", "-R ref"))
	case 7:
		return build(test, "-n %", g.operand())
	}
	return build(test, "! %", g.operand())
}

// spaceless returns the expression in quotes, as an operand of [[ ]].
func (n *node) spaceless() *node {
	n.text[0] = "\"" + n.text[0]
	n.text[1] = "\"" + n.text[1] + "\""
	n.text[2] = "\"" + n.text[2]
	return n
}

// operand returns a word between [[ and ]].
func (g *generator) operand() *node {
	if g.chance(2) {
		return leaf(word, g.pick("$a", "\"$b\"", "abc", "''", "$1", "${arr[0]}", "$c", "a*", "\"a b\"", "${#arr[@]}"))
	}
	return g.quotedWord(1)
}

// bashSimple returns a command without commands in it, but for those in its words.
func (g *generator) bashSimple(depth int) *node {
	switch g.r.IntN(30) {
	case 0, 1:
		return build(command, "arr=( % % % )", g.word(depth), g.word(depth), g.word(depth))
	case 2:
		return build(command, "arr+=( % )", g.word(depth))
	case 3, 4:
		return build(command, "arr["+g.pick("0", "1", "5", "n", "-1", "n+1", "$#")+"]"+g.pick("=", "+=")+"%",
			g.word(depth))
	case 5:
		return leaf(command, g.pick("unset 'arr[1]'", "unset arr", "unset 'map[k]'", "unset map", "unset -v a",
			"arr=()", "unset 'arr[-1]'", "declare -A map", "declare -A map=([k]=v ['x y']=z)", "declare -a arr",
			"map=([a]=1 [b]=2)", "declare -n ref=a", "declare -n ref=arr", "unset -n ref", "ref=x", "declare -n ref=map"))
	case 6:
		return build(command, "declare -A map; map[%]"+g.pick("=", "+=")+"%", leaf(word, g.pick("k", "$a", "\"$b\"", "'x y'",
			"a b", "@", "$((n))")), g.word(depth))
	case 7, 8:
		return leaf(command, g.pick("declare -p arr map a", "echo \"${arr[@]}\" \"${!arr[@]}\" ${#arr[@]}",
			"echo \"${map[@]}\" \"${!map[@]}\" ${#map[@]}", "printf '<%s>' \"${arr[@]}\"; echo",
			"printf '<%s>' ${arr[*]}; echo", "echo ${PIPESTATUS[@]}", "echo \"${BASH_REMATCH[@]}\"",
			"echo $ref ${!ref} ${#ref}", "type -t echo f1 nosuch if", "declare -f f1 >/dev/null; echo $?", "declare -F",
			"echo \"${#arr}\" \"$arr\"", "echo ${!b*} ${!ma@}"))
	case 9, 10:
		return build(command, "((%))", g.number(3))
	case 11:
		return build(command, "let %", leaf(word, g.pick("n++", "n=m+1", "'n = 3'", "n*=2 m--", "n=0", "\"n=$a\"", "arr[1]=4")))
	case 12, 13:
		return build(command, "[[ % ]]", g.test(depth))
	case 14:
		return build(command, g.pick("cat <<<%", "read -r a b <<<%", "read -ra arr <<<%", "read -n 2 a <<<%",
			"read -d : a <<<%", "read -N 3 a <<<%", "mapfile -t arr <<<%", "IFS=: read -r a b c <<<%", "read <<<%",
			"IFS=, read -ra arr <<<%", "read -r -d '' a <<<%", "read -n 3 -r a b <<<%"), g.word(depth))
	case 15:
		return build(command, "printf -v "+g.pick("a", "b", "'arr[1]'", "n")+" '\x00"+g.pick("s", "q", "5s", "d", "-3s|", "b",
			"x", "c", "Q", "#o", "+d", ".2s")+"' %", g.word(depth)).percents()
	case 16:
		return build(command, "printf '\x00"+g.pick("q", "s", "b", "Q", "10.3s|")+"\\n' % %", g.word(depth),
			g.word(depth)).percents()
	case 17, 18:
		return build(command, g.pick("declare", "typeset", "export", "local", "readonly")+" "+
			g.pick("a", "-i n", "-u b", "-l c", "-x a", "+i n", "+u b", "-a arr", "-ux b", "-g a", "-iu b")+"=%", g.word(depth))
	case 19:
		return build(command, g.variable()+"+=%", g.value(depth))
	case 20:
		return build(command, "echo %", g.braces(2))
	case 21:
		return leaf(command, g.pick("shopt -s nullglob", "shopt -u nullglob", "shopt -s nocasematch", "shopt -s dotglob",
			"shopt -s lastpipe", "shopt -s inherit_errexit", "shopt -s globstar", "set +B", "set -B", "shopt -s failglob",
			"shopt -s extglob", "shopt -u extglob", "shopt -q extglob; echo $?", "shopt -s xpg_echo", "set -E", "set -T",
			"shopt -s nocaseglob", "shopt -s localvar_inherit", "shopt -u patsub_replacement"))
	case 22:
		return build(command, "echo % &>"+g.pick("f", ">f", "g"), g.word(depth))
	case 23:
		return leaf(command, g.pick("exec {fd}>g; echo x >&$fd; exec {fd}>&-", "echo a {fd}>f; echo $((fd > 9))",
			"cat <(echo a) <(echo b)", "echo b > >(cat >f); wait $!; cat f", "read -r a < <(echo p q)", "a=$(<f)",
			"echo $(<nosuch)", "cat < <(echo c) - <<<d", "{ echo e; } 3>&1 4>&3- >f", "exec 3>g; exec 4>&3-; echo m >&4"))
	case 24:
		return leaf(command, g.pick("trap 'echo err $?' ERR", "trap - ERR", "trap 'echo ret' RETURN", "trap 'echo dbg' DEBUG; :; trap - DEBUG",
			"trap -p ERR EXIT", "trap 'echo int' INT; trap -p INT; trap - INT"))
	case 25:
		return build(command, "echo -"+g.pick("e", "n", "E", "ne")+" %", g.word(depth))
	case 26:
		return build(command, "set -- \"${arr[@]}\" %", g.word(depth))
	case 27:
		return build(command, "eval %", leaf(word, g.pick("'arr=(p q)'", "'[[ $a == b* ]]; echo $?'", "'((n++)); echo $n'",
			"'for ((i=0;i<2;i++)); do echo $i; done'", "'declare -i n=3+4'", "\"echo ${a@Q}\"", "'x=${a@A}'")))
	case 28:
		return build(command, "test % "+g.pick("==", "<", "-nt", "=~", "!=")+" %", g.quotedWord(depth), g.quotedWord(depth))
	}
	return build(command, "( exec {t}>&1; BASH_XTRACEFD=$t; set -x; %\n)", g.bashTraced(depth))
}

// bashTraced returns a command whose trace holds no message of an error.
func (g *generator) bashTraced(depth int) *node {
	switch g.r.IntN(5) {
	case 1:
		return build(command, "[[ % ]]", g.test(depth))
	case 2:
		return build(command, "a=% b=%", g.word(depth), g.word(depth))
	case 3:
		return build(command, "((%)) || :", g.number(2))
	}
	return build(command, "echo % %", g.word(depth), g.word(depth))
}

// braces returns a word with braces to be expanded.
func (g *generator) braces(depth int) *node {
	if depth > 0 && g.chance(3) {
		return build(word, g.pick("{%,%}", "a{%,x,%}b", "{%,}%"), g.braces(depth-1), g.braces(depth-1))
	}
	return leaf(word, g.pick("{a,b}", "{1..3}", "{a..e..2}", "{3..1}", "x", "{a}", "{,x}", "{01..3}", "\\{a,b}", "{a,b}{c,d}",
		"{${a},b}", "\"{a,b}\"", "{1..a}", "$a", "{-1..1}", "${a}{x,y}", "{a,'b c'}", "{1..10..4}"))
}

// bashExpansion returns an expansion that POSIX lacks.
func (g *generator) bashExpansion(depth int, quoted bool) *node {
	v := g.pick("a", "b", "c", "1", "nosuch", "arr[1]", "arr[@]", "arr[*]", "map[k]", "@", "*", "arr[n]", "arr[-1]", "map[@]")
	switch g.r.IntN(14) {
	case 0, 1:
		return build(piece, "${"+v+"/"+g.pick("", "/", "#", "\x00")+"%/%}", g.pattern(), leaf(piece, g.pick("x", "", "&", "\\&", "'y z'",
			"$a", "\"$b\"", "<&>", "/"))).percents()
	case 2:
		return build(piece, "${"+v+"/"+g.pick("", "/")+"%}", g.pattern())
	case 3, 4:
		return leaf(piece, "${"+v+":"+g.pick("0", "1", " -1", "n", "2", "(-2)", "7", "0:1", "1:2", " -2:1", "1:n", "0:-1", "$#", "1:0")+"}")
	case 5, 6:
		return build(piece, "${"+v+g.pick("^", "^^", ",", ",,", "~", "~~")+"%}", leaf(pattern, g.pick("", "", "[ab]", "a", "?", "[!a]", "b*")))
	case 7:
		return leaf(piece, "${"+v+"@"+g.pick("Q", "U", "u", "L", "E", "A", "a", "K", "k")+"}")
	case 8:
		return leaf(piece, g.pick("${!a}", "${!b-x}", "${!arr[@]}", "${!map[@]}", "${!ref}", "${#arr[@]}", "${#map[@]}", "${#arr[1]}",
			"${!b*}", "${!nosuch@}", "$[n+1]", "${FUNCNAME-none}", "${#@}", "${arr}", "$ref"))
	case 9:
		return build(piece, "${"+v+g.pick("-", ":-", "+", ":+", "#", "##", "\x00\x00", "\x00")+"%}", g.quoted(depth-1)).percents()
	case 10:
		return build(piece, "${arr[%]}", g.number(1))
	case 11:
		if !quoted {
			return leaf(piece, g.pick("$'a\\tb'", "$'\\x41\\'c'", "$\"a b\"", "$'\\u00e9'", "$'\\101\\0b'", "{a,b}"))
		}
	case 12:
		return leaf(piece, "\"${arr[@]"+g.pick("#a", "/a/b", ":1", "^", "@Q", "")+"}\"").unquotedIf(quoted)
	}
	return leaf(piece, "${"+v+"}")
}

// unquotedIf removes the double quotes of a leaf that stands within others.
func (n *node) unquotedIf(quoted bool) *node {
	if quoted {
		n.text[0] = n.text[0][1 : len(n.text[0])-1]
	}
	return n
}

// bashNumber returns an expression that POSIX lacks.
func (g *generator) bashNumber(depth int) *node {
	switch g.r.IntN(8) {
	case 0:
		return leaf(number, g.pick("n++", "n--", "++m", "--m", "arr[1]", "arr[n]", "map[k]", "16#ff", "2#101", "36#z", "64#_",
			"${#arr[@]}", "arr[0]++", "nosuch++"))
	case 1:
		return build(number, "(%) ** (%)", g.number(depth-1), leaf(number, g.pick("0", "1", "2", "3", "n")))
	case 2:
		return build(number, "%, %", g.number(depth-1), g.number(depth-1))
	case 3:
		return build(number, g.pick("arr[1]", "arr[n]", "n", "m")+g.pick("=", "+=", "<<=", "^=", "\x00=")+"%", g.number(depth-1)).percents()
	case 4:
		return build(number, "(%) "+g.pick("&&", "||")+" (n=%)", g.number(depth-1), g.number(depth-1))
	}
	return build(number, "(%) "+g.pick("+", "-", "*", "<", "==", "&", "/")+" (%)", g.number(depth-1), g.number(depth-1))
}
