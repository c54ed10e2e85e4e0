// Package quote turns strings into shell words and back.
//
// The model: [Shell] writes any string as a word read by every shell as this string, for the output
// of `set`, `export -p`, `readonly -p`, `alias` and `trap`. [Unescape] and [DollarSingle] read the
// three notations with backslashes: of echo and printf's %b, of a printf format, and of $'…'. They
// differ in octal numbers and in \c, and share the code for the rest. [Backslash], [Single], [Double]
// and [DollarSingleBash] are those of bash. [Word], [Words], [Brief] and
// [OneLine] show commands to people.
//
// Invariants: strings are bytes; nothing here decodes characters or fails. An unknown escape stays
// unchanged, with its backslash.
//
// Elsewhere: the quoting of the grammar ('…', "…", \x) in the parser, and quoting of patterns in
// package pattern.
package quote

import "strings"

// Shell quotes s, always, as dash does: in single quotes, with single quotes themselves in
// double quotes. The result is one word with the value s in any shell (XCU 2.2), and output in
// this form is suitable for reinput.
//
//	it's  →  'it'"'"'s'
func Shell(s string) string {
	if strings.IndexByte(s, '\'') < 0 {
		return "'" + s + "'"
	}
	b := make([]byte, 0, len(s)+16)
	for {
		n := strings.IndexByte(s, '\'')
		if n < 0 {
			n = len(s)
		}
		b = append(b, '\'')
		b = append(b, s[:n]...)
		b = append(b, '\'')
		s = s[n:]
		n = len(s) - len(strings.TrimLeft(s, "'"))
		if n == 0 {
			break
		}
		b = append(b, '"')
		b = append(b, s[:n]...)
		b = append(b, '"')
		if s = s[n:]; s == "" {
			break
		}
	}
	return string(b)
}

// Word quotes s as Shell does, but only if s needs it: not if all its characters are special
// nowhere in a command. It is for commands shown to people, as in the log. (The -x of dash quotes
// nothing; other shells quote like this.)
func Word(s string) string { return word(s, false) }

// Words shows a command: its words, quoted if they need it, with blanks between.
func Words(words []string) string {
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(word(w, i > 0))
	}
	return b.String()
}

// word is Word; an argument may contain a = because it cannot be an assignment.
func word(s string, argument bool) string {
	if s == "[" || argument && OfTest(s) {
		return s
	}
	for i := 0; i < len(s); i++ {
		if !plain(s[i]) && !(s[i] == '=' && argument && i > 0) {
			return Shell(s)
		}
	}
	if s == "" {
		return "''"
	}
	return s
}

// OfTest reports whether s is one of the words of the test utility with characters special
// elsewhere. Alone and after a command's name they need no quotes.
func OfTest(s string) bool {
	switch s {
	case "[", "]", "=", "!=", "!":
		return true
	}
	return false
}

func plain(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c >= 0x80:
		return true
	}
	return strings.IndexByte("%+,-./:@_", c) >= 0
}
