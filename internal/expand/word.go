package expand

import (
	"iter"
	"strings"
	"sync/atomic"

	"ftsh/internal/option"
	"ftsh/internal/pattern"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A Word is a compiled word. It is safe for concurrent use.
type Word struct {
	c      *Compiler
	parts  []part
	kind   kind
	lit    string
	single scalar // the only part, if kind says so

	assign   bool // an argument expanded as assignments are
	extended bool // as a pattern it may have groups

	size int                        // the length of literal text, for a here-document
	one  [1]part                    // the array of parts, if there is one
	glob *glob                      // for literalGlob
	last atomic.Pointer[patternKey] // the last pattern made of w

	braces *bracedWord // for withBraces
}

// A kind selects a short cut.
type kind uint8

const (
	general       kind = iota
	literal            // no expansions, nothing for pathname expansion to do
	literalGlob        // no expansions
	quotedValue        // "$x", "$(…)", $((…)) in quotes, "${x%y}"
	unquotedValue      // the same without quotes
	withBraces         // of bash's brace expansion
)

// A part is one piece of a compiled word.
type part interface {
	emit(x *expansion) error
}

// A scalar is a part with always exactly one value.
type scalar interface {
	part
	value(sh Shell) (string, error)
	isQuoted() bool
}

// Word compiles w.
func (c *Compiler) Word(w *ast.Word) *Word { return c.plain(new(Word), w) }

// Words compiles the words ws, in one piece of memory.
func (c *Compiler) Words(ws []*ast.Word) []*Word {
	all := make([]Word, len(ws))
	words := make([]*Word, len(ws))
	for i, w := range ws {
		words[i] = c.plain(&all[i], w)
	}
	return words
}

// plain compiles n into w.
func (c *Compiler) plain(w *Word, n *ast.Word) *Word {
	if s, ok := n.Literal(); ok && !c.mayMatch(s) {
		w.c, w.kind, w.assign, w.lit = c, literal, n.Assign, s
		return w
	}
	return c.word(w, n.Parts, unquoted, n.Assign)
}

// HereDoc compiles the body of a here-document; its parts are expanded as in double quotes. Use
// Text on the result.
func (c *Compiler) HereDoc(w *ast.Word) *Word {
	word := c.word(new(Word), w.Parts, quoted, false)
	for _, p := range word.parts {
		if t, ok := p.(*textPart); ok {
			word.size += len(t.text)
		}
	}
	return word
}

// LongDoc is HereDoc for a long body. Its parts are compiled each time that the word is expanded,
// some of them at a time, by a Compiler from begin. size is about the length of the result.
func (c *Compiler) LongDoc(parts iter.Seq[[]ast.WordPart], size int,
	begin func() *Compiler) *Word {
	return &Word{c: c, parts: []part{&longPart{parts, begin}}, size: size}
}

// A longPart is the body of a long here-document.
type longPart struct {
	parts iter.Seq[[]ast.WordPart]
	begin func() *Compiler
}

func (p *longPart) emit(x *expansion) error {
	c := p.begin()
	for ps := range p.parts {
		for i := range ps {
			if err := x.emitNow(c, ps[i:i+1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// emitNow adds one quoted part, without a compiled form if it is simple.
func (x *expansion) emitNow(c *Compiler, one []ast.WordPart) error {
	switch n := one[0].(type) {
	case *ast.Lit:
		x.add(n.Value, true)
		return nil
	case *ast.ParamExp:
		if n.Op == ast.ParamPlain && n.Name != "@" && n.Name != "*" {
			p := plainPart{c.newParam(n), true}
			return p.emit(x)
		}
	}
	return x.emit(c.compile(nil, one, quoted))
}

// word compiles the parts ps into w and looks for a short cut.
func (c *Compiler) word(w *Word, ps []ast.WordPart, at quoting, assign bool) *Word {
	w.c, w.assign = c, assign
	w.parts = c.compile(w.one[:0], ps, at)
	return c.choose(w)
}

// choose finds the short cut for the parts of w.
func (c *Compiler) choose(w *Word) *Word {
	parts := w.parts
	text, hasMeta, ok := literalText(parts)
	switch {
	case ok && (hasMeta || c.Extglob) && !w.assign && c.mayMatch(text):
		w.kind, w.lit = literalGlob, text
		if !c.Bash {
			w.glob = newGlob(text, quotedSpans(parts), false)
		}
	case ok:
		w.kind, w.lit = literal, text
	case len(parts) == 1:
		if s, ok := parts[0].(scalar); ok {
			w.single = s
			w.kind = unquotedValue
			if s.isQuoted() {
				w.kind = quotedValue
			}
		}
	}
	return w
}

// mayMatch reports whether pathname expansion can find anything in text but text itself. A [
// without a ] after it is an ordinary character (XCU 2.14.1), as in the name of the command [.
func (c *Compiler) mayMatch(text string) bool {
	if strings.ContainsAny(text, "*?") || c.Extglob && pattern.HasGroup(text) {
		return true
	}
	i := strings.IndexByte(text, '[')
	return i >= 0 && strings.IndexByte(text[i:], ']') > 0
}

// isGroup reports whether the value of a parameter may be a pattern by its groups alone.
func (c *Compiler) isGroup(sh Shell, s string) bool {
	return c.Bash && pattern.HasGroup(s) && sh.Shopts().Has(option.ExtGlob)
}

// literalText returns the text of parts without expansions, and whether it needs pathname
// expansion.
func literalText(parts []part) (text string, hasMeta, ok bool) {
	var joined strings.Builder
	for _, p := range parts {
		t, ok := p.(*textPart)
		if !ok {
			return "", false, false
		}
		hasMeta = hasMeta || t.meta
		if len(parts) == 1 {
			return t.text, hasMeta, true
		}
		joined.WriteString(t.text)
	}
	return joined.String(), hasMeta, true
}

// quotedSpans returns the quoted stretches of a literal text.
func quotedSpans(parts []part) []span {
	var spans []span
	n := 0
	for _, p := range parts {
		t := p.(*textPart)
		if t.quoted {
			spans = append(spans, span{n, n + len(t.text)})
		}
		n += len(t.text)
	}
	return spans
}

// Field returns the only field of w, if nothing in w is expanded at all. A pattern may have others,
// and a word without parts has none.
func (w *Word) Field() (string, bool) {
	return w.lit, w.kind == literal && (w.lit != "" || len(w.parts) > 0 || w.assign)
}

// Fields appends the fields of w after all expansions (XCU 2.6). A pattern without matching files
// stays unchanged.
func (w *Word) Fields(sh Shell, dst []string) ([]string, error) {
	if w.assign && w.kind != literal && w.kind != withBraces {
		s, err := w.Text(sh)
		if err != nil {
			return dst, err
		}
		return append(dst, s), nil
	}
	switch w.kind {
	case literal:
		return append(dst, w.lit), nil
	case withBraces:
		return w.braces.appendTo(sh, dst, (*Word).Fields)
	case literalGlob:
		if w.c.Bash {
			return bashField(sh, w.lit, quotedSpans(w.parts), dst)
		}
		g := w.glob // of characters; one of bytes is seldom wanted
		if g != nil && sh.Vars().Bytes() {
			g = newGlob(w.lit, quotedSpans(w.parts), true)
		}
		return g.expand(sh, w.lit, dst)
	case quotedValue:
		s, err := w.single.value(sh)
		if err != nil {
			return dst, err
		}
		return append(dst, s), nil
	case unquotedValue:
		s, err := w.single.value(sh)
		if err != nil {
			return dst, err
		}
		if untouched(s) && !w.c.isGroup(sh, s) && ifsValue(sh.Vars(), w.c.Names.IFS()) == defaultIFS {
			if s == "" {
				return dst, nil
			}
			return append(dst, s), nil
		}
		x := w.c.begin(sh, modeFields, dst)
		err = x.split(s)
		return w.endFields(x, dst, err)
	}
	x := w.c.begin(sh, modeFields, dst)
	return w.endFields(x, dst, x.emit(w.parts))
}

// Split is Fields without pathname expansion.
func (w *Word) Split(sh Shell, dst []string) ([]string, error) {
	if w.kind == literal || w.kind == literalGlob {
		return append(dst, w.lit), nil
	}
	if w.kind == withBraces {
		return w.braces.appendTo(sh, dst, (*Word).Split)
	}
	x := w.c.begin(sh, modeFields, dst)
	x.noFiles = true
	return w.endFields(x, dst, x.emit(w.parts))
}

// endFields ends the last field and gives x back. If the expansion failed, it returns dst
// unchanged.
func (w *Word) endFields(x *expansion, dst []string, err error) ([]string, error) {
	if err == nil {
		err = x.cut()
	}
	fields := x.fields
	w.c.release(x)
	if err != nil {
		return dst, err
	}
	return fields, nil
}

// Text returns the expansion of w as one string, neither split nor globbed. Positional parameters
// are joined by the first character of IFS, even for $@.
func (w *Word) Text(sh Shell) (string, error) {
	switch w.kind {
	case literal, literalGlob:
		return w.lit, nil
	case quotedValue, unquotedValue:
		return w.single.value(sh)
	}
	return w.c.text(sh, w.parts, w.size)
}

// Pieces is Text as two strings, for vars.Store.Join. If w begins with a long value of a parameter,
// head is this value and shares its memory. tail is mostly empty.
func (w *Word) Pieces(sh Shell) (head, tail string, err error) {
	if w.kind != general {
		head, err = w.Text(sh)
		return head, "", err
	}
	x := w.c.begin(sh, modeJoin, nil)
	defer w.c.release(x)
	if err := x.emit(w.parts); err != nil {
		return "", "", err
	}
	switch {
	case !x.inBuf:
		return x.piece, "", nil
	case len(x.piece) < vars.JoinFrom:
		return string(x.buf), "", nil
	}
	return x.piece, string(x.buf), nil
}

// text expands parts to one string of about size bytes.
func (c *Compiler) text(sh Shell, parts []part, size int) (string, error) {
	x := c.begin(sh, modeText, nil)
	if size > cap(x.buf) {
		x.buf = make([]byte, 0, size+size/8)
	}
	err := x.emit(parts)
	s := x.takeText()
	c.release(x)
	if err != nil {
		return "", err
	}
	return s, nil
}

// emit adds all of parts.
func (x *expansion) emit(parts []part) error {
	for _, p := range parts {
		if err := p.emit(x); err != nil {
			return err
		}
	}
	return nil
}
