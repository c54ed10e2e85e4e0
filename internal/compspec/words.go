package compspec

import "strings"

// expandWords returns the words of a list given with -W that begin with prefix. The list is divided
// where IFS has an unquoted character, and each piece is expanded.
func expandWords(list, prefix string, src Source) (found []string, err error) {
	for _, piece := range pieces(list, src.IFS()) {
		words := []string{piece}
		if strings.ContainsAny(piece, "$`'\"\\~{") {
			word := ShellWord(piece)
			if word == "" {
				continue
			}
			if words, err = src.Expand(word); err != nil {
				return nil, err
			}
		}
		for _, w := range words {
			if strings.HasPrefix(w, prefix) {
				found = append(found, w)
			}
		}
	}
	return found, nil
}

// pieces divides a list where it has unquoted characters of ifs.
func pieces(list, ifs string) (all []string) {
	from := 0
	for i := 0; i <= len(list); {
		switch {
		case i == len(list) || strings.IndexByte(ifs, list[i]) >= 0:
			if i > from {
				all = append(all, list[from:i])
			}
			i++
			from = i
		default:
			i = skip(list, i)
		}
	}
	return all
}

// skip returns the index after the character at i, or after the quoted text or the expansion that
// begins there. What is not closed reaches to the end.
func skip(s string, i int) int {
	switch c := s[i]; {
	case c == '\\' && i+1 < len(s):
		return i + 2
	case c == '\'':
		return after(s, i, "'")
	case c == '`', c == '"':
		for i++; i < len(s) && s[i] != c; {
			if c == '"' && s[i] != '\'' || s[i] == '\\' {
				i = skip(s, i)
			} else {
				i++
			}
		}
		return min(i+1, len(s))
	case c == '$' && i+1 < len(s):
		switch s[i+1] {
		case '(':
			return nested(s, i+2, '(', ')')
		case '{':
			return nested(s, i+2, '{', '}')
		}
	}
	return i + 1
}

// after returns the index after the next end in s beyond i.
func after(s string, i int, end string) int {
	if n := strings.Index(s[i+1:], end); n >= 0 {
		return i + 1 + n + len(end)
	}
	return len(s)
}

// nested returns the index after the closing character for the opening one before i.
func nested(s string, i int, opening, closing byte) int {
	for depth := 1; i < len(s); {
		switch s[i] {
		case opening:
			depth++
			i++
		case closing:
			i++
			if depth--; depth == 0 {
				return i
			}
		default:
			i = skip(s, i)
		}
	}
	return i
}

// ShellWord returns a piece of a list as one word of the shell's language: quotes, braces and
// expansions mean what they mean there, and all else, blanks and operators too, stands for itself.
func ShellWord(piece string) string {
	var b strings.Builder
	for i := 0; i < len(piece); {
		n := skip(piece, i)
		switch c := piece[i]; {
		case strings.HasPrefix(piece[i:], "\\\n"): // the line goes on
		case c == '$' && strings.HasPrefix(piece[n:], "'"): // not $'…' in a list
			b.WriteString(`\$`)
		case n > i+1 || c == '$' || c == '~':
			b.WriteString(piece[i:n])
			b.WriteString(unclosed(piece[i:n]))
		case c == '\'' || c == '"' || c == '`': // opened by the last character
			b.WriteByte('\\')
			b.WriteByte(c)
		case c == '\n':
			b.WriteString("$'\\n'")
		case strings.IndexByte("{},.-_/:=+%@", c) >= 0, c >= 0x80, c >= '0' && c <= '9',
			c|0x20 >= 'a' && c|0x20 <= 'z':
			b.WriteByte(c)
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
		i = n
	}
	return b.String()
}

// unclosed returns the quote missing at the end of quoted text.
func unclosed(text string) string {
	switch c := text[0]; c {
	case '\'':
		if len(text) < 2 || text[len(text)-1] != c {
			return "'"
		}
	case '"':
		escaped := 0
		for i := len(text) - 2; i >= 0 && text[i] == '\\'; i-- {
			escaped++
		}
		if len(text) < 2 || text[len(text)-1] != c || escaped%2 != 0 {
			return `"`
		}
	}
	return ""
}

// Unquote returns a word without its quotes, as the beginning of candidates. A quote need not be
// closed.
func Unquote(word string) string {
	if !strings.ContainsAny(word, `\'"`) {
		return word
	}
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(word); i++ {
		switch c := word[i]; {
		case c == quote:
			quote = 0
		case quote == '\'':
			b.WriteByte(c)
		case c == '\\' && i+1 < len(word):
			i++
			if quote == '"' && strings.IndexByte("$`\"\\\n", word[i]) < 0 {
				b.WriteByte(c)
			}
			b.WriteByte(word[i])
		case c == '\\':
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
