package event

import (
	"strings"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/flow"
)

// A Failure is a failure in a block or in an attempt: the command that failed last, or an error
// found by the shell itself. FTSH_ERROR and the log report it.
type Failure struct {
	// Place is the command's position. The zero value means only the status is known.
	Place Place
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
	// Known is what a try with known, permanent or transient has found out about the failure:
	// "permanent: …" or "transient: …", and the entry or the pattern; else "".
	Known string
	// Reason is why a branch failed on another machine, as its batch system knows it: oom, node,
	// preempted, …; "" if unknown.
	Reason string
}

// String returns the text of FTSH_ERROR, on one line: the place, the command, and how it failed. It
// contains the command's name but none of its arguments.
func (f Failure) String() string {
	var text string
	if f.Place != (Place{}) {
		text = f.Place.String() + ": "
	}
	if f.Source != "" {
		text += f.Source + ": "
	}
	if f.Said != "" {
		text += strings.ReplaceAll(f.Said, "\n", `\n`)
	} else {
		text += flow.StatusText(f.Status)
	}
	if f.Reason != "" && f.Said == "" {
		text += " (" + f.Reason + ")"
	}
	switch {
	case f.Cut && f.Killed > 0:
		text += " (time limit; SIGKILL after " + duration.Human(f.Killed) + " of grace)"
	case f.Cut:
		text += " (time limit)"
	case f.Killed > 0:
		text += " (processes it left: SIGKILL after " + duration.Human(f.Killed) + " of grace)"
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
	if f.Known != "" {
		text += " (" + f.Known + ")"
	}
	return text
}

// FailedAttempts are attempts, alternatives or branches with the same error, or deferrals with the
// same error.
type FailedAttempts struct {
	// Attempts are the numbers of the first and the latest attempts, ascending. It is nil for
	// deferrals and for a block that failed before its first attempt.
	Attempts []AttemptRange
	// Words are the alternatives or branches, in the order of the list; nil in a try.
	Words []string
	Count int // the number of attempts or deferrals
	// Deferred means the sense list of a try failed, so none of the attempts was made.
	Deferred bool
	Failure  Failure
}

// An AttemptRange is a run of consecutive attempts.
type AttemptRange struct{ First, Last int }
