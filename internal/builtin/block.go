package builtin

import (
	"ftsh/internal/duration"
	"ftsh/internal/flow"
)

// abort is `abort [status]`: fails the innermost try permanently.
func abort(h Host, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return misuse()
	}
	return leaveBlock(h, rest, flow.Abort)
}

// failure is `failure [--after duration] [status]`: fails the attempt. The
// duration may be several words, as in a header.
func failure(h Host, args []string) flow.Outcome {
	rest := args[1:]
	if len(rest) > 0 && rest[0] == "--after" {
		d, used, err := duration.Take(rest[1:])
		if err != nil {
			h.Errorf("--after: %v", err)
			return misuse()
		}
		h.FailAfter(d)
		rest = rest[1+used:]
	}
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	return leaveBlock(h, rest, flow.Failure)
}

// leaveBlock diverts with the status of the operand. The default is what the catch
// list handles, else 1.
func leaveBlock(h Host, rest []string, d flow.Divert) flow.Outcome {
	switch {
	case len(rest) > 1:
		h.Errorf("expected one status, found %q too", rest[1])
		return misuse()
	case len(rest) == 1:
		n, ok := number(rest[0])
		if !ok || n == 0 || n > 255 {
			h.Errorf("expected a status from 1 to 255, found %q", rest[0])
			return misuse()
		}
		return flow.Outcome{Status: int32(n), Divert: d}
	}
	return flow.Outcome{Status: int32(max(h.CatchStatus(), 1)), Divert: d}
}

// detach is `detach command`.
func detach(h Host, args []string) flow.Outcome {
	h.Errorf("not yet supported")
	return misuse()
}
