package diag

import (
	"strings"
	"testing"

	"ftsh/parser/ast"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("a", 200) + "B" + strings.Repeat("c", 200)
	for _, c := range []struct {
		line string
		col  uint32
		want string
	}{
		{"echo )", 6, "    echo )\n         ^\n"},
		{"\techo\t)", 7, "    \techo\t)\n    \t    \t^\n"},
		{"é )", 4, "    é )\n      ^\n"},
		{"日本 )", 8, "    日本 )\n         ^\n"},
		{"e\u0301 )", 5, "    e\u0301 )\n      ^\n"},
		{"if a", 5, "    if a\n        ^\n"},
		{"a\x1b[2J\x7f )", 8, "    a?[2J? )\n           ^\n"},
		{"\xff )", 3, "    \uFFFD )\n      ^\n"},
		{"", 1, ""},
		{" \t", 3, ""},
		{"a", 0, ""},
		{"a", 9, ""},
		{long, 201, "    " + strings.Repeat("a", 80) + "B" + strings.Repeat("c", 79) + "\n    " +
			strings.Repeat(" ", 80) + "^\n"},
	} {
		if got := Excerpt(c.line, ast.Pos{Line: 1, Col: c.col}); got != c.want {
			t.Errorf("%q at %d: got\n%s, want\n%s", c.line, c.col, got, c.want)
		}
	}
}
