package pattern

import (
	"strings"
	"unicode"
)

// A set is a bracket expression.
type set struct {
	not     bool
	ascii   [2]uint64 // members below 128
	ranges  []rune    // pairs, for the other members
	classes uint16    // bits numbered by class, for characters from 128 on
}

func (t *set) has(r rune) bool {
	if r < 128 {
		return (t.ascii[r>>6]>>(r&63)&1 != 0) != t.not
	}
	for i := 0; i < len(t.ranges); i += 2 {
		if t.ranges[i] <= r && r <= t.ranges[i+1] {
			return !t.not
		}
	}
	if t.classes != 0 && r < badByte {
		for c := class(0); c < numClasses; c++ {
			if t.classes>>c&1 != 0 && c.has(r) {
				return !t.not
			}
		}
	}
	return t.not
}

func (t *set) add(lo, hi rune) {
	if lo >= badByte != (hi >= badByte) {
		// Bytes of no character have no place in the order of characters.
		t.add(lo, lo)
		t.add(hi, hi)
		return
	}
	for r := lo; r <= hi && r < 128; r++ {
		t.ascii[r>>6] |= 1 << (r & 63)
	}
	if hi >= 128 && lo <= hi {
		t.ranges = append(t.ranges, max(lo, 128), hi)
	}
}

func (t *set) addClass(c class) {
	t.classes |= 1 << c
	for r := rune(0); r < 128; r++ {
		if c.has(r) {
			t.ascii[r>>6] |= 1 << (r & 63)
		}
	}
}

// bracket reads the bracket expression at src[i:] and returns its length, or 0 if it is none. end
// is the index of the last ] in src.
func (p *Pattern) bracket(src string, i, end int) (*set, int) {
	if end <= i+1 {
		return nil, 0
	}
	start := i
	t := &set{}
	i++
	// POSIX leaves [^…] open: in dash ^ is an ordinary character.
	if src[i] == '!' || p.caret && src[i] == '^' {
		t.not = true
		i++
	}
	for first := true; i < len(src); first = false {
		if src[i] == ']' && !first {
			if p.bytes && !p.fold {
				t.classes = 0 // no byte from 128 on is in one
			}
			return t, i + 1 - start
		}
		if c, n := classAt(src, i); n > 0 {
			if p.fold { // members are folded, classes are not
				t.classes |= 1 << c
			} else {
				t.addClass(c)
			}
			i += n
			continue
		}
		if n := unknownClass(src, i); n > 0 && p.caret { // in bash no character is in it
			i += n
			continue
		}
		lo, n := p.member(src, i)
		i += n
		hi := lo
		if i+1 < len(src) && src[i] == '-' && src[i+1] != ']' {
			hi, n = p.member(src, i+1)
			i += 1 + n
		}
		t.add(p.lower(lo), p.lower(hi))
	}
	return nil, 0
}

// unknownClass returns the length of [:name:] at src[i:], or 0.
func unknownClass(src string, i int) int {
	if !strings.HasPrefix(src[i:], "[:") {
		return 0
	}
	name := src[i+2:]
	for n := 0; n < len(name) && n < 16; n++ { // no name is longer
		if c := name[n]; c < 'a' || c > 'z' {
			if strings.HasPrefix(name[n:], ":]") {
				return n + len("[::]")
			}
			break
		}
	}
	return 0
}

// member reads one character of a bracket expression, possibly quoted or written as a collating
// symbol or equivalence class.
func (p *Pattern) member(src string, i int) (rune, int) {
	if src[i] == '\\' && i+1 < len(src) {
		r, n := p.char(src, i+1)
		return r, n + 1
	}
	if src[i] == '[' && i+2 < len(src) && (src[i+1] == '.' || src[i+1] == '=') {
		r, n := p.char(src, i+2)
		if rest := src[i+2+n:]; len(rest) >= 2 && rest[0] == src[i+1] && rest[1] == ']' {
			return r, n + 4
		}
	}
	return p.char(src, i)
}

// A class is a character class, in the order of their names in classAt.
type class uint8

const (
	alnum class = iota
	alpha
	blank
	cntrl
	digit
	graph
	lower
	print
	punct
	space
	upper
	xdigit
	numClasses
)

// classAt reads [:name:] at src[i:] and returns its length, or 0.
func classAt(src string, i int) (class, int) {
	rest := src[i:]
	if len(rest) < len("[:x:]") || rest[1] != ':' || rest[0] != '[' {
		return 0, 0
	}
	rest = rest[2:]
	for c, name := range [...]string{"alnum", "alpha", "blank", "cntrl", "digit", "graph",
		"lower", "print", "punct", "space", "upper", "xdigit"} {
		if strings.HasPrefix(rest, name) && strings.HasPrefix(rest[len(name):], ":]") {
			return class(c), len(name) + len("[::]")
		}
	}
	return 0, 0
}

func (c class) has(r rune) bool {
	switch c {
	case alnum:
		return unicode.IsLetter(r) || isDigit(r) || r >= 128 && unicode.IsDigit(r)
	case alpha:
		return unicode.IsLetter(r) || r >= 128 && unicode.IsDigit(r)
	case blank:
		return r == ' ' || r == '\t' || r >= 128 && isSpace(r) && unicode.Is(unicode.Zs, r)
	case cntrl:
		return unicode.IsControl(r) || r == '\u2028' || r == '\u2029'
	case digit:
		return isDigit(r)
	case graph:
		return isPrint(r) && !isSpace(r)
	case lower:
		return unicode.IsLower(r)
	case print:
		return isPrint(r)
	case punct:
		return isPrint(r) && !isSpace(r) && !alnum.has(r)
	case space:
		return isSpace(r)
	case upper:
		return unicode.IsUpper(r)
	case xdigit:
		return isDigit(r) || 'a' <= r && r <= 'f' || 'A' <= r && r <= 'F'
	}
	return false
}

// isDigit accepts 0 to 9 only, as [:digit:] requires (XBD 7.3.1). The digits of other scripts are
// letters, as in ISO 30112.
func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// isSpace leaves out the no-break spaces, as C libraries do.
func isSpace(r rune) bool {
	switch r {
	case '\u0085', '\u00a0', '\u2007', '\u202f':
		return false
	}
	return unicode.IsSpace(r)
}

func isPrint(r rune) bool {
	return unicode.IsGraphic(r) || r >= 128 && (unicode.Is(unicode.Cf, r) ||
		unicode.Is(unicode.Co, r))
}

// Class is a character class, such as that of [:alpha:].
type Class struct{ c class }

// ClassOf returns the class with a name, and whether there is one.
func ClassOf(name string) (Class, bool) {
	c, n := classAt("[:"+name+":]", 0)
	return Class{c}, n == len(name)+len("[::]") && name != ""
}

// Has reports whether a character is in the class.
func (c Class) Has(r rune) bool { return c.c.has(r) }
