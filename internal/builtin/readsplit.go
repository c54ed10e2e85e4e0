package builtin

import (
	"strings"
	"unicode/utf8"
)

// defaultIFS is the meaning of an unset IFS.
const defaultIFS = " \t\n"

// A splitter divides a line into fields by IFS as field splitting does (XCU
// 2.6.5), one at a time.
type splitter struct {
	s       string
	escaped []bool // bytes that never divide; nil: none
	pos     int
	ifs     string
	class   [256]byte
}

// Classes of bytes.
const (
	plainByte = iota
	spaceByte // IFS white space
	delimByte // other IFS
	wideByte  // may start a non-ASCII character of IFS
)

// init divides s by the characters of ifs, or by its bytes if bytes is set.
func (p *splitter) init(s string, escaped []bool, ifs string, bytes bool) {
	p.s, p.escaped, p.ifs = s, escaped, ifs
	for i := 0; i < len(ifs); i++ {
		switch c := ifs[i]; {
		case c >= utf8.RuneSelf && !bytes:
			p.class[c] = wideByte
		case c == ' ' || c == '\t' || c == '\n':
			p.class[c] = spaceByte
		default:
			p.class[c] = delimByte
		}
	}
}

// at returns class and length of the character at i.
func (p *splitter) at(i int) (class byte, size int) {
	class = p.class[p.s[i]]
	if class == plainByte || p.escaped != nil && p.escaped[i] {
		return plainByte, 1
	}
	if class != wideByte {
		return class, 1
	}
	_, size = utf8.DecodeRuneInString(p.s[i:])
	for j := 0; j < len(p.ifs); {
		_, n := utf8.DecodeRuneInString(p.ifs[j:])
		if p.ifs[j:j+n] == p.s[i:i+size] {
			return delimByte, size
		}
		j += n
	}
	return plainByte, size
}

// spaces skips IFS white space.
func (p *splitter) spaces() {
	for p.pos < len(p.s) {
		if class, _ := p.at(p.pos); class != spaceByte {
			return
		}
		p.pos++
	}
}

// field takes a field with its delimiter.
func (p *splitter) field() string {
	from := p.pos
	for p.pos < len(p.s) {
		class, size := p.at(p.pos)
		if class == spaceByte || class == delimByte {
			break
		}
		p.pos += size
	}
	s := p.s[from:p.pos]
	p.spaces()
	if p.pos < len(p.s) {
		if class, size := p.at(p.pos); class == delimByte {
			p.pos += size
			p.spaces()
		}
	}
	return s
}

// last takes the whole rest: a single field without its delimiter, or several with their
// delimiters, but without white space at the end.
func (p *splitter) last() string {
	from := p.pos
	if s := p.field(); p.pos == len(p.s) {
		return s
	}
	end := len(p.s)
	for end > from {
		if class, _ := p.at(end - 1); class != spaceByte {
			break
		}
		end--
	}
	return p.s[from:end]
}

// assignFields splits line and assigns its fields to names; the last name gets the rest.
func assignFields(h variablesHost, names []string, line string, escaped []bool) bool {
	v := h.Vars()
	ifs, ok := v.Lookup("IFS")
	if !ok {
		ifs = defaultIFS
	}
	if len(names) == 1 && escaped == nil && ifs == defaultIFS {
		// The whole line but the blanks around it: no table is needed.
		if err := v.AssignNamed(names[0], strings.Trim(line, defaultIFS)); err != nil {
			h.Errorf("%v", err)
			return false
		}
		return true
	}
	var p splitter
	p.init(line, escaped, ifs, v.Bytes())
	p.spaces()
	for i, name := range names {
		value := ""
		if i < len(names)-1 {
			value = p.field()
		} else {
			value = p.last()
		}
		if err := v.AssignNamed(name, value); err != nil {
			h.Errorf("%v", err)
			return false
		}
	}
	return true
}
