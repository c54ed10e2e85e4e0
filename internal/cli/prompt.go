package cli

import (
	"context"
	"os"

	"ftsh/internal/repl"
	"ftsh/interp"
)

// prompt reads and runs commands at the terminal. Under -i without a terminal, it reads plain
// lines.
func (inv *invocation) prompt(ctx context.Context, sh *interp.Shell) (int, error) {
	if !terminal(0) {
		return sh.RunPrompt(ctx, repl.Plain)
	}
	r, err := repl.Open(os.Getenv("TERM"))
	if err != nil {
		return 0, err
	}
	defer r.Close()
	return sh.RunPrompt(ctx, r.Line)
}
