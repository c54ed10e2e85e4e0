package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/printer"
	"ftsh/internal/scope"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// A failure is a Failure while the shell may still judge it.
type failure struct {
	// Failure is what the host gets to see. Its Source is set only for a failure from another
	// process: the text of a command is made when it is shown.
	event.Failure

	// unfound means the shell's own search of PATH did not find the name, and nothing has judged
	// the failure yet. The script has a mistake; another attempt would not help.
	unfound bool
	raised  bool // set by failure or abort: this is not the failed command
	record  bool // a block's record names it

	// text is the end of what the command has written to standard error, if a block watches.
	text string
	// alternatives are the failures of a forany's alternatives, if a block watches; else nil.
	alternatives []*failure

	written written // the origin of Source
}

// taken marks the failure as judged by ||, a condition or !, so it is no mistake any more.
func taken(fr *frame) {
	if fr.regs.failure != nil && fr.regs.failure.unfound {
		f := *fr.regs.failure
		f.unfound = false
		fr.regs.failure = &f
	}
}

// mistaken reports whether out is the failure of a missing command.
func (f *failure) mistaken(out flow.Outcome) bool {
	return f != nil && f.unfound && f.Status == int(out.Status)
}

// written is a command in the script.
type written struct {
	node ast.Node // nil: the failure is not a command's
	text string   // replaces the node's text: "eval …"
}

// maxShown is the number of bytes of a command shown at most.
const maxShown = 200

// shown returns the command's text. A simple command is shown with the name by which it was called,
// if that is known.
func (w *written) shown(name string) string {
	if w.text != "" {
		return w.text
	}
	if n, ok := w.node.(*ast.Simple); ok && name != "" {
		return printer.Command(n, name, maxShown)
	}
	return printer.Line(w.node, maxShown)
}

// source returns the command's text.
func (f *failure) source() string {
	switch {
	case f.written.node == nil:
		return f.Source
	case len(f.Args) > 0:
		return f.written.shown(f.Args[0])
	}
	return f.written.shown("")
}

// shown returns the failure as given to the host, with or without the command's arguments.
func (f *failure) shown(args bool) event.Failure {
	shown := f.Failure
	shown.Source = f.source()
	if !args {
		shown.Args = nil
	}
	return shown
}

// String returns the text of FTSH_ERROR.
func (f *failure) String() string { return f.shown(true).String() }

// Same reports whether two failures look the same.
func (f *failure) Same(o *failure) bool {
	return f.Place == o.Place && f.Status == o.Status && f.Guard == o.Guard && f.Cut == o.Cut &&
		f.Said == o.Said && f.Among == o.Among && f.Known == o.Known && f.Killed == o.Killed &&
		f.Upstream == o.Upstream && f.Reason == o.Reason &&
		(len(f.Args) == 0) == (len(o.Args) == 0) && (len(f.Args) == 0 || f.Args[0] == o.Args[0]) &&
		f.sameSource(o)
}

// sameSource reports whether two commands look the same. Their trees may differ: the text of an
// eval, a sourced file or a trap is parsed again for each attempt.
func (f *failure) sameSource(o *failure) bool {
	return f.Source == o.Source && f.written == o.written || f.source() == o.source()
}

// guarding returns f marked as a guard that ended an AND-list. In a block only a test counts as a
// guard. Any other command before && is most often a step, and the next attempt repeats it. f
// itself does not change, because a concurrent environment may share it.
func guarding(fr *frame, f *failure) *failure {
	g := *f
	g.Guard = fr.context.blocks == 0 || len(f.Args) > 0 && (f.Args[0] == "[" || f.Args[0] == "test")
	return &g
}

// keepsFailures reports whether failures are needed: by a block, or for the record of a brittle
// script ended by a failed command.
func keepsFailures(fr *frame) bool { return fr.context.blocks > 0 || fr.context.brittle }

// noteScriptEnd reports the command whose failure ended a brittle script. Otherwise a guard such as
// [ -e f ] && continue would end the script silently. A failed block has its own record, and exit
// gives its own reason.
func noteScriptEnd(fr *frame, out flow.Outcome) {
	f := fr.regs.failure
	if out.Divert != flow.None || out.Status == 0 || !fr.context.brittle || f == nil || f.record ||
		f.Status != int(out.Status) {
		return
	}
	fr.note(event.ScriptFailed, f.Place, func(e *Event) {
		e.Result.Status = f.Status
		args := fr.wantsEvents(event.LevelCommand)
		e.Result.Errors = []event.FailedAttempts{{Count: 1, Failure: f.shown(args)}}
	})
}

// failed records the failure of a simple command. before is the failure recorded when the command
// began. If the command ran others (a function, eval, a sourced file) and returned their status,
// the innermost command counts as failed.
func failed(fr *frame, before *failure, o *simpleOp, args []string, out flow.Outcome) {
	at := fr.context.place(o.pos)
	if f := fr.regs.failure; f != nil && f != before && f.Status == int(out.Status) {
		if (f.Said != "" || f.unfound) && f.Args == nil && f.Place == at && !f.raised {
			f.Args, f.written = args, o.written // of one of its redirections or assignments
		}
		return
	}
	fr.regs.failure = &failure{
		Failure: event.Failure{Place: at, Args: args, Status: int(out.Status), Cut: timeLimit(fr, out)},
		written: o.written, text: fr.regs.text,
	}
}

// timeLimit reports whether a time limit made a command in fr end with out. A signal that ended its
// shell and a decision by another branch do not count.
func timeLimit(fr *frame, out flow.Outcome) bool {
	if out.Divert != flow.Cancel {
		return false
	}
	why := fr.context.scope.Cause()
	return why != nil &&
		(why.Kind == scope.Deadline || why.Kind == scope.Timeout || why.Kind == scope.KillTimeout)
}

// failedIn records a failure inside a block of something other than a command: a redirection, an
// expansion, a header. said is the diagnostic.
func failedIn(fr *frame, pos ast.Pos, said string, status int) {
	if keepsFailures(fr) {
		fr.regs.failure = &failure{Failure: event.Failure{
			Place: fr.context.place(pos), Said: said, Status: status,
		}}
	}
}

// adopt takes over a subshell's results for the enclosing block: the last failed command, and the
// delay requested by failure --after.
func adopt(fr, sub *frame) {
	if sub.regs.failure != nil {
		fr.regs.failure = sub.regs.failure
	}
	if fr.cancelled() {
		fr.regs.pos = sub.regs.pos // its position at the time limit
	}
	if sub.regs.after.Asked {
		fr.regs.after = sub.regs.after
	}
}
