package interp

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"ftsh/internal/sig"
	"ftsh/internal/standalone"
)

// A SIGINT between the reading and the start of a line cancels this line and no other.
func TestInterruptBeforeTheLineRuns(t *testing.T) {
	var out bytes.Buffer
	var sh *Shell
	// With -v a line is written after it has been read.
	errs := hook(func(text string) {
		if strings.Contains(text, "early") {
			sh.interrupt(sig.SIGINT)
		}
	})
	sh, err := New(Options{Stdout: &out, Stderr: errs, Set: []string{"verbose"},
		Standalone: &standalone.Options{Interactive: true}})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"echo before $?\n", "echo early\n", "echo after $?\n", "echo end $?\n"}
	read := func(standalone.Prompt) (string, error) {
		if len(lines) == 0 {
			return "", io.EOF
		}
		line := lines[0]
		lines = lines[1:]
		if strings.Contains(line, "end") {
			sh.interrupt(sig.SIGINT) // concerns no line
		}
		return line, nil
	}
	if _, err := atPrompt(sh, read); err != nil {
		t.Error(err)
	}
	if err := sh.Close(); err != nil {
		t.Error(err)
	}
	if got, want := out.String(), "before 0\nafter 130\nend 0\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
}

// atPrompt runs the commands of an interactive shell, read by read.
func atPrompt(sh *Shell, read func(standalone.Prompt) (string, error)) (int, error) {
	sh.opts.Standalone.Read = read
	return sh.RunInput(context.Background(), "")
}

// A hook is called with the text written to it.
type hook func(text string)

func (h hook) Write(p []byte) (int, error) {
	h(string(p))
	return len(p), nil
}
