package expand

import (
	"slices"
	"strings"
	"sync/atomic"

	"ftsh/internal/ere"
	"ftsh/internal/option"
	"ftsh/parser/ast"
)

// A Regex is the compiled word after =~ in [[ ]]: its quoted parts are literal. It is safe for
// concurrent use.
type Regex struct {
	word *Word
	last atomic.Pointer[regexKey]
}

// A regexKey is the last expression made of a Regex, with its source.
type regexKey struct {
	text   string
	quoted []span
	fold   bool
	re     *ere.Regexp
}

// Regex compiles w as a regular expression.
func (c *Compiler) Regex(w *ast.Word) *Regex {
	return &Regex{word: c.word(new(Word), w.Parts, unquoted, true)}
}

// Match returns the leftmost-longest match of r in s and those of its groups; nil if there is none.
// An error of the expression is an *ere.Error. If trace is not nil, it is called with the
// expression before the match.
func (r *Regex) Match(sh Shell, s string, trace func(text string)) ([]string, error) {
	w := r.word
	x := w.c.begin(sh, modePattern, nil)
	defer w.c.release(x)
	if err := x.emit(w.parts); err != nil {
		return nil, err
	}
	text := x.text()
	if trace != nil {
		trace(regexText(text, x.quoted))
	}
	fold := sh.Shopts().Has(option.NoCaseMatch)
	k := r.last.Load()
	if k == nil || k.fold != fold || k.text != text || !slices.Equal(k.quoted, x.quoted) {
		re, err := ere.Compile(regexText(text, x.quoted), fold)
		if err != nil {
			return nil, err
		}
		k = &regexKey{strings.Clone(text), slices.Clone(x.quoted), fold, re}
		r.last.Store(k)
	}
	if len(s) < LongMatch {
		return k.re.Match(s), nil
	}
	ctx := sh.Context()
	m := k.re.MatchUntil(s, ctx.Done())
	return m, ctx.Err()
}

// regexText quotes the stretches in quoted as regular expressions do. In brackets nothing has to be
// quoted, and a backslash would be a character of the set.
func regexText(text string, quoted []span) string {
	var b strings.Builder
	var at brackets
	from := 0
	for _, q := range quoted {
		at.pass(text[from:q.from])
		b.WriteString(text[from:q.from])
		if at.in {
			b.WriteString(text[q.from:q.to])
			at.first = false
		} else {
			b.WriteString(ere.Quote(text[q.from:q.to]))
		}
		from = q.to
	}
	b.WriteString(text[from:])
	return b.String()
}

// brackets tells whether text has ended in a bracket expression.
type brackets struct {
	in    bool
	first bool // a ] is an element here
	class byte // in [: :], [. .] or [= =]: the character after the [
}

// pass goes over unquoted text.
func (a *brackets) pass(s string) {
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case !a.in && c == '\\':
			i++
		case !a.in:
			a.in, a.first = c == '[', true
			if a.in && i+1 < len(s) && s[i+1] == '^' {
				i++
			}
		case a.class != 0:
			if c == a.class && i+1 < len(s) && s[i+1] == ']' {
				a.class = 0
				i++
			}
		case c == '[' && i+1 < len(s) && strings.IndexByte(":.=", s[i+1]) >= 0:
			a.class, a.first = s[i+1], false
			i++
		case c == ']' && !a.first:
			a.in = false
		default:
			a.first = false
		}
	}
}
