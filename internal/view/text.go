package view

import (
	"bufio"
	"io"
	"strings"
	"time"

	"github.com/rivo/uniseg"

	"ftsh/interp/event"
)

// A Terminal is the place of a drawing as text.
type Terminal struct {
	Width  int // columns; less than 40 count as 40
	Colour bool
	Rows   int // at most so many rows; 0: all open ones
}

// A painter draws a view as text.
type painter struct {
	Terminal
	view  *View
	out   *bufio.Writer
	name  int // columns of the names
	lane  int // columns of the time axis
	drawn int
	marks [markCount]bool // the marks in use
}

// A mark is a character of the time axis.
type mark int

const (
	markNone mark = iota
	markFine
	markBad
	markLimit
	markOther
	markCommand
	markDelay
	markQueue
	markBlock
	markEnd
	markCut
	markCount
)

// look returns the character of a mark, its colour (SGR) and its name in the legend.
func (m mark) look() (char, colour, name string) {
	switch m {
	case markFine:
		return "█", "32", "succeeded"
	case markBad:
		return "▒", "31", "failed"
	case markLimit:
		return "▓", "33", "time limit"
	case markOther:
		return "▢", "2", "cancelled, left"
	case markCommand:
		return "━", "34", "command"
	case markDelay:
		return "·", "2", "delay"
	case markQueue:
		return ":", "35", "queue"
	case markBlock:
		return "─", "2", ""
	case markEnd:
		return "╎", "33", "limit"
	case markCut:
		return "»", "31", "cut off"
	}
	return " ", "", ""
}

// Text draws the open rows in the columns of a terminal.
func (v *View) Text(w io.Writer, t Terminal) error {
	t.Width = max(t.Width, 40)
	p := &painter{Terminal: t, view: v, out: bufio.NewWriter(w)}
	const took = 9
	p.name = min(t.Width*2/5, 44)
	p.lane = t.Width - p.name - took - 1
	for _, line := range wrap(v.Sentence, t.Width) {
		p.line(p.paint("1", line))
	}
	p.line("")
	p.axis()
	for _, r := range v.Rows {
		p.row(r, 0)
	}
	p.legend()
	return p.out.Flush()
}

func (p *painter) line(text string) { p.out.WriteString(strings.TrimRight(text, " ") + "\n") }

// paint puts text in a colour, if there are any.
func (p *painter) paint(colour, text string) string {
	if !p.Colour || colour == "" {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// axis draws the times above the rows.
func (p *painter) axis() {
	end := short(p.view.Total)
	ruler := []rune(strings.Repeat(" ", p.lane))
	free := 0
	for _, t := range p.ticks() {
		at := min(int(float64(p.lane)*float64(t)/float64(p.view.Total)), p.lane-1)
		text := []rune(short(t))
		if t == 0 {
			text = []rune("0")
		}
		if at >= free && at+len(text) < p.lane-len([]rune(end))-1 {
			copy(ruler[at:], text)
			free = at + len(text) + 1
		}
	}
	if n := len([]rune(end)); n <= p.lane {
		copy(ruler[p.lane-n:], []rune(end))
	}
	p.line(strings.Repeat(" ", p.name+10) + p.paint("2", string(ruler)))
}

// ticks returns round times along the axis.
func (p *painter) ticks() []time.Duration {
	var ticks []time.Duration
	most := time.Duration(max(p.lane/9, 1))
	step := time.Microsecond
	for _, s := range steps125() {
		step = s
		if p.view.Total/s <= most {
			break
		}
	}
	for i := range (p.view.Total-1)/step + 1 {
		ticks = append(ticks, i*step)
	}
	return ticks
}

// steps125 returns the possible distances of ticks.
func steps125() []time.Duration {
	var s []time.Duration
	for d := time.Microsecond; d < time.Second; d *= 10 {
		s = append(s, d, 2*d, 5*d)
	}
	for _, n := range []int{1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10800,
		21600, 43200} {
		s = append(s, time.Duration(n)*time.Second)
	}
	for d := 24 * time.Hour; d < 50000*time.Hour*24; d *= 2 {
		s = append(s, d)
	}
	return s
}

// row draws a row, its failure, and the rows below it.
func (p *painter) row(r *Row, depth int) {
	if p.Rows > 0 && p.drawn >= p.Rows {
		return
	}
	p.drawn++
	indent := strings.Repeat(" ", min(depth, 12))
	sign := " "
	switch {
	case r.State == Fine:
		sign = p.paint("32", "✓")
	case r.State == TimeLimit:
		sign = p.paint("33", "◷")
	case r.State.Bad():
		sign = p.paint("31", "✕")
	}
	label := r.Label
	if len(r.Children) > 0 && !r.Open {
		label = "▸" + label
		if c := r.command(); c != nil {
			label += "  " + c.Label
		}
	}
	name := fit(indent+label, p.name-2)
	took := short(r.End - r.Begin)
	said := p.says(r)
	bars, room := p.bars(r, said)
	p.line(sign + " " + name + pad(took, 9) + " " + bars)
	if said != "" && !room {
		p.line("  " + indent + "  " + p.paint(colourOf(r),
			strings.TrimRight(fit(said, p.Width-5-len(indent)), " ")))
	}
	if r.Open {
		for _, c := range r.Children {
			p.row(c, depth+1)
		}
	}
}

// says returns the line below a row; "" for none.
func (p *painter) says(r *Row) string {
	switch {
	case r.Kind == Fold && r.Error != "" && strings.HasSuffix(r.Error, ": "+r.Note):
		return r.Error
	case r.Kind == Fold && r.Error != "":
		return r.Note + ": " + r.Error
	case r.told():
		return ""
	case r.Kind == Attempt && r.State != Fine && r.Error != "":
		return r.Error
	case r.State == Cut && (len(r.Children) == 0 || !r.Open):
		return r.Note
	case r.Kind == Command && r.State.Bad() && r.Up != nil && r.Up.Kind != Attempt:
		return r.Note
	case r.Kind == Block && r.Note != "" && (!r.Open || r.State.Bad()):
		if r.Error != "" && !r.Open {
			return r.Note + ": " + r.Error
		}
		return r.Note
	case r.State == Outlived, r.State == Replaced:
		return r.Note
	}
	return ""
}

// colourOf returns the colour of what is said of a row.
func colourOf(r *Row) string {
	switch {
	case r.State == TimeLimit:
		return "33"
	case r.State.Bad():
		return "31"
	}
	return "2"
}

// bars returns the row's part of the time axis, with a text next to the bars if there is room for
// it.
func (p *painter) bars(r *Row, said string) (bars string, room bool) {
	cells := p.cells(r)
	for up := r; up != nil; up = up.Up {
		if up.Limit > 0 && up.Limit <= p.view.Total {
			if c := p.cell(up.Limit); cells[c] == markNone || up == r {
				cells[c] = markEnd
			}
		}
	}
	if r.State == Cut {
		cells[p.cell(r.End)] = markCut
	}
	at, room := beside(cells, said)
	n := uniseg.StringWidth(said)
	var b strings.Builder
	for i := 0; i < len(cells); {
		if room && i == at {
			b.WriteString(p.paint(colourOf(r), said))
			i += n
			continue
		}
		j := i + 1
		for j < len(cells) && cells[j] == cells[i] && (!room || j != at) {
			j++
		}
		p.marks[cells[i]] = true
		char, colour, _ := cells[i].look()
		b.WriteString(p.paint(colour, strings.Repeat(char, j-i)))
		i = j
	}
	return b.String(), room
}

// beside returns where a text fits next to the bars: after them, or else before them.
func beside(cells []mark, said string) (at int, ok bool) {
	first, last := len(cells), -1
	for i, m := range cells {
		if m != markNone && m != markEnd {
			first, last = min(first, i), i
		}
	}
	n := uniseg.StringWidth(said)
	free := func(at int) bool {
		if said == "" || at < 0 || at+n > len(cells) {
			return false
		}
		for _, m := range cells[at : at+n] {
			if m != markNone {
				return false
			}
		}
		return true
	}
	if free(last + 2) {
		return last + 2, true
	}
	return first - 1 - n, free(first - 1 - n)
}

// A tally is how much of a cell each mark takes.
type tally [markCount]float64

// cells returns the mark of each cell: the one with the largest part of it.
func (p *painter) cells(r *Row) []mark {
	tallies := make([]tally, p.lane)
	switch r.Kind {
	case Block:
		p.fill(tallies, r.Begin, r.End, markBlock, 0.01)
		p.parts(tallies, r)
	case Fold:
		p.parts(tallies, r)
	default:
		if b := r.within(); b != nil && !r.Open {
			p.waits(tallies, r)
			p.parts(tallies, b)
			break
		}
		p.part(tallies, r, 1)
	}
	cells := make([]mark, p.lane)
	for i := range tallies {
		most := 0.0
		for m, n := range tallies[i] {
			if n > most {
				cells[i], most = mark(m), n
			}
		}
	}
	return cells
}

// parts fills in the attempts of a block. A few of them are all seen, however short; many weigh
// more than the waits between them, to be seen at all.
func (p *painter) parts(tallies []tally, r *Row) {
	weight := 8.0
	if len(r.Children) <= p.lane/4 {
		weight = 1
	}
	for _, c := range r.Children {
		if c.Kind == Fold {
			p.parts(tallies, c)
			continue
		}
		p.part(tallies, c, weight)
	}
}

func (p *painter) waits(tallies []tally, r *Row) {
	for _, w := range r.Waits {
		m := markDelay
		if w.queue() {
			m = markQueue
		}
		p.fill(tallies, w.Begin, w.End, m, 1)
	}
}

func (p *painter) part(tallies []tally, r *Row, weight float64) {
	p.waits(tallies, r)
	if weight == 1 {
		p.fill(tallies, r.Begin, r.End, markOf(r), 1000)
	} else {
		p.fill(tallies, r.Begin, r.End, markOf(r), weight)
	}
}

// fill adds to the cells from one time to another.
func (p *painter) fill(tallies []tally, from, to time.Duration, m mark, weight float64) {
	b, e := p.at(from), max(p.at(to), p.at(from)+1e-6)
	for i := p.cell(from); i < len(tallies) && float64(i) < e; i++ {
		tallies[i][m] += weight * (min(e, float64(i+1)) - max(b, float64(i)))
	}
	if last := len(tallies) - 1; b >= float64(last+1) {
		tallies[last][m] += weight * 1e-6
	}
}

func (p *painter) at(t time.Duration) float64 {
	return float64(p.lane) * float64(t) / float64(p.view.Total)
}

func (p *painter) cell(t time.Duration) int { return min(max(int(p.at(t)), 0), p.lane-1) }

// queue reports whether the wait was one of through, not a delay.
func (w Wait) queue() bool { return w.Node.Kind == event.SpanQueue }

func markOf(r *Row) mark {
	switch r.Kind {
	case Shell:
		return markBlock
	case Idle:
		if r.Node.Kind == event.SpanQueue {
			return markQueue
		}
		return markDelay
	}
	switch r.State {
	case Failed, Permanent, Killed:
		return markBad
	case TimeLimit:
		return markLimit
	case Cancelled, Left, Deferred:
		return markOther
	case Fine:
		if r.Kind == Attempt || r.Kind == Block || r.Kind == Fold {
			return markFine
		}
	}
	return markCommand
}

// legend names the marks in use.
func (p *painter) legend() {
	var parts, names []string
	for m := range markCount {
		char, colour, name := m.look()
		if p.marks[m] && name != "" {
			parts, names = append(parts, p.paint(colour, char)+" "+name), append(names, name)
		}
	}
	if len(parts) == 0 {
		return
	}
	p.line("")
	line, room := "", p.Width
	for i, part := range parts {
		n := uniseg.StringWidth(names[i]) + 2
		if line != "" && room < n+3 {
			p.line(line)
			line, room = "", p.Width
		}
		if line != "" {
			line, room = line+"   ", room-3
		}
		line, room = line+part, room-n
	}
	p.line(line)
}

// fit returns text in exactly n columns.
func fit(text string, n int) string {
	w := uniseg.StringWidth(text)
	if w <= n {
		return text + strings.Repeat(" ", n-w)
	}
	var b strings.Builder
	w = 0
	g := uniseg.NewGraphemes(text)
	for g.Next() {
		if w+g.Width() > n-1 {
			break
		}
		w += g.Width()
		b.WriteString(g.Str())
	}
	b.WriteString("…" + strings.Repeat(" ", max(n-1-w, 0)))
	return b.String()
}

// pad puts text to the right of n columns.
func pad(text string, n int) string {
	return strings.Repeat(" ", max(n-uniseg.StringWidth(text), 0)) + text
}

// wrap breaks text into lines of at most n columns, at blanks if it can.
func wrap(text string, n int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		for uniseg.StringWidth(word) > n {
			if line != "" {
				lines, line = append(lines, line), ""
			}
			head := strings.TrimRight(fit(word, n), "… ")
			lines, word = append(lines, head), word[len(head):]
			if head == "" {
				return lines
			}
		}
		if line != "" && uniseg.StringWidth(line)+1+uniseg.StringWidth(word) > n {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
