package syntax

import (
	"strings"

	"ftsh/internal/bashism"
)

// No sh script contains a block. In a block the parser therefore refuses text that sh reads and that is
// most likely meant as bash: `cmd &>file` runs cmd in the background, `[[ a < b ]]` reads a file, and
// `((i > 3))` writes one. The remarks name what to write. Outside blocks POSIX holds.

// bashHere reports whether text of bash is to be refused here. While the parser finds out whether a
// block opens at all, such text is no reason against it.
func (p *Parser) bashHere() bool { return p.inBlock > 0 && p.trying == 0 }

// noCommand fails at what is no command in a block: [[ and (( of bash, and finally in the block's own list.
func (p *Parser) noCommand() {
	if !p.bashHere() {
		return
	}
	switch p.cur() {
	case 'f':
		if word, end, ok := p.joined(); ok && word == "finally" && p.list.block != noBlock {
			if c := p.win.src[min(end, len(p.win.src)-1)]; c == '\n' || c == ';' {
				p.failInstead(p.here(), `a command, "catch" or "end"`, `"finally"`, "there is no finally: write its commands after end", p.list.open)
			}
		}
	case '(':
		if p.byteAfter() == '(' && strings.HasPrefix(p.win.src[p.win.pos:], "((") {
			p.failInstead(p.here(), "a command", `"(("`, bashism.DoubleParens, p.list.open)
		}
	case '[':
		if word, _, ok := p.joined(); ok && word == "[[" {
			p.failInstead(p.here(), "a command", `"[["`, bashism.Command(word), p.list.open)
		}
	}
}

// bothOutputs fails at a &> or &>> of a block, which is at the current place if there is one. where is what
// the remark says after the redirection to write.
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
