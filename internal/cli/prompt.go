package cli

import (
	"bufio"
	"context"
	"io"
	"os"

	"ftsh/internal/repl"
	"ftsh/interp"
)

// prompt reads and runs commands at the terminal; under -i without one, the
// lines are read plainly.
func (inv *invocation) prompt(ctx context.Context, sh *interp.Shell) (int, error) {
	if !terminal(0) {
		in := bufio.NewReader(os.Stdin)
		return sh.RunPrompt(ctx, func(prompt interp.Prompt) (string, error) {
			_, _ = io.WriteString(os.Stderr, prompt.Text)
			line, err := in.ReadString('\n')
			if line != "" {
				err = nil
			}
			return line, err
		})
	}
	r, err := repl.Open()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return sh.RunPrompt(ctx, r.Line)
}
