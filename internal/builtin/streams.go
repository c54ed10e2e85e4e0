package builtin

import "ftsh/internal/flow"

// printed prints text, and returns the outcome of the builtin.
func printed(h Streams, text string) flow.Outcome {
	if text == "" {
		return flow.Outcome{}
	}
	if err := h.Print(text); err != nil {
		return h.WriteFailed(err)
	}
	return flow.Outcome{}
}
