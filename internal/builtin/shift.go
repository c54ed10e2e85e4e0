package builtin

import "ftsh/internal/flow"

// shiftHost is the part of the shell used by shift.
type shiftHost interface {
	Streams
	Parameters
}

// shift is `shift [n]`. A number beyond $# is an error that ends the shell, as in
// dash; POSIX permits that.
func shift(h shiftHost, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return fatal()
	}
	n := 1
	if len(rest) > 0 {
		if n, ok = number(rest[0]); !ok {
			h.Errorf("%q is not a number", rest[0])
			return fatal()
		}
	}
	params := h.Params()
	if n > len(params) {
		h.Errorf("cannot shift %d of %d parameters", n, len(params))
		return fatal()
	}
	if n > 0 {
		h.SetParams(params[n:])
	}
	return flow.Outcome{}
}
