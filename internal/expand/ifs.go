package expand

import (
	"strings"
	"unicode/utf8"

	"ftsh/internal/vars"
)

// Classes of bytes in the result of an unquoted expansion.
const (
	plain     = byte(iota)
	meta      // special in a pattern: * ? [
	space     // IFS white space
	delimiter // any other IFS character
	wide      // part of a longer character, perhaps of IFS
)

// defaultIFS is the meaning of an unset IFS.
const defaultIFS = " \t\n"

// A splitter is IFS as a table.
type splitter struct {
	ifs   string // the source of the table
	bytes bool   // each byte of it was a character
	ready bool
	class [256]byte
	// chars holds the characters of IFS beyond ASCII. It is searched only if a byte of class wide
	// starts a character.
	chars []string
}

// ifsValue returns the effective value of IFS.
func ifsValue(v *vars.Store, ref vars.Ref) string {
	if s, ok := v.Get(ref); ok {
		return s
	}
	return defaultIFS
}

// load makes t the table of the current IFS.
func (t *splitter) load(v *vars.Store, ref vars.Ref) {
	ifs := ifsValue(v, ref)
	bytes := v.Bytes()
	if t.ready && t.ifs == ifs && t.bytes == bytes {
		return
	}
	*t = splitter{ifs: ifs, bytes: bytes, ready: true, chars: t.chars[:0]}
	t.class['*'], t.class['?'], t.class['['] = meta, meta, meta
	for s := ifs; s != ""; {
		size := firstChar(s, bytes)
		switch c := s[0]; {
		case c >= utf8.RuneSelf && !bytes:
			t.chars = append(t.chars, s[:size])
		case c == ' ' || c == '\t' || c == '\n':
			t.class[c] = space
		default:
			t.class[c] = delimiter
		}
		s = s[size:]
	}
	if len(t.chars) > 0 {
		for c := utf8.RuneSelf; c < 256; c++ {
			t.class[c] = wide
		}
	}
}

// decode returns class and length of the first character of s.
func (t *splitter) decode(s string) (class byte, size int) {
	_, size = utf8.DecodeRuneInString(s)
	for _, c := range t.chars {
		if c == s[:size] {
			return delimiter, size
		}
	}
	return plain, size
}

// separator returns the first character of IFS, for joining "$*".
func separator(sh Shell, ref vars.Ref) string {
	v := sh.Vars()
	ifs := ifsValue(v, ref)
	return ifs[:firstChar(ifs, v.Bytes())]
}

// firstChar returns the length of the first character of s.
func firstChar(s string, bytes bool) int {
	if bytes {
		return min(1, len(s))
	}
	_, size := utf8.DecodeRuneInString(s)
	return size
}

// untouched reports whether splitting by the default IFS and pathname expansion leave s unchanged.
func untouched(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\n', '*', '?', '[':
			return false
		}
	}
	return true
}

// hasMeta reports whether s has a special character of patterns.
func hasMeta(s string) bool { return strings.ContainsAny(s, "*?[") }
