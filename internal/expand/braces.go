package expand

import (
	"strings"

	"ftsh/internal/brace"
	"ftsh/parser/ast"
)

// Braced compiles words after bash's brace expansion: each may become several, or none. A word with
// too large an expansion fails when it is expanded.
func (c *Compiler) Braced(ws []*ast.Word) []*Word {
	all := make([]*Word, 0, len(ws))
	for _, w := range ws {
		words, err := braced(w)
		switch {
		case err != nil:
			all = append(all, &Word{c: c, parts: []part{failingPart{err}}})
		case words == nil:
			all = append(all, c.Word(w))
		}
		for _, made := range words {
			if len(made.Parts) > 0 { // an empty one is no field
				all = append(all, c.Word(made))
			}
		}
	}
	return all
}

// braced returns the words that w expands to; nil if there are no braces to expand. The words share
// parts of w.
func braced(w *ast.Word) ([]*ast.Word, error) {
	open := false
	for _, p := range w.Parts {
		l, ok := p.(*ast.Lit)
		open = open || ok && strings.Contains(l.Value, "{")
	}
	if !open {
		return nil, nil
	}
	parts := make([]brace.Part, len(w.Parts))
	for i, p := range w.Parts {
		if l, ok := p.(*ast.Lit); ok {
			parts[i] = brace.Part{Text: l.Value}
		} else {
			parts[i] = brace.Part{Ref: i + 1}
		}
	}
	made, err := brace.Expand(parts)
	if err != nil {
		return nil, &Error{Pos: w.From, Msg: err.Error()}
	}
	if made == nil {
		return nil, nil
	}
	words := make([]*ast.Word, len(made))
	for i, parts := range made {
		words[i] = &ast.Word{Span: w.Span, Assign: w.Assign}
		words[i].Parts = joinParts(w, parts)
	}
	return words, nil
}

// joinParts returns the parts of one expansion of w, with neighbouring texts joined.
func joinParts(w *ast.Word, parts []brace.Part) (joined []ast.WordPart) {
	var last *ast.Lit
	for _, p := range parts {
		switch {
		case p.Ref != 0:
			joined, last = append(joined, w.Parts[p.Ref-1]), nil
		case p.Text == "":
		case last != nil:
			last.Value += p.Text
		default:
			last = &ast.Lit{Span: w.Span, Value: p.Text}
			joined = append(joined, last)
		}
	}
	return joined
}

// A failingPart is an expansion that has failed already.
type failingPart struct{ err error }

func (p failingPart) emit(*expansion) error { return p.err }
