package edit

import (
	"strings"
	"unicode/utf8"
)

// A Key is a pressed key, or a pasted text.
type Key struct {
	// a character, or a control character as its code; 0 if there is a Name
	Rune rune
	Meta bool   // with Alt, or after Escape
	Name Name   // of a key other than a character
	Text string // the pasted text
	Row  int    // Position: the cursor's row as reported by the terminal, from 1
	Col  int
}

// A Name names a key other than a character, or a terminal's answer.
type Name int

// Character is the zero Name, for characters. Paste has a Text, Position is a terminal's answer,
// and Unknown a sequence without meaning here.
const (
	Character Name = iota
	Escape
	Up
	Down
	Left
	Right
	Home
	End
	Delete
	Insert
	PageUp
	PageDown
	WordLeft
	WordRight
	BackTab
	Paste
	Position
	Unknown
)

// maxSequence is the maximal length of a terminal's sequence for one key.
const maxSequence = 64

const pasteEnd = "\x1b[201~"

// A Decoder makes keys of bytes. The zero value is ready. It is for one goroutine.
type Decoder struct {
	// Vi makes Escape a key of its own unless a sequence follows at once.
	Vi bool

	held    []byte
	pasting bool
}

// Held reports whether bytes were taken that are no key yet. If none follow soon, Flush makes keys
// of them.
func (d *Decoder) Held() bool { return len(d.held) > 0 && !d.pasting }

// Pasting reports whether a paste has begun and not ended.
func (d *Decoder) Pasting() bool { return d.pasting }

// Flush makes keys of the held bytes by themselves.
func (d *Decoder) Flush() []Key {
	held := d.held
	d.held = nil
	switch {
	case d.pasting || len(held) == 0:
		d.held = held
		return nil
	case held[0] == '\x1b' && len(held) == 1:
		return []Key{{Name: Escape}}
	case held[0] == '\x1b' && len(held) == 2: // Alt-[ or Alt-O
		return d.meta(rune(held[1]))
	case held[0] == '\x1b':
		return []Key{{Name: Unknown}}
	}
	return rawKeys(held)
}

// Byte takes a byte and returns the keys completed by it: mostly one or none.
func (d *Decoder) Byte(c byte) []Key {
	d.held = append(d.held, c)
	switch {
	case d.pasting:
		return d.paste()
	case d.held[0] == '\x1b':
		return d.escape()
	}
	if !utf8.FullRune(d.held) {
		return nil
	}
	held := d.held
	d.held = nil
	r, n := utf8.DecodeRune(held)
	if r == utf8.RuneError && n == 1 {
		return rawKeys(held)
	}
	return []Key{{Rune: r}}
}

// rawKeys makes keys of bytes outside UTF-8.
func rawKeys(held []byte) []Key {
	var keys []Key
	for _, r := range runesOf(string(held)) {
		keys = append(keys, Key{Rune: r})
	}
	return keys
}

func (d *Decoder) paste() []Key {
	if len(d.held) < len(pasteEnd) || string(d.held[len(d.held)-len(pasteEnd):]) != pasteEnd {
		return nil
	}
	text := string(d.held[:len(d.held)-len(pasteEnd)])
	d.held, d.pasting = nil, false
	return []Key{{Name: Paste, Text: strings.NewReplacer("\n\r", "\n", "\r\n", "\n", "\r",
		"\n").Replace(text)}}
}

func (d *Decoder) escape() []Key {
	held := d.held
	switch {
	case len(held) == 1:
		return nil
	case len(held) == 2 && (held[1] == '[' || held[1] == 'O'):
		return nil
	case len(held) == 2 && held[1] == '\x1b' && !d.Vi:
		d.held = held[1:] // the first Escape changes nothing
		return nil
	case len(held) == 2 && held[1] == '\x1b':
		d.held = held[1:]
		return []Key{{Name: Escape}}
	case held[1] != '[' && held[1] != 'O':
		if !utf8.FullRune(held[1:]) {
			return nil
		}
		d.held = nil
		r, _ := utf8.DecodeRune(held[1:])
		return d.meta(r)
	}
	last := held[len(held)-1]
	switch {
	case held[1] == 'O', last >= 0x40 && last <= 0x7e && !(len(held) == 3 && last == '['):
		d.held = nil
		return d.sequence(string(held[2:len(held)-1]), last)
	case last < ' ' || len(held) > maxSequence: // no such sequence: the held bytes mean nothing
		d.held = nil
		return []Key{{Name: Unknown}}
	}
	return nil
}

// meta is a character after an Escape.
func (d *Decoder) meta(r rune) []Key {
	if d.Vi {
		return []Key{{Name: Escape}, {Rune: r}}
	}
	return []Key{{Rune: r, Meta: true}}
}

// sequence returns the key sent by a terminal as ESC [ parameters final, or ESC O final.
func (d *Decoder) sequence(parameters string, final byte) []Key {
	first, rest, _ := strings.Cut(parameters, ";")
	word := rest == "5" || rest == "3" // with Control or Alt
	name := Unknown
	if strings.HasPrefix(parameters, "[") { // a function key of the Linux console
		return []Key{{Name: name}}
	}
	switch final {
	case 'A':
		name = Up
	case 'B':
		name = Down
	case 'C':
		name = Right
		if word {
			name = WordRight
		}
	case 'D':
		name = Left
		if word {
			name = WordLeft
		}
	case 'H':
		name = Home
	case 'F':
		name = End
	case 'Z':
		name = BackTab
	case 'R':
		if row, col := number(first), number(rest); row > 0 && col > 0 {
			return []Key{{Name: Position, Row: row, Col: col}}
		}
	case 'M':
		if parameters == "" { // Enter of the number pad
			return []Key{{Rune: '\n'}}
		}
	case '~':
		switch first {
		case "1", "7":
			name = Home
		case "2":
			name = Insert
		case "3":
			name = Delete
		case "4", "8":
			name = End
		case "5":
			name = PageUp
		case "6":
			name = PageDown
		case "200":
			d.pasting = true
			return nil
		}
	}
	return []Key{{Name: name}}
}

// number returns a small decimal number, or 0.
func number(s string) int {
	n := 0
	for _, c := range []byte(s) {
		if c < '0' || c > '9' || n > 1<<16 {
			return 0
		}
		n = 10*n + int(c-'0')
	}
	return n
}
