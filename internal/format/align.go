package format

import (
	"strings"
	"unicode/utf8"

	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// aligned puts comments after commands on successive lines into one column. The printer has done so
// already, but for a text with longer block words.
func aligned(text string) string {
	p := syntax.New(text, syntax.Options{Blocks: true, Comments: true})
	if _, err := p.All(); err != nil {
		return text // the caller's comparison reads it again and refuses it
	}
	var edits []edit
	for _, group := range groups(text, p.Comments()) {
		column := group.column()
		for _, b := range group {
			edits = append(edits, edit{b.from, b.to - b.from, strings.Repeat(" ", column-b.width)})
		}
	}
	return apply(text, edits)
}

// One comment after a command: its line, the blanks before it, and the width of the text before
// them.
type lineComment struct{ line, from, to, width int }

// A group holds comments on successive lines.
type group []lineComment

// column returns the column in which the comments of a group begin.
func (g group) column() int {
	column := 0
	for _, b := range g {
		column = max(column, b.width+1)
	}
	return column
}

// groups returns the comments after commands.
func groups(text string, comments []ast.Span) []group {
	var out []group
	for _, c := range comments {
		to := int(c.From.Offset)
		begin := strings.LastIndexByte(text[:to], '\n') + 1
		code := strings.TrimRight(text[begin:to], " \t")
		if code == "" {
			continue
		}
		b := lineComment{int(c.From.Line), begin + len(code), to, width(code)}
		if n := len(out) - 1; n >= 0 && out[n][len(out[n])-1].line+1 == b.line {
			out[n] = append(out[n], b)
		} else {
			out = append(out, group{b})
		}
	}
	return out
}

// padding returns the number of blanks needed to align comments.
func padding(text string, comments []ast.Span) int {
	n := 0
	for _, group := range groups(text, comments) {
		column := group.column()
		for _, b := range group {
			n += column - b.width
		}
	}
	return n
}

// width returns the number of columns of a line's beginning.
func width(code string) int {
	tabs := strings.Count(code, "\t")
	return utf8.RuneCountInString(code) + 7*tabs
}

// An edit replaces n bytes at offset at by text.
type edit struct {
	at, n int
	text  string
}

// apply makes edits given in the order of the text.
func apply(text string, edits []edit) string {
	var b strings.Builder
	from := 0
	for _, e := range edits {
		b.WriteString(text[from:e.at])
		b.WriteString(e.text)
		from = e.at + e.n
	}
	b.WriteString(text[from:])
	return b.String()
}
