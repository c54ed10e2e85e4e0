package interp

import (
	"bytes"
	"io"
	"testing"

	"ftsh/internal/standalone"
)

// A message about the first word of a typed line names the word and prints no caret. Empty lines,
// comments and blanks before the word do not matter.
func TestNoCaretUnderTheFirstWord(t *testing.T) {
	var errs bytes.Buffer
	sh, err := New(Options{Standalone: &standalone.Options{Interactive: true}, Stderr: &errs})
	if err != nil {
		t.Fatal(err)
	}
	defer sh.Close()
	lines := []string{"\n", " # comment\n", "  none1\n", ": && none2\n"}
	read := func(standalone.Prompt) (string, error) {
		if len(lines) == 0 {
			return "", io.EOF
		}
		line := lines[0]
		lines = lines[1:]
		return line, nil
	}
	if _, err := atPrompt(sh, read); err != nil {
		t.Fatal(err)
	}
	const want = "ftsh: none1: not found\nftsh: none2: not found\n    : && none2\n         ^\n"
	if got := errs.String(); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
