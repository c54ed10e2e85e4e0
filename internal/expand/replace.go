package expand

import (
	"strings"

	"ftsh/internal/option"
	"ftsh/internal/pattern"
	"ftsh/parser/ast"
)

// prepare expands the pattern.
func (t *trimmer) prepare(sh Shell) (func(string) (string, error), error) {
	pat, err := t.word.patternIn(sh, false, nil)
	if err != nil {
		return nil, err
	}
	return func(s string) (string, error) { return t.cutFor(sh, pat, s) }, nil
}

// A replacer is ${x/pattern/text} and its kin.
type replacer struct {
	op      ast.ParamOp
	all     bool
	pattern *Word
	text    *Word // nil: nothing
}

func (c *Compiler) replacer(e *ast.BashExp) *replacer {
	r := &replacer{op: e.Op, all: e.All, pattern: c.word(new(Word), e.Arg.Parts, unquoted, true)}
	if e.With != nil && len(e.With.Parts) > 0 {
		r.text = c.word(new(Word), e.With.Parts, unquoted, true)
	}
	return r
}

// prepare expands pattern and text.
func (r *replacer) prepare(sh Shell) (func(string) (string, error), error) {
	pat, err := r.pattern.Pattern(sh)
	if err != nil {
		return nil, err
	}
	var with substitute
	if r.text != nil {
		if with, err = r.text.replacement(sh); err != nil {
			return nil, err
		}
	}
	return func(s string) (string, error) {
		if len(s) < LongMatch {
			return r.replaced(pat, with, s), nil
		}
		ctx := sh.Context()
		result := r.replaced(pat.Until(ctx.Done()), with, s)
		return result, ctx.Err()
	}, nil
}

// replaced returns s with matches of the pattern replaced. An empty pattern matches nothing, but for
// the start or the end of s.
func (r *replacer) replaced(pat *pattern.Pattern, with substitute, s string) string {
	var b strings.Builder
	done := 0
	match := func(from, to int) {
		b.WriteString(s[done:from])
		with.write(&b, s[from:to])
		done = to
	}
	empty := false
	if l, ok := pat.Literal(); ok && l == "" {
		empty = true
	}
	switch {
	case r.op == ast.ParamReplacePrefix:
		if n, ok := pat.LongestPrefix(s); ok {
			match(0, n)
		}
	case r.op == ast.ParamReplaceSuffix:
		if n, ok := pat.LongestSuffix(s); ok {
			match(n, len(s))
		}
	case empty:
	case r.all:
		for from, to := range pat.All(s) {
			match(from, to)
		}
	default:
		if from, to, ok := pat.Find(s); ok {
			match(from, to)
		}
	}
	if b.Len() == 0 && done == 0 {
		return s
	}
	b.WriteString(s[done:])
	return b.String()
}

// A substitute is the text of a replacement, cut where the match goes.
type substitute []string

// replacement expands w as the text of a replacement: an unquoted & in it is the match, and a
// backslash that came from an expansion quotes a & or another backslash. Without the option
// patsub_replacement the text has nothing special.
func (w *Word) replacement(sh Shell) (substitute, error) {
	x := w.c.begin(sh, modePattern, nil)
	defer w.c.release(x)
	if err := x.emit(w.parts); err != nil {
		return nil, err
	}
	text := x.text()
	if !strings.ContainsAny(text, `&\`) || !sh.Shopts().Has(option.PatsubReplacement) {
		return substitute{text}, nil
	}
	var pieces substitute
	var b strings.Builder
	add := func(s string) { // unquoted
		for i := 0; i < len(s); i++ {
			switch {
			case s[i] == '&':
				pieces = append(pieces, b.String())
				b.Reset()
			case s[i] == '\\' && i+1 < len(s) && (s[i+1] == '&' || s[i+1] == '\\'):
				i++
				b.WriteByte(s[i])
			default:
				b.WriteByte(s[i])
			}
		}
	}
	done := 0
	for _, q := range x.quoted {
		add(text[done:q.from])
		b.WriteString(text[q.from:q.to])
		done = q.to
	}
	add(text[done:])
	return append(pieces, b.String()), nil
}

// write adds the text for a match.
func (t substitute) write(b *strings.Builder, match string) {
	for i, s := range t {
		if i > 0 {
			b.WriteString(match)
		}
		b.WriteString(s)
	}
}
