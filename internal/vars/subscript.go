package vars

import (
	"strconv"
	"strings"

	"ftsh/internal/arith"
)

// subscript evaluates the text of a subscript that came from data: a key, else an expression.
func (s *Store) subscript(r Ref, text string) (arith.Subscript, error) {
	text = s.Subscript(text)
	if s.Attrs(r)&Associative != 0 {
		return arith.Subscript{Key: text}, nil
	}
	n, err := s.evaluate(text)
	return arith.Subscript{Index: n, Key: text}, err
}

// Subscript expands the text of a subscript that came from data, as bash does when a builtin or a
// reference meets it: quotes are removed, and $name and ${name} replaced. No command runs by it: a
// text with any other expansion, or with a quote that is open at its end, stays as it is.
func (s *Store) Subscript(text string) string {
	expanded, _ := s.ExpandSubscript(text)
	return expanded
}

// ProtectSubscript returns text with backslashes that Subscript removes, so that nothing in it is
// expanded. Other characters get none: it would be wrong in the subscript of an indexed array.
func ProtectSubscript(text string) string {
	if !strings.ContainsAny(text, subscriptSpecial) {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		if strings.IndexByte(subscriptSpecial, text[i]) >= 0 {
			b.WriteByte('\\')
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// subscriptSpecial are the characters that Subscript looks at.
const subscriptSpecial = "$`'\"\\"

// ExpandSubscript is Subscript, and reports whether it has expanded the whole text.
func (s *Store) ExpandSubscript(text string) (string, bool) {
	if !strings.ContainsAny(text, subscriptSpecial) {
		return text, true
	}
	e := subscriptText{store: s, in: text}
	if !e.expand() {
		return text, false
	}
	return string(e.out), true
}

// A subscriptText is a subscript being expanded.
type subscriptText struct {
	store *Store
	in    string // what is left
	out   []byte
}

// expand returns false at an expansion that Subscript does not make, or if a quote stays open.
func (e *subscriptText) expand() bool {
	double := false
	for e.in != "" {
		c := e.in[0]
		e.in = e.in[1:]
		switch {
		case c == '"':
			double = !double
		case c == '\'' && !double:
			text, rest, found := strings.Cut(e.in, "'")
			if !found {
				return false
			}
			e.out, e.in = append(e.out, text...), rest
		case c == '\\' && e.in != "" && (!double || strings.IndexByte("$`\"\\", e.in[0]) >= 0):
			e.out, e.in = append(e.out, e.in[0]), e.in[1:]
		case c == '`':
			return false
		case c == '$':
			if !e.parameter() {
				return false
			}
		default:
			e.out = append(e.out, c)
		}
	}
	return !double
}

// parameter replaces a parameter after its $, which stays if it begins none.
func (e *subscriptText) parameter() bool {
	rest, braces := strings.CutPrefix(e.in, "{")
	n := 0
	for n < len(rest) && (IsName(rest[n:n+1]) || '0' <= rest[n] && rest[n] <= '9') {
		n++
	}
	if !braces && n > 0 && '0' <= rest[0] && rest[0] <= '9' {
		n = 1
	}
	name := rest[:n]
	rest = rest[n:]
	if braces {
		var closed bool
		if rest, closed = strings.CutPrefix(rest, "}"); !closed || name == "" {
			return false
		}
	}
	if name == "" {
		if rest != "" && strings.IndexByte("([\"'", rest[0]) >= 0 {
			return false
		}
		e.out = append(e.out, '$')
		return true
	}
	e.in = rest
	if i, err := strconv.Atoi(name); err == nil {
		if e.store.computer != nil {
			e.out = append(e.out, e.store.computer.Positional(i)...)
		}
		return true
	}
	if !IsName(name) {
		return false
	}
	value, _ := e.store.Get(e.store.names.Ref(name))
	e.out = append(e.out, value...)
	return true
}
