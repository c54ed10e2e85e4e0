package foreign

import (
	"strings"

	"ftsh/internal/arith"
	"ftsh/internal/bashism"
	"ftsh/parser/ast"
)

// braces looks for {a,b} and {1..3} in words, ordinary text in this shell.
func (b *bash) braces(words []*ast.Word) {
	for _, w := range words {
		if inner, ok := b.expandsBraces(w); ok {
			b.report(w, "braces are not expanded: this is the word %s itself; write %s",
				b.source(w), insteadOfBraces(inner))
		}
	}
}

// insteadOfBraces returns the remedy for the text between braces.
func insteadOfBraces(inner string) string {
	bounds := strings.Split(inner, "..")
	if !isSequence(inner) || strings.Trim(bounds[0], "-0123456789") != "" {
		return "the words"
	}
	if len(bounds) == 3 {
		bounds[1], bounds[2] = bounds[2], bounds[1]
	}
	return "$(seq " + strings.Join(bounds, " ") + ")"
}

// expandsBraces reports whether bash would expand braces in a word. inner is the text between the
// first of them.
func (b *bash) expandsBraces(w *ast.Word) (inner string, ok bool) {
	text := unquoted(w)
	open := strings.IndexByte(text, '{')
	for open >= 0 {
		inner, ok := balanced(text[open+1:])
		if !ok {
			return "", false
		}
		if isList(inner) && (b.certain || open > 0 || len(inner) > 2) || isSequence(inner) {
			return inner, true
		}
		next := strings.IndexByte(text[open+1:], '{')
		if next < 0 {
			return "", false
		}
		open += 1 + next
	}
	return "", false
}

// unquoted returns the literal text of a word, with a NUL byte for each quoted piece and each
// expansion.
func unquoted(w *ast.Word) string {
	var text strings.Builder
	for _, p := range w.Parts {
		if l, ok := p.(*ast.Lit); ok {
			text.WriteString(l.Value)
		} else {
			text.WriteByte(0)
		}
	}
	return text.String()
}

// balanced returns the text up to the } for an opening { before s.
func balanced(s string) (string, bool) {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth == 0 {
				return s[:i], true
			}
			depth--
		}
	}
	return "", false
}

// isList reports whether the text between braces has a comma of its own.
func isList(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		case ',':
			if depth == 0 {
				return true
			}
		}
	}
	return false
}

// isSequence reports whether a text has a form like 1..3, a..z or 1..9..2.
func isSequence(s string) bool {
	bounds := strings.Split(s, "..")
	if len(bounds) < 2 || len(bounds) > 3 {
		return false
	}
	for _, s := range bounds {
		digits := strings.TrimPrefix(s, "-")
		letter := len(s) == 1 && (s[0] >= 'a' && s[0] <= 'z' || s[0] >= 'A' && s[0] <= 'Z')
		if !letter && (digits == "" || strings.Trim(digits, "0123456789") != "") {
			return false
		}
	}
	return true
}

// dollars looks for $"text" and $[ ] in the parts of a word.
func (b *bash) dollars(parts []ast.WordPart) {
	for i, p := range parts {
		l, ok := p.(*ast.Lit)
		if !ok || i+1 == len(parts) || !strings.HasSuffix(l.Value, "$") {
			continue
		}
		if q, ok := parts[i+1].(*ast.DblQuoted); ok && adjacent(l, q) {
			b.report(q, `there is no $"...": write "..."`)
		}
	}
	b.bracketArithmetic(parts)
}

// bracketArithmetic looks for $[1+2].
func (b *bash) bracketArithmetic(parts []ast.WordPart) {
	for _, p := range parts {
		if l, ok := p.(*ast.Lit); ok && b.certain && strings.Contains(l.Value, "$[") {
			b.report(l, "there is no $[...]: write $((...))")
		}
	}
}

// expansion looks at a parameter expansion.
func (b *bash) expansion(p *ast.ParamExp) {
	switch p.Op {
	case ast.ParamBad:
		if instead, ok := bashism.Variable(p.Name, b.certain); ok && instead != "" {
			b.report(p, "%s is bash's, and unset here%s", p.Name, instead)
			return
		}
		message := b.source(p) + " is none of ftsh's: it is an error when it is expanded"
		if text := b.between(p.From, p.To); text != "" {
			rest := strings.TrimPrefix(strings.TrimPrefix(text, "${"), "#")
			if instead := bashism.Expansion(p.Name,
				strings.TrimPrefix(rest, p.Name)); instead != "" {
				message += "; " + instead
			}
		}
		b.report(p, "%s", message)
	case ast.ParamDefault, ast.ParamAssign, ast.ParamError, ast.ParamAlternate:
		// It has a default, or asks whether the variable is set.
	default:
		b.variable(p, p.Name)
	}
}

// variable looks at the use of a variable.
func (b *bash) variable(n ast.Node, name string) {
	if b.names.variable(name) || b.names.sources && !b.certain {
		return
	}
	if instead, ok := bashism.Variable(name, b.certain); ok {
		b.report(n, "%s is bash's, and unset here%s", name, instead)
	}
}

// arithmetic looks at $((expression)).
func (b *bash) arithmetic(e *ast.ArithExp) {
	var text strings.Builder
	for _, p := range e.Parts {
		switch p := p.(type) {
		case *ast.Lit:
			text.WriteString(p.Value)
		case *ast.Quoted:
			text.WriteString(p.Value)
		default:
			text.WriteByte('1') // the value of an expansion
		}
	}
	expr, seen := text.String(), map[string]bool{}
	_, err := arith.Parse(expr, func(name string) int {
		seen[name] = true
		return 0
	})
	if err != nil {
		if instead := bashism.Arithmetic(expr); instead != "" {
			b.report(e, "%s", instead)
		}
		return
	}
	for _, name := range []string{"RANDOM", "SRANDOM", "SECONDS", "EPOCHSECONDS", "UID", "EUID"} {
		if seen[name] {
			b.variable(e, name)
			return
		}
	}
}
