package printer

import (
	"bytes"
	"math"
	"strings"

	"ftsh/parser/ast"
)

// Script lays out a script: its text, its tree, and its comments in the order of the text. indent
// is the indentation of one level; a tab moves the bodies of <<- as well.
func Script(text string, list *ast.List, comments []ast.Span, indent string) string {
	p := printer{most: math.MaxInt - 1, src: &source{text: text, left: comments, indent: indent}}
	p.list(list, true)
	p.comments(ast.Pos{Offset: math.MaxUint32})
	p.line(nil)
	return p.b.String()
}

// comments writes the comments before a position. A comment after a command stays on its line;
// others get a line of their own.
func (p *printer) comments(before ast.Pos) {
	if p.src == nil {
		return
	}
	for s := p.src; len(s.left) > 0 && s.left[0].From.Offset < before.Offset; {
		c := s.left[0]
		if len(s.documents) > 0 && c.From.Offset >= s.documents[0].Here.From.Offset {
			p.line(nil) // it is in a substitution of a here-document
			continue
		}
		s.left = s.left[1:]
		if s.ended || strings.TrimLeft(s.text[s.lineStart(c.From):c.From.Offset], " \t") == "" {
			p.line(&c.From)
		} else if !s.fresh {
			p.add(" ")
		}
		p.add(strings.TrimRight(s.unescaped(c.From, c.To), " \t\r\n"))
		s.ended = true
	}
}

// closing moves to a list's closing word, and leaves its level. The comments right before the word
// that begin in its column are outside of the list.
func (p *printer) closing(l *ast.List, broken bool) {
	if p.src == nil {
		return
	}
	at, inside := p.src.after(l.To)
	p.comments(inside)
	p.shift(broken, -1)
	p.comments(at)
	p.src.closer = at
}

// ended reports whether a comment ends the line.
func (p *printer) ended() bool { return p.src != nil && p.src.ended }

// shift moves the following lines by levels, if so is set.
func (p *printer) shift(so bool, levels int) {
	if p.src != nil && so {
		p.src.level += levels
	}
}

// line begins a line. It writes a blank line first if the source has one before a position.
func (p *printer) line(at *ast.Pos) {
	s := p.src
	if s.ended = false; p.b.Len() == 0 {
		return
	}
	p.b.WriteByte('\n')
	documents := s.documents
	s.documents = nil
	for _, d := range documents {
		p.hereDocument(d)
	}
	if at != nil && s.blankBefore(*at) {
		p.b.WriteByte('\n')
	}
	s.fresh = true
}

// breaks reports whether a list breaks lines. closed: the word after it belongs to it.
func (p *printer) breaks(l *ast.List, closed bool) bool {
	switch s := p.src; {
	case s == nil:
		return false
	case len(l.AndOrs) == 0:
		at, _ := s.after(l.To)
		return s.beginsLine(at)
	default:
		return len(l.AndOrs) > 1 || s.beginsLine(l.AndOrs[0].From) || closed && s.endsLine(l.To)
	}
}

// next goes on with an item of a case, or esac, at a position.
func (p *printer) next(broken bool, at ast.Pos) {
	p.comments(at)
	if p.src != nil && (broken || p.ended() || p.src.beginsLine(at)) {
		p.line(&at)
	} else {
		p.add(" ")
	}
}

// joint goes on after an operator, on the next line if the source does.
func (p *printer) joint(from, to ast.Pos, shifted *bool) {
	if p.src == nil || !strings.Contains(p.src.text[from.Offset:to.Offset], "\n") {
		p.add(" ")
		return
	}
	p.shift(!*shifted, 1)
	*shifted = true
	p.comments(to)
	p.line(nil)
}

// apart returns the separator between the parenthesis at a position and another one after it. (( is
// kept, because other shells read it as arithmetic.
func (p *printer) apart(at ast.Pos) string {
	if p.src != nil && strings.HasPrefix(p.src.text[at.Offset:], "( ") &&
		strings.HasPrefix(strings.TrimLeft(p.src.text[at.Offset+1:], " \t"), "(") {
		return " "
	}
	return ""
}

// A piece is an independent part of a command.
type piece struct {
	node  ast.Node
	write func()
}

// pieces writes pieces with blanks between them, and continues the line if the source does.
func (p *printer) pieces(all []piece) {
	if p.src != nil {
		inOrder(all)
	}
	shifted := false
	for i, one := range all {
		if i > 0 {
			p.gap(all[i-1].node.End(), one.node.Pos(), &shifted)
		}
		if one.write(); p.full() {
			return
		}
	}
	p.shift(shifted, -1)
}

// gap separates two pieces by a blank, or continues the line if the source does.
func (p *printer) gap(from, to ast.Pos, shifted *bool) {
	if p.src == nil || from.Offset > to.Offset ||
		!strings.Contains(p.src.text[from.Offset:to.Offset], "\n") {
		p.add(" ")
		return
	}
	p.shift(!*shifted, 1)
	*shifted = true
	p.continued()
}

// continued continues a line in the next one.
func (p *printer) continued() {
	p.add(" \\\n", strings.Repeat(p.src.indent, p.src.level))
}

// header writes the header of a block as it is spelled. Without a source it only writes brief, and
// returns false.
func (p *printer) header(brief string, n ast.Node, end ast.Pos) bool {
	if p.src == nil {
		p.add(brief)
		return false
	}
	var words []*ast.Word
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.List:
			return false
		case *ast.Word:
			words = append(words, n)
			return false
		}
		return true
	})
	inOrder(words)
	s, at := p.src, n.Pos().Offset
	for at < end.Offset {
		rest := strings.TrimLeft(s.text[at:end.Offset], " \t")
		blank := len(rest) < int(end.Offset-at)
		continued := false
		for strings.HasPrefix(rest, "\\\n") {
			rest, continued = strings.TrimLeft(rest[2:], " \t"), true
		}
		at = end.Offset - uint32(len(rest))
		switch {
		case rest == "":
		case continued && blank:
			p.shift(true, 1)
			p.continued()
			p.shift(true, -1)
		case blank:
			p.add(" ")
		}
		if len(words) > 0 && words[0].From.Offset == at {
			p.word(words[0])
			at = words[0].To.Offset
			words = words[1:]
		} else if rest != "" {
			p.add(rest[:1])
			at++
		}
	}
	return true
}

// substitution writes $( ), also for backquotes.
func (p *printer) substitution(n *ast.CmdSubst) {
	p.add("$(")
	p.substituted(n.Body, n.To)
}

// process writes <( ) or >( ).
func (p *printer) process(n *ast.ProcSubst) {
	if n.Out {
		p.add(">(")
	} else {
		p.add("<(")
	}
	p.substituted(n.Body, n.To)
}

// substituted writes the list of a substitution that ends at a place, with its parenthesis.
func (p *printer) substituted(body *ast.List, to ast.Pos) {
	s := p.src
	if s == nil {
		p.list(body, false)
		p.add(")")
		return
	}
	first := body.AndOrs
	if len(first) == 0 && (len(s.left) == 0 || s.left[0].From.Offset > to.Offset) {
		p.add(")")
		return
	}
	outer := s.documents
	s.documents = nil
	opener := ""
	if len(first) > 0 && s.text[first[0].From.Offset] == '(' {
		opener = " " // $(( is arithmetic
	}
	p.parenthesis(body, opener)
	s.documents = outer
}

// indentation returns the tabs at the start of the line being written.
func (p *printer) indentation() int {
	line := p.b.String()[bytes.LastIndexByte(p.b.Bytes(), '\n')+1:]
	return len(line) - len(strings.TrimLeft(line, "\t"))
}

// spelled writes the text between two positions unchanged, but lays out the substitutions in it.
func (p *printer) spelled(from, to ast.Pos, n ast.Node) {
	quoted := 0
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.DblQuoted:
			quoted++
			for _, part := range n.Parts {
				ast.Walk(part, visit)
			}
			quoted--
			return false
		case *ast.CmdSubst:
			p.add(p.src.unescaped(from, n.From))
			level, quotes := p.src.level, p.src.quotes
			if n.Backquote {
				p.src.quotes = append(quotes, quoted > 0)
			}
			if p.src.tabs {
				p.src.level = p.indentation()
			}
			p.substitution(n)
			p.src.level, p.src.quotes = level, quotes
			from = n.To
			return false
		case *ast.ProcSubst:
			p.add(p.src.unescaped(from, n.From))
			level := p.src.level
			if p.src.tabs {
				p.src.level = p.indentation()
			}
			p.process(n)
			p.src.level, from = level, n.To
			return false
		}
		return true
	}
	ast.Walk(n, visit)
	p.add(p.src.unescaped(from, to))
}

// hereDocument writes the body of a here-document and its delimiter.
func (p *printer) hereDocument(d document) {
	s := p.src
	if d.Here.From == d.Here.To && (d.Here.From.Offset == 0 ||
		s.text[d.Here.From.Offset-1] != '\n') {
		return // it is cut off by the end of a substitution
	}
	from := p.b.Len()
	s.fresh = false
	outer := s.tabs
	s.tabs = d.HereTabs && s.indent == "\t"
	p.spelled(d.Here.From, d.Here.To, d.Here)
	s.tabs = outer
	end := s.lineEnd(int(d.Here.To.Offset))
	p.add(s.unescaped(d.Here.To, ast.Pos{Offset: uint32(end)}))
	if d.HereTabs && s.indent == "\t" {
		text := moved(p.b.String()[from:], d.level)
		p.b.Truncate(from)
		p.b.WriteString(text)
	}
	p.b.WriteByte('\n')
}

// moved indents a <<-: its delimiter to a level, its lines to the next one.
func moved(text string, level int) string {
	lines := strings.Split(text, "\n")
	least := math.MaxInt
	for _, line := range lines[:len(lines)-1] {
		if rest := strings.TrimLeft(line, "\t"); rest != "" {
			least = min(least, len(line)-len(rest))
		}
	}
	for i, line := range lines {
		rest := strings.TrimLeft(line, "\t")
		switch {
		case i == len(lines)-1:
			lines[i] = strings.Repeat("\t", level) + rest
		case rest != "":
			lines[i] = strings.Repeat("\t", level+1) + line[least:]
		default:
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}
