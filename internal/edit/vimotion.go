package edit

import "slices"

// viMotion returns the target of a motion, and whether an operator includes the character there.
func (e *Editor) viMotion(r rune) (to int, inclusive, ok bool) {
	start, end := lineStart(e.text, e.pos), lineEnd(e.text, e.pos)
	to = e.pos
	step := func(move func()) {
		for range e.times() {
			move()
		}
	}
	switch r {
	case 'h', ctrl('h'), 0x7f:
		step(func() { to = max(previous(e.text, to), start) })
	case 'l', ' ':
		step(func() { to = min(next(e.text, to), end) })
	case '0':
		to = start
	case '^':
		for to = start; to < end && small(e.text[to]) == blank; to++ {
		}
	case '$':
		to = end
	case '|':
		to = min(start+e.times()-1, end)
	case 'w':
		step(func() { to = nextWord(e.text, to, small) })
	case 'W':
		step(func() { to = nextWord(e.text, to, big) })
	case 'b':
		step(func() { to = wordStart(e.text, to, small) })
	case 'B':
		step(func() { to = wordStart(e.text, to, big) })
	case 'e':
		step(func() { to = lastOfWord(e.text, to, small) })
		inclusive = true
	case 'E':
		step(func() { to = lastOfWord(e.text, to, big) })
		inclusive = true
	case ';', ',':
		kind := e.vi.find
		if kind == 0 {
			e.bell = true
			return e.pos, false, true
		}
		if r == ',' {
			kind = map[rune]rune{'f': 'F', 'F': 'f', 't': 'T', 'T': 't'}[kind]
		}
		to = e.viFind(kind, e.vi.findChar, e.times(), true)
		inclusive = kind == 'f' || kind == 't'
	default:
		return 0, false, false
	}
	return to, inclusive, true
}

// viFind returns the target of f, F, t or T, or the cursor if there is no such character. Again, t
// moves past the character after the cursor.
func (e *Editor) viFind(kind, char rune, n int, again bool) int {
	start, end := lineStart(e.text, e.pos), lineEnd(e.text, e.pos)
	step := 1
	if kind == 'F' || kind == 'T' {
		step = -1
	}
	i := e.pos
	if j := i + step; again && (kind == 't' || kind == 'T') && j >= start && j < end &&
		e.text[j] == char {
		i = j
	}
	for range n {
		for i += step; i >= start && i < end && e.text[i] != char; i += step {
		}
	}
	if i < start || i >= end {
		e.bell = true
		return e.pos
	}
	if kind == 't' || kind == 'T' {
		i -= step
	}
	return i
}

// viAwaited obeys the character awaited by a command.
func (e *Editor) viAwaited(r rune, before action) {
	v := &e.vi
	kind := v.awaits
	v.awaits = 0
	if r < ' ' && r != '\t' {
		v.operator, e.count = 0, 0
		e.bell = true
		return
	}
	if kind == 'r' {
		n := e.times()
		if e.pos+n > lineEnd(e.text, e.pos) {
			e.bell = true
			return
		}
		e.save(false)
		e.replace(e.pos, e.pos+n, slices.Repeat([]rune{r}, n))
		e.pos = previous(e.text, e.pos)
		v.changes = true
		return
	}
	v.find, v.findChar = kind, r
	if v.operator == 0 {
		e.pos = e.viFind(kind, r, e.times(), false)
		return
	}
	viCounts(e)
	to := e.viFind(kind, r, e.times(), false)
	if e.bell { // there is none
		v.operator = 0
		return
	}
	e.viApply(e.pos, to, kind == 'f' || kind == 't', before)
}

// viCounts multiplies the counts before an operator and before its motion.
func viCounts(e *Editor) {
	if e.vi.opCount > 0 {
		e.count = min(max(e.count, 1)*e.vi.opCount, maxCount)
	}
	e.vi.opCount = 0
}

// viOperate obeys the motion after d, c or y.
func (e *Editor) viOperate(r rune, before action) {
	v := &e.vi
	switch {
	case r == 'y' && v.operator == 'y':
		e.copy(lineStart(e.text, e.pos), lineEnd(e.text, e.pos))
		v.operator, v.opCount, e.count = 0, 0, 0
		return
	case r == v.operator: // dd: the line
		e.viApply(lineStart(e.text, e.pos), lineEnd(e.text, e.pos), false, before)
		return
	case r == 'f' || r == 'F' || r == 't' || r == 'T':
		v.awaits = r
		return
	}
	viCounts(e)
	motion := r
	if v.operator == 'c' && e.pos < len(e.text) && small(e.text[e.pos]) != blank {
		switch r { // XCU: cw does not take the blanks
		case 'w':
			motion = 'e'
		case 'W':
			motion = 'E'
		}
	}
	to, inclusive, ok := e.viMotion(motion)
	if !ok {
		v.operator, e.count = 0, 0
		e.bell = true
		return
	}
	e.viApply(e.pos, to, inclusive, before)
}

// viApply applies the operator to the text between two places.
func (e *Editor) viApply(from, to int, inclusive bool, before action) {
	v := &e.vi
	operator := v.operator
	v.operator, v.opCount, e.count = 0, 0, 0
	from, to = min(from, to), max(from, to)
	if inclusive {
		to = next(e.text, to)
	}
	to = min(to, len(e.text))
	if operator == 'y' {
		e.copy(from, to)
		e.pos = from
		return
	}
	e.cut(from, to, before)
	v.changes = true
	if operator == 'c' {
		e.bell = false // c$ at the end of a line
		e.viInsert(from)
	}
}
