package edit

import (
	"strings"

	"ftsh/internal/pattern"
)

// patternKey obeys a key while a pattern is typed after / or ?.
func (e *Editor) patternKey(k Key) {
	v := &e.vi
	p := v.prompt
	switch {
	case k.Name == Escape, k.Rune == ctrl('g'):
		v.prompt = nil
	case k.Name != Character:
	case k.Rune == '\r' || k.Rune == '\n':
		v.prompt = nil
		v.step = -1
		if p.kind == '?' {
			v.step = 1
		}
		if len(p.what) > 0 { // else the previous pattern
			v.pattern = stringOf(p.what)
		}
		e.viSearch(v.step)
		e.viDone()
	case k.Rune == ctrl('h') || k.Rune == 0x7f:
		if len(p.what) == 0 {
			v.prompt = nil
			return
		}
		p.what = p.what[:len(p.what)-1]
	case k.Rune >= ' ':
		p.what = append(p.what, k.Rune)
	}
}

// viSearch goes to the next command in a direction with a match of the last pattern (XCU 2.14): at
// its beginning if the pattern begins with ^.
func (e *Editor) viSearch(step int) {
	if e.vi.pattern == "" || step == 0 {
		e.bell = true
		return
	}
	text, anchored := strings.CutPrefix(e.vi.pattern, "^")
	if !anchored {
		text = "*" + text
	}
	p := pattern.Compile(text + "*")
	for i := e.at + step; i >= 0 && i < len(e.config.History); i += step {
		if p.Match(stringOf(e.entry(i))) {
			e.show(i)
			e.pos = 0
			return
		}
	}
	e.bell = true
}
