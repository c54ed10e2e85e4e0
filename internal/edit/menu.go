package edit

import "slices"

// menu is the list of completions of a word while it is shown.
type menu struct {
	start, end int // the word in the text, or its replacement
	all        []Candidate
	chosen     int // -1: none yet
	word       []rune
}

// Menu returns the completions offered, and the chosen one (-1: none); nil while nothing is
// offered.
func (e *Editor) Menu() (all []Candidate, chosen int) {
	if e.menu == nil {
		return nil, -1
	}
	return e.menu.all, e.menu.chosen
}

// complete completes the word before the cursor if it is certain, and else offers the completions.
func (e *Editor) complete() {
	c := e.config.Complete(stringOf(e.text), len(stringOf(e.text[:e.pos])))
	if len(c.Candidates) == 0 {
		e.bell = true
		return
	}
	start := len(runesOf(stringOf(e.text[:e.pos])[:c.Start]))
	e.save(false)
	if len(c.Candidates) == 1 {
		e.take(start, e.pos, c.Candidates[0])
		return
	}
	word := slices.Clone(e.text[start:e.pos])
	if common := commonPrefix(c.Candidates); len(common) > len(word) {
		e.replace(start, e.pos, common)
	}
	e.menu = &menu{start: start, end: e.pos, all: c.Candidates, chosen: -1,
		word: slices.Clone(e.text[start:e.pos])}
}

// take replaces the word by a candidate, with a blank if it is complete.
func (e *Editor) take(from, to int, c Candidate) {
	text := runesOf(c.Text)
	if !c.Open && (to >= len(e.text) || e.text[to] != ' ') {
		text = append(text, ' ')
	}
	e.replace(from, to, text)
}

// menuKey takes a key while candidates are shown. It reports false for a key with its usual
// meaning.
func (e *Editor) menuKey(k Key) bool {
	m := e.menu
	step := 0
	switch {
	case k.Name == Character && k.Rune == '\t' && !k.Meta:
		step = 1
	case k.Name == BackTab:
		step = -1
	case m.chosen >= 0 && (k.Name == Right || k.Name == Down):
		step = 1
	case m.chosen >= 0 && (k.Name == Left || k.Name == Up):
		step = -1
	case k.Name == Escape && !e.config.Vi, k.Name == Character && !k.Meta && k.Rune == ctrl('g'):
		e.replace(m.start, m.end, m.word)
		e.menu = nil
		return true
	case m.chosen >= 0 && k.Name == Character && !k.Meta && (k.Rune == '\r' || k.Rune == '\n'):
		e.leaveMenu() // it is taken, not run
		return true
	default:
		e.leaveMenu()
		return false
	}
	if m.chosen < 0 && step < 0 {
		m.chosen = 0
	}
	m.chosen = (m.chosen + step + len(m.all)) % len(m.all)
	text := runesOf(m.all[m.chosen].Text)
	e.replace(m.start, m.end, text)
	m.end = m.start + len(text)
	return true
}

// leaveMenu ends the offer; the chosen candidate is taken.
func (e *Editor) leaveMenu() {
	m := e.menu
	e.menu = nil
	if m != nil && m.chosen >= 0 {
		e.take(m.start, m.end, m.all[m.chosen])
	}
}

// commonPrefix returns the longest common prefix of all candidates.
func commonPrefix(all []Candidate) []rune {
	common := runesOf(all[0].Text)
	for _, c := range all[1:] {
		text := runesOf(c.Text)
		n := 0
		for n < len(common) && n < len(text) && common[n] == text[n] {
			n++
		}
		common = common[:n]
	}
	return common
}
