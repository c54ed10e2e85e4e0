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

// A Failure is what failed in a block, or in an attempt of one: the command that failed last, or
// what the shell itself found wrong. It is what FTSH_ERROR and the log tell.
type Failure struct {
	Place                // of the command; the zero value: what failed is not known, only its status
	Args   []string      // the command as it was called; nil: it is no simple command, or was not run, or LevelCommand is not asked for
	Source string        // the command as it is written in the script, on one line, its name as it was called; "": it is not known
	Said   string        // the diagnostic, where the shell itself found the error; "": the status tells
	Status int           // 128 and the number for a signal
	Guard  bool          // it stands on the left of && and ended its list: most likely meant as a guard
	Cut    bool          // it ran when a time limit passed
	Killed time.Duration // the kill timeout that passed before SIGKILL ended what the attempt had started; 0: it did not have to
	Among  string        // the words of the forany or forall around it that failed, with their variable: "host: a, b"; "": there is none

	// unfound: the shell's own search of PATH found no such name, and nobody has looked
	// at that yet: a mistake, which no further attempt can mend.
	unfound bool
	told    bool // failure or abort says so: it is not what command failed
	record  bool // the record of a block names it

	written written // what Source is made of, once somebody is to see it
}

// taken says that ||, a condition or ! has looked at what failed: it is no mistake any
// more.
func taken(fr *frame) {
	if fr.regs.failure != nil && fr.regs.failure.unfound {
		f := *fr.regs.failure
		f.unfound = false
		fr.regs.failure = &f
	}
}

// mistaken reports whether out is the failure of a command that is not there.
func (f *Failure) mistaken(out flow.Outcome) bool {
	return f != nil && f.unfound && f.Status == int(out.Status)
}

// written is a command in the script.
type written struct {
	node ast.Node // nil: what failed is no command
	text string   // instead of it: "eval …"
}

// maxShown is how much of a command is shown, in bytes.
const maxShown = 200

// source is the command as it is written.
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

// shown is the failure as others may have it: with what the command was called with, or without.
func (f Failure) shown(args bool) Failure {
	f.Source, f.written, f.unfound, f.told = f.source(), written{}, false, false
	if !args {
		f.Args = nil
	}
	return f
}

// same reports whether two failures show as one.
func (f *Failure) same(o *Failure) bool {
	return f.Place == o.Place && f.Status == o.Status && f.Guard == o.Guard && f.Cut == o.Cut && f.Said == o.Said && f.Among == o.Among && f.Killed == o.Killed &&
		(len(f.Args) == 0) == (len(o.Args) == 0) && (len(f.Args) == 0 || f.Args[0] == o.Args[0]) && f.sameSource(o)
}

// sameSource reports whether two commands show as one. The text of eval and of a sourced file is parsed anew for each
// attempt, and so are those of a trap.
func (f *Failure) sameSource(o *Failure) bool {
	return f.Source == o.Source && f.written == o.written || f.source() == o.source()
}

// String is the text of FTSH_ERROR, in one line: where, which command, how. It shows nothing that the
// command was called with, but for its name.
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
	if f.Guard {
		text += " (left of &&, it ends a brittle list: write if …; then …; fi, or append || :)"
	}
	if f.Among != "" {
		text += " (" + f.Among + ")"
	}
	return text
}

// guarding marks the failure that ended an and-list as a guard. In a block only a test is one: what else stands
// before && there is most often a step, and the next attempt makes it again. f itself stays: an environment next to
// this one may have it, too.
func guarding(fr *frame, f *Failure) *Failure {
	g := *f
	g.Guard = fr.context.blocks == 0 || len(f.Args) > 0 && (f.Args[0] == "[" || f.Args[0] == "test")
	return &g
}

// keepsFailures reports whether somebody asks for what failed: a block, or the record of a script that a
// failed command ends.
func keepsFailures(fr *frame) bool { return fr.context.blocks > 0 || fr.context.brittle }

// noteScriptEnd reports the command whose failure ended a brittle script: without it a guard such as
// [ -e f ] && continue would end the script without a word. A block that failed has a record of its own, and
// exit says for itself why.
func noteScriptEnd(fr *frame, out flow.Outcome) {
	f := fr.regs.failure
	if out.Divert != flow.None || out.Status == 0 || !fr.context.brittle || f == nil || f.record || f.Status != int(out.Status) {
		return
	}
	fr.note(ScriptFailed, f.Place, func(e *Event) {
		e.Status = f.Status
		e.Errors = []FailedAttempts{{Count: 1, Failure: f.shown(fr.wantsEvents(LevelCommand))}}
	})
}

// failed notes a simple command that failed where failures are kept. before is what was
// noted when the command began: where it ran others (a function, eval, a sourced
// file) and passes their status on, the innermost one is what failed.
func failed(fr *frame, before *Failure, o *simpleOp, args []string, out flow.Outcome) {
	at := fr.context.place(o.pos)
	if f := fr.regs.failure; f != nil && f != before && f.Status == int(out.Status) {
		if (f.Said != "" || f.unfound) && f.Args == nil && f.Place == at && !f.told {
			f.Args, f.written = args, o.written // one of its redirections or assignments
		}
		return
	}
	fr.regs.failure = &Failure{Place: at, Args: args, written: o.written, Status: int(out.Status), Cut: timeLimit(fr, out)}
}

// timeLimit reports whether it is for a time limit that a command in fr ended with out: not for a signal that
// ended its shell, or because another branch decided.
func timeLimit(fr *frame, out flow.Outcome) bool {
	if out.Divert != flow.Cancel {
		return false
	}
	why := fr.context.scope.Cause()
	return why != nil && (why.Kind == scope.Deadline || why.Kind == scope.Timeout || why.Kind == scope.KillTimeout)
}

// failedIn notes what failed inside a block without being a command that ran: a
// redirection, an expansion, a header. said is the diagnostic.
func failedIn(fr *frame, pos ast.Pos, said string, status int) {
	if keepsFailures(fr) {
		fr.regs.failure = &Failure{Place: fr.context.place(pos), Said: said, Status: status}
	}
}

// adopt takes over what a subshell of this process leaves for the block around:
// the command that failed last, and what failure --after asked for.
func adopt(fr, sub *frame) {
	if sub.regs.failure != nil {
		fr.regs.failure = sub.regs.failure
	}
	if fr.cancelled() {
		fr.regs.pos = sub.regs.pos // where the time limit found it
	}
	if sub.regs.after.asked {
		fr.regs.after = sub.regs.after
	}
}
