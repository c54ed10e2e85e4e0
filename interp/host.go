package interp

import (
	"time"

	"ftsh/internal/builtin"
	"ftsh/internal/option"
	"ftsh/internal/syntax"
)

// A host is a frame as builtins see it: what only they need of one. The methods of the
// environment that it lacks are the frame's; its own are in host*.go, by groups of
// builtin.Host. To see a frame as a host costs nothing: (*host)(fr).
type host frame

var _ builtin.Host = (*host)(nil)

// Loops is the number of loops that break may leave; -1 in a branch, outside the
// loops in it.
func (h *host) Loops() int {
	if h.branch != nil && h.loops == 0 {
		return -1
	}
	return h.loops
}

// NoLoop says what to write for break or continue in a block without a loop around, where lists end by its rules: not
// in the action of a trap.
func (h *host) NoLoop(name string) string {
	if h.blocks == 0 || !h.brittle {
		return ""
	}
	return syntax.LeavesNoLoop(name)
}

// Returnable reports whether return has something to leave.
func (h *host) Returnable() bool { return h.functions+h.sources > 0 }

// ExitStatus is what exit yields: it ends a trap's action, wherever in it it stands.
func (h *host) ExitStatus() int {
	if h.action.runs {
		return h.action.status
	}
	return h.status
}

// ReturnStatus is what return yields: in a function that the action calls, or a file
// that it reads, return ends only that.
func (h *host) ReturnStatus() int {
	if h.functions+h.sources > h.action.depth {
		return h.status
	}
	return h.ExitStatus()
}

// InFunction reports whether a function runs.
func (h *host) InFunction() bool { return h.functions > 0 }

// LocalOptions makes the options those of the running function: what they are now
// comes back as it ends.
func (h *host) LocalOptions() {
	if h.callerOpts == nil {
		opts := h.opts
		h.callerOpts = &opts
		h.side.keepOptions(opts, h.functions)
	}
}

// SetOption turns an option on or off, with what goes with it.
func (h *host) SetOption(o option.Opt, on bool) error { return (*frame)(h).setOption(o, on) }

// FailedStatus is what abort and failure yield by default.
func (h *host) FailedStatus() int {
	switch {
	case h.catching != 0:
		return h.catching
	case h.failure != nil:
		return max(h.failure.Status&0xff, 1)
	}
	return 1
}

// Fail says what abort and failure tell: text, or still the error of what failed before. It is they
// who end the attempt, so that a command that was not found does not any more.
func (h *host) Fail(status int, text string) {
	switch {
	case text != "":
		h.failure = &Failure{Place: h.place(h.pos), Said: text, Status: status, told: true}
	case h.failure != nil:
		f := *h.failure
		f.Status, f.told, f.unfound = status, true, false
		h.failure = &f
	}
}

// Wall is the time of day.
func (h *host) Wall() time.Time { return h.sh.clock.Wall() }

// FailAfter sets the delay before the innermost try's next attempt.
func (h *host) FailAfter(d time.Duration) { h.after = retryAfter{d, true} }
