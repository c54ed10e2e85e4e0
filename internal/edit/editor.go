package edit

import "slices"

// A Config is the initial state of an Editor.
type Config struct {
	History []string // oldest first; the editor does not modify it
	Vi      bool     // keys of vi, beginning with inserting; else of emacs
	Text    string   // the initial line
	// Complete finds completions of the word before pos, an offset in line; nil: Tab is a
	// character.
	Complete func(line string, pos int) Completion
	// Alias returns the value of an alias. An alias named _ and a letter holds keys, pressed in vi
	// by @ and the letter (XCU sh). nil: there is none.
	Alias func(name string) (value string, ok bool)
	// Kill is kept from one line to the next; nil: it is for this line alone.
	Kill *Kill
}

// A Completion is the list of possible completions of a word.
type Completion struct {
	Start      int // start of the word, an offset in the line
	Candidates []Candidate
}

// A Candidate is one possible completion.
type Candidate struct {
	Text  string // the replacement of the word
	Shown string // its form in a list
	// More may follow (a directory): no blank is added.
	Open bool
}

// Kill is the text cut recently.
type Kill struct{ ring [][]rune }

// maxKills is how many cut pieces are kept, for Alt-y.
const maxKills = 16

// A State is the state of a line.
type State int

// The states of a line: under editing; to be run; to be edited in a program, and then run (v of vi,
// Ctrl-X Ctrl-E), or another in its place: see Number; given up by Ctrl-C or Ctrl-\; the end of
// input (Ctrl-D in an empty line).
const (
	Editing State = iota
	Accepted
	Elsewhere
	Interrupted
	Quit
	EOF
)

// An Editor edits one line. It is for one goroutine.
type Editor struct {
	config Config
	text   []rune
	pos    int

	at int // in the history; its length: the new line
	// Changed lines of the history, and the new one while another is shown.
	changed map[int][]rune
	undos   []snapshot
	typing  bool // the last key added a character: one step to undo

	last action // action of the key before
	// the length of the text put before the cursor by Ctrl-Y or Alt-.
	yanked   int
	turn     int  // presses of Alt-y or Alt-.
	literal  bool // the next key is a character (Ctrl-V)
	controlX bool
	count    int // of vi and of Alt-digit
	number   int // after Elsewhere
	bell     bool
	clear    bool // clear the screen

	vi     viState
	search *search
	menu   *menu
}

// action is a kind of command, for commands that continue the previous one.
type action int

const (
	other action = iota
	killing
	yanking
	lastWord
	vertical
)

type snapshot struct {
	text []rune
	pos  int
}

// New returns an editor of a line.
func New(c Config) *Editor {
	if c.Kill == nil {
		c.Kill = new(Kill)
	}
	e := &Editor{config: c, at: len(c.History), changed: make(map[int][]rune)}
	e.text = runesOf(c.Text)
	e.pos = len(e.text)
	return e
}

// Text returns the present line.
func (e *Editor) Text() string { return stringOf(e.text) }

// Runes returns the line's characters and the cursor's index among them, for Lay.
func (e *Editor) Runes() (text []rune, pos int) { return e.text, e.pos }

// Number is the number of the history's command meant by Elsewhere; 0: the line itself.
func (e *Editor) Number() int { return e.number }

// Bell reports whether a key since the last call could not be obeyed.
func (e *Editor) Bell() bool {
	rung := e.bell
	e.bell = false
	return rung
}

// Clear reports whether a key since the last call asked to clear the screen (Ctrl-L).
func (e *Editor) Clear() bool {
	wanted := e.clear
	e.clear = false
	return wanted
}

// Key obeys a key.
func (e *Editor) Key(k Key) State {
	if k.Name == Position || k.Name == Unknown {
		return Editing
	}
	before := e.last
	e.last = other
	if !e.literal && k.Name == Character && !k.Meta { // in whatever waits for a key
		switch k.Rune {
		case ctrl('c'):
			return Interrupted
		case 28:
			return Quit
		}
	}
	switch {
	case k.Name == Paste:
		e.leaveMenu()
		e.search = nil
		e.save(false)
		e.insert(runesOf(k.Text))
		return Editing
	case e.literal:
		e.literal = false
		if k.Name == Character {
			e.save(false)
			e.insert([]rune{k.Rune})
		}
		return Editing
	case e.search != nil:
		if e.searchKey(k) {
			return Editing
		}
	case e.menu != nil:
		if e.menuKey(k) {
			return Editing
		}
	}
	if e.controlX {
		return afterControlX(e, k)
	}
	if e.config.Vi {
		return e.viKey(k, before)
	}
	return e.emacsKey(k, before)
}

// save records the line for undo. Consecutive typed characters are one step.
func (e *Editor) save(typing bool) {
	if typing && e.typing {
		return
	}
	e.typing = typing
	if n := len(e.undos); n > 0 && slices.Equal(e.undos[n-1].text, e.text) {
		return
	}
	e.undos = append(e.undos, snapshot{slices.Clone(e.text), e.pos})
	kept := 0
	for i, s := range slices.Backward(e.undos) {
		if kept += len(s.text); kept > maxUndo && i > 0 {
			e.undos = slices.Delete(e.undos, 0, i)
			break
		}
	}
}

// maxUndo is how much text is kept to undo changes.
const maxUndo = 1 << 22

func (e *Editor) undo() {
	e.typing = false
	for len(e.undos) > 0 {
		s := e.undos[len(e.undos)-1]
		e.undos = e.undos[:len(e.undos)-1]
		if !slices.Equal(s.text, e.text) {
			e.text, e.pos = s.text, s.pos
			return
		}
	}
	e.bell = true
}

func (e *Editor) insert(text []rune) {
	e.text = slices.Insert(e.text, e.pos, text...)
	e.pos += len(text)
}

// replace replaces the text between two places, and puts the cursor after it.
func (e *Editor) replace(from, to int, text []rune) {
	e.text = slices.Replace(e.text, from, to, text...)
	e.pos = from + len(text)
}

// set replaces the whole line.
func (e *Editor) set(text []rune) {
	e.text = slices.Clone(text)
	e.pos = len(e.text)
	e.undos, e.typing = nil, false
}

// cut removes the text between two places and keeps it. Consecutive cuts make one piece.
func (e *Editor) cut(from, to int, before action) {
	from, to = min(from, to), max(from, to)
	if from == to {
		e.bell = true
		return
	}
	e.save(false)
	piece := slices.Clone(e.text[from:to])
	ring := &e.config.Kill.ring
	switch n := len(*ring); {
	case before == killing && n > 0 && from < e.pos:
		(*ring)[n-1] = append(piece, (*ring)[n-1]...)
	case before == killing && n > 0:
		(*ring)[n-1] = append((*ring)[n-1], piece...)
	default:
		*ring = append(*ring, piece)
		if len(*ring) > maxKills {
			*ring = slices.Delete(*ring, 0, 1)
		}
	}
	e.replace(from, to, nil)
	e.last = killing
}

// yank inserts the last cut text, or an earlier one, at the cursor.
func (e *Editor) yank() {
	ring := e.config.Kill.ring
	if len(ring) == 0 {
		e.bell = true
		return
	}
	e.save(false)
	e.turn = 0
	e.yanked = len(ring[len(ring)-1])
	e.insert(ring[len(ring)-1])
	e.last = yanking
}

func yankOlder(e *Editor) {
	ring := e.config.Kill.ring
	e.turn++
	piece := ring[len(ring)-1-e.turn%len(ring)]
	e.replace(e.pos-e.yanked, e.pos, piece)
	e.yanked = len(piece)
	e.last = yanking
}

// times returns the typed count, 1 by default.
func (e *Editor) times() int {
	n := max(e.count, 1)
	e.count = 0
	return n
}
