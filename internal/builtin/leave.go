package builtin

import (
	"strconv"

	"ftsh/internal/flow"
)

// controlHost is the part of the shell used by exit, break and continue.
type controlHost interface {
	Streams
	Control
}

// exit is `exit [n]`.
func exit(h controlHost, args []string) flow.Outcome {
	n, out, ok := statusOperand(h, args, h.ExitStatus())
	if !ok {
		return out
	}
	return flow.Outcome{Status: int32(n & 0xff), Divert: flow.Exit}
}

// returnHost is the part of the shell used by return.
type returnHost interface {
	Streams
	Control
	Options
}

// returnFrom is `return [n]`. With nothing to return from, it leaves the shell, as in dash, unless
// the shell is interactive.
func returnFrom(h returnHost, args []string) flow.Outcome {
	n, out, ok := statusOperand(h, args, h.ReturnStatus())
	switch {
	case !ok:
		return out
	case h.Returnable():
		return flow.Outcome{Status: int32(n), Divert: flow.Return}
	case h.Interactive():
		h.Errorf("not in a function or a sourced file")
		return misuse()
	}
	return flow.Outcome{Status: int32(n & 0xff), Divert: flow.Exit}
}

// statusOperand reads the operand of exit and return.
func statusOperand(h controlHost, args []string, missing int) (n int, out flow.Outcome, ok bool) {
	if len(args) > 1 && args[1] == "--" {
		args = args[1:]
	}
	if len(args) < 2 {
		return missing, flow.Outcome{}, true
	}
	if n, ok = number(args[1]); !ok {
		remedy := ""
		if n, err := strconv.Atoi(args[1]); err == nil && n < 0 {
			remedy = "write " + strconv.Itoa(n&255) // as bash does
		}
		h.Errorf("%q is not an exit status%s", args[1], instead(remedy))
		return 0, fatal(), false
	}
	return n, flow.Outcome{}, true
}
