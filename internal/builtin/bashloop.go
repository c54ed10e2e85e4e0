package builtin

import (
	"strconv"

	"ftsh/internal/flow"
)

// abandoned is the outcome of a builtin whose error ends the line that it is in, with status 1, as
// a failed expansion does.
func abandoned() flow.Outcome { return flow.Outcome{Status: 1, Divert: flow.Fatal} }

// tooMany reports whether a builtin with at most one operand has more.
func tooMany(h Streams, args []string) bool {
	rest := args[1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	if len(rest) < 2 {
		return false
	}
	h.Errorf("too many arguments")
	return true
}

// bashLeaveLoops is bash's `break [n]` and `continue [n]`; run is the builtin of POSIX. A number
// below 1 leaves all loops. A word that is no number ends the shell.
func bashLeaveLoops(h controlHost, args []string,
	run func(controlHost, []string) flow.Outcome) flow.Outcome {
	loops := h.Loops()
	if loops <= 0 {
		return harmless(run(h, args))
	}
	if len(args) > 1 && args[1] != "--" {
		n, err := strconv.ParseInt(args[1], 10, 64)
		if err != nil {
			h.Errorf("%q is not a number of loops", args[1])
			return flow.Outcome{Status: flow.StatusSignalled, Divert: flow.Exit}
		}
		if tooMany(h, args) {
			return abandoned()
		}
		if n < 1 {
			h.Errorf("%q is not a number of loops", args[1])
			return flow.Outcome{Status: 1, Divert: flow.Break, Depth: uint16(min(loops, 1<<16-1))}
		}
	}
	return harmless(run(h, args))
}
