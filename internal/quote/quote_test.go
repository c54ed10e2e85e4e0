package quote_test

import (
	"os/exec"
	"strings"
	"testing"

	"ftsh/internal/quote"
)

func TestShell(t *testing.T) {
	rows := []struct{ s, want string }{
		{"", `''`},
		{"plain", `'plain'`},
		{"it's", `'it'"'"'s'`},
		{"'", `''"'"`},
		{"''", `''"''"`},
		{"a'", `'a'"'"`},
		{"'a", `''"'"'a'`},
		{"a''b", `'a'"''"'b'`},
		{`'"'`, `''"'"'"'"'"`},
		{"a b\n*$x`y`\\", "'a b\n*$x`y`\\'"},
		{"é\xff", "'é\xff'"},
	}
	for _, r := range rows {
		if got := quote.Shell(r.s); got != r.want {
			t.Errorf("%q: %s, want %s", r.s, got, r.want)
		}
	}
	t.Run("dash", func(t *testing.T) {
		// The result is compared with dash's output, byte by byte.
		if _, err := exec.LookPath("dash"); err != nil {
			t.Skip(err)
		}
		for _, r := range rows {
			out, err := exec.Command("dash", "-c", `trap -- "$1" USR1; trap`, "dash", r.s).Output()
			if want := "trap -- " + r.want + " USR1\n"; err != nil || string(out) != want {
				t.Errorf("dash: %q, %v, want %q", out, err, want)
			}
		}
	})
	for _, sh := range []string{"dash", "bash", "ksh", "mksh", "yash", "zsh"} {
		t.Run("read by "+sh, func(t *testing.T) {
			if _, err := exec.LookPath(sh); err != nil {
				t.Skip(err)
			}
			for _, r := range rows {
				if strings.Contains(r.s, "\xff") && sh == "yash" {
					continue // dash stops at bytes invalid in its locale
				}
				for _, word := range []string{quote.Shell(r.s), quote.Word(r.s)} {
					out, err := exec.Command(sh, "-c", "printf %s "+word).Output()
					if err != nil || string(out) != r.s {
						t.Errorf("%s: %q, %v, want %q", word, out, err, r.s)
					}
				}
			}
		})
	}
}

func TestWord(t *testing.T) {
	for _, r := range []struct{ s, want string }{
		{"", "''"}, {"a", "a"}, {"/usr/bin:x-1.5,@%+_", "/usr/bin:x-1.5,@%+_"}, {"é", "é"},
		{"a b", "'a b'"}, {"~", "'~'"}, {"a=b", "'a=b'"}, {"#", "'#'"}, {"!", "'!'"},
		{"{a,b}", "'{a,b}'"},
		{"a*", "'a*'"}, {"it's", `'it'"'"'s'`}, {"^", "'^'"},
	} {
		if got := quote.Word(r.s); got != r.want {
			t.Errorf("%q: %s, want %s", r.s, got, r.want)
		}
	}
	if got := quote.Words([]string{"a=b", "c=d", "a b", ""}); got != "'a=b' c=d 'a b' ''" {
		t.Error(got)
	}
	if got := quote.Words([]string{"[", "a", "=", "b", "]"}); got != "[ a = b ]" {
		t.Error(got)
	}
	if got := quote.Words([]string{"[", "!", "a", "!=", "=b", "]"}); got != "[ ! a != '=b' ]" {
		t.Error(got)
	}
	if got := quote.Words(nil); got != "" {
		t.Error(got)
	}
}

func TestDollarSingle(t *testing.T) {
	rows := []struct{ s, want string }{
		{"", ""},
		{"plain $x `y`", "plain $x `y`"},
		{`\'\"\\\a\b\e\f\n\r\t\v`, "'\"\\\a\b\x1b\f\n\r\t\v"},
		{`\cA\ca\c[\c?\c\\\c_`, "\x01\x01\x1b\x7f\x1c\x1f"},
		{`\x41\x4z\x414\xE9`, "A\x04zA4\xe9"},
		{`\101\18\1013\377`, "A\x018A3\xff"},
		{`\q\8`, `\q\8`},
		{`a\0b`, "a"},
		{`a\x00b`, "a"},
		{`a\c@b`, "a"},
		{`\xg`, `\xg`},
		{`é\n`, "é\n"},
	}
	for _, r := range rows {
		if got := quote.DollarSingle(r.s); got != r.want {
			t.Errorf("%s: %q, want %q", r.s, got, r.want)
		}
	}
	if got := quote.DollarSingle(`a\`); got != `a\` {
		t.Errorf("%q", got)
	}
	if got := quote.DollarSingle(`\c`); got != `\c` {
		t.Errorf("%q", got)
	}
	t.Run("bash", func(t *testing.T) {
		if _, err := exec.LookPath("bash"); err != nil {
			t.Skip(err)
		}
		for _, r := range rows {
			out, err := exec.Command("bash", "-c", `printf %s $'`+r.s+`'`).Output()
			if err != nil || string(out) != r.want {
				t.Errorf("bash: %s: %q, %v, want %q", r.s, out, err, r.want)
			}
		}
	})
}

func FuzzQuote(f *testing.F) {
	for _, s := range []string{"plain", `\a\b\e\f\n\r\t\v\\`, `\0101`, `\x41`, `\'`, `a\cb`,
		"é\nü"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := unquote(quote.Shell(s)); got != s {
			t.Fatalf("%q quoted is %s", s, quote.Shell(s))
		}
		quote.DollarSingle(s)
	})
}

// unquote reads a word of '…' and "…".
func unquote(w string) string {
	var b strings.Builder
	for w != "" {
		text, rest, _ := strings.Cut(w[1:], w[:1])
		b.WriteString(text)
		w = rest
	}
	return b.String()
}

func TestBrief(t *testing.T) {
	for _, c := range []struct {
		words []string
		want  string
	}{
		{[]string{"[", "a b", "!=", "c", "]"}, "[ 'a b' != c ]"},
		{[]string{"dd", "if=x"}, "dd 'if=x'"},
		{[]string{"echo", "a\nb", ""}, `echo 'a\nb' ''`},
		{[]string{"echo", strings.Repeat("x", 195)}, "echo " + strings.Repeat("x", 195)},
		{[]string{"echo", strings.Repeat("x", 196), "y"}, "echo " + strings.Repeat("x", 195) + "…"},
		{[]string{"ech", strings.Repeat("ü", 100)}, "ech " + strings.Repeat("ü", 98) + "…"},
	} {
		if got := quote.Brief(c.words); got != c.want {
			t.Errorf("%q: %s, want %s", c.words, got, c.want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "…",
		"a  b &\n":                      "a b",
		"{ a\n\tb; }":                   "{ a; b; }",
		"! " + strings.Repeat("x", 250): "! " + strings.Repeat("x", 250),
	} {
		if got := quote.OneLine(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	if got, want := quote.BriefSource("! "+strings.Repeat("x", 250)),
		"! "+strings.Repeat("x", 198)+"…"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
