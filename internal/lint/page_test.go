package lint

import (
	"os"
	"strings"
	"testing"
)

// docs/reference/lint.md has a section for each rule, in their order. The rule finds its first
// example, and not its last.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/lint.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(page), "\n## ")[1:]
	if len(sections) != len(Rules()) {
		t.Fatalf("%d sections, %d rules", len(sections), len(Rules()))
	}
	for i, r := range Rules() {
		name, text, _ := strings.Cut(sections[i], "\n")
		if name != r.Name {
			t.Fatalf("section %s, rule %s", name, r.Name)
		}
		blocks := codeBlocks(text)
		if len(blocks) != 2 {
			t.Fatalf("%s: %d pieces of code", name, len(blocks))
		}
		if !finds(blocks[0], name) {
			t.Errorf("%s is not found:\n%s", name, blocks[0])
		}
		if finds(blocks[1], name) || finds(blocks[1], SyntaxError) {
			t.Errorf("%s is found:\n%s", name, blocks[1])
		}
	}
}

// The manual page names each rule with its summary's first words.
func TestManual(t *testing.T) {
	page, err := os.ReadFile("../../man/ftsh-lint.1")
	if err != nil {
		t.Fatal(err)
	}
	at := 0
	for _, r := range Rules() {
		i := strings.Index(string(page[at:]), "\n.B "+strings.ReplaceAll(r.Name, "-", `\-`)+"\n")
		if i < 0 {
			t.Fatalf("man/ftsh-lint.1 has no %s after the rule before it", r.Name)
		}
		at += i
	}
}

func finds(script, rule string) bool {
	for _, f := range Script(script) {
		if f.Rule == rule {
			return true
		}
	}
	return false
}

// codeBlocks returns the pieces of a page indented by four blanks.
func codeBlocks(text string) []string {
	var blocks []string
	in := false
	for line := range strings.Lines(text) {
		code, ok := strings.CutPrefix(line, "    ")
		switch {
		case ok && in:
			blocks[len(blocks)-1] += code
		case ok:
			blocks = append(blocks, code)
		}
		in = ok
	}
	return blocks
}
