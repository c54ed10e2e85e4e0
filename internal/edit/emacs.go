package edit

import (
	"slices"
	"unicode"
)

// ctrl returns the character of a letter with Control.
func ctrl(letter rune) rune { return letter & 0x1f }

// emacsKey obeys a key in emacs mode.
func (e *Editor) emacsKey(k Key, before action) State {
	switch {
	case k.Name != Character:
		e.named(k.Name)
	case k.Meta:
		e.metaKey(k.Rune, before)
		return Editing
	case k.Rune < ' ' || k.Rune == 0x7f:
		return e.control(k.Rune, before)
	default:
		e.save(true)
		e.insert(slices.Repeat([]rune{k.Rune}, min(e.times(), maxCount)))
	}
	e.count = 0
	return Editing
}

// afterControlX obeys a key after Ctrl-X.
func afterControlX(e *Editor, k Key) State {
	e.controlX = false
	switch k.Rune {
	case ctrl('u'):
		e.undo()
	case ctrl('e'):
		return Elsewhere
	default:
		e.bell = true
	}
	return Editing
}

// maxCount bounds repetitions by a count.
const maxCount = 1000

// named obeys a named key: the same in emacs and while vi inserts.
func (e *Editor) named(name Name) {
	e.typing = false
	switch name {
	case Up:
		e.up()
	case Down:
		e.down()
	case Left:
		e.pos = previous(e.text, e.pos)
	case Right:
		e.pos = next(e.text, e.pos)
	case Home:
		e.pos = lineStart(e.text, e.pos)
	case End:
		e.pos = lineEnd(e.text, e.pos)
	case WordLeft:
		e.pos = wordStart(e.text, e.pos, letters)
	case WordRight:
		e.pos = wordEnd(e.text, e.pos, letters)
	case PageUp:
		e.alike(-1)
	case PageDown:
		e.alike(1)
	case Delete:
		e.deleteNext()
	case Escape, Insert, BackTab:
	}
}

func (e *Editor) deleteNext() {
	if e.pos == len(e.text) {
		e.bell = true
		return
	}
	e.save(false)
	e.replace(e.pos, next(e.text, e.pos), nil)
}

func (e *Editor) deletePrevious() {
	if e.pos == 0 {
		e.bell = true
		return
	}
	e.save(false)
	e.replace(previous(e.text, e.pos), e.pos, nil)
}

// control obeys a control character.
func (e *Editor) control(r rune, before action) State {
	e.typing = false
	e.count = 0
	switch r {
	case '\r', '\n':
		return Accepted
	case ctrl('d'):
		if len(e.text) == 0 {
			return EOF
		}
		e.deleteNext()
	case '\t':
		if e.config.Complete == nil {
			e.save(true)
			e.insert([]rune{'\t'})
			break
		}
		e.complete()
	case ctrl('a'):
		e.pos = lineStart(e.text, e.pos)
	case ctrl('e'):
		e.pos = lineEnd(e.text, e.pos)
	case ctrl('b'):
		e.named(Left)
	case ctrl('f'):
		e.named(Right)
	case ctrl('p'):
		e.up()
	case ctrl('n'):
		e.down()
	case ctrl('h'), 0x7f:
		e.deletePrevious()
	case ctrl('k'):
		end := lineEnd(e.text, e.pos)
		if end == e.pos && end < len(e.text) {
			end++ // the newline
		}
		e.cut(e.pos, end, before)
	case ctrl('u'):
		e.cut(lineStart(e.text, e.pos), e.pos, before)
	case ctrl('w'):
		e.cut(wordStart(e.text, e.pos, big), e.pos, before)
	case ctrl('y'):
		e.yank()
	case ctrl('t'):
		e.transpose()
	case ctrl('r'):
		e.beginSearch(-1)
	case ctrl('s'):
		e.beginSearch(1)
	case ctrl('l'):
		e.clear = true
	case ctrl('v'), ctrl('q'):
		e.literal = true
	case ctrl('x'):
		e.controlX = true
	case 0x1f: // Ctrl-_
		e.undo()
	default:
		e.bell = true
	}
	return Editing
}

// metaKey obeys a character with Alt.
func (e *Editor) metaKey(r rune, before action) {
	e.typing = false
	if r >= '0' && r <= '9' {
		e.count = min(e.count*10+int(r-'0'), maxCount)
		return
	}
	e.count = 0
	switch r {
	case 'b':
		e.named(WordLeft)
	case 'f':
		e.named(WordRight)
	case 'd':
		e.cut(e.pos, wordEnd(e.text, e.pos, letters), before)
	case 0x7f, ctrl('h'):
		e.cut(wordStart(e.text, e.pos, letters), e.pos, before)
	case 'y':
		if before != yanking {
			e.bell = true
			break
		}
		yankOlder(e)
	case '.', '_':
		e.lastWordOf(before)
	case '<':
		e.show(0)
	case '>':
		e.show(len(e.config.History))
	case 'p':
		e.alike(-1)
	case 'n':
		e.alike(1)
	case 'u':
		e.change(unicode.ToUpper, unicode.ToUpper)
	case 'l':
		e.change(unicode.ToLower, unicode.ToLower)
	case 'c':
		e.change(unicode.ToUpper, unicode.ToLower)
	case 't':
		e.transposeWords()
	case 'r':
		for len(e.undos) > 0 {
			e.undo()
		}
	case '\r', '\n':
		e.save(false)
		e.insert([]rune{'\n'})
	default:
		e.bell = true
	}
}

// change changes the letters of the word at the cursor: its first, and the others.
func (e *Editor) change(first, others func(rune) rune) {
	end := wordEnd(e.text, e.pos, letters)
	e.save(false)
	to := first
	for ; e.pos < end; e.pos++ {
		if letters(e.text[e.pos]) == wordLike {
			e.text[e.pos] = to(e.text[e.pos])
			to = others
		}
	}
}

// transpose exchanges the characters around the cursor; at the end, the last two.
func (e *Editor) transpose() {
	at := e.pos
	if at == len(e.text) {
		at = previous(e.text, at)
	}
	left := previous(e.text, at)
	if left == at || at == 0 {
		e.bell = true
		return
	}
	e.save(false)
	end := next(e.text, at)
	swapped := slices.Concat(e.text[at:end], e.text[left:at])
	e.replace(left, end, swapped)
}

// transposeWords exchanges the word at the cursor with the one before it.
func (e *Editor) transposeWords() {
	end := wordEnd(e.text, e.pos, letters)
	start := wordStart(e.text, end, letters)
	left := wordStart(e.text, start, letters)
	leftEnd := wordEnd(e.text, left, letters)
	if left == start || leftEnd > start {
		e.bell = true
		return
	}
	e.save(false)
	e.replace(left, end, slices.Concat(e.text[start:end], e.text[leftEnd:start],
		e.text[left:leftEnd]))
}
