package expand

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ftsh/internal/pattern"
	"ftsh/internal/quote"
	"ftsh/parser/ast"
)

// A letterer is ${x^pattern} and its kin.
type letterer struct {
	op      ast.ParamOp
	all     bool
	pattern *Word // nil: any character
}

func (c *Compiler) letterer(e *ast.BashExp) *letterer {
	l := &letterer{op: e.Op, all: e.All}
	if len(e.Arg.Parts) > 0 {
		l.pattern = c.word(new(Word), e.Arg.Parts, unquoted, true)
	}
	return l
}

// prepare expands the pattern.
func (l *letterer) prepare(sh Shell) (func(string) (string, error), error) {
	var pat *pattern.Pattern
	if l.pattern != nil {
		var err error
		if pat, err = l.pattern.patternIn(sh, false, nil); err != nil {
			return nil, err
		}
		if text, ok := pat.Literal(); ok && text == "" { // an empty one is none
			pat = nil
		}
	}
	return func(s string) (string, error) {
		return convert(s, sh.Vars().Bytes(), l.all, func(c string, r rune) rune {
			switch {
			case pat != nil && !pat.Match(c):
				return r
			case l.op == ast.ParamUpper, l.op == ast.ParamToggle && unicode.IsLower(r):
				return unicode.ToUpper(r)
			case l.op == ast.ParamLower, unicode.IsUpper(r):
				return unicode.ToLower(r)
			}
			return r
		}), nil
	}, nil
}

// convert changes the characters of s, or only the first one. Of bytes that are no character, and
// beyond ASCII if characters are bytes, it changes nothing.
func convert(s string, bytes, all bool, to func(c string, r rune) rune) string {
	var b strings.Builder
	for i := 0; i < len(s); {
		r, w := rune(s[i]), 1
		if !bytes && r >= utf8.RuneSelf {
			r, w = utf8.DecodeRuneInString(s[i:])
		}
		c := s[i : i+w]
		if r < utf8.RuneSelf || !bytes && (r != utf8.RuneError || w > 1) {
			b.WriteRune(to(c, r))
		} else {
			b.WriteString(c)
		}
		if i += w; !all {
			b.WriteString(s[i:])
			break
		}
	}
	return b.String()
}

// A transformer is ${x@Q} and its kin, by the letter.
type transformer byte

func (t transformer) prepare(sh Shell) (func(string) (string, error), error) {
	return func(s string) (string, error) { return t.value(sh, s), nil }, nil
}

func (t transformer) value(sh Shell, s string) string {
	bytes := sh.Vars().Bytes()
	switch t {
	case 'Q', 'K', 'k':
		return quote.Single(s)
	case 'E':
		return quote.DollarSingleBash(s)
	case 'U':
		return convert(s, bytes, true, func(_ string, r rune) rune { return unicode.ToUpper(r) })
	case 'u':
		return convert(s, bytes, false, func(_ string, r rune) rune { return unicode.ToUpper(r) })
	case 'L':
		return convert(s, bytes, true, func(_ string, r rune) rune { return unicode.ToLower(r) })
	case 'P':
		if p, ok := sh.(Prompter); ok {
			return p.Prompt(s)
		}
	}
	return s
}

// A Prompter is a Shell that expands a text as its prompts.
type Prompter interface {
	Prompt(text string) string
}
