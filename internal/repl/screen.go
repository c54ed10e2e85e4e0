package repl

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"ftsh/internal/edit"
)

// Bracketed paste: the terminal encloses pasted text in marks.
const (
	pasteOn  = "\x1b[?2004h"
	pasteOff = "\x1b[?2004l"
)

// A screen is the area in which a line is drawn: from the row of the prompt downward. The terminal
// makes a newline go to the beginning of the next row.
type screen struct {
	out           io.Writer
	head          string // the lines of the prompt above the last
	prompt        string
	width, height int

	drawn edit.Layout // the current content of the screen
	plain bool        // draw only the line: no menu, all rows
	at    int         // the row of the cursor, from the first drawn row

	// hidden is the number of the line's rows moved above the screen when the terminal's size
	// changed.
	hidden int
	above  []string // their content; nil until the next drawing
}

func newScreen(out io.Writer, prompt string) *screen {
	s := &screen{out: out, prompt: prompt}
	if i := strings.LastIndexByte(prompt, '\n'); i >= 0 {
		s.head, s.prompt = prompt[:i+1], prompt[i+1:]
	}
	return s
}

// begin goes to the beginning of a row. If a command left the cursor after text, a mark shows the
// missing newline: mark and blanks fill the rest of the row and reach the next. At the beginning of
// a row they just fill it.
func (s *screen) begin() {
	var b strings.Builder
	b.WriteString("\x1b[7m%\x1b[m" + strings.Repeat(" ", s.width-1) + "\r\x1b[K")
	b.WriteString(pasteOn)
	b.WriteString(s.head)
	_, _ = io.WriteString(s.out, b.String())
}

// lay returns the layout of the line on the screen.
func (s *screen) lay(e *edit.Editor, pos int) edit.Layout {
	text, _ := e.Runes()
	prompt := s.prompt
	if p := e.Prompt(); p != "" {
		prompt = p
	}
	return edit.Lay(prompt, text, pos, s.width)
}

// paint draws the current state of the line.
func (s *screen) paint(e *edit.Editor) {
	var b strings.Builder
	if e.Bell() {
		b.WriteByte('\a')
	}
	s.clear(&b, e)
	_, pos := e.Runes()
	l := s.lay(e, pos)
	menu := s.menu(e, len(l.Rows))
	switch {
	case s.appended(&b, l) && menu == nil:
	default:
		s.draw(&b, l, menu)
	}
	_, _ = io.WriteString(s.out, b.String())
}

// clear clears the screen on request.
func (s *screen) clear(b *strings.Builder, e *edit.Editor) {
	if e.Clear() {
		b.WriteString("\x1b[H\x1b[2J" + s.head)
		s.at, s.plain, s.hidden = 0, false, 0
	}
}

// appended writes text added at the end of the line, if nothing else changed.
func (s *screen) appended(b *strings.Builder, l edit.Layout) bool {
	last, was := len(l.Rows)-1, len(s.drawn.Rows)-1
	if !s.plain || last != was || s.drawn.Row != was || s.drawn.Col != s.drawn.Widths[was] ||
		l.Row != last || l.Col != l.Widths[last] ||
		!strings.HasPrefix(l.Rows[last], s.drawn.Rows[was]) {
		return false
	}
	for i := range last {
		if l.Rows[i] != s.drawn.Rows[i] {
			return false
		}
	}
	more := l.Rows[last][len(s.drawn.Rows[was]):]
	if more != "" && more[0] >= 0x80 { // it may change the characters before it
		return false
	}
	b.WriteString(more)
	s.drawn = l
	return true
}

// draw draws all rows that fit, including the cursor's, and a menu below.
func (s *screen) draw(b *strings.Builder, l edit.Layout, menu []string) {
	room := s.height - len(menu)
	first, end := 0, len(l.Rows)
	if end > room {
		first = min(max(l.Row-room/2, 0), end-room)
		end = first + room
	}
	first = max(first, s.offScreen(l))
	s.top(b)
	for i := first; i < end; i++ {
		b.WriteString(l.Rows[i])
		full := l.Widths[i] == s.width
		// Before a wide character: let the terminal, too, know that the line goes on.
		if !full && l.Soft[i] && i < end-1 {
			b.WriteString(strings.Repeat(" ", s.width-l.Widths[i]))
			full = true
		}
		switch {
		case i == end-1:
		case full && l.Soft[i] && l.Widths[i+1] == 0:
			b.WriteString(" \r") // wrap over the edge
		case full && l.Soft[i]: // the next character wraps
		case full:
			b.WriteString("\n")
		default:
			b.WriteString("\x1b[K\n")
		}
	}
	if l.Widths[end-1] < s.width {
		b.WriteString("\x1b[J")
	}
	for _, row := range menu {
		b.WriteString("\n" + row)
	}
	s.at = l.Row - first
	up(b, end-1-first-s.at+len(menu))
	b.WriteByte('\r')
	right(b, l.Col)
	s.drawn, s.plain = l, menu == nil && first == 0 && end == len(l.Rows)
}

// offScreen returns the number of the line's rows above the screen whose content is unchanged.
func (s *screen) offScreen(l edit.Layout) int {
	switch {
	case s.hidden == 0:
	case l.Row < s.hidden, s.above != nil && !slices.Equal(l.Rows[:s.hidden], s.above):
		s.hidden, s.above = 0, nil
	default:
		s.above = l.Rows[:s.hidden]
	}
	return s.hidden
}

// top goes to the first drawn row.
func (s *screen) top(b *strings.Builder) {
	up(b, s.at)
	b.WriteByte('\r')
}

func up(b *strings.Builder, n int) {
	if n > 0 {
		fmt.Fprintf(b, "\x1b[%dA", n)
	}
}

func right(b *strings.Builder, n int) {
	if n > 0 {
		fmt.Fprintf(b, "\x1b[%dC", n)
	}
}

// end draws the line a last time, all of it, with a mark after it, and leaves it.
func (s *screen) end(e *edit.Editor, mark string) {
	text, _ := e.Runes()
	l := edit.Lay(s.prompt, text, len(text), s.width)
	var b strings.Builder
	s.clear(&b, e)
	if !s.appended(&b, l) {
		s.draw(&b, l, nil)
	}
	b.WriteString(mark + pasteOff + "\n")
	_, _ = io.WriteString(s.out, b.String())
}

// resize adapts to a new size of the terminal. The cursor is now at row and col, counted from 1, or
// 0 if unknown. A terminal that rewraps its lines has the cursor in its place in the rewrapped
// line; one that does not has left it in its row. If both have the same column, the former is the
// likelier.
func (s *screen) resize(width, height, row, col int) {
	kept := min(s.drawn.Col, width-1)
	filled := s.refilled(width)
	s.hidden, s.above = 0, nil
	if col == 0 || col-1 != kept || filled.col == kept {
		s.at = filled.row
		if row > 0 && s.at > row-1 {
			s.hidden = s.at - (row - 1)
		}
	}
	s.at = min(s.at-s.hidden, height-1)
	s.width, s.height = width, height
	s.plain = false
}

type cell struct{ row, col int }

// refilled returns the position of the cursor when rows of one line are rewrapped.
func (s *screen) refilled(width int) cell {
	var line strings.Builder
	row := 0
	// Rows above were never drawn, or are above the screen.
	first := s.drawn.Row - s.at
	if s.hidden > 0 {
		first = 0
	}
	for i := first; i < s.drawn.Row; i++ {
		line.WriteString(s.drawn.Rows[i])
		if s.drawn.Soft[i] {
			line.WriteString(strings.Repeat(" ", s.width-s.drawn.Widths[i]))
			continue
		}
		l := edit.Lay(line.String(), nil, 0, width)
		row += l.Row + 1
		if l.Row > 0 && l.Col == 0 { // full: the next line begins there
			row--
		}
		line.Reset()
	}
	l := edit.Lay(line.String()+s.drawn.Left, nil, 0, width)
	return cell{row + l.Row, l.Col}
}
