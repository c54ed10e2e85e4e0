package eventlog

import (
	"strconv"
	"strings"
	"syscall"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/flow"
	"ftsh/internal/quote"
	"ftsh/internal/sig"
	"ftsh/interp/event"
)

// text returns the message of an event, printed after its time and place. The first line says what
// happened; further lines describe a failure.
func text(e *event.Event) []string {
	switch e.Kind {
	case event.AttemptFailed:
		return append([]string{attempt(e) + " failed: " + failure(&e.Result.Errors[0].Failure)},
			output(e)...)
	case event.AttemptDeferred:
		return []string{attempt(e) + " deferred: " + failure(&e.Result.Errors[0].Failure)}
	case event.BlockFailed:
		return blockFailed(e)
	case event.ScriptFailed:
		return []string{"script ended: " + failure(&e.Result.Errors[0].Failure)}
	}
	return []string{line(e)}
}

// attempt returns the block and the attempt of an event.
func attempt(e *event.Event) string {
	return e.Block.Kind + ": attempt " + strconv.Itoa(e.Block.Attempt)
}

// line returns the message of an event with one line.
func line(e *event.Event) string {
	switch e.Kind {
	case event.BlockBegins:
		return e.Block.Kind + " begins"
	case event.AttemptBegins:
		return e.Block.Kind + " attempt " + strconv.Itoa(e.Block.Attempt)
	case event.Waiting:
		next := "the check"
		if e.Block.Attempt > 0 {
			next = "attempt " + strconv.Itoa(e.Block.Attempt)
		}
		return e.Block.Kind + ": waiting " + duration.Human(e.Delay) + " before " + next
	case event.WaitingThrough:
		return e.Block.Kind + ": waiting for " + e.Through.Name + " (" + e.Through.For +
			") before attempt " + strconv.Itoa(e.Block.Attempt)
	case event.PassedThrough:
		return e.Block.Kind + ": through " + e.Through.Name + " (" + e.Through.For + ")"
	case event.BreakerChanged:
		return e.Block.Kind + ": " + e.Through.Name + " is " + e.Through.For
	case event.CommandEnded:
		return quote.Brief(e.Process.Args) + ": " + flow.StatusText(e.Result.Status)
	case event.ProcessStarted:
		return process(e) + "started: " + command(e)
	case event.ProcessEnded:
		return process(e) + "ended: " + flow.StatusText(e.Result.Status)
	case event.SignalSent:
		if e.Err != nil {
			return process(e) + signal(e) + ": " + e.Err.Error()
		}
		return process(e) + signal(e)
	case event.SignalArrived:
		return "signal " + signal(e)
	case event.BlockSkipped:
		of := e.Block.Kind
		if e.Block.Word != "" {
			of += " " + quote.Brief([]string{e.Block.Word})
		}
		return of + ": not run again: it has succeeded before, with attempt " +
			strconv.Itoa(e.Block.Attempt)
	case event.BatchSilent:
		text := e.Block.Kind + ": via " + e.Via + " has not answered for " +
			duration.Human(e.Elapsed.Truncate(time.Second))
		if e.Err != nil {
			text += ": " + e.Err.Error()
		}
		return text
	case event.BatchAnswers:
		return e.Block.Kind + ": via " + e.Via + " answers again, after " +
			duration.Human(e.Elapsed.Truncate(time.Second))
	case event.LeftEnded:
		return left(e)
	case event.CancellingImpaired:
		return "cancelling: " + e.Err.Error() +
			"; processes that leave their parent and drop their limits are not ended"
	}
	return e.Kind.String()
}

// maxLeft is how many left processes a record names.
const maxLeft = 10

// left returns the message about the processes that an attempt left.
func left(e *event.Event) string {
	text := e.Block.Kind + ": the catch list"
	if e.Block.Attempt > 0 {
		text = attempt(e)
	}
	if e.Block.Word != "" {
		text += " (" + quote.Brief([]string{e.Block.Word}) + ")"
	}
	n := len(e.Result.Left)
	text += " left " + strconv.Itoa(n) + " process"
	if n > 1 {
		text += "es"
	}
	for i, p := range e.Result.Left[:min(n, maxLeft)] {
		text += [...]string{", ended: ", ", "}[min(i, 1)] + strings.Join(p.Args, " ") + " (" +
			strconv.Itoa(p.Pid) + ")"
	}
	if n > maxLeft {
		text += " and " + strconv.Itoa(n-maxLeft) + " more"
	}
	if e.Result.Killed > 0 {
		text += " (SIGKILL after " + duration.Human(e.Result.Killed) + " of grace)"
	}
	return text
}

// blockFailed returns a block's summary and its different errors.
func blockFailed(e *event.Event) []string {
	status, elapsed := "with status "+strconv.Itoa(e.Result.Status),
		" in "+duration.Human(e.Elapsed.Round(time.Millisecond))
	summary := " failed (" + reason(e) + ") " + status + " after " + attempts(e) + elapsed
	switch {
	case e.Result.GivenUp:
	case e.Result.Reason == "times" && allFailed(e) && e.Block.Attempt == 1:
		summary = ": the only " + strings.TrimPrefix(attempts(e), "1 ") + " failed " + status +
			elapsed
	case e.Result.Reason == "times" && allFailed(e):
		summary = ": all " + attempts(e) + " failed " + status + elapsed
	case e.Result.Reason == "times":
		summary = " failed " + status + " after " + attempts(e) + elapsed
	}
	lines := []string{e.Block.Kind + limits(e) + summary}
	for i := range e.Result.Errors {
		if i == 1 && e.Result.Omitted > 0 {
			lines = append(lines, "… ("+strconv.Itoa(e.Result.Omitted)+" more)")
		}
		lines = append(lines, whose(&e.Result.Errors[i])+failure(&e.Result.Errors[i].Failure))
	}
	return lines
}

// reason returns why the block failed.
func reason(e *event.Event) string {
	if e.Result.GivenUp {
		return "given up at the terminal"
	}
	return e.Result.Reason
}

// allFailed reports whether a block made all its attempts, or tried all alternatives, and each
// failed.
func allFailed(e *event.Event) bool {
	switch e.Block.Kind {
	case "try":
		return e.Block.Attempt == max(e.Block.Times, 1)
	case "forany":
		return e.Block.Attempt > 0
	}
	return false // some branches may have succeeded
}

// limits returns the limits in the block's header.
func limits(e *event.Event) string {
	var text string
	if e.Block.Limit > 0 {
		text = " for " + duration.Human(e.Block.Limit)
	}
	if e.Block.Times > 0 {
		if text != "" {
			text += " or"
		}
		text += " " + strconv.Itoa(e.Block.Times) + " time"
		if e.Block.Times > 1 {
			text += "s"
		}
	}
	return text
}

// whose returns the attempts or the words of an error, or the number of deferrals.
func whose(f *event.FailedAttempts) string {
	if f.Words != nil {
		return quote.Brief(f.Words) + ": "
	}
	switch {
	case f.Deferred && f.Count == 1:
		return "deferred once: "
	case f.Deferred:
		return "deferred " + strconv.Itoa(f.Count) + " times: "
	}
	var b strings.Builder
	for i, r := range f.Attempts {
		if i > 0 {
			b.WriteString(", ")
		}
		if i == 1 && covered(f) < f.Count {
			b.WriteString("…, ")
		}
		b.WriteString(strconv.Itoa(r.First))
		switch {
		case r.Last == r.First+1:
			b.WriteString(", " + strconv.Itoa(r.Last))
		case r.Last > r.First:
			b.WriteString("–" + strconv.Itoa(r.Last))
		}
	}
	if len(f.Attempts) > 0 { // else the block failed before the first
		b.WriteString(": ")
	}
	return b.String()
}

// covered returns the number of attempts in the ranges of an error.
func covered(f *event.FailedAttempts) (n int) {
	for _, r := range f.Attempts {
		n += r.Last - r.First + 1
	}
	return n
}

// failure returns the text of a failure, with the words of its command if there are any.
func failure(f *event.Failure) string {
	g := *f
	if g.Args != nil {
		g.Source = quote.Brief(g.Args)
	}
	return g.String()
}

// output returns the last output of an attempt.
func output(e *event.Event) []string {
	if e.Result.Output == "" {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(e.Result.Output, "\n"), "\n")
	for i := range lines {
		lines[i] = "| " + lines[i]
	}
	return lines
}

// attempts returns the number of attempts, with their name in this kind of block.
func attempts(e *event.Event) string {
	unit, more := "attempt", "s"
	switch e.Block.Kind {
	case "forany":
		unit = "alternative"
	case "forall":
		unit, more = "branch", "es"
	}
	if e.Block.Attempt == 1 {
		more = ""
	}
	return strconv.Itoa(e.Block.Attempt) + " " + unit + more
}

func process(e *event.Event) string { return "process " + strconv.Itoa(e.Process.Pid) + ": " }

func command(e *event.Event) string {
	if e.Process.Args == nil {
		return quote.BriefSource(e.Process.Source) + " &"
	}
	return quote.Brief(e.Process.Args)
}

func signal(e *event.Event) string {
	s, _ := e.Process.Signal.(syscall.Signal)
	return "SIG" + sig.Name(s)
}
