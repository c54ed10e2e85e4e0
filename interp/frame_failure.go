package interp

import (
	"strings"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/flow"
	"ftsh/internal/printer"
	"ftsh/internal/scope"
	"ftsh/parser/ast"
)

// A Failure is a failure in a block or in an attempt: the command that failed last, or an error
// found by the shell itself. FTSH_ERROR and the log report it.
type Failure struct {
	// Place is the command's position. The zero value means only the status is known.
	Place
	// Args is the command as called. It is nil if the command is not a simple one, did not run, or
	// if LevelCommand is not asked for.
	Args []string
	// Source is the command's text in the script, on one line, with its name as called; "" if
	// unknown.
	Source string
	// Said is the diagnostic of an error found by the shell itself; else "".
	Said   string
	Status int // the exit status; 128 plus the number for a signal
	// Guard means the command stands on the left of && and ended its list: it was most likely meant
	// as a guard.
	Guard bool
	Cut   bool // the command was running when a time limit expired
	// Killed is the kill timeout that passed before SIGKILL ended the attempt's processes; 0: not
	// needed.
	Killed time.Duration
	// Among are the failed words of the enclosing forany or forall, with their variable: "host: a,
	// b"; "" outside of one.
	Among string
	// Upstream is the first failed command before this one in its pipeline, and how it failed:
	// "curl "$url": exit status 22"; "" if there is none.
	Upstream string

	// unfound means the shell's own search of PATH did not find the name, and nothing has judged
	// the failure yet. The script has a mistake; another attempt would not help.
	unfound bool
	told    bool // set by failure or abort: this is not the failed command
	record  bool // a block's record names it

	written written // the origin of Source, for when it is shown
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
func (f *Failure) mistaken(out flow.Outcome) bool {
	return f != nil && f.unfound && f.Status == int(out.Status)
}

// written is a command in the script.
type written struct {
	node ast.Node // nil: the failure is not a command's
	text string   // replaces the node's text: "eval …"
}

// maxShown is the number of bytes of a command shown at most.
const maxShown = 200

// source returns the command's text.
func (f *Failure) source() string {
	w := &f.written
	switch n := w.node.(type) {
	case nil:
		return f.Source
	case *ast.Simple:
		if w.text == "" && len(f.Args) > 0 {
			return printer.Command(n, f.Args[0], maxShown)
		}
	}
	if w.text != "" {
		return w.text
	}
	return printer.Line(w.node, maxShown)
}

// shown returns the failure as given to the host, with or without the command's arguments.
func (f Failure) shown(args bool) Failure {
	f.Source, f.written, f.unfound, f.told = f.source(), written{}, false, false
	if !args {
		f.Args = nil
	}
	return f
}

// same reports whether two failures look the same.
func (f *Failure) same(o *Failure) bool {
	return f.Place == o.Place && f.Status == o.Status && f.Guard == o.Guard && f.Cut == o.Cut &&
		f.Said == o.Said && f.Among == o.Among && f.Killed == o.Killed &&
		f.Upstream == o.Upstream &&
		(len(f.Args) == 0) == (len(o.Args) == 0) && (len(f.Args) == 0 || f.Args[0] == o.Args[0]) &&
		f.sameSource(o)
}

// sameSource reports whether two commands look the same. Their trees may differ: the text of an
// eval, a sourced file or a trap is parsed again for each attempt.
func (f *Failure) sameSource(o *Failure) bool {
	return f.Source == o.Source && f.written == o.written || f.source() == o.source()
}

// String returns the text of FTSH_ERROR, on one line: the place, the command, and how it failed. It
// contains the command's name but none of its arguments.
func (f Failure) String() string {
	var text string
	if f.Place != (Place{}) {
		text = f.Place.inMessages() + ": "
	}
	if source := f.source(); source != "" {
		text += source + ": "
	}
	if f.Said != "" {
		text += strings.ReplaceAll(f.Said, "\n", `\n`)
	} else {
		text += flow.StatusText(f.Status)
	}
	switch {
	case f.Cut && f.Killed > 0:
		text += " (time limit; SIGKILL after " + duration.Human(f.Killed) + " of grace)"
	case f.Cut:
		text += " (time limit)"
	case f.Killed > 0:
		text += " (what it left: SIGKILL after " + duration.Human(f.Killed) + " of grace)"
	}
	if f.Upstream != "" {
		text += " (before it in the pipeline: " + f.Upstream + ")"
	}
	if f.Guard {
		text += " (left of &&, it ends a brittle list: write if …; then …; fi, or append || :)"
	}
	if f.Among != "" {
		text += " (" + f.Among + ")"
	}
	return text
}

// guarding returns f marked as a guard that ended an AND-list. In a block only a test counts as a
// guard. Any other command before && is most often a step, and the next attempt repeats it. f
// itself does not change, because a concurrent environment may share it.
func guarding(fr *frame, f *Failure) *Failure {
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
	fr.note(ScriptFailed, f.Place, func(e *Event) {
		e.Status = f.Status
		e.Errors = []FailedAttempts{{Count: 1, Failure: f.shown(fr.wantsEvents(LevelCommand))}}
	})
}

// failed records the failure of a simple command. before is the failure recorded when the command
// began. If the command ran others (a function, eval, a sourced file) and returned their status,
// the innermost command counts as failed.
func failed(fr *frame, before *Failure, o *simpleOp, args []string, out flow.Outcome) {
	at := fr.context.place(o.pos)
	if f := fr.regs.failure; f != nil && f != before && f.Status == int(out.Status) {
		if (f.Said != "" || f.unfound) && f.Args == nil && f.Place == at && !f.told {
			f.Args, f.written = args, o.written // of one of its redirections or assignments
		}
		return
	}
	fr.regs.failure = &Failure{
		Place: at, Args: args, written: o.written, Status: int(out.Status), Cut: timeLimit(fr, out),
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
		fr.regs.failure = &Failure{Place: fr.context.place(pos), Said: said, Status: status}
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
	if sub.regs.after.asked {
		fr.regs.after = sub.regs.after
	}
}
