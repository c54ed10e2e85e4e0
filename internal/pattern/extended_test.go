package pattern_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"ftsh/internal/pattern"
)

func bashPattern(src string) *pattern.Pattern {
	return pattern.CompileWith(src, pattern.Options{Extended: true, Caret: true})
}

// cuts returns what each operation of bash leaves: whether p matches s, and s after #, ##, %, %%,
// /p/<> and //p/<>.
func cuts(p *pattern.Pattern, s string) string {
	all := []string{"no", s, s, s, s, replaced(p, s, 1), replaced(p, s, -1)}
	if p.Match(s) {
		all[0] = "yes"
	}
	if n, ok := p.ShortestPrefix(s); ok {
		all[1] = s[n:]
	}
	if n, ok := p.LongestPrefix(s); ok {
		all[2] = s[n:]
	}
	if n, ok := p.ShortestSuffix(s); ok {
		all[3] = s[:n]
	}
	if n, ok := p.LongestSuffix(s); ok {
		all[4] = s[:n]
	}
	return strings.Join(all, ",")
}

func replaced(p *pattern.Pattern, s string, times int) string {
	var b strings.Builder
	end := 0
	for i, j := range p.All(s) {
		if times == 0 {
			break
		}
		times--
		b.WriteString(s[end:i] + "<>")
		end = j
	}
	return b.String() + s[end:]
}

// askCuts asks bash for the results of cuts for each pattern and each string.
func askCuts(t *testing.T, pats, strs []string) []string {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	script := `shopt -s extglob; while IFS= read -r p; do for s; do
	m=no; [[ $s == $p ]] && m=yes
	printf '%s\n' "$m,${s#$p},${s##$p},${s%$p},${s%%$p},${s/$p/<>},${s//$p/<>}"
	done; done`
	cmd := exec.Command("bash", append([]string{"-c", script, "bash"}, strs...)...)
	cmd.Env = []string{"LC_ALL=C.UTF-8"}
	cmd.Stdin = strings.NewReader(strings.Join(pats, "\n") + "\n")
	out, err := cmd.Output()
	answers := strings.Split(string(out), "\n")
	if err != nil || len(answers) != len(pats)*len(strs)+1 {
		t.Fatal(len(answers), err)
	}
	return answers
}

func TestExtended(t *testing.T) {
	rows := []struct{ pat, s, want string }{
		{"@(a|b)", "ab", "no,b,b,a,a,<>b,<><>"},
		{"@(a|ab)", "abab", "no,bab,ab,ab,ab,<>ab,<><>"},
		{"?(a)b", "ab", "yes,,,a,,<>,<>"},
		{"*(ab)", "ababa", "no,ababa,a,ababa,ababa,<>a,<><>a"},
		{"+(ab)", "ababa", "no,aba,a,ababa,ababa,<>a,<>a"},
		{"!(a)", "a", "no,a,a,a,a,<>a,<>a"},
		{"!(a)", "ab", "yes,ab,,ab,,<>,<>"},
		{"a!(b)c", "abc", "no,abc,abc,abc,abc,abc,abc"},
		{"a!(b)c", "abbc", "yes,,,,,<>,<>"},
		{"*.!(c|h)", "x.c.o", "yes,c.o,,x.c,,<>,<>"},
		{"+([0-9])", "a12b3", "no,a12b3,a12b3,a12b,a12b,a<>b3,a<>b<>"},
		{"*([[:space:]])", " a ", "no, a ,a , a , a,<>a ,<><>a<>"},
		{"@(a|*(b|+(c)))d", "bccbd", "yes,,,bccb,,<>,<>"},
		{"!(!(a))", "a", "yes,,,,,<>,<>"},
		{"@()x", "x", "yes,,,,,<>,<>"},
		{"@(a)b)", "ab)", "yes,,,,,<>,<>"},
		{"@(a|(b)c)", "(b)c", "yes,,,,,<>,<>"},
		{`@(a\|b)`, "a|b", "yes,,,,,<>,<>"},
		{"@([|)]|x)", ")", "yes,,,,,<>,<>"},
		{"[^a]", "ab", "no,ab,ab,a,a,a<>,a<>"},
		{"[[:foo:]x]", "x]", "no,],],x],x],<>],<>]"},
		{"[[:foo:]]", ":]", "no,:],:],:],:],:],:]"},
		{"[![:foo:]]", "ab", "no,b,b,a,a,<>b,<><>"},
		{"?(é)*(日|本)", "é日本x", "no,é日本x,x,é日本x,é日本x,<>x,<><>x"},
		{"*", "", "yes,,,,,<>,<>"},
		{"*(z)", "ab", "no,ab,ab,ab,ab,<>ab,<>a<>b"},
		{"?", "ab", "no,b,b,a,a,<>b,<><>"},
		{"b*", "abab", "no,abab,abab,aba,a,a<>,a<>"},
		{"a*b", "xaabbxab", "no,xaabbxab,xaabbxab,xaabbx,x,x<>,x<>"},
	}
	for _, r := range rows {
		if got := cuts(bashPattern(r.pat), r.s); got != r.want {
			t.Errorf("%s on %q: %s, want %s", r.pat, r.s, got, r.want)
		}
	}
	t.Run("bash", func(t *testing.T) {
		var pats, strs []string
		for _, r := range rows {
			pats, strs = append(pats, r.pat), append(strs, r.s)
		}
		answers := askCuts(t, pats, strs)
		for i, r := range rows {
			if got := answers[i*len(rows)+i]; got != r.want {
				t.Errorf("%s on %q: bash says %s, want %s", r.pat, r.s, got, r.want)
			}
		}
	})
	for _, text := range []string{"@(", "@(a", "@(a|b", "a(b)", "x)@", "@a|b"} {
		if p := bashPattern(text); !p.Match(text) || p.Match("a") {
			t.Errorf("%s is no literal text", text)
		}
	}
}

// TestExtendedGenerated compares random patterns, the same in every run, with bash. Its ${x/p/…}
// has a guess of the shortest match that fails for some of them: Match is the reference there.
func TestExtendedGenerated(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	strs := []string{"", "a", "b", "ab", "ba", "aab", "abab", "abc", "cab", "aabbc"}
	var pats []string
	for range 500 {
		pats = append(pats, generatePattern(r, 2))
	}
	answers := askCuts(t, pats, strs)
	for i, pat := range pats {
		p := bashPattern(pat)
		for j, s := range strs {
			got, want := cuts(p, s), answers[i*len(strs)+j]
			if !slices.Equal(strings.Split(got, ",")[:5], strings.Split(want, ",")[:5]) {
				t.Errorf("%s on %q: %s, bash says %s", pat, s, got, want)
			}
			found := "none"
			if i, j, ok := p.Find(s); ok {
				found = fmt.Sprint(i, j)
			}
			if want := leftmostLongest(p, s); found != want {
				t.Errorf("%s on %q: found %s, want %s", pat, s, found, want)
			}
		}
	}
}

func leftmostLongest(p *pattern.Pattern, s string) string {
	for i := range max(len(s), 1) {
		for j := len(s); j >= i; j-- {
			if p.Match(s[i:j]) {
				return fmt.Sprint(i, j)
			}
		}
	}
	return "none"
}

func generatePattern(r *rand.Rand, depth int) string {
	var b strings.Builder
	for range 1 + r.IntN(3) {
		switch k := r.IntN(10); {
		case k < 5 && depth > 0:
			b.WriteByte("?*+@!"[r.IntN(5)])
			b.WriteString("(" + generatePattern(r, depth-1))
			for range r.IntN(2) {
				b.WriteString("|" + generatePattern(r, depth-1))
			}
			b.WriteString(")")
		case k == 5:
			b.WriteString([]string{"*", "?", "[ab]", "[^a]"}[r.IntN(4)])
		default:
			b.WriteByte("abc"[r.IntN(3)])
		}
	}
	return b.String()
}

func TestFold(t *testing.T) {
	rows := []struct {
		pat, s string
		want   bool
	}{
		{"A", "a", true}, {"a", "A", true}, {"É", "é", true}, {"[A-Z]", "q", true},
		{"[B-z]", "a", false}, {"[^A]", "a", false}, {"[[:upper:]]", "a", false},
		{"[[:lower:]]", "A", false}, {"[[:upper:]]", "A", true}, {"[Z-a]", "z", false},
		{"ẞ", "ß", true}, {"ſ", "s", false}, {"K", "k", true}, {"@(FOO|b*)", "BAR", true},
		{"!(FOO)", "foo", false}, {"a*z", "AbCZ", true}, {"[[:upper:]x]", "X", true},
	}
	for _, r := range rows {
		p := pattern.CompileWith(r.pat, pattern.Options{Extended: true, Fold: true, Caret: true})
		if got := p.Match(r.s); got != r.want {
			t.Errorf("%s on %s: %v, want %v", r.pat, r.s, got, r.want)
		}
	}
	t.Run("bash", func(t *testing.T) {
		if _, err := exec.LookPath("bash"); err != nil {
			t.Skip(err)
		}
		script, want := "shopt -s extglob nocasematch\n", ""
		for _, r := range rows {
			script += fmt.Sprintf("[[ '%s' == %s ]] && echo true || echo false\n", r.s, r.pat)
			want += fmt.Sprintln(r.want)
		}
		cmd := exec.Command("bash", "-c", script)
		cmd.Env = []string{"LC_ALL=C.UTF-8"}
		if out, err := cmd.Output(); err != nil || string(out) != want {
			t.Errorf("bash: %v, %q, want %q", err, out, want)
		}
	})
}

// TestExtendedComponents has patterns for names in a directory, as bash lists them.
func TestExtendedComponents(t *testing.T) {
	names := []string{".a", ".ab", ".b", "a", "ab", "abc", "b"}
	rows := []struct{ pat, want string }{
		{"!(a)", "ab abc b"}, {"!(.a)", "a ab abc b"}, {".!(a)", ".ab .b"}, {"@(.a|b)", ".a b"},
		{"@(.|)a", ".a a"}, {"*(.)a", ".a a"}, {"?(.)a", ".a a"}, {"*(?)b", "ab b"},
		{"+(.a)", ".a"}, {"!(a)b", "b"}, {"!(.ab)", "a ab abc b"}, {"?(x).b", ".b"},
		{"*(x).b", ".b"}, {"!(x).b", "!(x).b"},
	}
	for _, r := range rows {
		var found []string
		for _, name := range names {
			if bashPattern(r.pat).MatchComponent(name) {
				found = append(found, name)
			}
		}
		if found == nil {
			found = []string{r.pat}
		}
		if got := strings.Join(found, " "); got != r.want {
			t.Errorf("%s: %s, want %s", r.pat, got, r.want)
		}
	}
	t.Run("bash", func(t *testing.T) {
		if _, err := exec.LookPath("bash"); err != nil {
			t.Skip(err)
		}
		dir := t.TempDir()
		for _, name := range names {
			if err := os.WriteFile(dir+"/"+name, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		script, want := "shopt -s extglob\n", ""
		for _, r := range rows {
			script += "echo " + r.pat + "\n"
			want += r.want + "\n"
		}
		cmd := exec.Command("bash", "-c", script)
		cmd.Dir, cmd.Env = dir, []string{"LC_ALL=C"}
		if out, err := cmd.Output(); err != nil || string(out) != want {
			t.Errorf("bash: %v, %q, want %q", err, out, want)
		}
	})
}

func TestBuilderExtended(t *testing.T) {
	b := pattern.Builder{Extended: true}
	b.AddPattern("@")
	b.AddLiteral("(a|b)")
	if p := b.Compile(); !p.Match("@(a|b)") || p.Match("a") {
		t.Errorf("%s matches wrong", b.Source())
	}
	b = pattern.Builder{Extended: true}
	b.AddPattern("@(")
	b.AddLiteral("a|b)")
	b.AddPattern("|c)")
	if p := b.Compile(); !p.Match("a|b)") || !p.Match("c") || p.Match("a") || p.HasMeta() != true {
		t.Errorf("%s matches wrong", b.Source())
	}
	cs := b.CompilePath()
	if len(cs) != 1 || !cs[0].Match("c") {
		t.Errorf("%v", cs)
	}
}

// TestExtendedIsPolynomial would not end with a backtracking matcher.
func TestExtendedIsPolynomial(t *testing.T) {
	as := strings.Repeat("a", 2000)
	for pat, want := range map[string]string{
		strings.Repeat("*(", 60) + "a" + strings.Repeat(")", 60) + "b": "no",
		strings.Repeat("+(a|aa|", 60) + "a" + strings.Repeat(")", 60):  "yes",
		strings.Repeat("@(*a|a*)", 60) + "b":                           "no",
		strings.Repeat("*(a*)", 60) + "b":                              "no",
	} {
		if got := bashPattern(pat).Match(as); got != (want == "yes") {
			t.Errorf("%.30s…: %v", pat, got)
		}
	}
	nots := bashPattern(strings.Repeat("!(", 20) + "a" + strings.Repeat(")*", 20))
	nots.Match(as[:100])
	deep := bashPattern(strings.Repeat("@(", 10000) + "a" + strings.Repeat(")", 10000))
	deep.Match(as)
	found := 0
	for range bashPattern("+(ab|b)").All(strings.Repeat("ab ", 20000)) {
		found++
	}
	if found != 20000 {
		t.Error(found)
	}
	closed := make(chan struct{})
	close(closed)
	if bashPattern("*!(b)*").Until(closed).Match(strings.Repeat("a", 10000)) {
		t.Error("a stopped match matches")
	}
}

func FuzzExtended(f *testing.F) {
	for _, pat := range []string{"@(a|b)*", "!(a)b", "*(?(a)|+(é))", "@([|)]", `\@(a)`} {
		f.Add(pat, "aéb")
	}
	f.Fuzz(func(t *testing.T, pat, s string) {
		if len(pat) > 100 || len(s) > 100 {
			return
		}
		p := bashPattern(pat)
		if n, ok := p.ShortestPrefix(s); ok && !p.Match(s[:n]) {
			t.Fatalf("%q matches no %q", pat, s[:n])
		}
		if n, ok := p.LongestSuffix(s); ok && !p.Match(s[n:]) {
			t.Fatalf("%q matches no %q", pat, s[n:])
		}
		for i, j := range p.All(s) {
			if !p.Match(s[i:j]) {
				t.Fatalf("%q matches no %q", pat, s[i:j])
			}
		}
		if n, ok := p.LongestPrefix(s); p.Match(s) && (!ok || n != len(s)) {
			t.Fatalf("%q matches %q, but its longest prefix is %d", pat, s, n)
		}
		// A plain pattern means the same to both matchers.
		plain := pattern.CompileWith(pat, pattern.Options{Caret: true})
		folded := pattern.CompileWith(strings.ToLower(pat), pattern.Options{Fold: true, Caret: true})
		if low := strings.ToLower(s); isASCII(pat+s) && !strings.Contains(pat, "[") &&
			pattern.CompileWith(strings.ToLower(pat), pattern.Options{}).Match(low) != folded.Match(s) {
			t.Fatalf("%q on %q: %v when folded", pat, s, folded.Match(s))
		}
		if !strings.Contains(pat, "(") && cuts(plain, s) != cuts(pattern.CompileWith(pat+"?(x)",
			pattern.Options{Extended: true, Caret: true}), s) && !strings.ContainsAny(pat+s, `x\`) &&
			isASCII(pat+s) {
			t.Fatalf("%q on %q: %s, but %s with a group", pat, s, cuts(plain, s),
				cuts(pattern.CompileWith(pat+"?(x)", pattern.Options{Extended: true, Caret: true}), s))
		}
	})
}

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= 128 })
}
