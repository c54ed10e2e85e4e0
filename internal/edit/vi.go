package edit

import (
	"slices"
	"unicode"
)

// viState is the state of vi between keys.
type viState struct {
	command   bool // keys are commands; else they are inserted
	overwrite bool // R: they replace the text there

	operator rune // d, c or y, waiting for a motion
	opCount  int
	awaits   rune // f, F, t, T, r or @, waiting for a character
	find     rune // the last f, F, t or T, and its character
	findChar rune

	prompt  *viPrompt // a pattern is being typed after / or ?
	pattern string    // the last one
	step    int       // and its direction

	record    []Key // of the command being typed
	recCount  int
	change    []Key // of the last command that changed something, for .
	changes   bool  // the command being typed changes something
	chgCount  int
	repeating bool
	macros    int // nesting depth of @
}

type viPrompt struct {
	kind rune
	what []rune
}

// viKey obeys a key in vi mode.
func (e *Editor) viKey(k Key, before action) State {
	v := &e.vi
	switch {
	case v.prompt != nil:
		e.patternKey(k)
		return Editing
	case !v.command:
		return e.viInsertKey(k, before)
	case k.Name != Character:
		e.viNamed(k.Name)
		return Editing
	}
	if v.operator == 0 && v.awaits == 0 && e.count == 0 {
		v.record, v.recCount, v.changes = nil, 0, false
	}
	if v.awaits == 0 && (k.Rune >= '1' && k.Rune <= '9' || k.Rune == '0' && e.count > 0) {
		e.count = min(e.count*10+int(k.Rune-'0'), maxCount)
		return Editing
	}
	if v.operator == 0 && v.awaits == 0 {
		v.recCount = e.count
	}
	v.record = append(v.record, k)
	state := e.viCommand(k.Rune, before)
	if v.command && v.operator == 0 && v.awaits == 0 {
		e.viDone()
	}
	return state
}

// viDone ends a command: its keys are kept for the . command if it changed the line, and the cursor
// stands on a character.
func (e *Editor) viDone() {
	v := &e.vi
	if v.changes && !v.repeating {
		v.change, v.chgCount = slices.Clone(v.record), v.recCount
	}
	e.count, v.changes = 0, false
	if end := lineEnd(e.text, e.pos); e.pos == end && e.pos > lineStart(e.text, e.pos) {
		e.pos = previous(e.text, e.pos)
	}
}

// viNamed obeys a named key while keys are commands.
func (e *Editor) viNamed(name Name) {
	v := &e.vi
	if name == Escape {
		if v.operator == 0 && v.awaits == 0 && e.count == 0 {
			e.bell = true
		}
	} else {
		e.named(name)
	}
	v.operator, v.awaits = 0, 0
	e.viDone()
}

// viInsertKey obeys a key while text is inserted.
func (e *Editor) viInsertKey(k Key, before action) State {
	v := &e.vi
	v.record = append(v.record, k)
	switch {
	case k.Name == Escape:
		v.command, v.overwrite = true, false
		e.typing = false
		if e.pos > lineStart(e.text, e.pos) {
			e.pos = previous(e.text, e.pos)
		}
		e.viDone()
	case k.Name != Character:
		e.named(k.Name)
	case k.Rune < ' ' || k.Rune == 0x7f:
		return e.control(k.Rune, before)
	default:
		e.save(true)
		if v.overwrite && e.pos < lineEnd(e.text, e.pos) {
			e.replace(e.pos, next(e.text, e.pos), nil)
		}
		e.insert([]rune{k.Rune})
	}
	return Editing
}

// viInsert goes from commands to inserting.
func (e *Editor) viInsert(at int) {
	e.vi.command = false
	e.vi.changes = true
	e.count = 0
	e.pos = at
	e.save(false)
}

// viCommand obeys a command character.
func (e *Editor) viCommand(r rune, before action) State {
	v := &e.vi
	if v.awaits == '@' {
		return pressAlias(e, r)
	}
	if v.awaits != 0 {
		e.viAwaited(r, before)
		return Editing
	}
	if v.operator != 0 {
		e.viOperate(r, before)
		return Editing
	}
	if to, _, ok := e.viMotion(r); ok {
		e.pos = to
		return Editing
	}
	switch r {
	case '\r', '\n', ctrl('d'), ctrl('l'), ctrl('r'), ctrl('n'), ctrl('p'), ctrl('v'):
		return e.control(r, before)
	case 'd', 'c', 'y':
		v.operator, v.opCount = r, e.count
		e.count = 0
	case 'r', 'f', 'F', 't', 'T', '@':
		v.awaits = r
	case '#':
		e.pos = 0
		e.insert([]rune{'#'})
		return Accepted
	case 'v':
		e.number, e.count = e.count, 0
		return Elsewhere
	case 'k', '-':
		e.viHistory(-e.times())
	case 'j', '+':
		e.viHistory(e.times())
	case 'G':
		if e.count > 0 {
			e.show(min(e.count-1, len(e.config.History)))
		} else {
			e.show(0)
		}
	case '/', '?':
		v.prompt = &viPrompt{kind: r}
	case 'n':
		e.viSearch(v.step)
	case 'N':
		e.viSearch(-v.step)
	case 'u':
		e.undo()
	case 'U':
		for len(e.undos) > 0 {
			e.undo()
		}
	case '.':
		e.viRepeat()
	case '=', '\\', '*':
		e.viComplete(r)
	default:
		if !e.viInserting(r) && !e.viChanging(r, before) {
			e.bell = true
		}
	}
	return Editing
}

// viInserting runs the commands followed by inserted text.
func (e *Editor) viInserting(r rune) bool {
	switch r {
	case 'i':
		e.viInsert(e.pos)
	case 'I':
		e.viInsert(lineStart(e.text, e.pos))
	case 'a':
		e.viInsert(min(next(e.text, e.pos), lineEnd(e.text, e.pos)))
	case 'A':
		e.viInsert(lineEnd(e.text, e.pos))
	case 'R':
		e.viInsert(e.pos)
		e.vi.overwrite = true
	case '_':
		e.viLastWord()
	default:
		return false
	}
	return true
}

// viChanging runs the commands that change text by themselves.
func (e *Editor) viChanging(r rune, before action) bool {
	end := lineEnd(e.text, e.pos)
	n := e.times()
	switch r {
	case 'x', 's':
		to := e.pos
		for range n {
			to = min(next(e.text, to), end)
		}
		e.cut(e.pos, to, before)
	case 'X':
		from := e.pos
		for range n {
			from = max(previous(e.text, from), lineStart(e.text, e.pos))
		}
		e.cut(from, e.pos, before)
	case 'D', 'C':
		e.cut(e.pos, end, before)
	case 'S':
		e.cut(lineStart(e.text, e.pos), end, before)
	case 'Y':
		e.copy(e.pos, end)
		return true
	case 'p', 'P':
		e.viPut(r, n)
	case '~':
		e.save(false)
		for range n {
			if e.pos < end {
				c := e.text[e.pos]
				if unicode.IsUpper(c) {
					c = unicode.ToLower(c)
				} else {
					c = unicode.ToUpper(c)
				}
				e.text[e.pos] = c
				e.pos = next(e.text, e.pos)
			}
		}
	default:
		return false
	}
	e.vi.changes = true
	if r == 's' || r == 'C' || r == 'S' {
		e.bell = false
		e.viInsert(e.pos)
	}
	return true
}

// copy keeps the text between two places as if it had been cut.
func (e *Editor) copy(from, to int) {
	ring := &e.config.Kill.ring
	*ring = append(*ring, slices.Clone(e.text[min(from, to):max(from, to)]))
	if len(*ring) > maxKills {
		*ring = slices.Delete(*ring, 0, 1)
	}
}

// maxRepeated bounds the length of a line made by repeating a piece of it.
const maxRepeated = 1 << 16

func (e *Editor) viPut(r rune, n int) {
	ring := e.config.Kill.ring
	if len(ring) == 0 || len(e.text)+n*len(ring[len(ring)-1]) > maxRepeated {
		e.bell = true
		return
	}
	e.save(false)
	if r == 'p' {
		e.pos = next(e.text, e.pos)
	}
	e.insert(slices.Repeat(ring[len(ring)-1], n))
	e.pos = previous(e.text, e.pos)
}

// viHistory goes n entries on, or line by line within one of several lines.
func (e *Editor) viHistory(n int) {
	was := e.at
	for ; n < 0; n++ {
		e.up()
	}
	for ; n > 0; n-- {
		e.down()
	}
	if e.at != was {
		e.pos = lineStart(e.text, e.pos)
	}
}

// viRepeat repeats the last command that changed something.
func (e *Editor) viRepeat() {
	v := &e.vi
	if len(v.change) == 0 || v.repeating {
		e.bell = true
		return
	}
	keys, count := v.change, v.chgCount
	if e.count > 0 {
		count = e.count
	}
	v.repeating = true
	e.count = 0
	for i, k := range keys {
		if i == 0 {
			v.record, v.changes = nil, false
			e.count = count
			v.recCount = count
			v.record = append(v.record, k)
			e.viCommand(k.Rune, other)
			continue
		}
		e.viKey(k, other)
	}
	v.change, v.chgCount = keys, count
	v.repeating = false
	v.changes = false
}

// viLastWord inserts the last word of the previous command after the cursor, or the word of a
// number.
func (e *Editor) viLastWord() {
	n := e.count
	if len(e.config.History) == 0 {
		e.bell = true
		return
	}
	words := splitWords(e.config.History[len(e.config.History)-1])
	if n == 0 {
		n = len(words)
	}
	if n > len(words) || n == 0 {
		e.bell = true
		return
	}
	e.viInsert(min(next(e.text, e.pos), len(e.text)))
	e.insert(runesOf(" " + words[n-1]))
}

// viComplete completes the word at the cursor (\), lists its completions (=), or inserts all of
// them (*).
func (e *Editor) viComplete(r rune) {
	if e.config.Complete == nil {
		e.bell = true
		return
	}
	end := e.pos
	for end < len(e.text) && big(e.text[end]) != blank {
		end++
	}
	e.viInsert(end)
	if r != '*' {
		e.complete()
		return
	}
	line := stringOf(e.text[:end])
	c := e.config.Complete(line, len(line))
	if len(c.Candidates) == 0 {
		e.bell = true
		return
	}
	var all []rune
	for _, candidate := range c.Candidates {
		all = append(append(all, runesOf(candidate.Text)...), ' ')
	}
	e.replace(len(runesOf(line[:c.Start])), end, all)
}
