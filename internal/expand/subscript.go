package expand

import "ftsh/internal/arith"

// A subscriptPart is expansions inside a subscript of an arithmetic expression. Brackets and quotes
// in their values belong to the key.
type subscriptPart struct {
	c     *Compiler
	inner []part
}

func (p *subscriptPart) emit(x *expansion) error {
	s, err := p.c.text(x.sh, p.inner, 0)
	if err != nil {
		return err
	}
	x.add(arith.QuoteSubscript(s), true)
	return nil
}

// inSubscripts returns the parts of an expression of the dialect of bash, with the expansions inside
// subscripts marked.
func (c *Compiler) inSubscripts(parts []part) []part {
	depth := 0
	var marked []part
	for i, p := range parts {
		t, ok := p.(*textPart)
		switch {
		case ok:
			depth = openBrackets(t.text, depth)
		case depth > 0:
			if marked == nil {
				marked = append(make([]part, 0, len(parts)), parts[:i]...)
			}
			p = &subscriptPart{c, parts[i : i+1]}
		}
		if marked != nil {
			marked = append(marked, p)
		}
	}
	if marked == nil {
		return parts
	}
	return marked
}

// openBrackets returns how many brackets are open after text, if there are depth before it.
func openBrackets(text string, depth int) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			depth++
		case ']':
			depth = max(depth-1, 0)
		}
	}
	return depth
}
