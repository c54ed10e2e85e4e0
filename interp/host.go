package interp

import (
	"time"

	"ftsh/internal/builtin"
	"ftsh/internal/option"
	"ftsh/internal/syntax"
)

// A host is a frame as builtins see it.
//
// Large: it implements the sixteen groups of builtin.Host.
type host frame

var _ builtin.Host = (*host)(nil)

// Loops is the number of loops that break may leave; -1 in a branch, outside the
// loops in it.
func (h *host) Loops() int {
	if h.context.branch != nil && h.context.loops == 0 {
		return -1
	}
	return h.context.loops
}

// NoLoop says what to write for break or continue in a block without a loop around, where lists end by its rules: not
// in the action of a trap.
func (h *host) NoLoop(name string) string {
	if h.context.blocks == 0 || !h.context.brittle {
		return ""
	}
	return syntax.LeavesNoLoop(name)
}

// Returnable reports whether return has something to leave.
func (h *host) Returnable() bool { return h.context.functions+h.context.sources > 0 }

// ExitStatus is what exit yields: it ends a trap's action, wherever in it it stands.
func (h *host) ExitStatus() int {
	if h.context.action.runs {
		return h.context.action.status
	}
	return h.env.status
}

// ReturnStatus is what return yields: in a function that the action calls, or a file
// that it reads, return ends only that.
func (h *host) ReturnStatus() int {
	if h.context.functions+h.context.sources > h.context.action.depth {
		return h.env.status
	}
	return h.ExitStatus()
}

// InFunction reports whether a function runs.
func (h *host) InFunction() bool { return h.context.functions > 0 }

// LocalOptions makes the options those of the running function: what they are now
// comes back as it ends.
func (h *host) LocalOptions() {
	if h.context.callerOpts == nil {
		opts := h.env.opts
		h.context.callerOpts = &opts
		h.env.snapshot.keepOptions(opts, h.context.functions)
	}
}

// SetOption turns an option on or off, with what goes with it.
func (h *host) SetOption(o option.Opt, on bool) error { return (*frame)(h).setOption(o, on) }

// FailedStatus is what abort and failure yield by default.
func (h *host) FailedStatus() int {
	switch {
	case h.context.catching != 0:
		return h.context.catching
	case h.regs.failure != nil:
		return max(h.regs.failure.Status&0xff, 1)
	}
	return 1
}

// Fail says what abort and failure tell: text, or still the error of what failed before. It is they
// who end the attempt, so that a command that was not found does not any more.
func (h *host) Fail(status int, text string) {
	switch {
	case text != "":
		h.regs.failure = &Failure{Place: h.context.place(h.regs.pos), Said: text, Status: status,
			told: true}
	case h.regs.failure != nil:
		f := *h.regs.failure
		f.Status, f.told, f.unfound = status, true, false
		h.regs.failure = &f
	}
}

// Wall is the time of day.
func (h *host) Wall() time.Time { return h.sh.clock.Wall() }

// FailAfter sets the delay before the innermost try's next attempt.
func (h *host) FailAfter(d time.Duration) { h.regs.after = retryAfter{d, true} }
