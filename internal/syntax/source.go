package syntax

import (
	"strings"
	"unsafe"

	"ftsh/parser/ast"
)

// A window is the text being parsed and the place reached in it.
//
// Usually it is the source itself. For the value of an alias, and for a backquoted command freed of
// its backslashes, it is a text of its own. Then segs maps its bytes to the source. A window is a
// value: keeping a copy and putting it back returns to an earlier place, however much was read or
// replaced since.
type window struct {
	src    string
	pos    int
	fed    int   // length of the source in src
	segs   []seg // nil: offset i of src is offset i of the source
	own    []byte
	closed bool // ends at the end of src: a command in backquotes
	used   []usedAlias
	blank  int // -1, or the end of an alias value with a blank at its end
	looked int // 1 + the place of the last word looked up as an alias
}

// A seg maps the bytes of a window from win on to the source from src on, or, if fixed, all to the
// one place src.
type seg struct {
	win, src int
	fixed    bool
}

// input is the source text: given whole, or read line by line.
type input struct {
	text  []byte // the text read so far; kept only from base on
	str   string // the same, as a string; never changed below its length
	base  int    // offset in the source of str[0]
	next  func() (string, error)
	err   error // of next, io.EOF included
	first uint32

	// Lines: the offset of each line's start, up to scanned, and the line of the last position.
	starts         []uint32
	scanned        int // offset up to which starts is complete
	line           int
	lineLo, lineHi int
}

// feed reads one more line of the source. It returns false at the end.
func (in *input) feed() bool {
	if in.next == nil || in.err != nil {
		return false
	}
	line, err := in.next()
	if err != nil {
		in.err = err
	}
	line = WithoutNUL(line)
	if line == "" {
		return false
	}
	in.text = append(in.text, line...)
	in.str = unsafe.String(&in.text[0], len(in.text)) // bytes once appended do not change
	return true
}

// drop forgets the source before the offset to (of str), between two commands.
func (in *input) drop(to int) {
	if in.next == nil || to == 0 {
		return
	}
	in.scan(in.base + len(in.str))
	in.text = append([]byte(nil), in.text[to:]...)
	in.str = ""
	if len(in.text) > 0 {
		in.str = unsafe.String(&in.text[0], len(in.text))
	}
	in.base += to
}

// scan completes starts up to the offset to, at least.
func (in *input) scan(to int) {
	if len(in.starts) == 0 {
		in.starts = append(in.starts, 0)
	}
	for in.scanned < to {
		i := strings.IndexByte(in.str[in.scanned-in.base:], '\n')
		if i < 0 {
			in.scanned = in.base + len(in.str)
			return
		}
		in.scanned += i + 1
		in.starts = append(in.starts, uint32(in.scanned))
	}
}

// position returns the position of an offset in the source.
func (in *input) position(off int) ast.Pos {
	if off < in.lineLo || off >= in.lineHi {
		in.seek(off)
	}
	return ast.Pos{Offset: uint32(off), Line: in.first + uint32(in.line),
		Col: uint32(off-in.lineLo) + 1}
}

// seek makes the line of off the current one.
func (in *input) seek(off int) {
	in.scan(off + 1)
	n := len(in.starts)
	i := in.line
	if i+1 < n && int(in.starts[i+1]) <= off {
		i++
	}
	if int(in.starts[i]) > off || i+1 < n && int(in.starts[i+1]) <= off {
		lo, hi := 0, n // starts[lo] <= off < starts[hi]
		for lo+1 < hi {
			if m := (lo + hi) / 2; int(in.starts[m]) <= off {
				lo = m
			} else {
				hi = m
			}
		}
		i = lo
	}
	in.line, in.lineLo = i, int(in.starts[i])
	if i+1 < n {
		in.lineHi = int(in.starts[i+1])
	} else {
		in.lineHi = off + 1
	}
}

// excerpt returns the source line of pos, without its newline.
func (in *input) excerpt(pos ast.Pos) string {
	lo := int(pos.Offset) - int(pos.Col-1) - in.base
	if lo < 0 || lo > len(in.str) {
		return ""
	}
	line, _, _ := strings.Cut(in.str[lo:], "\n")
	return line
}

// WithoutNUL drops NUL bytes, as dash and bash do: no word can hold one.
func WithoutNUL(s string) string {
	if strings.IndexByte(s, 0) < 0 {
		return s
	}
	return strings.ReplaceAll(s, "\x00", "")
}

// refill brings more of the source into the window. It returns false if there is none. p.win.pos
// stays valid in any case.
func (p *Parser) refill() bool {
	w := &p.win
	if w.closed {
		return false
	}
	if w.fed >= len(p.in.str) && !p.in.feed() {
		return false
	}
	if w.segs == nil {
		w.src = p.in.str
		w.fed = len(w.src)
		return true
	}
	rest := p.in.str[w.fed:]
	if i := strings.IndexByte(rest, '\n'); i >= 0 {
		rest = rest[:i+1]
	}
	w.own = append(w.own[:len(w.src)], rest...) // a later copy has the same bytes there
	w.src = unsafe.String(&w.own[0], len(w.own))
	w.fed += len(rest)
	return true
}

// offset returns the offset in the source for the offset off in the window.
func (p *Parser) offset(off int) int {
	segs := p.win.segs
	if segs == nil {
		return p.in.base + off
	}
	lo, hi := 0, len(segs)
	for lo+1 < hi {
		if m := (lo + hi) / 2; segs[m].win <= off {
			lo = m
		} else {
			hi = m
		}
	}
	if segs[lo].fixed {
		return p.in.base + segs[lo].src
	}
	return p.in.base + segs[lo].src + off - segs[lo].win
}

// here returns the parser's position.
func (p *Parser) here() ast.Pos {
	if p.win.segs == nil { // the usual case, in one piece
		in := &p.in
		if off := in.base + p.win.pos; off >= in.lineLo && off < in.lineHi {
			return ast.Pos{Offset: uint32(off), Line: in.first + uint32(in.line),
				Col: uint32(off-in.lineLo) + 1}
		}
	}
	return p.in.position(p.offset(p.win.pos))
}

// past returns the parser's position, n bytes after from in the same line.
func (p *Parser) past(from ast.Pos, n int) ast.Pos {
	if p.win.segs != nil {
		return p.here() // part of an alias's value has one position
	}
	from.Offset += uint32(n)
	from.Col += uint32(n)
	return from
}

// cur returns the byte at the current place, with line continuations skipped, or 0 at the end.
func (p *Parser) cur() byte {
	for {
		w := &p.win
		if w.pos >= len(w.src) {
			if !p.refill() {
				return 0
			}
			continue
		}
		if c := w.src[w.pos]; c != '\\' || w.pos+1 >= len(w.src) || w.src[w.pos+1] != '\n' {
			return c
		}
		w.pos += 2
	}
}

// next moves on by one byte and returns the byte there.
func (p *Parser) next() byte {
	p.win.pos++
	return p.cur()
}

// atEnd reports whether the source ends here.
func (p *Parser) atEnd() bool {
	return p.cur() == 0 && p.win.pos >= len(p.win.src)
}

// skipBlank skips blanks, line continuations and comments before a token, and returns the byte
// there. A word after an alias value with a blank at its end is then replaced by its own alias, if
// it has one.
func (p *Parser) skipBlank() byte {
	c := p.skipSpace()
	if p.win.blank >= 0 && p.win.pos >= p.win.blank {
		return p.aliasAfterBlank(false)
	}
	return c
}

// skipSpace skips the separators of tokens, and returns the byte after them.
func (p *Parser) skipSpace() byte {
	for {
		w := &p.win
		i := w.pos
		for i < len(w.src) && (w.src[i] == ' ' || w.src[i] == '\t') {
			i++
		}
		w.pos = i
		if i < len(w.src) {
			if c := w.src[i]; c != '#' && c != '\\' {
				return c
			}
		}
		c := p.cur()
		switch c {
		case '#':
			from := p.win.pos
			if n := strings.IndexByte(p.win.src[p.win.pos:], '\n'); n >= 0 {
				p.win.pos += n
			} else {
				p.win.pos = len(p.win.src)
			}
			p.remark(from)
		case ' ', '\t':
		default:
			return c
		}
	}
}

// remark keeps the comment between from and the current place, if comments are kept.
func (p *Parser) remark(from int) {
	if !p.opts.Comments {
		return
	}
	to := p.here()
	at := p.in.position(p.offset(from))
	for n := len(p.remarks); n > 0 && p.remarks[n-1].From.Offset >= at.Offset; n-- {
		p.remarks = p.remarks[:n-1] // it is read again
	}
	p.remarks = append(p.remarks, ast.Span{From: at, To: to})
}
