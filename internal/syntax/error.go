package syntax

import (
	"fmt"
	"strconv"
	"strings"

	"ftsh/internal/bashism"
	"ftsh/internal/diag"
	"ftsh/parser/ast"
)

// An Error is a place in the text with a violation of the grammar.
type Error struct {
	Name     string  // of the script: Options.Name
	Pos      ast.Pos // of the token found
	Expected string  // the tokens possible there
	Found    string  // the token there: a word or operator quoted, newline, end of file
	Opened   string  // the construct that was not closed, quoted; "" if none is open
	// OpenedPos is the start of the construct Opened.
	OpenedPos ast.Pos
	// Incomplete reports whether the text is not wrong but unfinished: more text after it could
	// make it right.
	Incomplete bool
	// Line is the line of the text with Pos in it, without its newline.
	Line string
	// Instead is the right way to write it, if known, or "".
	Instead string
}

// A refusal is an error in one of two or more rules tried in turn. A tooDeep one holds for both
// rules. A hopeless one holds for all surrounding rules with an alternative. One of a line takes
// only the rest of that: the text goes on with the next one.
type refusal struct {
	Error
	tooDeep, hopeless, ofLine bool
}

// Error returns the error in one line, with Opened and Instead if they are known:
//
//	script:line:col: syntax error: expected …, found … (… opened at line N): write …
func (e *Error) Error() string {
	var b strings.Builder
	if e.Name != "" {
		b.WriteString(e.Name)
		b.WriteByte(':')
	}
	fmt.Fprintf(&b, "%d:%d: syntax error: expected %s, found %s", e.Pos.Line, e.Pos.Col, e.Expected,
		e.Found)
	if e.Opened != "" {
		fmt.Fprintf(&b, " (%s opened at line %d)", e.Opened, e.OpenedPos.Line)
	}
	if e.Instead != "" {
		b.WriteString(": " + e.Instead)
	}
	return b.String()
}

// Report returns the text to print for an error of this package: the message and the source line
// with a caret under the place, each ended by a newline. For another error it returns the message.
func Report(err error) string {
	if e, ok := err.(*Error); ok {
		return e.Error() + "\n" + diag.Excerpt(e.Line, e.Pos)
	}
	return err.Error() + "\n"
}

// opened is a construct not closed yet.
type opened struct {
	what string
	pos  ast.Pos
	name string // of the function, if it is one
}

// bail unwinds the parser; Next and its like recover it.
type bail struct{ err *refusal }

// fail ends the parse of the current command, inside open.
func (p *Parser) fail(e *refusal, open opened) {
	if open.what == "" {
		open = p.list.open
	}
	e.Opened, e.OpenedPos = open.what, open.pos
	if open.name != "" {
		e.Opened += " " + strconv.Quote(open.name)
	}
	e.Name = p.opts.Name
	e.Line = p.in.excerpt(e.Pos)
	panic(bail{e})
}

// failAt fails at pos, which the parser may have passed.
func (p *Parser) failAt(pos ast.Pos, expected, found string) {
	p.failIn(pos, expected, found, opened{})
}

// failIn fails at pos, inside open.
func (p *Parser) failIn(pos ast.Pos, expected, found string, open opened) {
	p.fail(&refusal{Error: Error{Pos: pos, Expected: expected, Found: found}}, open)
}

// failInstead is failIn with a remedy.
func (p *Parser) failInstead(pos ast.Pos, expected, found, instead string, open opened) {
	p.fail(&refusal{Error: Error{Pos: pos, Expected: expected, Found: found, Instead: instead}},
		open)
}

// expected reports an error at the current place.
func (p *Parser) expected(what string, open opened) { p.expectedInstead(what, "", open) }

// expectedInstead is expected with a remedy; "" for none.
func (p *Parser) expectedInstead(what, instead string, open opened) {
	found := p.found()
	e := Error{Pos: p.here(), Expected: what, Found: found, Incomplete: p.atEnd() && !p.win.closed,
		Instead: instead}
	p.fail(&refusal{Error: e}, open)
}

// unclosed fails at the end of the source, inside open.
func (p *Parser) unclosed(what string, open opened) {
	p.win.pos = len(p.win.src)
	p.fail(&refusal{Error: Error{Pos: p.here(), Expected: what, Found: p.endName(),
		Incomplete: !p.win.closed}}, open)
}

// endName names the end of the text.
func (p *Parser) endName() string {
	if p.win.closed {
		return "the closing backquote"
	}
	return "end of file"
}

// found names the token at the current place.
func (p *Parser) found() string {
	c := p.cur()
	if p.atEnd() {
		return p.endName()
	}
	if c == '\n' {
		return "newline"
	}
	return strconv.Quote(p.token())
}

// token returns the text of the token at the current place, shortened, for messages.
func (p *Parser) token() string {
	rest := p.win.src[p.win.pos:]
	for _, op := range [...]string{"&&", "||", ";;", ";&", "<<-", "<<", ">>", "<&", ">&", "<>",
		">|"} {
		if strings.HasPrefix(rest, op) {
			return op
		}
	}
	if class[rest[0]]&isMeta != 0 {
		return rest[:1]
	}
	n := 0
	for n < len(rest) && class[rest[n]]&isMeta == 0 {
		n++
	}
	if n > 40 {
		return strings.ToValidUTF8(rest[:40], "") + "…"
	}
	return rest[:n]
}

// instead adds the remedy for a text valid only in bash. It runs for reported errors only, not for
// each error in a rule with an alternative.
func (p *Parser) instead(e *Error) {
	if e.Instead != "" {
		return
	}
	if at := int(e.Pos.Offset) - p.in.base; !p.opts.Bash && at >= 0 && at <= len(p.in.str) {
		e.Instead = bashism.Syntax(p.in.str[:at], p.in.str[at:])
	}
	if e.Instead == "" {
		p.closedByEnd(e)
	}
	if e.Instead == "" {
		p.bracedBlock(e)
	}
}
