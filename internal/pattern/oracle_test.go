package pattern_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"ftsh/internal/pattern"
)

type verdict struct {
	pat, s string
	want   bool
	// except names the peers that differ, with the reason.
	except map[string]string
}

func bytesOnly() map[string]string {
	return map[string]string{"dash": "knows no character of several bytes"}
}
func noSymbols() map[string]string {
	return map[string]string{"dash": "has no collating symbols and equivalence classes"}
}

func verdicts() []verdict {
	const (
		caret   = "negates by ^, which POSIX leaves open"
		invalid = "an invalid bracket expression matches nothing, which POSIX leaves open"
	)
	return []verdict{
		{"", "", true, nil},
		{"", "a", false, nil},
		{"a", "a", true, nil},
		{"a", "", false, nil},
		{"*", "", true, nil},
		{"*", "abc", true, nil},
		{"**", "", true, nil},
		{"?", "a", true, nil},
		{"?", "", false, nil},
		{"??", "a", false, nil},
		{"?*", "a", true, nil},
		{"*?", "", false, nil},
		{"*?*?*", "a", false, nil},
		{"*?*?*", "ab", true, nil},
		{"*.c", "main.c", true, nil},
		{"*.c", ".c", true, nil},
		{"*.c", "main.h", false, nil},
		{"*.c", "c", false, nil},
		{"a*", "abc", true, nil},
		{"a*", "bac", false, nil},
		{"*/*", "a/b", true, nil},
		{"*/*", "ab", false, nil},
		{"a*b", "ab", true, nil},
		{"a*b", "a", false, nil},
		{"ab*ba", "aba", false, nil},
		{"ab*ba", "abba", true, nil},
		{"*ab*", "xaab", true, nil},
		{"*a*b*c*", "xaybzc", true, nil},
		{"*a*b*c*", "xcybza", false, nil},
		{"a*b*c", "abbcc", true, nil},
		{"*a?c", "aaabc", true, nil},
		{"*[0-9]", "abc1", true, nil},
		{"*[0-9]", "abc1x", false, nil},
		{"[]]", "]", true, nil},
		{"[]a]", "a", true, nil},
		{"[]a]]", "a]", true, nil},
		{"[!]a]", "a", false, nil},
		{"[!]a]", "b", true, nil},
		{"[[]", "[", true, nil},
		{"[a", "[a", true, nil},
		{"[a", "a", false, nil},
		{"[", "[", true, nil},
		{"[]", "[]", true, nil},
		{"[!]", "[!]", true, nil},
		{"[!", "[!", true, nil},
		{"a[*", "a[xx", true, nil},
		{"a[bc", "a[bc", true, nil},
		{"[[x]]", "x]", true, nil},
		{"[[x]]", "[]", true, nil},
		{"[a-]", "-", true, nil},
		{"[-a]", "-", true, nil},
		{"[a-c]", "b", true, nil},
		{"[a-c]", "d", false, nil},
		{"[c-a]", "b", false, nil},
		{"[!a-c]", "b", false, nil},
		{"[!a-c]", "d", true, nil},
		{"[a-]]", "-]", true, nil},
		{"[a-]]", "]", false, nil},
		{"[a-c-e]", "-", true, nil},
		{"[a-c-e]", "d", false, nil},
		{"[--0]", ".", true, nil},
		{"[!--0]", "-", false, nil},
		{"[a!]", "!", true, nil},
		{"[!!]", "!", false, nil},
		{"[!!]", "a", true, nil},
		{"[a^]", "^", true, nil},
		{"[!^]", "^", false, nil},
		{"[^a]", "b", false, map[string]string{"bash": caret}},
		{"[^a]", "a", true, map[string]string{"bash": caret}},
		{"[^]a]", "]", false, nil},
		{"[/]", "/", true, nil},
		{"a*b", "a/b", true, nil},
		{"*", ".a", true, nil},
		{`\a`, "a", true, nil},
		{`\*`, "*", true, nil},
		{`\*`, "x", false, nil},
		{`\\`, `\`, true, nil},
		{`\\a`, `\a`, true, nil},
		{`\[a]`, "[a]", true, nil},
		{`\[a]`, "a", false, nil},
		{`\\[x]`, `\x`, true, nil},
		{`[\]]`, "]", true, nil},
		{`[\]]`, `\]`, false, nil},
		{`[\a]`, `\`, false, nil},
		{`[\\]`, `\`, true, nil},
		{`[a\-c]`, "b", false, nil},
		{`[a\-c]`, "-", true, nil},
		{`[\!a]`, "!", true, nil},
		{`[\!a]`, "b", false, nil},
		{`a\`, `a\`, true, nil},
		{"[[:alpha:]]", "a", true, nil},
		{"[[:alpha:]]", "1", false, nil},
		{"[![:alpha:]]", "1", true, nil},
		{"[[:alpha:][:digit:]]", "1", true, nil},
		{"[[:alpha:]-]", "-", true, nil},
		{"[[:alnum:]]", "_", false, nil},
		{"[[:blank:]]", "\t", true, nil},
		{"[[:cntrl:]]", "\a", true, nil},
		{"[[:digit:]]", "a", false, nil},
		{"[[:graph:]]", " ", false, nil},
		{"[[:graph:]]", "!", true, nil},
		{"[[:lower:]]", "A", false, nil},
		{"[[:print:]]", " ", true, nil},
		{"[[:print:]]", "\t", false, nil},
		{"[[:punct:]]", "_", true, nil},
		{"[[:punct:]]", "a", false, nil},
		{"[[:space:]]", "\n", true, nil},
		{"[[:upper:]]", "A", true, nil},
		{"[[:xdigit:]]", "f", true, nil},
		{"[[:xdigit:]]", "g", false, nil},
		{"[[:lower:]-z]", "-", true, nil},
		{"[:alpha:]", "l", true, nil},
		{"[:alpha:]", "x", false, nil},
		{"[[:alpha:]", "[a", true, nil},
		{"[[:foo:]]", ":]", true, map[string]string{"bash": invalid}},
		{"[[:foo:]]", "a", false, nil},
		{"[[:alpha]]", "a]", true, nil},
		{"[[.a.]]", "a", true, noSymbols()},
		{"[[.-.]]", "-", true, noSymbols()},
		{"[[.].]]", "]", true, noSymbols()},
		{"[[.a.]-c]", "b", true, noSymbols()},
		{"[a-[.c.]]", "b", true, noSymbols()},
		{"[[=a=]]", "a", true, noSymbols()},
		{"[[=a=]]", "b", false, nil},
		{"[![=a=]]", "a", false, nil},
		{"?", "é", true, bytesOnly()},
		{"??", "é", false, bytesOnly()},
		{"[é]", "é", true, bytesOnly()},
		{"[!é]", "è", true, bytesOnly()},
		{"[à-ü]", "é", true, bytesOnly()},
		{"[[:alpha:]]", "é", true, bytesOnly()},
		{"[[:upper:]]", "É", true, bytesOnly()},
		{"[[:upper:]]", "é", false, nil},
		{"é*ü", "éaü", true, nil},
		{"*?ü", "éü", true, nil},
		{"?", "\xc3", true, nil},
		{"??", "\xff\xfe", true, nil},
		{"?", "\xff\xfe", false, nil},
		{"[!a]", "\xff", true, nil},
		{"a*", "a\xff", true, nil},
		{"日本*", "日本語", true, nil},
		{"日?語", "日本語", true, bytesOnly()},
	}
}

// TestCase checks the table against this package, dash and bash.
func TestCase(t *testing.T) {
	for _, v := range verdicts() {
		if got := pattern.Compile(v.pat).Match(v.s); got != v.want {
			t.Errorf("pattern %q on %q: %v, want %v", v.pat, v.s, got, v.want)
		}
		if got := naive(v.pat, v.s); got != v.want {
			t.Errorf("reference: pattern %q on %q: %v, want %v", v.pat, v.s, got, v.want)
		}
	}
	for _, peer := range []string{"dash", "bash"} {
		t.Run(peer, func(t *testing.T) { askCase(t, peer) })
	}
}

func askCase(t *testing.T, peer string) {
	if _, err := exec.LookPath(peer); err != nil {
		t.Skip(err)
	}
	var args []string
	for _, v := range verdicts() {
		args = append(args, v.pat, v.s)
	}
	script := `while [ $# -gt 0 ]; do case $2 in $1) echo true;; *) echo false;; esac; shift 2; done`
	cmd := exec.Command(peer, append([]string{"-c", script, peer}, args...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Fields(string(out))
	for i, v := range verdicts() {
		same := lines[i] == map[bool]string{true: "true", false: "false"}[v.want]
		if reason := v.except[peer]; same == (reason != "") {
			t.Errorf("pattern %q on %q: %s says %s, except %q", v.pat, v.s, peer, lines[i], reason)
		}
	}
}

// TestRemove checks prefix and suffix removal against this package, dash and bash.
func TestRemove(t *testing.T) {
	rows := []struct{ s, pat, want string }{
		// x#, x##, x%, x%%
		{"/usr/lib/x.so.1", "*/", "usr/lib/x.so.1 x.so.1 /usr/lib/x.so.1 /usr/lib/x.so.1"},
		{"/usr/lib/x.so.1", "/*", "usr/lib/x.so.1 - /usr/lib -"},
		{"/usr/lib/x.so.1", ".*", "/usr/lib/x.so.1 /usr/lib/x.so.1 /usr/lib/x.so /usr/lib/x"},
		{"aaa", "a", "aa aa aa aa"},
		{"aaa", "a*", "aa - aa -"},
		{"aaa", "*a", "aa - aa -"},
		{"aaa", "*", "aaa - aaa -"},
		{"aaa", "", "aaa aaa aaa aaa"},
		{"aaa", "?", "aa aa aa aa"},
		{"aaa", "b*", "aaa aaa aaa aaa"},
		{"aaa", "????", "aaa aaa aaa aaa"},
		{"abcabc", "*b", "cabc c abcabc abcabc"},
		{"abcabc", "b*", "abcabc abcabc abca a"},
		{"abcabc", "*b*", "cabc - abca -"},
		{"abcabc", "a*b", "cabc c abcabc abcabc"},
		{"abcabc", "b*c", "abcabc abcabc abca a"},
		{"abcabc", "*[ab]?", "cabc - abca -"},
		{"abcabc", "[ab]?*", "cabc - abca -"},
		{"abcabc", "a*c*", "abc - abc -"},
		{"abcabc", "*a*c", "abc - abc -"},
		{"a*b", `\*b`, "a*b a*b a a"},
		{"", "*", "- - - -"},
	}
	args := []string{}
	for _, r := range rows {
		p := pattern.Compile(r.pat)
		words := [4]string{r.s, r.s, r.s, r.s}
		if n, ok := p.ShortestPrefix(r.s); ok {
			words[0] = r.s[n:]
		}
		if n, ok := p.LongestPrefix(r.s); ok {
			words[1] = r.s[n:]
		}
		if n, ok := p.ShortestSuffix(r.s); ok {
			words[2] = r.s[:n]
		}
		if n, ok := p.LongestSuffix(r.s); ok {
			words[3] = r.s[:n]
		}
		for i := range words {
			if words[i] == "" {
				words[i] = "-"
			}
		}
		if got := strings.Join(words[:], " "); got != r.want {
			t.Errorf("%q by %q: %s, want %s", r.s, r.pat, got, r.want)
		}
		args = append(args, r.s, r.pat)
	}
	for _, peer := range []string{"dash", "bash"} {
		if _, err := exec.LookPath(peer); err != nil {
			continue
		}
		script := `f() { printf '%s %s %s %s\n' "${1:--}" "${2:--}" "${3:--}" "${4:--}"; }
			while [ $# -gt 0 ]; do f "${1#$2}" "${1##$2}" "${1%$2}" "${1%%$2}"; shift 2; done`
		out, err := exec.Command(peer, append([]string{"-c", script, peer}, args...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(out), "\n")
		for i, r := range rows {
			if lines[i] != r.want {
				t.Errorf("%s: %q by %q: %s, want %s", peer, r.s, r.pat, lines[i], r.want)
			}
		}
	}
}
