package view

import (
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/sig"
	"ftsh/internal/tracefile"
	"ftsh/interp/event"
)

// A State is how a row ended.
type State uint8

// The states. Odd is a command with a status other than 0, but no failure for all we know, such as
// the condition of a loop. Cut has no end in the trace: the shell was killed, or still runs.
// Outlived is a process left running by its shell.
const (
	Fine State = iota
	Failed
	Permanent
	TimeLimit
	Cancelled
	Left
	Deferred
	Odd
	Killed // by a signal
	Cut
	Outlived
	Replaced
)

var stateNames = [...]string{
	Fine: "succeeded", Failed: "failed", Permanent: "failed for good", TimeLimit: "time limit",
	Cancelled: "cancelled", Left: "left", Deferred: "deferred", Odd: "ended", Killed: "killed",
	Cut: "cut off", Outlived: "outlived its shell", Replaced: "became another program",
}

// String returns the words for a state.
func (s State) String() string { return stateNames[s] }

// Bad reports whether a reader in search of trouble wants to see it.
func (s State) Bad() bool {
	switch s {
	case Failed, Permanent, TimeLimit, Killed, Cut:
		return true
	}
	return false
}

func stateOf(n *tracefile.Node) State {
	if !n.Ended() {
		return unended(n)
	}
	switch n.Outcome {
	case event.Failed:
		if n.Kind == event.SpanCheck { // an answer: the work is not done
			return Odd
		}
		return Failed
	case event.Permanent:
		return Permanent
	case event.TimeLimit:
		return TimeLimit
	case event.Cancelled:
		return Cancelled
	case event.Left:
		return Left
	case event.Deferred:
		return Deferred
	}
	status := n.Result.Status
	switch {
	case status == 0:
		return Fine
	case n.Kind == event.SpanBlock && n.Result.Reason == "deadline":
		return TimeLimit
	case n.Kind == event.SpanBlock && strings.HasPrefix(n.Result.Reason, "permanent"):
		return Permanent
	case n.Kind == event.SpanBlock:
		return Failed
	case flow.BySignal(status):
		return Killed
	case n.Kind == event.SpanShell:
		return Failed
	}
	return Odd
}

// unended returns the state of a span without an end.
func unended(n *tracefile.Node) State {
	if n.Replaced {
		return Replaced
	}
	if n.Kind == event.SpanProcess {
		for up := n.Up; up != nil; up = up.Up {
			if up.Kind == event.SpanShell {
				switch {
				case up.Replaced && up.Pid == n.Pid:
					return Replaced
				case up.Ended():
					return Outlived
				}
				return Cut
			}
		}
	}
	return Cut
}

// statusText says how an unsuccessful command ended.
func statusText(status int) string {
	if flow.BySignal(status) {
		if name := sig.Name(sig.Signal(status - flow.StatusSignalled)); name != "" {
			return "killed by SIG" + name
		}
	}
	return "exit status " + strconv.Itoa(status)
}

// note returns the note of a row.
func note(r *Row) string {
	n := r.Node
	switch r.State {
	case Cut:
		return "no end: the shell was killed, or still runs"
	case Outlived, Replaced:
		return r.State.String()
	}
	switch r.Kind {
	case Command:
		if n.Result.Status != 0 && n.Ended() {
			return statusText(n.Result.Status)
		}
	case Shell:
		if n.Result.Status != 0 {
			return statusText(n.Result.Status)
		}
	case Block:
		return blockNote(n)
	case Attempt, List:
		if r.State == Odd {
			return "no: it is not done yet"
		}
		if r.State == Fine || r.State == Failed {
			return ""
		}
		return r.State.String()
	}
	return ""
}

// blockNote says how many attempts a block made, and why it gave up.
func blockNote(n *tracefile.Node) string {
	made := count(n.Block.Attempt, partOf(n))
	switch reason, more, _ := strings.Cut(n.Result.Reason, ": "); reason {
	case "":
		switch {
		case n.Block.Kind == "try" && n.Block.Attempt == 1:
			return ""
		case n.Block.Kind == "forany":
			return made + " tried"
		}
		return made
	case "deadline":
		return "time limit after " + made
	case "times":
		switch n.Block.Kind {
		case "forall":
			return failures(n, "", "")
		case "forany":
			return "none of " + made + " worked"
		}
		switch n.Block.Attempt {
		case 1:
			return "the only attempt failed"
		case 2:
			return "both attempts failed"
		}
		return made + ", all failed"
	case "permanent":
		if more != "" {
			return "failed for good: " + visible(more)
		}
		return "failed for good after " + made
	default:
		return visible(n.Result.Reason)
	}
}

// count returns "1 attempt", "2 attempts".
func count(n int, what string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(what, "ch"):
		what += "es"
	default:
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// partOf returns the word for a block's attempts.
func partOf(n *tracefile.Node) string {
	switch n.Block.Kind {
	case "forall":
		return "branch"
	case "forany":
		return "alternative"
	}
	return "attempt"
}
