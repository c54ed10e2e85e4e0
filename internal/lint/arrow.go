package lint

import (
	"strings"

	"ftsh/parser/ast"
)

// arrow looks for the arrows of the original ftsh, cmd -> var, which give - as a word and write a file here.
func (w walker) arrow(c *ast.Simple) {
	for _, r := range c.Redirs {
		if r.Op == ast.RedirHere {
			continue
		}
		variable, ok := r.Target.Literal()
		if !ok || !isName(variable) {
			continue
		}
		for _, word := range c.Args[min(1, len(c.Args)):] {
			t, ok := word.Literal()
			if !ok || strings.TrimLeft(t, "0123456789") != "-" || word.To.Offset != r.From.Offset {
				continue
			}
			if between := w.raw(r.From, r.Target.From); !strings.ContainsAny(between, " \t") {
				continue // cat ->file
			}
			arrow := t + strings.TrimSpace(w.raw(r.From, r.Target.From))
			span := ast.Span{From: word.From, To: r.To}
			if r.Op == ast.RedirIn {
				w.report(OriginalArrow, &span, "%s is an arrow of the original ftsh; here it reads a file %[2]s: write printf '%%s\\n' \"$%[2]s\" | %[3]s", arrow, variable, name(c))
			} else {
				w.report(OriginalArrow, &span, "%s is an arrow of the original ftsh; here it writes a file %[2]s: write %[2]s=$(%[3]s …)", arrow, variable, name(c))
			}
		}
	}
}

// isName reports whether a text is a variable's name.
func isName(s string) bool {
	for i := range len(s) {
		c := s[i]
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
