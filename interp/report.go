package interp

import (
	"fmt"
	"strings"

	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

// reportBlock is the record of a block that failed in the end: its attempts and
// their errors.
func (fr *frame) reportBlock(b *blockState) {
	level := LevelFailure
	if b.parent != nil {
		level = LevelCommand // the block around may succeed yet; its record tells otherwise
	}
	if !fr.logs(level) {
		return
	}
	var m strings.Builder
	fmt.Fprintf(&m, "%s failed (%s) with status %d after %s", b.kind, b.reason, b.status, plural(b.attempt, b.unit()))
	if len(b.errors) > 0 {
		last := 0
		for _, e := range b.errors {
			if e.attempt > last+1 && last > 0 {
				m.WriteString("; …")
			}
			last = e.attempt
			if e.attempt == 0 { // before the first
				m.WriteString("; " + e.text)
				continue
			}
			fmt.Fprintf(&m, "; %d: %s", e.attempt, e.text)
		}
	}
	fr.note(level, b.pos, m.String(), b.status)
}

func (b *blockState) unit() string {
	switch b.kind {
	case "forany":
		return "alternative"
	case "forall":
		return "branch"
	}
	return "attempt"
}

func plural(n int, what string) string {
	switch {
	case n == 1:
		return "1 " + what
	case strings.HasSuffix(what, "ch"):
		return fmt.Sprintf("%d %ses", n, what)
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// notYet fails a block for a clause that parses and does not work yet.
func (fr *frame) notYet(pos ast.Pos, clause string) flow.Outcome {
	message := clause + ": not yet supported"
	fr.failedIn(pos, message, flow.StatusUsage)
	return fr.fail(flow.StatusUsage, "%s", message)
}

// expansionFailed ends a block whose list could not be expanded.
func (b *blockState) expansionFailed(fr *frame, out flow.Outcome) flow.Outcome {
	switch out.Divert {
	case flow.None:
		return b.usage(fr, out)
	case flow.Fatal:
		return b.usage(fr, flow.Status(flow.StatusUsage))
	}
	return out
}

// lostDirectory ends a block whose directory is gone.
func (b *blockState) lostDirectory(fr *frame, err error) flow.Outcome {
	fr.pos = b.pos
	message := "cannot return to the directory of the block's start: " + errorText(err)
	fr.say("%s", message)
	fr.failedIn(b.pos, message, flow.StatusUsage)
	b.errors = append(b.errors, attemptError{attempt: b.attempt, text: fr.failure.describe()})
	return b.fail(fr, reasonPermanent, flow.Status(flow.StatusUsage))
}
