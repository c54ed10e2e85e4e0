package builtin

import "strings"

// single quotes s with single quotes, always: dash prints values in this form, to be read again.
func single(s string) string {
	if !strings.Contains(s, "'") {
		return "'" + s + "'"
	}
	var b strings.Builder
	for s != "" {
		i := strings.IndexByte(s, '\'')
		if i != 0 {
			if i < 0 {
				i = len(s)
			}
			b.WriteString("'" + s[:i] + "'")
			s = s[i:]
			continue
		}
		n := len(s) - len(strings.TrimLeft(s, "'"))
		b.WriteString(`"` + s[:n] + `"`)
		s = s[n:]
	}
	return b.String()
}
