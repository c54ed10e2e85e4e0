package builtin

import (
	"strings"

	"ftsh/internal/flow"
)

// eval is `eval [argument…]`.
func eval(h Runner, args []string) flow.Outcome {
	rest := args[1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	switch len(rest) {
	case 0:
		return flow.Outcome{}
	case 1:
		return h.Eval(rest[0])
	}
	return h.Eval(strings.Join(rest, " "))
}
