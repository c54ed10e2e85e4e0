// Package diag shows the place of an error in a source text.
//
// The model: an excerpt is the line of the error and, under it, a caret at the column. Not here:
// the message with script, line and column.
package diag

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ftsh/parser/ast"
)

// maxWidth is the length of a long line's excerpt, in bytes.
const maxWidth = 160

// Excerpt returns line and a caret under pos, each ended by a newline; "" if there is no line to
// show. Tabs before the caret stay tabs, so it is in the right column for every tab width.
func Excerpt(line string, pos ast.Pos) string {
	col := int(pos.Col) - 1
	if strings.TrimSpace(line) == "" || col < 0 || col > len(line) {
		return ""
	}
	if col > maxWidth/2 && len(line) > maxWidth {
		cut := col - maxWidth/2
		for cut < len(line) && !utf8.RuneStart(line[cut]) {
			cut++
		}
		line, col = line[cut:], col-cut
	}
	if len(line) > maxWidth {
		cut := maxWidth
		for cut > 0 && !utf8.RuneStart(line[cut]) {
			cut--
		}
		line = line[:cut]
	}
	col = min(col, len(line))
	var b strings.Builder
	b.WriteString("    ")
	b.WriteString(clean(line))
	b.WriteString("\n    ")
	for _, r := range line[:col] {
		switch {
		case r == '\t':
			b.WriteByte('\t')
		case unicode.Is(unicode.Mn, r): // combines with the one before
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
			b.WriteString("  ")
		default:
			b.WriteByte(' ')
		}
	}
	b.WriteString("^\n")
	return b.String()
}

// clean makes control characters harmless to a terminal.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f {
			return '?'
		}
		return r
	}, s)
}
