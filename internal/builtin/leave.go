package builtin

import (
	"strconv"
	"strings"

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

// bashExit is bash's `exit [n]`: any number counts, by its last eight bits, and another operand is 2.
func bashExit(h controlHost, args []string) flow.Outcome {
	given := args
	args, ok := bashStatus(args)
	if !ok {
		h.Errorf("%q is not a number", args[1])
		return flow.Outcome{Status: flow.StatusUsage, Divert: flow.Exit}
	}
	if tooMany(h, given) {
		return abandoned()
	}
	return harmless(exit(h, args))
}

// bashReturn is bash's `return [n]`: outside of functions and sourced files it is an error.
func bashReturn(h returnHost, args []string) flow.Outcome {
	if !h.Returnable() {
		h.Errorf("not in a function or a sourced file")
		return misuse()
	}
	given := args
	args, ok := bashStatus(args)
	if !ok {
		h.Errorf("%q is not a number", args[1])
		return flow.Outcome{Status: flow.StatusUsage, Divert: flow.Return}
	}
	if tooMany(h, given) {
		return abandoned()
	}
	return harmless(returnFrom(h, args))
}

// bashStatus returns the arguments of exit or return with a status from 0 to 255.
func bashStatus(args []string) ([]string, bool) {
	if len(args) > 1 && args[1] == "--" {
		args = append(args[:1:1], args[2:]...)
	}
	if len(args) < 2 {
		return args, true
	}
	n, err := strconv.ParseInt(strings.TrimSpace(args[1]), 10, 64)
	if err != nil {
		return args, false
	}
	return []string{args[0], strconv.FormatInt(n&255, 10)}, true
}
