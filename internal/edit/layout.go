package edit

import (
	"math"
	"strings"
	"unicode"

	"github.com/rivo/uniseg"
)

// tabWidth is the distance between the tab stops of a terminal.
const tabWidth = 8

// A Layout is a text as placed on a screen.
type Layout struct {
	Rows   []string // the content of each row; control characters are made visible
	Widths []int    // of each row, in columns
	Soft   []bool   // a row continues in the next because the screen ends
	Row    int      // the cursor's row, from 0
	Col    int
	Left   string // text before the cursor on its row
}

// Lay lays text out on a screen of width columns, after a prompt of one line that may have escape
// sequences, with the cursor before text[pos].
func Lay(prompt string, text []rune, pos, width int) Layout {
	l := &layer{width: max(width, 2)}
	for prompt != "" {
		n := escapeLength(prompt)
		if n > 0 {
			l.row.WriteString(prompt[:n])
		} else {
			var cluster string
			cluster, _, _, _ = uniseg.FirstGraphemeClusterInString(prompt, -1)
			n = len(cluster)
			l.put(cluster)
		}
		prompt = prompt[n:]
	}
	for i := 0; i < len(text); {
		end := next(text, i)
		cluster := stringOf(text[i:end])
		if pos >= i && pos < end {
			l.mark(cluster)
		}
		l.put(cluster)
		i = end
	}
	if pos >= len(text) {
		l.mark(" ")
	}
	l.fit(1) // the last row has room for the terminal's cursor at an edge
	l.end(false)
	return l.Layout
}

// Visible returns a text as shown on one row, and its width.
func Visible(s string) (string, int) {
	l := &layer{width: math.MaxInt}
	text := runesOf(s)
	for i := 0; i < len(text); {
		end := next(text, i)
		if cluster := stringOf(text[i:end]); cluster == "\n" {
			l.put("␤")
		} else {
			l.put(cluster)
		}
		i = end
	}
	return l.row.String(), l.used
}

// A layer makes a Layout.
type layer struct {
	Layout
	row   strings.Builder
	width int
	used  int // columns of the row
}

func (l *layer) end(soft bool) {
	l.Rows = append(l.Rows, l.row.String())
	l.Widths = append(l.Widths, l.used)
	l.Soft = append(l.Soft, soft)
	l.row.Reset()
	l.used = 0
}

// fit goes to the next row if fewer than n columns are left.
func (l *layer) fit(n int) {
	if l.used > 0 && n > l.width-l.used {
		l.end(true)
	}
}

// mark puts the cursor on the next character, on the row of that character.
func (l *layer) mark(cluster string) {
	_, n := visible(cluster, l.used)
	l.fit(n)
	l.Row, l.Col, l.Left = len(l.Rows), l.used, l.row.String()
}

// put adds a character.
func (l *layer) put(cluster string) {
	if cluster == "\n" {
		l.end(false)
		return
	}
	shown, n := visible(cluster, l.used)
	l.fit(n)
	l.row.WriteString(shown)
	l.used += n
}

// visible returns the form of a character at a column, and its width there.
func visible(cluster string, column int) (string, int) {
	if len(cluster) == 1 && cluster[0] >= ' ' && cluster[0] < 0x7f {
		return cluster, 1
	}
	switch r := runesOf(cluster)[0]; {
	case r == '\t':
		n := tabWidth - column%tabWidth
		return strings.Repeat(" ", n), n
	case r == '\n': // the cursor is after the last character
		return "", 1
	case r < ' ':
		return "^" + string(r+'@'), 2
	case r == 0x7f:
		return "^?", 2
	case isRaw(r), r >= 0x80 && r < 0xa0,
		unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Cs):
		// Characters obeyed or hidden by a terminal, the direction of writing among them.
		return "\ufffd", 1
	}
	if w := uniseg.StringWidth(cluster); w > 0 {
		return cluster, w
	}
	return "◌" + cluster, 1 // a mark without a base character
}

// escapeLength returns the length of the escape sequence at the start of s; 0: none.
func escapeLength(s string) int {
	if len(s) < 2 || s[0] != '\x1b' {
		return 0
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s); i++ {
			if s[i] >= 0x40 && s[i] <= 0x7e {
				return i + 1
			}
		}
	case ']', 'P', '_', '^':
		for i := 2; i < len(s); i++ {
			if s[i] == '\a' {
				return i + 1
			}
			if s[i] == '\x1b' && i+1 < len(s) && s[i+1] == '\\' {
				return i + 2
			}
		}
	default:
		if s[1] >= ' ' && s[1] < 0x7f {
			if strings.IndexByte("()*+#%", s[1]) >= 0 && len(s) > 2 {
				return 3
			}
			return 2
		}
	}
	return 0
}
