package interp

import (
	"time"

	"ftsh/internal/builtin"
	"ftsh/internal/option"
	"ftsh/internal/retry"
	"ftsh/internal/syntax"
	"ftsh/interp/event"
)

// A host is a frame as seen by builtins.
//
// Large: it implements the sixteen groups of builtin.Host. They are one type because the conversion
// of a frame to a host is free; a value with a part for each group would be allocated at every
// builtin.
type host frame

var _ builtin.Host = (*host)(nil)

// Loops returns the number of loops that break may leave. It returns -1 in a branch, outside the
// loops in it.
func (h *host) Loops() int {
	if h.context.branch != nil && h.context.loops == 0 {
		return -1
	}
	return h.context.loops
}

// NoLoop returns advice for break or continue outside a loop, in a block in brittle code. It
// returns "" otherwise, also in a trap's action.
func (h *host) NoLoop(name string) string {
	if h.context.blocks == 0 || !h.context.brittle {
		return ""
	}
	return syntax.LeavesNoLoop(name)
}

// Returnable reports whether return has a function or file to leave.
func (h *host) Returnable() bool { return h.context.functions+h.context.sources > 0 }

// ExitStatus returns the default status of exit. In a trap's action it is the status before the
// action, at any depth, since exit ends the action.
func (h *host) ExitStatus() int {
	if h.context.action.runs {
		return h.context.action.status
	}
	return h.env.status
}

// ReturnStatus returns the default status of return. In a function called by a trap's action, or a
// file read by it, return ends only the function or file.
func (h *host) ReturnStatus() int {
	if h.context.functions+h.context.sources > h.context.action.depth {
		return h.env.status
	}
	return h.ExitStatus()
}

// InFunction reports whether a function is running.
func (h *host) InFunction() bool { return h.context.functions > 0 }

// LocalOptions makes the options local to the running function: their present values are restored
// when it ends.
func (h *host) LocalOptions() {
	if h.context.callerOpts == nil {
		opts := h.env.opts
		h.context.callerOpts = &opts
		h.env.snapshot.keepOptions(opts, h.context.functions)
	}
}

// SetOption turns an option on or off, with its side effects.
func (h *host) SetOption(o option.Opt, on bool) error {
	err := (*frame)(h).setOption(o, on)
	importFunctions((*frame)(h)) // the dialect of bash has begun, perhaps
	return err
}

// FailedStatus returns the default status of abort and failure.
func (h *host) FailedStatus() int {
	switch {
	case h.context.catching != 0:
		return h.context.catching
	case h.regs.failure != nil:
		return max(h.regs.failure.Status&0xff, 1)
	}
	return 1
}

// Fail sets the failure reported for abort and failure: text or, if it is empty, the previous
// failure's error. The attempt then ends because of them, not because of a command not found.
func (h *host) Fail(status int, text string) {
	switch {
	case text != "":
		h.regs.failure = &failure{Failure: event.Failure{Place: h.context.place(h.regs.pos), Said: text,
			Status: status}, raised: true}
	case h.regs.failure != nil:
		f := *h.regs.failure
		f.Status, f.raised, f.unfound = status, true, false
		h.regs.failure = &f
	}
}

// Wall returns the time of day.
func (h *host) Wall() time.Time { return h.sh.clock.Wall() }

// FailAfter sets the delay before the innermost try's next attempt.
func (h *host) FailAfter(d time.Duration) { h.regs.after = retry.After{Delay: d, Asked: true} }
