package builtin

import "ftsh/internal/flow"

// execHost is the part of the shell used by exec.
type execHost interface {
	Streams
	Runner
}

// execute is `exec [command [argument…]]`.
func execute(h execHost, args []string) flow.Outcome {
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
