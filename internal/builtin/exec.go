package builtin

import "ftsh/internal/flow"

// execute is `exec [command [argument…]]`.
func execute(h Host, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return fatal()
	}
	if len(rest) == 0 {
		h.KeepRedirections()
		return flow.Outcome{}
	}
	return h.Exec(rest)
}
