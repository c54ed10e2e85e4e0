package brace_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"ftsh/internal/brace"
)

// split makes parts of a word of the tests: an escaped character, a string in double quotes, $name,
// ${…} and $(…) are parts with a Ref, 1 + their index in refs.
func split(word string) (parts []brace.Part, refs []string) {
	text := 0
	ref := func(from, to int) {
		if text < from {
			parts = append(parts, brace.Part{Text: word[text:from], Pos: text})
		}
		if from < to {
			refs = append(refs, word[from:to])
			parts = append(parts, brace.Part{Ref: len(refs), Pos: from})
		}
		text = to
	}
	for i := 0; i < len(word); i++ {
		rest, n := word[i:], 0
		switch {
		case rest[0] == '\\' && len(rest) > 1:
			n = 2
		case rest[0] == '"':
			n = 2 + strings.IndexByte(rest[1:], '"')
		case strings.HasPrefix(rest, "${"):
			n = 1 + strings.IndexByte(rest, '}')
		case strings.HasPrefix(rest, "$("):
			n = 1 + strings.IndexByte(rest, ')')
		}
		if n > 1 {
			ref(i, i+n)
			i += n - 1
		}
	}
	ref(len(word), len(word))
	return parts, refs
}

// expand returns the expansion of a word as bash prints it, between brackets.
func expand(word string) string {
	parts, refs := split(word)
	words, err := brace.Expand(parts, nil)
	if err != nil {
		return err.Error()
	}
	if words == nil {
		words = [][]brace.Part{parts}
	}
	var b strings.Builder
	for _, w := range words {
		b.WriteString("[")
		for _, p := range w {
			text := p.Text
			if p.Ref != 0 {
				text = refs[p.Ref-1]
				switch {
				case text[0] == '\\':
					text = text[1:]
				case text[0] == '"':
					text = text[1 : len(text)-1]
				default:
					text = "X"
				}
			}
			b.WriteString(text)
		}
		b.WriteString("]")
	}
	return b.String()
}

// ask asks bash for the expansions of words. They are between dots, so that none is empty.
func ask(t *testing.T, words []string) []string {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip(err)
	}
	script := "x=X\np() { printf '[%s]' \"$@\"; echo; }\n"
	for _, w := range words {
		script += "p " + w + "\n"
	}
	cmd := exec.Command("bash", "-fc", script)
	cmd.Env = []string{"LC_ALL=C.UTF-8"}
	out, err := cmd.Output()
	answers := strings.Split(string(out), "\n")
	if err != nil || len(answers) != len(words)+1 {
		t.Fatalf("%d answers to %d words, %v: %q", len(answers), len(words), err, answers)
	}
	return answers[:len(words)]
}

func TestExpand(t *testing.T) {
	rows := [][2]string{
		{"{a,b}", "[a][b]"}, {"x{a,b}y", "[xay][xby]"}, {"{a,b}{c,d}", "[ac][ad][bc][bd]"},
		{"{a,{b,c}}", "[a][b][c]"}, {"a{b{c,d},e}f", "[abcf][abdf][aef]"}, {"x{,}", "[x][x]"},
		{"x{a,b,,c}", "[xa][xb][x][xc]"}, {"{a}", "[{a}]"}, {"{}", "[{}]"}, {"{", "[{]"},
		{"}", "[}]"}, {"{a,b", "[{a,b]"}, {"a,b}", "[a,b}]"}, {"{a,b}}", "[a}][b}]"},
		{"{{a,b}", "[{a][{b]"}, {"{a,b},c", "[a,c][b,c]"}, {"{a,{b}", "[{a,{b}]"},
		{"{a,b{c}", "[{a,b{c}]"}, {"{a{b,c}", "[{ab][{ac]"}, {"{{a}", "[{{a}]"},
		{"{{a},b}", "[{a}][b]"}, {"x{{a,b}}", "[x{a}][x{b}]"}, {"{a,b{1..2}", "[{a,b1][{a,b2]"},
		{"a{},b{c,d}", "[a{},bc][a{},bd]"}, {"a{}{b,c}", "[a{}b][a{}c]"}, {"{x,y}{}", "[x{}][y{}]"},
		{"{{},a}", "[{}][a]"}, {"{},{a,b}", "[{},a][{},b]"}, {"{}a,b}", "[{}a,b}]"},
		{"x{a}b,c}", "[xa}b][xc]"}, {"{a{},b}", "[a{}][b]"}, {"{a,b}c{d}", "[ac{d}][bc{d}]"},
		{"{a,b}{", "[a{][b{]"},
		{"{1..3}", "[1][2][3]"}, {"{3..1}", "[3][2][1]"}, {"{1..10..3}", "[1][4][7][10]"},
		{"{10..1..3}", "[10][7][4][1]"}, {"{1..10..-3}", "[1][4][7][10]"}, {"{1..2..0}", "[1][2]"},
		{"{01..3}", "[01][02][03]"}, {"{1..003}", "[001][002][003]"}, {"{00..0}", "[00]"},
		{"{-01..2}", "[-01][000][001][002]"}, {"{-0..2}", "[0][1][2]"}, {"{1..-01}", "[001][000][-01]"},
		{"{-1..-003}", "[-001][-002][-003]"}, {"{010..8}", "[010][009][008]"},
		{"{01..010..4}", "[001][005][009]"}, {"{+1..3}", "[1][2][3]"}, {"{5..5..2}", "[5]"},
		{"{a..e}", "[a][b][c][d][e]"}, {"{e..a..2}", "[e][c][a]"}, {"{a..e..-2}", "[a][c][e]"},
		{"{1..a}", "[{1..a}]"}, {"{1..}", "[{1..}]"},
		{"{..1}", "[{..1}]"}, {"{1..2..}", "[{1..2..}]"}, {"{1...3}", "[{1...3}]"},
		{"{1..3..a}", "[{1..3..a}]"}, {"{0x1..3}", "[{0x1..3}]"}, {"{1.5..2}", "[{1.5..2}]"},
		{"{1..2,3}", "[1..2][3]"}, {"{é..ë}", "[{é..ë}]"}, {"{abc..d}", "[{abc..d}]"},
		{"{1..a}{b,c}", "[{1..a}b][{1..a}c]"}, {"{{1..2}}", "[{1}][{2}]"},
		{"{1..2}{a..b}", "[1a][1b][2a][2b]"},
		{"{9223372036854775806..9223372036854775807}", "[9223372036854775806][9223372036854775807]"},
		{"{0..9223372036854775808}", "[{0..9223372036854775808}]"},
		{`\{a,b}`, "[{a,b}]"}, {`{a\,b,c}`, "[a,b][c]"}, {`{a,b\}`, "[{a,b}]"},
		{`{"a,b",c}`, "[a,b][c]"},
		{`{a","b}`, "[{a,b}]"}, {"${x}{a,b}", "[Xa][Xb]"}, {"{a,${x}}", "[a][X]"},
		{"{${x},b}z", "[Xz][bz]"},
		{"{a,$(echo X)}", "[a][X]"}, {`{"1"..3}`, "[{1..3}]"}, {`{"{a,b}"}`, "[{{a,b}}]"},
		{`{1\..3}`, "[{1..3}]"}, {"{é,è}", "[é][è]"}, {"{a,b}=${x}", "[a=X][b=X]"},
	}
	var words []string
	for _, r := range rows {
		if got := expand(r[0]); got != r[1] {
			t.Errorf("%s: %s, want %s", r[0], got, r[1])
		}
		words = append(words, r[0])
	}
	// bash takes the ` between the letters for a substitution.
	if got, want := expand("{Y..b}x"), "[Yx][Zx][[x][x][]x][^x][_x][`x][ax][bx]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	t.Run("bash", func(t *testing.T) {
		for i, got := range ask(t, words) {
			if got != rows[i][1] {
				t.Errorf("%s: bash says %s, want %s", words[i], got, rows[i][1])
			}
		}
	})
}

// TestGenerated compares random words, the same in every run, with bash.
func TestGenerated(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	var words []string
	for range 1500 {
		w := "."
		for range 1 + r.IntN(14) {
			w += []string{"{", "{", "}", "}", ",", ",", "a", "b", "..", "1", "{1..2}", `\,`,
				"{a..c}", "{a,b}", "${x}", `"{"`}[r.IntN(16)]
		}
		words = append(words, w+".")
	}
	for i, want := range ask(t, words) {
		if got := expand(words[i]); got != want {
			t.Errorf("%s: %s, bash says %s", words[i], got, want)
		}
	}
}

func TestPositions(t *testing.T) {
	words, err := brace.Expand([]brace.Part{{Text: "a{b,", Pos: 10}, {Ref: 3, Pos: 14},
		{Text: "c}{1..2}", Pos: 17}}, nil)
	want := [][]brace.Part{
		{{Text: "a", Pos: 10}, {Text: "b", Pos: 12}, {Text: "1", Pos: 19}},
		{{Text: "a", Pos: 10}, {Text: "b", Pos: 12}, {Text: "2", Pos: 19}},
		{{Text: "a", Pos: 10}, {Ref: 3, Pos: 14}, {Text: "c", Pos: 17}, {Text: "1", Pos: 19}},
		{{Text: "a", Pos: 10}, {Ref: 3, Pos: 14}, {Text: "c", Pos: 17}, {Text: "2", Pos: 19}},
	}
	if err != nil || !slices.EqualFunc(words, want, slices.Equal) {
		t.Errorf("%v, %v", words, err)
	}
	for _, w := range []string{"", "abc", "{}", "{a}", "{a,b", "a}b"} {
		if words, err := brace.Expand([]brace.Part{{Text: w}}, nil); words != nil || err != nil {
			t.Errorf("%s: %v, %v", w, words, err)
		}
	}
}

func TestLimits(t *testing.T) {
	for _, w := range []string{"{1..1000001}", "{1..9223372036854775807}",
		"{-9223372036854775807..9223372036854775807}", strings.Repeat("{1..2000}", 2),
		strings.Repeat("{", 20000), strings.Repeat("{a,", 50000)} {
		_, err := brace.Expand([]brace.Part{{Text: "x" + w, Pos: 5}}, nil)
		if fmt.Sprint(err) != "brace expansion makes more than 1000000 words: use a loop that counts" {
			t.Errorf("%.30s: %v", w, err)
		}
	}
	for w, want := range map[string]int{"{1..10000}": 10000,
		"{0..9223372036854775807..4611686018427387904}": 2} {
		words, err := brace.Expand([]brace.Part{{Text: w}}, nil)
		if len(words) != want || err != nil {
			t.Errorf("%s: %d words, %v", w, len(words), err)
		}
	}
}

func FuzzExpand(f *testing.F) {
	for _, w := range []string{"{a,b}{1..3}", `\{"a",${x}}`, "{a..c..2}x{}", "{{a},b}"} {
		f.Add(w)
	}
	f.Fuzz(func(t *testing.T, w string) {
		if len(w) > 200 || strings.Count(w, "{") > 8 || strings.Contains(w, "\x00") {
			return
		}
		words, err := brace.Expand([]brace.Part{{Text: w}}, nil)
		if err != nil || words == nil {
			return
		}
		for _, parts := range words[:min(len(words), 100)] {
			for _, p := range parts {
				if p.Ref != 0 || p.Pos < 0 || p.Pos > len(w) {
					t.Fatalf("%q: %v", w, parts)
				}
			}
		}
	})
}
