package edit

import "unicode"

// maxMacros is how deep the keys of an alias may press @ again.
const maxMacros = 16

// pressAlias presses the keys in the value of the alias named _ and a letter (XCU sh, @). A change
// of the line's state ends them like any keys: those after an Enter are dropped.
func pressAlias(e *Editor, letter rune) State {
	v := &e.vi
	v.awaits, e.count = 0, 0
	var keys string
	var ok bool
	if unicode.IsLetter(letter) && e.config.Alias != nil && v.macros < maxMacros {
		keys, ok = e.config.Alias("_" + string(letter))
	}
	if !ok {
		e.bell = true
		return Editing
	}
	v.macros++
	defer func() { v.macros-- }()
	d := Decoder{Vi: true}
	for _, b := range []byte(keys) {
		for _, k := range d.Byte(b) {
			if state := e.Key(k); state != Editing {
				return state
			}
		}
	}
	for _, k := range d.Flush() {
		if state := e.Key(k); state != Editing {
			return state
		}
	}
	return Editing
}
