package repl

import (
	"fmt"
	"strings"

	"ftsh/internal/edit"
)

// maxMenu is the share of the screen for a menu, in thirds.
const maxMenu = 2

// menu returns the rows with the possible completions of the word; nil if there is no menu.
func (s *screen) menu(e *edit.Editor, taken int) []string {
	all, chosen := e.Menu()
	if len(all) == 0 {
		return nil
	}
	shown := make([]string, len(all))
	widths := make([]int, len(all))
	column := 0
	for i, c := range all {
		shown[i], widths[i] = clip(c.Shown, s.width-1)
		column = max(column, widths[i])
	}
	column += 2
	columns := max(1, (s.width-1+2)/column)
	height := (len(all) + columns - 1) / columns
	room := max(1, min(s.height*maxMenu/3, s.height-min(taken, s.height-1)))
	first := 0
	rows := height
	more := height > room && room > 1
	if height > room {
		rows = room
		if more {
			rows--
		}
		if at := chosen % height; chosen >= 0 && at >= rows {
			first = min(at-rows+1, height-rows)
		}
	}
	var menu []string
	for r := first; r < first+rows; r++ {
		var b strings.Builder
		for c := range columns {
			i := c*height + r
			if i >= len(all) {
				break
			}
			if c > 0 {
				b.WriteString(strings.Repeat(" ", column-widths[i-height]))
			}
			if i == chosen {
				b.WriteString("\x1b[7m" + shown[i] + "\x1b[m")
			} else {
				b.WriteString(shown[i])
			}
		}
		menu = append(menu, b.String())
	}
	if more {
		text, _ := clip(fmt.Sprintf("… %d in all", len(all)), s.width-1)
		menu = append(menu, text)
	}
	return menu
}

// clip returns a text as displayed, cut to a width.
func clip(text string, width int) (string, int) {
	shown, n := edit.Visible(text)
	if n <= width {
		return shown, n
	}
	l := edit.Lay("", []rune(shown), 0, max(width-1, 2))
	return l.Rows[0] + "…", l.Widths[0] + 1
}
