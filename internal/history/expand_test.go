package history

import "testing"

func TestExpand(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"nothing", "nothing"},
		{"!!", "echo /a/b.c 'x y'"},
		{"a !1 b", "a ls -l b"},
		{"!-2:$", "-l"},
		{"!l", "ls -l"},
		{"!?b.c?:%:t", "b.c"},
		{"!$:s/x/z/", "'z y'"},
		{"^a^b^ c", "echo /b/b.c 'x y' c"},
		{"'!!' \\! \"!\" [!a] ${!x} $! # !!", "'!!' \\! \"!\" [!a] ${!x} $! # !!"},
		{"x=$(echo '!!' !1:0)", "x=$(echo '!!' ls)"},
		{"!x", "error: !x: event not found"},
		{"!99999999999999999999", "error: !99999999999999999999: event not found"},
		{"!!:7", "error: :7: bad word specifier"},
		{"!!:5-2", "error: :5-2: bad word specifier"},
		{"!!:s/q/r/", "error: :s/q/r/: substitution failed"},
		{"!!:", "error: : unrecognized history modifier"},
		{"!", "!"}, {"^", "error: :s^: substitution failed"}, {"!?", "error: !?: event not found"},
	} {
		e := Expander{First: 1, Commands: []string{"ls -l", "echo /a/b.c 'x y'"},
			Marks: [3]byte{'!', '^', '#'}, Recall: new(Recall)}
		x, err := e.Expand(c.line, 0)
		got := x.Text
		if err != nil {
			got = "error: " + err.Error()
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.line, got, c.want)
		}
	}
}

// No line makes the expansion, the division into words or an entry panic.
func FuzzExpand(f *testing.F) {
	f.Add("!!:s/a/b/ \"$(x `!$`\"", byte('"'))
	f.Add("^a^\\", byte(0))
	f.Fuzz(func(t *testing.T, line string, quote byte) {
		e := Expander{First: 1, Commands: []string{"a 'b", line}, Marks: [3]byte{'!', '^', '#'},
			Recall: new(Recall)}
		_, _ = e.Expand(line, quote)
		var entry Entry
		entry.Add(line)
		entry.Add("!" + line)
		_ = Words(line)
	})
}
