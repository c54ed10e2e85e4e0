package expand

import "testing"

// Quoted text is literal: outside brackets by a backslash, in brackets as it is.
func TestRegexText(t *testing.T) {
	for _, c := range []struct{ unquoted, quoted, after, want string }{
		{"^a", ".b", "$", `^a\.b$`},
		{"[", ".", "]x", "[.]x"},
		{"[", "]", "x]", "[]x]"},
		{"[^", "]", "]", "[^]]"},
		{"[]", "a", "]", "[]a]"},
		{"[[:alpha:]]", "]", "", "[[:alpha:]]]"},
		{"[[:alpha:]", "]", "", "[[:alpha:]]"},
		{"[[.].]a", "]", "b", "[[.].]a]b"},
		{`\[`, "*", "", `\[\*`},
		{"[a]", "+", "", `[a]\+`},
		{"(", "|", ")", `(\|)`},
	} {
		text := c.unquoted + c.quoted + c.after
		from := len(c.unquoted)
		got := regexText(text, []span{{from, from + len(c.quoted)}})
		if got != c.want {
			t.Errorf("%s%q%s: %s, want %s", c.unquoted, c.quoted, c.after, got, c.want)
		}
	}
}
