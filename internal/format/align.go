package format

import (
	"strings"
	"unicode/utf8"

	"ftsh/internal/syntax"
)

// aligned puts comments behind commands on lines that follow one another in one column. The printer has
// done so for a text in which block words were longer.
func aligned(text string) string {
	p := syntax.New(text, syntax.Options{Blocks: true, Comments: true})
	if _, err := p.All(); err != nil {
		return text // it is read again, and refused, by who compares
	}
	type behind struct{ line, from, to, width int } // from, to: the blanks before a comment
	var group []behind
	var edits []edit
	flush := func() {
		column := 0
		for _, b := range group {
			column = max(column, b.width+1)
		}
		for _, b := range group {
			edits = append(edits, edit{b.from, b.to - b.from, strings.Repeat(" ", column-b.width)})
		}
		group = group[:0]
	}
	for _, c := range p.Comments() {
		to := int(c.From.Offset)
		begin := strings.LastIndexByte(text[:to], '\n') + 1
		code := strings.TrimRight(text[begin:to], " \t")
		if code == "" {
			continue
		}
		if len(group) > 0 && group[len(group)-1].line+1 != int(c.From.Line) {
			flush()
		}
		group = append(group, behind{int(c.From.Line), begin + len(code), to, width(code)})
	}
	flush()
	return apply(text, edits)
}

// width is the number of columns of a line's beginning.
func width(code string) int {
	tabs := strings.Count(code, "\t")
	return utf8.RuneCountInString(code) + 7*tabs
}
