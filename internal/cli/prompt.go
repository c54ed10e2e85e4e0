package cli

import (
	"context"
	"os"

	"ftsh/internal/repl"
	"ftsh/internal/standalone"
	"ftsh/interp"
)

// prompt reads and runs commands at the terminal. Under -i without a terminal, it reads plain
// lines.
func (inv *invocation) prompt(ctx context.Context, sh *interp.Shell,
	alone *standalone.Options) (int, error) {
	if !terminal(0) {
		alone.Read = repl.Plain
		return sh.RunInput(ctx, "")
	}
	r, err := repl.Open(os.Getenv("TERM"))
	if err != nil {
		return 0, err
	}
	defer r.Close()
	alone.Read = r.Line
	return sh.RunInput(ctx, "")
}
