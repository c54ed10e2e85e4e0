package expand_test

import (
	"os"
	"strings"
	"testing"
)

// A wordCase is a script of testdata/words.txt: lines starting with "$ ", followed by its output. A
// line "# differs: reason" before it marks a difference from dash.
type wordCase struct {
	script, want string
	differs      bool
}

func wordCases(t testing.TB) []wordCase {
	t.Helper()
	b, err := os.ReadFile("testdata/words.txt")
	if err != nil {
		t.Fatal(err)
	}
	var cases []wordCase
	for _, text := range strings.Split(strings.TrimSpace(string(b)), "\n\n") {
		var c wordCase
		var script []string
		for line := range strings.Lines(text + "\n") {
			switch {
			case strings.HasPrefix(line, "# differs: "):
				c.differs = true
			case strings.HasPrefix(line, "$ "):
				script = append(script, strings.TrimSuffix(line[2:], "\n"))
			default:
				c.want += line
			}
		}
		c.script = strings.Join(script, "\n")
		cases = append(cases, c)
	}
	return cases
}

func TestWords(t *testing.T) {
	dir := tree(t)
	for _, c := range wordCases(t) {
		f := newFrame()
		f.dir = openDir(t, dir)
		if err := f.vars.Assign("HOME", "/root"); err != nil {
			t.Fatal(err)
		}
		if got := f.run(parse(c.script)); got != c.want {
			t.Errorf("%s\ngot\n%swant\n%s", c.script, got, c.want)
		}
	}
}

// TestWordsInDash compares the expectations with dash. Of an error only the place is compared, not
// the words.
func TestWordsInDash(t *testing.T) {
	dir := tree(t)
	for _, c := range wordCases(t) {
		want, _, failed := strings.Cut(c.want, "error ")
		got, err := dash(t, dir, c.script)
		if same := got == want && (err != nil) == failed; same == c.differs {
			t.Errorf("%s\ndash prints\n%s(%v)\nexpected, the same being %v, is\n%s", c.script, got,
				err, !c.differs, c.want)
		}
	}
}
