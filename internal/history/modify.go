package history

import (
	"strings"
)

// modified reads the modifiers after a reference, and applies them to its text.
func (x *expansion) modified(text string) (string, error) {
	for x.peek(0) == ':' {
		begin := x.at
		x.at++
		global, each := false, false
		c := x.peek(0)
		for ; c == 'g' || c == 'a' || c == 'G'; c = x.peek(0) {
			global = global || c != 'G'
			each = each || c == 'G'
			x.at++
		}
		x.at++
		var err error
		switch c {
		case 'h', 't', 'r', 'e':
			text = ofPath(text, c)
		case 'p':
			x.only = true
		case 'q':
			text = quoted(text)
		case 'x':
			text = quotedWords(text)
		case 's', '&':
			if c == 's' {
				x.readSubstitution()
			}
			text, err = x.substituted(text, begin, global, each)
		default:
			return "", x.wrong(x.at-1, "unrecognized history modifier")
		}
		if err != nil {
			return "", err
		}
	}
	return text, nil
}

// ofPath returns the head, tail, root or extension of a path.
func ofPath(text string, what byte) string {
	mark := byte('/')
	if what == 'r' || what == 'e' {
		mark = '.'
	}
	i := strings.LastIndexByte(text, mark)
	switch {
	case i < 0:
		return text
	case what == 't':
		return text[i+1:]
	case what == 'e':
		return text[i:]
	case i == 0 && what == 'h':
		return "/"
	}
	return text[:i]
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// quotedWords quotes the parts between blanks.
func quotedWords(text string) string {
	var b strings.Builder
	b.WriteByte('\'')
	for i := range len(text) {
		switch c := text[i]; c {
		case '\'':
			b.WriteString(`'\''`)
		case ' ', '\t', '\n':
			b.WriteString("'" + string(c) + "'")
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('\'')
	return b.String()
}

// readSubstitution reads /old/new/ with any delimiter.
func (x *expansion) readSubstitution() {
	mark := x.peek(0)
	if mark == '\n' {
		return
	}
	x.at++
	old := x.upTo(mark, false)
	if old == "" {
		old = x.old
		if old == "" {
			old = x.search
		}
	}
	x.old = old
	x.new = x.upTo(mark, true)
	x.replaced = true
}

// upTo reads up to a delimiter, which a backslash quotes. & in what replaces is the old text.
func (x *expansion) upTo(mark byte, replaces bool) string {
	var b strings.Builder
	for ; x.at < len(x.line) && x.line[x.at] != '\n'; x.at++ {
		switch c := x.line[x.at]; {
		case c == mark:
			x.at++
			return b.String()
		case c == '\\' && x.peek(1) == mark, c == '\\' && replaces && x.peek(1) == '&':
			x.at++
			b.WriteByte(x.line[x.at])
		case c == '&' && replaces:
			b.WriteString(x.old)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// maxText limits what substitutions of substitutions may make of a text.
const maxText = 1 << 24

// substituted applies the last substitution to a text: once, everywhere, or once in each word.
func (x *expansion) substituted(text string, begin int, global, each bool) (string, error) {
	if !x.replaced || x.old == "" || !strings.Contains(text, x.old) {
		return "", x.wrong(begin, "substitution failed")
	}
	if len(text)+strings.Count(text, x.old)*len(x.new) > maxText {
		return "", x.wrong(begin, "the text becomes too long")
	}
	switch {
	case each:
		words := strings.Split(text, " ")
		for i := range words {
			words[i] = strings.Replace(words[i], x.old, x.new, 1)
		}
		return strings.Join(words, " "), nil
	case global:
		return strings.ReplaceAll(text, x.old, x.new), nil
	}
	return strings.Replace(text, x.old, x.new, 1), nil
}
