package edit

import "slices"

// A Config is what an Editor begins with.
type Config struct {
	History []string // oldest first; the editor changes nothing in it
	Vi      bool     // keys of vi, beginning with inserting; else of emacs
	Text    string   // the line at first
	// Complete finds what may stand in the place of the word before pos, an offset in line; nil: Tab is
	// a character.
	Complete func(line string, pos int) Completion
	// Alias has the value of an alias: those with a name of _ and a letter are keys that @ and the letter press
	// in vi (XCU sh). nil: there is none.
	Alias func(name string) (value string, ok bool)
	Kill  *Kill // what was cut, from one line to the next; nil: of this line alone
}

// A Completion is what may complete a word.
type Completion struct {
	Start      int // where the word begins, an offset in the line
	Candidates []Candidate
}

// A Candidate is one of them.
type Candidate struct {
	Text  string // what takes the place of the word
	Shown string // how it is listed
	Open  bool   // more may follow (a directory): no blank is put behind it
}

// Kill is what was cut.
type Kill struct{ ring [][]rune }

// maxKills is how much of what was cut is kept, for Alt-y.
const maxKills = 16

// A State says what became of a line.
type State int

// What became of a line: it is being edited; is to run; is to be edited in a program, and then run (v of vi, Ctrl-X
// Ctrl-E), or another in its place: see Number; was given up by Ctrl-C or Ctrl-\; the input ends (Ctrl-D in an empty line).
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

	at      int            // in the history; its length: the line that is new
	changed map[int][]rune // lines of the history that were changed, and the new one while another is shown
	undos   []snapshot
	typing  bool // the last key added a character: one step to undo

	last     action // what the key before did
	yanked   int    // the length of what Ctrl-Y or Alt-. put before the cursor
	turn     int    // how often Alt-y or Alt-. was pressed
	literal  bool   // the next key is a character (Ctrl-V)
	controlX bool
	count    int // of vi and of Alt-digit
	number   int // behind Elsewhere
	bell     bool
	clear    bool // the screen is to be cleared

	vi     viState
	search *search
	menu   *menu
}

// action is a kind of command, for those that go on with what the one before began.
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

// Text is the line as it is.
func (e *Editor) Text() string { return stringOf(e.text) }

// Runes are the line's characters and the cursor's place among them, for Lay.
func (e *Editor) Runes() (text []rune, pos int) { return e.text, e.pos }

// Number is that of the command in the history that is meant behind Elsewhere; 0: the line itself.
func (e *Editor) Number() int { return e.number }

// Bell reports whether the last keys could not be obeyed, since it was asked last.
func (e *Editor) Bell() bool {
	rung := e.bell
	e.bell = false
	return rung
}

// Clear reports whether the screen is to be cleared (Ctrl-L), since it was asked last.
func (e *Editor) Clear() bool {
	wanted := e.clear
	e.clear = false
	return wanted
}

// Key does what a key says.
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
		return behindControlX(e, k)
	}
	if e.config.Vi {
		return e.viKey(k, before)
	}
	return e.emacsKey(k, before)
}

// save notes the line as it is, to come back to by undo. Characters that are typed are one step.
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

// replace puts text in the place of what is between two places, and the cursor behind it.
func (e *Editor) replace(from, to int, text []rune) {
	e.text = slices.Replace(e.text, from, to, text...)
	e.pos = from + len(text)
}

// set makes another line of it.
func (e *Editor) set(text []rune) {
	e.text = slices.Clone(text)
	e.pos = len(e.text)
	e.undos, e.typing = nil, false
}

// cut takes out what is between two places and keeps it. What is cut by keys that follow each other
// is one piece.
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

// yank puts what was cut last, or before, at the cursor.
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

// times is the count that was typed, 1 where none was.
func (e *Editor) times() int {
	n := max(e.count, 1)
	e.count = 0
	return n
}
