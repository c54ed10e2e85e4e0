package quote_test

import (
	"os/exec"
	"strings"
	"testing"

	"ftsh/internal/quote"
)

// runBash runs a script in bash with arguments and returns the fields of its output, each of which
// ends in a newline and a bell.
func runBash(t *testing.T, script string, args []string) []string {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	cmd := exec.Command("bash", append([]string{"-c", script, "bash"}, args...)...)
	cmd.Env = []string{"LC_ALL=C.UTF-8"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(out), "\n\a")
}

func TestBashQuoting(t *testing.T) {
	rows := []struct{ s, backslash, single, double string }{
		{"", "''", "''", `""`},
		{"plain", "plain", "'plain'", `"plain"`},
		{"a b", `a\ b`, "'a b'", `"a b"`},
		{"it's", `it\'s`, `'it'\''s'`, `"it's"`},
		{"''", `\'\'`, `''\'''\'''`, `"''"`},
		{"$x`\"\\", "\\$x\\`\\\"\\\\", "'$x`\"\\'", "\"\\$x\\`\\\"\\\\\""},
		{"~a:~=~b~", `\~a:\~=\~b~`, "'~a:~=~b~'", `"~a:~=~b~"`},
		{"#a#", `\#a#`, "'#a#'", `"#a#"`},
		{"!&()*,;<>?[]^{|}", `\!\&\(\)\*\,\;\<\>\?\[\]\^\{\|\}`, "'!&()*,;<>?[]^{|}'",
			`"!&()*,;<>?[]^{|}"`},
		{"%+-./:=@_", "%+-./:=@_", "'%+-./:=@_'", `"%+-./:=@_"`},
		{"a\nb", `$'a\nb'`, `$'a\nb'`, `$'a\nb'`},
		{"\a\b\f\r\t\v\x1b\\'\x01\x7f", `$'\a\b\f\r\t\v\E\\\'\001\177'`,
			`$'\a\b\f\r\t\v\E\\\'\001\177'`, `$'\a\b\f\r\t\v\E\\\'\001\177'`},
		{"é b", `é\ b`, "'é b'", `"é b"`},
		{"é\n", `$'é\n'`, `$'é\n'`, `$'é\n'`},
		{"a\xffé", `$'a\377é'`, `$'a\377é'`, `$'a\377é'`},
		{"\u0085", `$'\302\205'`, `$'\302\205'`, `$'\302\205'`},
		{"\u2028", `$'\342\200\250'`, `$'\342\200\250'`, `$'\342\200\250'`},
		{"\u200b\u3000\u00ad\ue000😀", "\u200b\u3000\u00ad\ue000😀", "'\u200b\u3000\u00ad\ue000😀'",
			"\"\u200b\u3000\u00ad\ue000😀\""},
	}
	var all []string
	for _, r := range rows {
		if got := quote.Backslash(r.s); got != r.backslash {
			t.Errorf("%q: %s, want %s", r.s, got, r.backslash)
		}
		if got := quote.Single(r.s); got != r.single {
			t.Errorf("%q: %s, want %s", r.s, got, r.single)
		}
		if got := quote.Double(r.s); got != r.double {
			t.Errorf("%q: %s, want %s", r.s, got, r.double)
		}
		all = append(all, r.s)
	}
	t.Run("bash", func(t *testing.T) {
		answers := runBash(t, `for v; do printf '%q\n\a%s\n\a' "$v" "${v@Q}"; d=$(declare -p v)
		printf '%s\n\a' "${d#declare -- v=}"; done`, all)
		for i, r := range rows {
			if got := answers[3*i : 3*i+3]; got[0] != r.backslash || got[1] != r.single ||
				got[2] != r.double {
				t.Errorf("%q: bash says %q", r.s, got)
			}
		}
	})
}

func TestDollarSingleBash(t *testing.T) {
	rows := []struct{ s, want string }{
		{"", ""}, {"plain", "plain"}, {`\'\"\?\\\a\b\e\E\f\n\r\t\v`, "'\"?\\\a\b\x1b\x1b\f\n\r\t\v"},
		{`\u41\u00e9x\U0001F600`, "Aéx😀"}, {`\u123456`, "\u123456"}, {`\u\ug\U\Ux`, `\u\ug\U\Ux`},
		{`\x41g\xg\x{41}\x{e9`, "Ag\\xgA\xe9"}, {`a\x{}b`, "a"}, {`\ud800`, "\xed\xa0\x80"},
		{`\U110000`, "\xf4\x90\x80\x80"}, {`\cA\ca\c?\c[\c\\x\c1\c~`, "\x01\x01\x7f\x1b\x1cx\x11\x1e"},
		{`a\c b`, "a"}, {`\1234\101\8`, "S4A\\8"}, {`a\0b`, "a"}, {`a\400b`, "a"}, {`a\u0000b`, "a"},
		{`\q\é\$`, `\q\é\$`}, {`a\`, `a\`}, {`\c`, `\c`},
	}
	var all []string
	for _, r := range rows {
		if got := quote.DollarSingleBash(r.s); got != r.want {
			t.Errorf("%s: %q, want %q", r.s, got, r.want)
		}
		all = append(all, r.s)
	}
	t.Run("bash", func(t *testing.T) {
		answers := runBash(t, `for v; do printf '%s\n\a' "${v@E}"; done`, all)
		for i, r := range rows {
			if answers[i] != r.want {
				t.Errorf("%s: bash says %q, want %q", r.s, answers[i], r.want)
			}
		}
	})
}

func FuzzBashQuoting(f *testing.F) {
	for _, s := range []string{"it's", "a\nb", "\xff\\é", `\u00e9\c?\x{4`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		quote.DollarSingleBash(s)
		if strings.Contains(s, "\x00") {
			return
		}
		q := quote.Single(s)
		if inner, ok := strings.CutPrefix(q, "$'"); ok {
			if got := quote.DollarSingleBash(strings.TrimSuffix(inner, "'")); got != s {
				t.Fatalf("%q quoted is %s", s, q)
			}
		}
		if q := quote.Backslash(s); !strings.HasPrefix(q, "$'") && q != "''" {
			var b strings.Builder
			for i := 0; i < len(q); i++ {
				if q[i] == '\\' {
					i++
				}
				b.WriteByte(q[i])
			}
			if b.String() != s {
				t.Fatalf("%q quoted is %s", s, q)
			}
		}
	})
}
