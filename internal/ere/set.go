package ere

import (
	"strings"
	"unicode"

	"ftsh/internal/pattern"
)

// A set is a bracket expression.
type set struct {
	not     bool
	chars   []rune // pairs
	classes []pattern.Class
}

func (t *set) addClass(name string) bool {
	c, ok := pattern.ClassOf(name)
	if ok {
		t.classes = append(t.classes, c)
	}
	return ok
}

func (t *set) has(r rune, fold bool) bool {
	if r >= badByte {
		return !t.not && t.member(r)
	}
	in := t.member(r)
	if fold && !in {
		in = t.member(unicode.ToLower(r)) || t.member(unicode.ToUpper(r))
	}
	return in != t.not
}

func (t *set) member(r rune) bool {
	for i := 0; i < len(t.chars); i += 2 {
		if t.chars[i] <= r && r <= t.chars[i+1] {
			return true
		}
	}
	for _, c := range t.classes {
		if c.Has(r) {
			return true
		}
	}
	return false
}

// bracket reads a bracket expression after its [ (XBD 9.3.5).
func (p *parser) bracket() *node {
	start := p.i - 1
	t := &set{}
	if p.peek() == '^' {
		t.not = true
		p.i++
	}
	for first := true; p.err == nil; first = false {
		if p.i == len(p.src) {
			p.fail(start, `expected "]" for this "[", found the end of the expression`)
			break
		}
		if p.peek() == ']' && !first {
			p.i++
			break
		}
		at := p.i
		if strings.HasPrefix(p.src[at:], "[:") {
			name := p.symbol(':')
			if p.err == nil && !t.addClass(name) {
				p.fail(at, "expected a class such as alpha, found %q", name)
			}
			continue
		}
		low, high := p.member(), rune(-1)
		if rest := p.src[p.i:]; len(rest) > 1 && rest[0] == '-' && rest[1] != ']' {
			p.i++
			high = p.member()
			if p.err == nil && high < low {
				p.fail(at, "expected a range in order, found %q", p.src[at:p.i])
			}
		}
		t.chars = append(t.chars, low, max(low, high))
	}
	return &node{kind: bracketNode, set: t}
}

// member reads one character, or a collating symbol or equivalence class, which are single
// characters.
func (p *parser) member() rune {
	at := p.i
	if rest := p.src[at:]; strings.HasPrefix(rest, "[.") || strings.HasPrefix(rest, "[=") {
		name := p.symbol(rest[1])
		if p.err != nil {
			return 0
		}
		if name == "" {
			p.fail(at, "expected a character, found %q", p.src[at:p.i])
			return 0
		}
		r, w := decode(name)
		if w < len(name) {
			p.fail(at, "expected one character, found %q", name)
		}
		return r
	}
	if at == len(p.src) {
		return 0 // bracket reports it
	}
	r, w := decode(p.src[at:])
	p.i += w
	return r
}

// symbol reads [:name:] or its kin and returns the name.
func (p *parser) symbol(mark byte) string {
	rest := p.src[p.i+2:]
	n := strings.Index(rest, string(mark)+"]")
	if n < 0 {
		p.fail(p.i, "expected %q, found the end of the expression", string(mark)+"]")
		return ""
	}
	p.i += 2 + n + 2
	return rest[:n]
}
