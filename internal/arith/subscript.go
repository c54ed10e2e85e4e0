package arith

import "strings"

// QuoteSubscript quotes a value that stands in a subscript, so that it does not end there: characters
// that subscripts of the dialect of bash treat in a special way get a backslash.
func QuoteSubscript(s string) string {
	if !strings.ContainsAny(s, `[]\'"`) {
		return s
	}
	b := make([]byte, 0, len(s)+8)
	for i := 0; i < len(s); i++ {
		if strings.IndexByte(`[]\'"`, s[i]) >= 0 {
			b = append(b, '\\')
		}
		b = append(b, s[i])
	}
	return string(b)
}

// unquoted returns the text of a subscript without quotes and backslashes.
func unquoted(s string) string {
	if !strings.ContainsAny(s, `\'"`) {
		return s
	}
	b := make([]byte, 0, len(s))
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote = c
		case c == '\\' && quote != '\'' && i+1 < len(s):
			i++
			b = append(b, s[i])
		default:
			b = append(b, c)
		}
	}
	return string(b)
}
