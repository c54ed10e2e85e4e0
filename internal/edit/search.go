package edit

import "slices"

// search is a search in the history, continued with each key (Ctrl-R).
type search struct {
	what   []rune
	step   int // -1: to older entries
	failed bool

	at   int // the start of the search
	text []rune
	pos  int
}

// beginSearch begins a search in the history, to older entries if step is -1.
func (e *Editor) beginSearch(step int) {
	e.search = &search{step: step, at: e.at, text: slices.Clone(e.text), pos: e.pos}
}

// Prompt returns the prompt during a search of the history; "" otherwise.
func (e *Editor) Prompt() string {
	if e.vi.prompt != nil {
		return string(e.vi.prompt.kind) + stringOf(e.vi.prompt.what)
	}
	if e.search == nil {
		return ""
	}
	name := "search"
	if e.search.failed {
		name = "no match"
	}
	what, _ := Visible(stringOf(e.search.what))
	return "(" + name + ") " + what + ": "
}

// searchKey takes a key while the history is searched. It reports false for a key that ends the
// search and keeps its usual meaning.
func (e *Editor) searchKey(k Key) bool {
	s := e.search
	if k.Name != Character || k.Meta {
		e.search = nil
		return k.Name == Escape && !e.config.Vi
	}
	switch k.Rune {
	case ctrl('r'), ctrl('s'):
		s.step = -1
		if k.Rune == ctrl('s') {
			s.step = 1
		}
		e.find(true)
	case ctrl('h'), 0x7f:
		if len(s.what) > 0 {
			s.what = s.what[:len(s.what)-1]
		}
		e.find(false)
	case ctrl('g'):
		e.at = s.at
		e.text, e.pos = s.text, s.pos
		e.search = nil
	default:
		if k.Rune < ' ' {
			e.search = nil
			return false
		}
		s.what = append(s.what, k.Rune)
		e.find(false)
	}
	return true
}

// find goes to the nearest entry with the text: from this one on, or after it.
func (e *Editor) find(further bool) {
	s := e.search
	s.failed = false
	if len(s.what) == 0 {
		return
	}
	here := slices.Clone(e.text)
	for i := e.at; i >= 0 && i <= len(e.config.History); i += s.step {
		text := e.entry(i)
		if i == e.at && further || i != e.at && slices.Equal(text, here) {
			continue
		}
		if at := lastIndex(text, s.what, len(text)); at >= 0 {
			if i != e.at {
				e.show(i)
			}
			e.pos = at
			return
		}
	}
	s.failed, e.bell = true, true
}
