//go:build linux

package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// script returns the script of a seed, the same on every machine. Its root holds one list, so it
// can be shrunk like any other.
func script(seed uint64) *node {
	g := &generator{r: rand.New(rand.NewPCG(seed, 0))}
	return build(command, "%", g.list(2+g.r.IntN(4), 1+g.r.IntN(2)))
}

// A generator writes harmless scripts: they write only to files of their directory and never leave
// it, and each loop ends.
type generator struct {
	r         *rand.Rand
	loops     int // around the current place, in its function
	counters  int // loops so far
	docs      int // here-documents so far
	functions int // function fN may call those below N
	inside    int // the function being written; 0: none

	bash    bool // the language of bash
	extglob bool // with groups of patterns
}

func (g *generator) pick(from ...string) string { return from[g.r.IntN(len(from))] }

func (g *generator) chance(in int) bool { return g.r.IntN(in) == 0 }

func (g *generator) list(n, depth int) *node {
	l := &node{kind: list}
	for range n {
		l.kids = append(l.kids, g.command(depth))
	}
	return l
}

// short returns a list of one to three commands.
func (g *generator) short(depth int) *node { return g.list(1+g.r.IntN(2), depth-1) }

func (g *generator) command(depth int) *node {
	if depth <= 0 {
		return g.simple(depth)
	}
	if g.bash && g.chance(2) {
		return g.bashCommand(depth)
	}
	switch g.r.IntN(20) {
	case 0, 1:
		return build(command, "if %\nthen\n%\nelse\n%\nfi%", g.short(depth), g.short(depth),
			g.short(depth), g.redirects())
	case 2:
		return build(command, "if %\nthen\n%\nelif %\nthen\n%\nfi", g.short(depth), g.short(depth),
			g.short(depth), g.short(depth))
	case 3:
		return g.loop(depth)
	case 4:
		return g.forLoop(depth)
	case 5, 6:
		return g.caseOf(depth)
	case 7:
		return build(command, g.open()+"%\n)%", g.apart(depth), g.redirects())
	case 8:
		return build(command, "{ %\n}%", g.short(depth), g.redirects())
	case 9, 10:
		return build(command, g.pick("% && %", "% || %", "% && %", "! % || %"), g.element(depth),
			g.element(depth))
	case 11:
		return build(command, "% | %", g.alone(depth), g.alone(depth))
	case 12:
		return g.function(depth)
	case 13:
		return build(command, "{ %\n} & wait $!", g.apart(depth))
	case 14:
		return build(command, "! %", g.element(depth-1))
	case 15:
		return build(command, g.open()+"trap '%' EXIT\n%\n)", g.action(), g.apart(depth))
	}
	return g.simple(depth)
}

// element returns a command allowed next to && and |.
func (g *generator) element(depth int) *node {
	if depth > 1 && g.chance(3) {
		return build(command, "{ %\n}", g.short(depth-1))
	}
	return g.simple(depth - 1)
}

// open returns what begins a subshell. In bash (( may begin an expression.
func (g *generator) open() string {
	if g.bash {
		return "( "
	}
	return "("
}

// apart returns a list in an environment of its own: break and return leave no more than the list.
func (g *generator) apart(depth int) *node {
	loops := g.loops
	g.loops = 0
	l := g.short(depth)
	g.loops = loops
	return l
}

// alone returns an element of a pipeline.
func (g *generator) alone(depth int) *node {
	loops := g.loops
	g.loops = 0
	n := g.element(depth)
	if g.chance(3) {
		n = leaf(command, g.pick("cat", "tr a x", "wc -l | tr -d ' '",
			"while read -r a b; do echo \"[$a|$b]\"; done", "{ read a; echo \"$a\"; cat; }",
			"sed s/a/b/"))
	}
	g.loops = loops
	return n
}

func (g *generator) loop(depth int) *node {
	g.counters++
	i := fmt.Sprintf("i%d", g.counters)
	g.loops++
	body := g.short(depth)
	g.loops--
	head := g.pick("while [ $# -lt 3 ]", "until [ $# -ge 3 ]")
	head = strings.ReplaceAll(head, "$#", "$"+i)
	return build(command, i+"=0\n"+head+"\ndo\n"+i+"=$(("+i+"+1))\n%\ndone%", body, g.redirects())
}

func (g *generator) forLoop(depth int) *node {
	g.loops++
	body := g.short(depth)
	g.loops--
	if g.chance(4) {
		return build(command, "for v do\n%\ndone", body)
	}
	return build(command, "for v in % %\ndo\n%\ndone%", g.word(1), g.word(1), body, g.redirects())
}

func (g *generator) caseOf(depth int) *node {
	return build(command, "case % in\n% | %)\n%\n;;\n(%)\n%\n;;\n*)\n%\nesac", g.word(1),
		g.pattern(), g.pattern(), g.short(depth), g.pattern(), g.short(depth), g.short(depth))
}

func (g *generator) function(depth int) *node {
	if g.inside > 0 || g.functions >= 4 {
		return g.simple(depth)
	}
	g.functions++
	g.inside = g.functions
	loops := g.loops
	g.loops = 0
	body := g.short(depth)
	g.loops = loops
	g.inside = 0
	return build(command, fmt.Sprintf("f%d() {\n%%\n}%%\nf%d %% %%", g.functions, g.functions),
		body, g.redirects(), g.word(1), g.word(1))
}

// call returns a call of a defined function, with a lower number than the one being written.
func (g *generator) call() string {
	n := g.functions
	if g.inside > 0 {
		n = g.inside - 1
	}
	if n == 0 {
		return "echo"
	}
	return fmt.Sprintf("f%d", 1+g.r.IntN(n))
}

// action returns the action of a trap, without single quotes.
func (g *generator) action() *node {
	return leaf(piece, g.pick("echo trap $?", "echo $a", "exit 3", "(exit 4)", "echo \"$@\" $?",
		"a=1", "false"))
}

func (g *generator) simple(depth int) *node {
	if g.bash && g.r.IntN(3) > 0 {
		return g.bashSimple(depth)
	}
	switch g.r.IntN(34) {
	case 0, 1, 2, 3:
		return build(command, "echo % %%", g.word(depth), g.word(depth), g.redirects())
	case 4, 5:
		return build(command, "printf '<\x00s>' % %%\necho", g.word(depth), g.word(depth),
			g.redirects()).percents()
	case 6:
		return g.printf()
	case 7, 8, 9:
		return build(command, g.variable()+"=%", g.value(depth))
	case 10:
		return build(command, g.variable()+"=% "+g.pick("eval", "command eval", "export", ":")+
			" 'echo \"$a|$b|$c\"'", g.value(depth))
	case 11:
		return build(command, g.variable()+"=% "+g.call()+" %%", g.value(depth), g.word(depth),
			g.redirects())
	case 12:
		return build(command, g.call()+" % %%", g.word(depth), g.word(depth), g.redirects())
	case 13:
		return build(command, "set -- % %", g.word(depth), g.word(depth))
	case 14:
		return leaf(command, g.pick("shift", "set --", "unset a", "unset b", "export b",
			"unset IFS", "IFS=:", "IFS=' '", "IFS=", "IFS=a:", "n=7", "m=-3"))
	case 15, 16:
		return build(command, g.pick("[ % = % ]", "[ % != % ]", "test % = %"), g.quotedWord(depth),
			g.quotedWord(depth))
	case 17:
		return build(command, "["+g.pick(" -n % ", " -z % ", " ! % ", " % ")+"]",
			g.quotedWord(depth))
	case 18:
		return build(command, "[ $((%)) "+g.pick("-lt", "-eq", "-ne", "-ge")+" $((%)) ]",
			g.number(2), g.number(2))
	case 19, 20:
		return g.read(depth)
	case 21:
		return build(command, "cat%", g.document())
	case 22:
		return build(command, "cat%", leaf(redirs, " "+g.pick("f", "g", "<f", "<g", "f g", "- <f")))
	case 23:
		return leaf(command, g.pick("true", "false", "(exit 5)", ":", "echo $?", "echo $#",
			"echo *", "echo \"$@\"", "rm -f f", "wait", "umask"))
	case 24:
		return g.leave()
	case 25:
		return leaf(command, g.pick("set -e", "set +e", "set -u", "set +u", "set -f", "set +f",
			"set -C", "set +C", "set -a", "set -o pipefail"))
	case 26:
		return build(command, "eval \"echo %\"", g.plain())
	case 27:
		return leaf(command, g.pick("echo 'echo lib $# $1; a=lib; return 3; echo no' >lib; . ./lib",
			"echo 'a=l; false' >lib; . ./lib; echo $?", "echo exit 3 >lib; (. ./lib; echo no)"))
	case 28:
		return build(command, "while getopts ab:c o % %; do echo \"$o|$OPTARG\"; done; echo $OPTIND; OPTIND=1", g.option(), g.option())
	case 29:
		return leaf(command, g.pick("exec 3>g", "exec 3>&-", "exec 4<f", "echo three >&3",
			"read a <&4", "exec 4<&-", "exec <f", "exec >>h"))
	case 30:
		return build(command, "mkdir -p d; (cd d && %)", g.simpleHere(depth))
	case 31:
		return build(command, "command echo %%", g.word(depth), g.redirects())
	case 32:
		return leaf(command, g.pick(">f", ">>g", "<f", "<nosuch", "a=1 >f", "nosuch", "nosuch <f",
			"command nosuch 2>/dev/null", "./f", "command -v echo", "command cd nosuch",
			"trap 'echo top $?' EXIT", "trap - EXIT", "trap 'echo usr' USR1; kill -USR1 $$"))
	}
	return build(command, ": % %", g.word(depth), g.word(depth))
}

// simpleHere returns a command in another directory.
func (g *generator) simpleHere(depth int) *node {
	return build(command, "echo \"${PWD##*/}\" % >f; echo *", g.word(depth))
}

// leave returns break, continue, return or exit, if they have a meaning.
func (g *generator) leave() *node {
	status := g.pick("", " 0", " 1", " 7")
	switch {
	case g.loops > 0 && g.chance(2):
		return leaf(command, g.pick("break", "continue", "break 2", "continue 2"))
	case g.inside > 0:
		return leaf(command, "return"+status)
	case g.chance(3):
		return leaf(command, "exit"+status)
	}
	return leaf(command, "(exit"+status+")")
}

func (g *generator) printf() *node {
	format := g.pick("%s", "%5s|", "%-5s|", "%.2s|", "%d|", "%5d|", "%-5d|", "%05d|", "%x|", "%o|",
		"%+d|", "%c|", "%b|", "%%|", "%s=%s|", "%i|", "%X|", "%u|")
	return build(command, "printf '"+strings.ReplaceAll(format, "%", "\x00")+"\\n' % %",
		leaf(piece, g.pick("0", "1", "12", "'a b'", "abc", "-7", "0x1f", "010", "'a\\tb'", "\"'a\"",
			"''", "\"$a\"", "$n")), leaf(piece, g.pick("", "0", "33", "x", "\"$b\""))).percents()
}

// percents restores per cent signs of the script, replaced in a template.
func (n *node) percents() *node {
	for i := range n.text {
		n.text[i] = strings.ReplaceAll(n.text[i], "\x00", "%")
	}
	return n
}

func (g *generator) read(depth int) *node {
	into := g.pick("a", "a b", "a b c", "-r a", "-r a b")
	return build(command, "read "+into+"%\nprintf '<\x00s>' \"$?\" \"$a\" \"$b\"\necho",
		g.document()).percents()
}

// document returns a here-document.
func (g *generator) document() *node {
	g.docs++
	end := fmt.Sprintf("E%d", g.docs)
	n := leaf(redirs, g.pick(" <<", " <<-")+end)
	n.end = end
	n.here = build(word, g.pick("%", "\t%", "a:b %", "x\n%", "%\\\ny", " % \\$a"), g.line())
	if g.chance(3) {
		n.text[0] = " <<'" + end + "'"
	}
	return n
}

// line returns a line of text with expansions.
func (g *generator) line() *node {
	return build(word, "%%%", g.textPiece(), g.textPiece(), g.textPiece())
}

func (g *generator) textPiece() *node {
	switch g.r.IntN(6) {
	case 0:
		return g.expansion(1, true)
	case 1:
		return build(piece, "$"+g.open()+"%\n)", g.apart(1))
	}
	return leaf(piece, g.pick("a", " b ", ":", "  c", "x:y", "\\\\", "'", "*", "a b c", "~", "::"))
}

func (g *generator) option() *node {
	return leaf(piece, g.pick("-a", "-b x", "-bx", "-ac", "-x", "--", "y", "-b", "-"))
}

func (g *generator) variable() string { return g.pick("a", "b", "c") }

func (g *generator) value(depth int) *node { return g.word(depth) }

// plain returns a piece that eval may read again.
func (g *generator) plain() *node {
	return leaf(piece, g.pick("$a", "\\$a", "'$b'", "\\\"$a\\\"", "$#", "${a}x", "$((n+1))",
		"\\$(echo s)", "a; false", "$*"))
}

// word returns an argument.
func (g *generator) word(depth int) *node {
	switch g.r.IntN(3) {
	case 0:
		return build(word, "%", g.piece(depth))
	case 1:
		return build(word, "%%", g.piece(depth), g.piece(depth))
	}
	return g.quotedWord(depth)
}

func (g *generator) quotedWord(depth int) *node {
	if g.chance(2) {
		return build(word, "\"%\"", g.quoted(depth))
	}
	return build(word, "\"%%\"", g.quoted(depth), g.quoted(depth))
}

func (g *generator) piece(depth int) *node {
	switch g.r.IntN(8) {
	case 0, 1, 2:
		return g.expansion(depth, false)
	case 3:
		return build(piece, "\"%\"", g.quoted(depth))
	case 4:
		return leaf(piece, g.pick("'a b'", "''", "'*'", "\\*", "\\ ", "\\\\", "'$a'", "\"a  b\"",
			"\"\""))
	}
	return leaf(piece, g.pick("a", "b", "ab", "x", "1", "*", "?", "[ab]", "~", "a:b", "-n", "=",
		"f", "g*", "..", "{a,b}", "a=~", "c"))
}

func (g *generator) quoted(depth int) *node {
	if g.chance(2) {
		quote := "'"
		if g.bash { // which takes two in "${x-'}'}"
			quote = "q"
		}
		return leaf(piece, g.pick("a", "b", "a b", " ", "*", "\\$a", "\\\\", quote, "", "x:y", "~",
			"abc"))
	}
	return g.expansion(depth, true)
}

func (g *generator) expansion(depth int, quoted bool) *node {
	v := g.pick("a", "b", "c", "a", "b", "1", "2", "nosuch")
	operand := func() *node {
		if quoted {
			return g.quoted(depth - 1)
		}
		return g.word(depth - 1)
	}
	if depth <= 0 {
		return leaf(piece, g.pick("$"+v, "${"+v+"}", "${#"+v+"}", "$#", "$?", "$*", "$@"))
	}
	if g.bash && g.chance(2) {
		return g.bashExpansion(depth, quoted)
	}
	switch g.r.IntN(14) {
	case 0, 1:
		return build(piece, "${"+v+g.pick("-", ":-", "+", ":+")+"%}", operand())
	case 2:
		return build(piece, "${"+g.variable()+g.pick("=", ":=")+"%}", operand())
	case 3, 4, 5:
		return build(piece, "${"+v+g.pick("#", "##", "\x00", "\x00\x00")+"%}",
			g.pattern()).percents()
	case 6, 7:
		return build(piece, "$((%))", g.number(3))
	case 8:
		return build(piece, "$"+g.open()+"%\n)", g.apart(depth-1))
	case 9:
		return leaf(piece, g.pick("`echo a b`", "`echo \\$a`", "`echo \"\\$b\"`", "`false`",
			"$(echo 'a b')"))
	case 10:
		return leaf(piece, g.pick("$*", "$@", "${*}", "${@}", "$#", "$?", "${#a}", "${a?}"))
	}
	return leaf(piece, g.pick("$"+v, "${"+v+"}", "$"+v, "${#"+v+"}"))
}

func (g *generator) pattern() *node {
	switch g.r.IntN(4) {
	case 0:
		return build(pattern, "%%", g.patternPiece(), g.patternPiece())
	case 1:
		return build(pattern, "%%%", g.patternPiece(), g.patternPiece(), g.patternPiece())
	}
	return build(pattern, "%", g.patternPiece())
}

func (g *generator) patternPiece() *node {
	return leaf(piece, g.pick("*", "?", "a", "b", "[ab]", "[!a]", "[a-c]", "[[:digit:]]", "\\*",
		"'a'", "\"*\"", "$a", "\"$a\"", "x", ":", "1", "' '", "\\a", "[]a]", "[", "${b}"))
}

func (g *generator) number(depth int) *node {
	if depth <= 0 || g.chance(3) {
		return leaf(number, g.pick("0", "1", "2", "7", "10", "0x1f", "010", "n", "m", "$n", "${m}",
			"$#", "n", "${#a}", "nosuch"))
	}
	if g.bash && g.chance(2) {
		return g.bashNumber(depth)
	}
	switch g.r.IntN(6) {
	case 0:
		return build(number, g.pick("n", "m")+g.pick("=", "+=", "-=", "*=", "|=", "<<=")+"%",
			g.number(depth-1))
	case 1:
		return build(number, g.pick("-", "!", "~", "+")+"(%)", g.number(depth-1))
	case 2:
		return build(number, "(%) ? (%) : (%)", g.number(depth-1), g.number(depth-1),
			g.number(depth-1))
	}
	return build(number, "(%) "+g.pick("+", "-", "*", "/", "\x00", "<<", ">>", "<", "<=", "==",
		"!=", "&", "|", "^", "&&", "||")+" (%)", g.number(depth-1), g.number(depth-1)).percents()
}

func (g *generator) redirects() *node {
	if !g.chance(4) {
		return leaf(redirs, "")
	}
	if g.chance(5) {
		return g.document()
	}
	return leaf(redirs, g.pick(" >f", " >>f", " >g", " 2>/dev/null", " </dev/null", " >&3", " 3>g",
		" >f 3>&1", " 3>&1 >f", " >&-", " <&-", " <f", " >>g", " 3>&-", " <>h", " >|f", " >&2",
		" <nosuch", " >d"))
}
