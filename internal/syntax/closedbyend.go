package syntax

import (
	"strings"
)

// shell returns the sh form of a construct closed with end in the original ftsh.
func shell(opened string) string {
	switch opened {
	case `"for"`:
		return "for NAME in WORDS; do COMMANDS; done"
	case `"while"`:
		return "while COMMAND; do COMMANDS; done"
	case `"until"`:
		return "until COMMAND; do COMMANDS; done"
	case `"if"`:
		return "if COMMAND; then COMMANDS; fi"
	}
	return ""
}

// closedByEnd adds the right closing word if end closes a loop or an if, as it closes a block. The
// error is then at the loop, not at the end of the text without a done.
func (p *Parser) closedByEnd(e *Error) {
	form, open := shell(e.Opened), int(e.OpenedPos.Offset)-p.in.base
	if form == "" || open < 0 || open > len(p.in.str) {
		return
	}
	at := endOf(p.in.str[open:])
	if at < 0 {
		return
	}
	e.Instead = "write " + form +
		": end closes only try, forany and forall (for a script of the original ftsh: docs/from-original.md)"
	if w := strings.Fields(p.in.str[open : open+at]); len(w) > 3 && w[0] == "for" &&
		(w[1] == "any" || w[1] == "all") && isVariable(w[2]) && w[3] != "do" {
		e.Instead = "write for" + w[1] + ", in one word"
	}
	if int(e.Pos.Offset)-p.in.base > open+at {
		e.Pos, e.Line = e.OpenedPos, p.in.excerpt(e.OpenedPos)
	}
}

// endOf returns the offset of the command end in a text with all blocks in it closed, or -1. It
// looks only at the first words of commands, and serves messages alone.
func endOf(text string) int {
	blocks := 0
	for at := 0; at < len(text); {
		n := strings.IndexAny(text[at:], "\n;&|()")
		if n < 0 {
			n = len(text) - at
		}
		command := text[at : at+n]
		for _, w := range strings.Fields(command) {
			switch w {
			case "do", "then", "else", "!", "{":
				continue
			case "try", "forany", "forall":
				blocks++
			case "end":
				if blocks == 0 {
					return at + strings.Index(command, w)
				}
				blocks--
			}
			break
		}
		at += n + 1
	}
	return -1
}

// bracedBlock adds the right form of try { …; } 3 times.
func (p *Parser) bracedBlock(e *Error) {
	at := int(e.Pos.Offset) - p.in.base
	if e.Found != `"}"` || e.Expected != "a command" || at < 0 || at > len(p.in.str) {
		return
	}
	before := p.in.str[:at]
	for _, word := range [...]string{"try", "forany", "forall"} {
		i := strings.LastIndex(before, word)
		if i < 0 || i > 0 && class[before[i-1]]&isMeta == 0 {
			continue
		}
		if rest := strings.TrimLeft(before[i+len(word):], " \t"); !strings.HasPrefix(rest, "{") {
			continue
		}
		header := "try 3 times"
		if word != "try" {
			header = word + " NAME in WORDS"
		}
		e.Instead = "write " + header + "; COMMANDS; end: the limits come first, without { }"
		return
	}
}
