package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/history"
)

// History is the list of an interactive shell; nil: there is none.
func (h *host) History() *history.List { return h.sh.history }

// Reenter runs text as if it had been typed (the fc utility).
func (h *host) Reenter(text string) flow.Outcome { return reenter((*frame)(h), text) }
