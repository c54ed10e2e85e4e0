package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/history"
)

// History is the list of an interactive shell; nil: there is none. That of a prompt is not for who goes on
// beside it.
func (h *host) History() *history.List {
	if g := h.context.group; g != nil && h.sh.terminal.jobs.byGroup(g.pgid) != nil {
		return nil
	}
	return h.sh.prompt.history
}

// Reenter runs text as if it had been typed (the fc utility).
func (h *host) Reenter(text string) flow.Outcome { return reenter((*frame)(h), text) }
