package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/history"
)

// History returns the history of an interactive shell, or nil if there is none. A suspended job
// gets nil: the history belongs to the prompt.
func (h *host) History() *history.List {
	if g := h.context.group; g != nil && h.sh.terminal.jobs.byGroup(g.pgid) != nil {
		return nil
	}
	return h.env.history()
}

// HistoryExpander expands references to the commands of a list.
func (h *host) HistoryExpander(l *history.List) *history.Expander {
	return h.env.historyExpander(l)
}

// Reenter runs text as if it had been typed (the fc utility).
func (h *host) Reenter(text string) flow.Outcome { return reenter((*frame)(h), text) }
