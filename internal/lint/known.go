package lint

import (
	"path"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/known"
	"ftsh/parser/ast"
)

// longRetry is the time limit from which a retry of a failure that is final costs much.
const longRetry = 10 * time.Minute

// knownFailures looks for a long retry of a program whose failures are known, without a word about
// which of them are final.
func (w walker) knownFailures(n *ast.Try) {
	cmd := lastCommand(n.Body)
	if cmd == nil {
		return
	}
	words := utility(cmd.Args)
	program := path.Base(text(words, 0))
	if !known.Has(program) || w.facts.functions[program] {
		return
	}
	if remedy := mute(program, words); remedy != "" {
		if n.Known {
			w.report(KnownFailures, words[0], "known learns nothing from this %s, which does not say "+
				"why it failed: write %s", program, remedy)
		}
		return
	}
	if !retries(n) || n.On != nil || n.Except != nil || judges(n) || n.Check != nil ||
		w.facts.aborts || w.facts.sources || !long(n) {
		return
	}
	w.report(KnownFailures, words[0],
		"this retries failures that no attempt mends, too: write known in the header "+
			"(ftsh-state known %s shows what is known), or say which are retried (on, except, "+
			"permanent, transient)", program)
}

// long reports whether a try has a long time limit, or none.
func long(n *ast.Try) bool {
	switch {
	case n.Limit.Forever:
		return true
	case n.Limit.For == nil:
		return false
	}
	words, ok := texts(n.Limit.For.Words)
	if !ok {
		return false
	}
	d, err := duration.Parse(words...)
	return err == nil && d >= longRetry
}

// lastCommand returns the last command of a body, which most often is what the try is about; nil if
// something else than a simple command alone is there.
func lastCommand(l *ast.List) *ast.Simple {
	if l == nil || len(l.AndOrs) == 0 {
		return nil
	}
	a := l.AndOrs[len(l.AndOrs)-1]
	if len(a.Pipelines) != 1 || a.Background || a.Pipelines[0].Negated {
		return nil
	}
	return only(a.Pipelines[0])
}

// mute returns what to write in place of a command whose options keep it from saying why it failed,
// so that its failures are unknown; "" if it says so. Without -f, curl fails with a status for each
// reason.
func mute(program string, words []*ast.Word) string {
	switch {
	case program == "curl" && hasFlag(words, "f", "fail") && hasFlag(words, "s", "silent") &&
		!hasFlag(words, "S", "show-error"):
		return "curl -fsS"
	case program == "wget" && hasFlag(words, "q", "quiet"):
		return "wget -nv"
	}
	return ""
}
