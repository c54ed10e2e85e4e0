package printer

import (
	"bytes"
	"slices"
	"strings"

	"ftsh/parser/ast"
)

// A source is the text of a tree, and the state of its layout.
type source struct {
	text   string
	indent string     // of a level
	left   []ast.Span // the comments not printed yet

	level     int
	fresh     bool       // the current line is empty
	ended     bool       // a comment ends the line
	closer    ast.Pos    // the closing word of the latest list
	documents []document // here-documents to begin after the line
	readTo    int        // the end of the here-documents so far
	tabs      bool       // inside a here-document with moved lines
	quotes    []bool     // the backquotes around; true: in double quotes
}

// A document is a here-document whose operator was printed at a level.
type document struct {
	*ast.Redirect
	level int
}

func (s *source) document(r *ast.Redirect) {
	s.documents = append(s.documents, document{r, s.level})
	s.readTo = max(s.readTo, min(s.lineEnd(int(r.Here.To.Offset))+1, len(s.text)))
}

// begin indents a line if it is still empty.
func (s *source) begin(b *bytes.Buffer) {
	if s.fresh {
		s.fresh = false
		b.WriteString(strings.Repeat(s.indent, s.level))
	}
}

// lineStart returns the start of a position's line.
func (s *source) lineStart(at ast.Pos) int {
	return strings.LastIndexByte(s.text[:at.Offset], '\n') + 1
}

// lineEnd returns the end of an offset's line.
func (s *source) lineEnd(at int) int {
	if n := strings.IndexByte(s.text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(s.text)
}

// beginsLine reports whether a position is the first in its line. A continued line does not begin.
func (s *source) beginsLine(at ast.Pos) bool {
	before := strings.TrimRight(s.text[:at.Offset], " \t")
	for strings.HasSuffix(before, "\\\n") {
		before = strings.TrimRight(before[:len(before)-2], " \t")
	}
	return before == "" || before[len(before)-1] == '\n'
}

// endsLine reports whether a list is the last on its line, but for a comment.
func (s *source) endsLine(at ast.Pos) bool {
	rest := s.text[at.Offset:]
	for {
		rest = strings.TrimLeft(rest, " \t")
		switch {
		case strings.HasPrefix(rest, "\\\n"):
			rest = rest[2:]
		case strings.HasPrefix(rest, ";;"), strings.HasPrefix(rest, ";&"):
			return false
		case rest != "" && rest[0] == ';':
			rest = rest[1:]
		default:
			return rest == "" || rest[0] == '\n' || rest[0] == '#'
		}
	}
}

// blankBefore reports whether the line before a position is blank.
func (s *source) blankBefore(at ast.Pos) bool {
	before := strings.TrimRight(s.text[:at.Offset], " \t")
	above, ok := strings.CutSuffix(before, "\n")
	return ok && strings.HasSuffix(strings.TrimRight(above, " \t"), "\n")
}

// after returns the position of a list's closing word, and the beginning of the comments before it
// that stand in its column.
func (s *source) after(end ast.Pos) (at, comments ast.Pos) {
	at = ast.Pos{Offset: uint32(s.skip(int(end.Offset)))}
	comments = at
	if !s.beginsLine(at) || strings.HasPrefix(s.text[at.Offset:], ";") {
		return at, comments
	}
	n := 0
	for n < len(s.left) && s.left[n].From.Offset < at.Offset {
		n++
	}
	for ; n > 0; n-- {
		c := s.left[n-1].From
		if blanks := s.text[s.lineStart(c):c.Offset]; blanks != s.text[s.lineStart(at):at.Offset] ||
			strings.TrimLeft(blanks, " \t") != "" {
			break
		}
		comments = c
	}
	return at, comments
}

// skip returns the offset of the first word after a list. at is the list's end.
func (s *source) skip(at int) int {
	comments := s.left
	for at < len(s.text) {
		for len(comments) > 0 && int(comments[0].From.Offset) < at {
			comments = comments[1:]
		}
		switch c := s.text[at]; {
		case len(comments) > 0 && int(comments[0].From.Offset) == at:
			at = int(comments[0].To.Offset)
		case c == '\n' && len(s.documents) > 0 && at < s.readTo:
			at = s.readTo
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			at++
		case strings.HasPrefix(s.text[at:], ";;"), strings.HasPrefix(s.text[at:], ";&"):
			return at
		case c == ';':
			at++
		case strings.HasPrefix(s.text[at:], "\\\n"):
			at += 2
		default:
			return at
		}
	}
	return at
}

// unescaped returns the text between two positions, without the backslashes required by surrounding
// backquotes (XCU 2.6.3).
func (s *source) unescaped(from, to ast.Pos) string {
	text := s.text[from.Offset:to.Offset]
	for _, quoted := range s.quotes {
		if strings.IndexByte(text, '\\') < 0 {
			break
		}
		special := "\\`$\n"
		if quoted {
			special += `"`
		}
		var b strings.Builder
		for i := 0; i < len(text); i++ {
			if text[i] == '\\' && (i+1 == len(text) || strings.IndexByte(special, text[i+1]) >= 0) {
				if i++; i == len(text) || text[i] == '\n' {
					continue // it belongs to the text after it, or continues a line
				}
			}
			b.WriteByte(text[i])
		}
		text = b.String()
	}
	return text
}

// inOrder puts nodes in the order of the source.
func inOrder[N interface{ Pos() ast.Pos }](all []N) {
	slices.SortStableFunc(all, func(a, b N) int {
		return int(a.Pos().Offset) - int(b.Pos().Offset)
	})
}

// Pos returns the piece's position.
func (p piece) Pos() ast.Pos { return p.node.Pos() }
