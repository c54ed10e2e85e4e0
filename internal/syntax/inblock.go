package syntax

import (
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/bashism"
	"ftsh/parser/ast"
)

// A script for sh contains no block. In a block the parser therefore refuses text valid in sh but
// most likely meant for bash: `cmd &>file` runs cmd in the background, `[[ a < b ]]` reads a file,
// and `((i > 3))` writes one. The messages name the remedy. Outside blocks POSIX holds.

// bashHere reports whether text for bash must be refused here. While the parser decides whether a
// block opens at all, such text does not count against it.
func (p *Parser) bashHere() bool { return p.inBlock > 0 && p.trying == 0 }

// noCommand reports an error for words in a block that are no commands there: [[ and (( of bash,
// finally and except in the block's own list, and break and continue without a loop around them. POSIX leaves
// those two open, and they would end the attempt with status 0.
func (p *Parser) noCommand() {
	if !p.bashHere() {
		return
	}
	switch p.cur() {
	case 'b', 'c':
		word, _, ok := p.joined()
		if instead := LeavesNoLoop(word); ok && instead != "" && p.loops == 0 && !p.inLoop {
			p.failInstead(p.here(), "a command", strconv.Quote(word), instead, p.list.open)
		}
	case 'e', 'f', 'r':
		word, end, ok := p.joined()
		instead := ofOtherLanguages(word)
		if !ok || instead == "" || p.list.block == noBlock {
			return
		}
		if c := p.win.src[min(end, len(p.win.src)-1)]; c == '\n' || c == ';' {
			p.failInstead(p.here(), `a command, "catch" or "end"`, strconv.Quote(word), instead,
				p.list.open)
		}
	case '(':
		if !p.opts.Bash && p.byteAfter() == '(' && strings.HasPrefix(p.win.src[p.win.pos:], "((") {
			p.failInstead(p.here(), "a command", `"(("`, bashism.DoubleParens, p.list.open)
		}
	case '[':
		if word, _, ok := p.joined(); ok && word == "[[" && !p.opts.Bash {
			p.failInstead(p.here(), "a command", `"[["`, bashism.Command(word), p.list.open)
		}
	}
}

// ofOtherLanguages returns the remedy for a word that divides a try of other languages, and "" for
// other words.
func ofOtherLanguages(word string) string {
	switch word {
	case "finally", "ensure":
		return "there is no " + word + ": write its commands after end"
	case "except", "rescue":
		return "write catch"
	}
	return ""
}

// LeavesNoLoop returns the remedy for a break or continue in a block without a loop around it, and
// "" for other commands.
func LeavesNoLoop(name string) string {
	switch name {
	case "break":
		return "there is no loop around it, and a block is not a loop: a block ends by itself when its list succeeds, and abort gives up"
	case "continue":
		return "there is no loop around it, and a block is not a loop: leave it out, or write failure, which fails the attempt"
	}
	return ""
}

// doubleEquals reports an error for == between operands of a test. This usage error would look to a
// block like a failure, and be tried again. As an operand == is fine.
func (p *Parser) doubleEquals(args []*ast.Word) {
	if len(args) < 4 {
		return
	}
	switch literal(args[0]) {
	case "[":
		args = args[1 : len(args)-1]
	case "test":
		args = args[1:]
	default:
		return
	}
	for i, w := range args {
		if literal(w) != "==" {
			continue
		}
		between := i > 0 && i < len(args)-1 && !slices.Contains([]string{"-a", "-o", "!", "(", "=",
			"!="}, literal(args[i-1]))
		if len(args) == 3 {
			between = i == 1
		} else if len(args) == 4 {
			between = i == 2 && literal(args[0]) == "!"
		}
		if between {
			p.failInstead(w.From, `"="`, `"=="`, bashism.Operator("==", false), p.list.open)
		}
	}
}

// bothOutputs reports an error for a &> or &>> in a block at the current place. where follows the
// suggested redirection in the remedy.
func (p *Parser) bothOutputs(open opened, where string) {
	rest := p.win.src[p.win.pos:]
	if !strings.HasPrefix(rest, "&>") {
		return
	}
	op := ">"
	if strings.HasPrefix(rest, "&>>") {
		op = ">>"
	}
	at := p.here()
	p.win.pos += len("&" + op)
	file := "file"
	if c := p.skipBlank(); class[c]&isMeta == 0 && !p.atEnd() {
		from := p.win.pos
		if p.attempt(func() { p.word() }) == nil {
			file = p.win.src[from:p.win.pos]
		}
	}
	p.failInstead(at, op+" and 2>&1", `"&`+op+`"`, "write "+op+file+" 2>&1"+where, open)
}
