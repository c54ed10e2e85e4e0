package printer

import (
	"bytes"
	"slices"
	"strings"

	"ftsh/parser/ast"
)

// A source is the text that a tree was made of, and where its layout is.
type source struct {
	text   string
	indent string     // of a level
	left   []ast.Span // the comments that are not printed yet

	level     int
	fresh     bool       // the line that was begun has nothing in it
	ended     bool       // a comment ends the line
	closer    ast.Pos    // the word that closes the latest list
	documents []document // that begin after the line
	readTo    int        // the end of the here-documents so far
	tabs      bool       // a here-document is printed whose lines move
	quotes    []bool     // the backquotes around; true: in double quotes
}

// A document is a here-document whose operator was printed on a level.
type document struct {
	*ast.Redirect
	level int
}

func (s *source) document(r *ast.Redirect) {
	s.documents = append(s.documents, document{r, s.level})
	s.readTo = max(s.readTo, min(s.lineEnd(int(r.Here.To.Offset))+1, len(s.text)))
}

// begin indents a line that has nothing in it yet.
func (s *source) begin(b *bytes.Buffer) {
	if s.fresh {
		s.fresh = false
		b.WriteString(strings.Repeat(s.indent, s.level))
	}
}

// lineStart is where the line begins that a place is in.
func (s *source) lineStart(at ast.Pos) int {
	return strings.LastIndexByte(s.text[:at.Offset], '\n') + 1
}

// lineEnd is where the line ends that an offset is in.
func (s *source) lineEnd(at int) int {
	if n := strings.IndexByte(s.text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(s.text)
}

// beginsLine reports whether a place is the first in its line, which continues no other one.
func (s *source) beginsLine(at ast.Pos) bool {
	before := strings.TrimRight(s.text[:at.Offset], " \t")
	for strings.HasSuffix(before, "\\\n") {
		before = strings.TrimRight(before[:len(before)-2], " \t")
	}
	return before == "" || before[len(before)-1] == '\n'
}

// endsLine reports whether nothing but a comment comes after a list on its line.
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

// blankBefore reports whether the line before a place is blank.
func (s *source) blankBefore(at ast.Pos) bool {
	before := strings.TrimRight(s.text[:at.Offset], " \t")
	above, ok := strings.CutSuffix(before, "\n")
	return ok && strings.HasSuffix(strings.TrimRight(above, " \t"), "\n")
}

// after is the place of the word that closes a list, and where comments begin that stand in its column.
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
		if blanks := s.text[s.lineStart(c):c.Offset]; blanks != s.text[s.lineStart(at):at.Offset] || strings.TrimLeft(blanks, " \t") != "" {
			break
		}
		comments = c
	}
	return at, comments
}

// skip goes over what comes between a list that ends at an offset and the word after it.
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

// unescaped is what is between two places, less the backslashes that the backquotes around need
// (XCU 2.6.3).
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
					continue // it belongs to what comes next, or continues a line
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
	slices.SortStableFunc(all, func(a, b N) int { return int(a.Pos().Offset) - int(b.Pos().Offset) })
}

// Pos is where it is.
func (p piece) Pos() ast.Pos { return p.node.Pos() }
