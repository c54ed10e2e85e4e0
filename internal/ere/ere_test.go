package ere_test

import (
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ftsh/internal/ere"
)

// show is the match of an expression in bash's terms: the status and BASH_REMATCH, in brackets.
func show(text, s string, fold bool) string {
	re, err := ere.Compile(text, fold)
	if err != nil {
		return "2"
	}
	m := re.Match(s)
	if m == nil {
		return "1"
	}
	return "0[" + strings.Join(m, "][") + "]"
}

// ask asks bash for the result of show for pairs of an expression and a string.
func ask(t *testing.T, option string, pairs [][2]string) []string {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	script := option + `
	while IFS= read -r -d '' p && IFS= read -r -d '' s; do
	[[ $s =~ $p ]]
	n=$?; printf %s $n
	case $n in 0) printf '[%s]' "${BASH_REMATCH[@]}";; esac
	printf '\0'
	done`
	var in strings.Builder
	for _, p := range pairs {
		in.WriteString(p[0] + "\x00" + p[1] + "\x00")
	}
	cmd := exec.Command("bash", "-c", script)
	cmd.Stdin, cmd.Env = strings.NewReader(in.String()), []string{"LC_ALL=C.UTF-8"}
	out, err := cmd.Output()
	answers := strings.Split(string(out), "\x00")
	if err != nil || len(answers) != len(pairs)+1 {
		t.Fatal(len(answers), err)
	}
	return answers
}

type row struct{ re, s, want string }

func rows() []row {
	return []row{
		{"", "", "0[]"}, {"", "a", "0[]"}, {"b", "abc", "0[b]"}, {"^b", "abc", "1"}, {"a", "", "1"},
		{"^a(.*)c$", "abc", "0[abc][b]"}, {"(a)|(b)", "b", "0[b][][b]"},
		{"a|ab", "ab", "0[ab]"}, {"(a|ab)(c|bcd)?", "ab", "0[ab][ab][]"},
		{"(a|ab)(c|bcd)(d*)", "abcd", "0[abcd][a][bcd][]"},
		{"(a*)(ab)*(b*)", "aab", "0[aab][aa][][b]"}, {"(ab|a|ba)*", "ababa", "0[ababa][a]"},
		{"((a)|(b))*", "aba", "0[aba][a][a][b]"}, {"((a)|b)*", "ab", "0[ab][b][a]"},
		{"(b*)*", "abc", "0[][]"}, {"(b*)+", "b", "0[b][b]"}, {"(a|aa)*", "aaa", "0[aaa][a]"},
		{"x*", "axx", "0[]"}, {"x+", "axxb", "0[xx]"}, {"colou?r", "color", "0[color]"},
		{"a{2}", "aaa", "0[aa]"}, {"a{2,}", "aaaa", "0[aaaa]"}, {"a{,2}", "aaa", "0[aa]"},
		{"a{0}b", "ab", "0[b]"}, {"(a){0}b", "ab", "0[b][]"}, {"^a{1,2}{2}$", "aaaa", "0[aaaa]"},
		{"a{,}", "aa", "0[aa]"}, {"a{32767}", "a", "1"}, {"a{32768}", "a", "2"},
		{"a{2,1}", "aa", "2"}, {"a{", "a{", "2"}, {"a{1", "a{1", "2"}, {"a{1a", "a", "2"},
		{"a{x}", "a{x}", "2"}, {"a{}", "a", "2"}, {`a\{`, "a{", "0[a{]"}, {"a}", "a}", "0[a}]"},
		{"*a", "*a", "2"}, {"+a", "+a", "2"}, {"?", "?", "2"}, {"(*a)", "a", "2"}, {"a|*b", "b", "2"},
		{"^*", "a", "2"}, {"{1}", "a", "2"}, {"a**", "aa", "0[aa]"}, {"a*?+", "aa", "0[aa]"},
		{"()", "a", "0[][]"}, {"(|a)", "a", "0[a][a]"}, {"a|", "a", "0[a]"}, {"a||b", "b", "0[b]"},
		{"(a", "a", "2"}, {"a)", "a)", "0[a)]"}, {")", ")", "0[)]"}, {"(a))", "a)", "0[a)][a]"},
		{"[a", "a", "2"}, {"[]", "]", "2"}, {"[]]", "]", "0[]]"}, {"[^]]", "]", "1"},
		{"[a-c]+", "xabcd", "0[abc]"}, {"[c-a]", "b", "2"}, {"[a-]+", "a-", "0[a-]"},
		{"[-a]+", "a-", "0[a-]"}, {"[a^]+", "^a", "0[^a]"}, {"[\\]", `\`, `0[\]`},
		{"[\\w]+", `\w`, `0[\w]`}, {"[[.-.]]", "-", "0[-]"}, {"[[=a=]]", "a", "0[a]"},
		{"[[.a.]-c]", "b", "0[b]"}, {"[a-[.c.]]", "b", "0[b]"},
		{"[[:alpha:][:digit:]]+", "a1_", "0[a1]"}, {"[^[:space:]]+", " ab ", "0[ab]"},
		{"[[:foo:]]", "a", "2"}, {"[[.foo.]]", "a", "2"}, {"[[:alpha:]", "a", "2"},
		{"a.c", "a\nc", "0[a\nc]"}, {"a[^x]c", "a\nc", "0[a\nc]"}, {"^b", "a\nb", "1"},
		{"a$", "a\nb", "1"}, {"a^b", "a^b", "1"}, {"a$b", "a$b", "1"}, {`a\^b`, "a^b", "0[a^b]"},
		{"(^a)(b$)", "ab", "0[ab][a][b]"}, {"(^|,)a(,|$)", "b,a", "0[,a][,][]"},
		{`a\.b`, "a.b", "0[a.b]"}, {`a\/b`, "a/b", "0[a/b]"}, {`\n`, "n", "0[n]"}, {`\d`, "1", "1"},
		{`a\`, "a", "2"}, {`\`, "a", "2"}, {`^\w+$`, "a1_", "0[a1_]"}, {`\W`, "a-", "0[-]"},
		{`a\sb`, "a b", "0[a b]"}, {`\S+`, " ab", "0[ab]"}, {`\<b`, "ab b", "0[b]"},
		{`a\>`, "ab a", "0[a]"}, {`\ba\b`, "ba a", "0[a]"}, {`\Bb`, "ab", "0[b]"},
		{"\\`a\\'", "a", "0[a]"}, {`\<`, "", "1"}, {`\B`, "", "0[]"},
		{"^.$", "é", "0[é]"}, {"[[:upper:]]", "É", "0[É]"}, {`\w+`, "né-", "0[né]"},
		{"^.$", "\xff", "1"}, {"[^a]", "\xff", "1"}, {"\xff", "a\xff", "0[\xff]"},
		{"日(本|語)?", "日語", "0[日語][語]"}, {"(foo|foobar)(bar)?", "foobar", "0[foobar][foo][bar]"},
		{"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)", "http://h/p?q", "0[http://h/p][http:][http][//h][h][/p]"},
		{`^([0-9]+)\.([0-9]+)(\.([0-9]+))?`, "5.2-x", "0[5.2][5][2][][]"},
	}
}

func TestRows(t *testing.T) {
	var pairs [][2]string
	for _, r := range rows() {
		if got := show(r.re, r.s, false); got != r.want {
			t.Errorf("%q on %q: %s, want %s", r.re, r.s, got, r.want)
		}
		pairs = append(pairs, [2]string{r.re, r.s})
	}
	t.Run("bash", func(t *testing.T) {
		answers := ask(t, "", pairs)
		for i, r := range rows() {
			if answers[i] != r.want {
				t.Errorf("%q on %q: bash says %s, want %s", r.re, r.s, answers[i], r.want)
			}
		}
	})
}

func TestFold(t *testing.T) {
	rows := []row{
		{"aBc", "AbC", "0[AbC]"}, {"[a-c]+", "xABCD", "0[ABC]"}, {"[A-C]+", "xabcd", "0[abc]"},
		{"[^a]", "A", "1"}, {"[[:upper:]]", "a", "0[a]"}, {"[[:lower:]]", "A", "0[A]"},
		{"é", "É", "0[É]"}, {"[é]", "É", "0[É]"}, {"(X)|y", "Y", "0[Y][]"}, {"^[Y-b]$", "y", "2"},
	}
	var pairs [][2]string
	for _, r := range rows[:len(rows)-1] {
		if got := show(r.re, r.s, true); got != r.want {
			t.Errorf("%q on %q: %s, want %s", r.re, r.s, got, r.want)
		}
		pairs = append(pairs, [2]string{r.re, r.s})
	}
	t.Run("bash", func(t *testing.T) {
		for i, got := range ask(t, "shopt -s nocasematch", pairs)[:len(pairs)] {
			if got != rows[i].want {
				t.Errorf("%q on %q: bash says %s, want %s", rows[i].re, rows[i].s, got, rows[i].want)
			}
		}
	})
}

// generate returns an expression, and whether it matches the empty string. It repeats none that
// does: for some of those the C library does not end.
func generate(r *rand.Rand, depth int) (string, bool) {
	var b strings.Builder
	all := true
	for range 1 + r.IntN(3) {
		nullable := false
		switch k := r.IntN(8); {
		case k < 3 && depth > 0:
			b.WriteString("(")
			for i := range 1 + r.IntN(3) {
				sub, n := generate(r, depth-1)
				b.WriteString([]string{"", "|"}[min(i, 1)] + sub)
				nullable = nullable || n
			}
			b.WriteString(")")
		case k == 3:
			b.WriteString([]string{".", "[ab]", "[^a]"}[r.IntN(3)])
		default:
			b.WriteByte("abc"[r.IntN(3)])
		}
		if !nullable {
			op := []string{"", "", "", "*", "+", "?", "{2}", "{1,2}"}[r.IntN(8)]
			b.WriteString(op)
			nullable = op == "*" || op == "?"
		}
		all = all && nullable
	}
	return b.String(), all
}

// TestGenerated compares random expressions, the same in every run, with bash and with Go's regexp,
// in every group.
func TestGenerated(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	var pairs [][2]string
	for range 300 {
		re, _ := generate(r, 2)
		re = []string{"", "", "^"}[r.IntN(3)] + re + []string{"", "", "$"}[r.IntN(3)]
		for _, s := range []string{"", "ab", "aab", "abcab", "bcabca", "cabaabcb"} {
			pairs = append(pairs, [2]string{re, s})
		}
	}
	answers := ask(t, "", pairs)
	differ := 0
	for i, p := range pairs {
		got := show(p[0], p[1], false)
		if want := std(p[0], p[1]); want != "" && got != want {
			t.Errorf("%s on %q: %s, regexp says %s", p[0], p[1], got, want)
		}
		if got != answers[i] {
			differ++
			t.Logf("%s on %q: %s, bash says %s", p[0], p[1], got, answers[i])
		}
	}
	if differ > 0 {
		t.Errorf("%d of %d differ", differ, len(pairs))
	}
}

// std is show by Go's regexp, or "" if it does not take the expression.
func std(text, s string) string {
	re, err := regexp.CompilePOSIX(text)
	if err != nil {
		return ""
	}
	// CompilePOSIX has ^ and $ match at lines, which the strings do not have.
	m := re.FindStringSubmatch(s)
	if m == nil {
		return "1"
	}
	return "0[" + strings.Join(m, "][") + "]"
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"a(b": `1 expected ")" for this "(", found the end of the expression`,
		"a[b": `1 expected "]" for this "[", found the end of the expression`,
		"*":   `0 expected something to repeat before "*"`, "(|+a)": `2 expected something to repeat before "+"`,
		"^*":                            `1 expected something to repeat before "*"`,
		`a\`:                            `1 expected a character after "\", found the end of the expression`,
		`(a)\1`:                         `3 expected no back-reference, found "\1": compare the groups afterwards`,
		"a{x}":                          `1 expected an interval such as "{2,3}", found "{x}"`,
		"a{3,2}":                        `1 expected an interval in order, found "{3,2}"`,
		"a{99999999999}":                `1 expected at most 32767 repetitions, found "{99999999999}"`,
		"[[:foo:]]":                     `1 expected a class such as alpha, found "foo"`,
		"[b-a]":                         `1 expected a range in order, found "b-a"`,
		"((a{1000}){1000}){1000}":       "0 the expression is too big: its intervals and groups multiply",
		strings.Repeat("(", 2000):       "1000 groups nested more than 1000 deep",
		"a" + strings.Repeat("*", 2000): "1001 more than 1000 repetitions of repetitions",
	} {
		_, err := ere.Compile(text, false)
		e, ok := err.(*ere.Error)
		if !ok {
			t.Errorf("%.20s: %v", text, err)
			continue
		}
		offset, msg, _ := strings.Cut(want, " ")
		if e.Msg != msg || strconv.Itoa(e.Offset) != offset {
			t.Errorf("%.20s: %d %s, want %s", text, e.Offset, e.Msg, want)
		}
	}
}

func TestQuote(t *testing.T) {
	for _, s := range []string{"", "a.b*[c]", `\^$.|?*+(){}[]`, "é\xff", "a{2}"} {
		if got := show("^"+ere.Quote(s)+"$", s, false); got != "0["+s+"]" {
			t.Errorf("%q: %s", s, got)
		}
	}
}

// TestLinear would not end with a backtracking matcher.
func TestLinear(t *testing.T) {
	as := strings.Repeat("a", 3000)
	for _, text := range []string{"^(a*)*b$", "^(a|a)*b$", "^(a|aa)+$b", "(a*)(a*)(a*)(a*)b",
		"(a{0,30}){0,30}b", strings.Repeat("a?", 100) + strings.Repeat("a", 100) + "b"} {
		if got := show(text, as, false); got != "1" {
			t.Errorf("%s: %.20s", text, got)
		}
	}
	closed := make(chan struct{})
	close(closed)
	re, err := ere.Compile("(a|b)*", false)
	if err != nil {
		t.Fatal(err)
	}
	if m := re.MatchUntil(strings.Repeat(as, 10), closed); m != nil {
		t.Error("a stopped match matches")
	}
	if re.Groups() != 1 {
		t.Error(re.Groups())
	}
}

func FuzzMatch(f *testing.F) {
	for _, r := range rows() {
		f.Add(r.re, r.s)
	}
	f.Fuzz(func(t *testing.T, text, s string) {
		if len(text) > 200 || len(s) > 200 {
			return
		}
		re, err := ere.Compile(text, false)
		if err != nil {
			if e := err.(*ere.Error); e.Offset < 0 || e.Offset > len(text) {
				t.Fatalf("%q: offset %d", text, e.Offset)
			}
			return
		}
		m := re.Match(s)
		if m != nil && !strings.Contains(s, m[0]) {
			t.Fatalf("%q on %q: %q", text, s, m)
		}
		if strings.ContainsAny(text, "\\[^$\n") || strings.ContainsAny(s, "\n") ||
			strings.Contains(text+s, "\xff") || strings.ToValidUTF8(text+s, "?") != text+s ||
			strings.Contains(text, "{,") || strings.Contains(text, ")") && strings.Count(text, "(") !=
			strings.Count(text, ")") {
			return
		}
		got, want := "1", std(text, s)
		if m != nil {
			got = "0[" + strings.Join(m, "][") + "]"
		}
		if want != "" && got != want {
			t.Fatalf("%q on %q: %s, regexp says %s", text, s, got, want)
		}
	})
}

func BenchmarkMatch(b *testing.B) {
	re, err := ere.Compile(`^([a-z]+)=([0-9]+)$`, false)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		re.Match("timeout=1234")
	}
}
