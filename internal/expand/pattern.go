package expand

import (
	"slices"
	"strings"
	"unicode/utf8"

	"ftsh/internal/option"
	"ftsh/internal/pattern"
	"ftsh/parser/ast"
)

// build makes a pattern of text; the stretches in quoted are literal.
func build(text string, quoted []span, o pattern.Options) *pattern.Builder {
	b := &pattern.Builder{Bytes: o.Bytes, Extended: o.Extended, Fold: o.Fold, Caret: o.Caret}
	from := 0
	for _, q := range quoted {
		if from < q.from {
			b.AddPattern(text[from:q.from])
		}
		b.AddLiteral(text[q.from:q.to])
		from = q.to
	}
	if from < len(text) {
		b.AddPattern(text[from:])
	}
	return b
}

// isLiteral reports whether text has nothing special outside quoted.
func isLiteral(text string, quoted []span) bool {
	from := 0
	for _, q := range quoted {
		if strings.ContainsAny(text[from:q.from], `*?[\`) {
			return false
		}
		from = q.to
	}
	return !strings.ContainsAny(text[from:], `*?[\`)
}

// A patternKey is a pattern made at run time, with its source.
type patternKey struct {
	text   string
	quoted []span
	in     pattern.Options // its dialect
	pat    *pattern.Pattern
}

// Pattern returns w as a pattern for case: its quoted parts are literal.
func (w *Word) Pattern(sh Shell) (*pattern.Pattern, error) { return w.patternIn(sh, true, nil) }

// TracedPattern is Pattern. If trace is not nil, it is called with the expanded text, in which each
// quoted character has a backslash.
func (w *Word) TracedPattern(sh Shell, trace func(text string)) (*pattern.Pattern, error) {
	return w.patternIn(sh, true, trace)
}

// patternIn is TracedPattern; with mayFold, the option nocasematch counts.
func (w *Word) patternIn(sh Shell, mayFold bool, trace func(string)) (*pattern.Pattern, error) {
	if w.kind == literal || w.kind == literalGlob {
		if trace != nil {
			trace(escaped(w.lit, quotedSpans(w.parts)))
		}
		return w.literalPattern(w.dialect(sh, mayFold)), nil
	}
	x := w.c.begin(sh, modePattern, nil)
	defer w.c.release(x)
	if err := x.emit(w.parts); err != nil {
		return nil, err
	}
	if trace != nil {
		trace(escaped(x.text(), x.quoted))
	}
	return w.patternOf(x, w.dialect(sh, mayFold)), nil
}

// escaped returns text with a backslash before each character in quoted.
func escaped(text string, quoted []span) string {
	var b strings.Builder
	from := 0
	for _, q := range quoted {
		b.WriteString(text[from:q.from])
		for _, c := range text[q.from:q.to] {
			b.WriteByte('\\')
			b.WriteRune(c)
		}
		from = q.to
	}
	b.WriteString(text[from:])
	return b.String()
}

// dialect returns the dialect of w as a pattern. With mayFold, the option nocasematch counts.
func (w *Word) dialect(sh Shell, mayFold bool) pattern.Options {
	o := pattern.Options{Bytes: sh.Vars().Bytes()}
	if w.c.Bash {
		set := sh.Shopts()
		o.Caret, o.Extended = true, w.extended || set.Has(option.ExtGlob)
		o.Fold = mayFold && set.Has(option.NoCaseMatch)
	}
	return o
}

// ExtendedPattern compiles w as a pattern of [[ ]], in which @(a|b) and its kin are groups.
func (c *Compiler) ExtendedPattern(w *ast.Word) *Word {
	word := c.Word(w)
	word.extended = true
	return word
}

func (w *Word) literalPattern(in pattern.Options) *pattern.Pattern {
	k := w.last.Load()
	if k == nil || k.in != in {
		k = &patternKey{in: in, pat: build(w.lit, quotedSpans(w.parts), in).Compile()}
		w.last.Store(k)
	}
	return k.pat
}

// patternOf returns x as a pattern. The last one is remembered: in a loop it is mostly the same.
func (w *Word) patternOf(x *expansion, in pattern.Options) *pattern.Pattern {
	if k := w.last.Load(); k != nil && k.in == in && slices.Equal(k.quoted, x.quoted) {
		if x.inBuf && k.text == string(x.buf) || !x.inBuf && k.text == x.piece {
			return k.pat
		}
	}
	text, spans := x.text(), slices.Clone(x.quoted)
	k := &patternKey{text, spans, in, build(text, spans, in).Compile()}
	w.last.Store(k)
	return k.pat
}

// A trimmer removes a matching prefix or suffix: ${x#word} and its kin.
type trimmer struct {
	op   ast.ParamOp
	word *Word
}

// trimmer compiles the pattern of e. Double quotes around e do not quote it
// (XCU 2.6.2).
func (c *Compiler) trimmer(e *ast.ParamExp) *trimmer {
	return &trimmer{e.Op, c.word(new(Word), e.Arg.Parts, unquoted, true)}
}

// apply returns s without the match of the pattern.
func (t *trimmer) apply(sh Shell, s string) (string, error) {
	w := t.word
	if w.kind == literal || w.kind == literalGlob {
		return t.cutFor(sh, w.literalPattern(w.dialect(sh, false)), s)
	}
	x := w.c.begin(sh, modePattern, nil)
	defer w.c.release(x)
	if err := x.emit(w.parts); err != nil {
		return "", err
	}
	// Text that is no valid UTF-8 may match half a character.
	if text := x.text(); isLiteral(text, x.quoted) && !w.c.isGroup(sh, text) &&
		(utf8.ValidString(text) || sh.Vars().Bytes()) {
		if t.op == ast.ParamSmallPrefix || t.op == ast.ParamLargePrefix {
			return strings.TrimPrefix(s, text), nil
		}
		return strings.TrimSuffix(s, text), nil
	}
	return t.cutFor(sh, w.patternOf(x, w.dialect(sh, false)), s)
}

// LongMatch is the length in bytes from which a match must be cancellable: at worst its cost is the
// product of the lengths.
const LongMatch = 4096

// cutFor is cut, interrupted by the end of sh's context.
func (t *trimmer) cutFor(sh Shell, p *pattern.Pattern, s string) (string, error) {
	if len(s) < LongMatch {
		return t.cut(p, s), nil
	}
	ctx := sh.Context()
	rest := t.cut(p.Until(ctx.Done()), s)
	return rest, ctx.Err()
}

// cut removes the part of s matched by p.
func (t *trimmer) cut(p *pattern.Pattern, s string) string {
	n, ok := 0, false
	switch t.op {
	case ast.ParamSmallPrefix:
		n, ok = p.ShortestPrefix(s)
	case ast.ParamLargePrefix:
		n, ok = p.LongestPrefix(s)
	case ast.ParamSmallSuffix:
		n, ok = p.ShortestSuffix(s)
	default:
		n, ok = p.LongestSuffix(s)
	}
	switch {
	case !ok:
		return s
	case t.op == ast.ParamSmallPrefix || t.op == ast.ParamLargePrefix:
		return detach(s, s[n:])
	}
	return detach(s, s[:n])
}

// detach returns part, a stretch of whole, in memory of its own if it would otherwise keep a much
// larger value alive.
func detach(whole, part string) string {
	if len(whole) > 4096 && len(part) < len(whole)/16 {
		return strings.Clone(part)
	}
	return part
}

// A trimPart is ${x%word} and its kin.
type trimPart struct {
	param
	quoted bool
	trim   *trimmer
}

func (p *trimPart) isQuoted() bool { return p.quoted }

func (p *trimPart) value(sh Shell) (string, error) {
	s, ok := p.get(sh)
	if !ok { // as in dash, the pattern is then not expanded
		return p.need(sh)
	}
	return p.trim.apply(sh, s)
}

func (p *trimPart) emit(x *expansion) error {
	s, err := p.value(x.sh)
	if err != nil {
		return err
	}
	return x.value(s, p.quoted)
}
