package view

import (
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/tracefile"
	"ftsh/interp/event"
)

// sentence gives the outcome of the run, and the reasons for its length.
func (v *View) sentence() string {
	text := v.fate()
	told := map[*tracefile.Node]bool{} // blocks whose failures have been told
	if why := v.reason(told); why != "" {
		text += ": " + why
	}
	if spent := v.spent(told); spent != "" {
		sep := ": "
		if strings.Contains(text, ": ") {
			sep = "; "
		}
		text += sep + spent
	}
	if !strings.HasSuffix(text, "…") {
		text += "."
	}
	return text
}

// fate says how the run ended, and when.
func (v *View) fate() string {
	if len(v.Run.Roots) > 1 {
		return v.fates()
	}
	n := v.Run.Roots[0]
	name := rootName(n)
	took := short(n.Last(v.Run).Sub(n.Begin))
	switch {
	case n.Replaced:
		return name + " became another program (exec) after " + took
	case !n.Ended():
		return name + " has no end in the trace (it was killed, or still runs)"
	case n.Result.Status == 0:
		return name + " succeeded after " + took
	}
	if flow.BySignal(n.Result.Status) {
		return name + " was " + statusText(n.Result.Status) + " after " + took
	}
	return name + " failed after " + took + " with " + statusText(n.Result.Status)
}

// fates is fate of several runs in one file.
func (v *View) fates() string {
	var fine, failed, cut int
	for _, n := range v.Run.Roots {
		switch {
		case n.Replaced, n.Ended() && n.Result.Status == 0:
			fine++
		case n.Ended():
			failed++
		default:
			cut++
		}
	}
	var parts []string
	for _, p := range []struct {
		n    int
		text string
	}{{fine, "succeeded"}, {failed, "failed"}, {cut, plural(cut, "was", "were") + " cut off (killed, or still running)"}} {
		if p.n > 0 {
			parts = append(parts, strconv.Itoa(p.n)+" "+p.text)
		}
	}
	return "Of " + strconv.Itoa(len(v.Run.Roots)) + " runs in " + short(v.Total) + ", " +
		enumerate(parts)
}

func rootName(n *tracefile.Node) string {
	if n.Kind != event.SpanShell {
		return "A part of a run"
	}
	return visible(cutAt(filepath.Base(n.Place.Script), 40))
}

// reason says why a run failed, or where a run without an end was.
func (v *View) reason(told map[*tracefile.Node]bool) string {
	if len(v.Run.Roots) > 1 {
		return ""
	}
	n := v.Run.Roots[0]
	switch {
	case n.Replaced || n.Ended() && n.Result.Status == 0:
		return ""
	case !n.Ended():
		return "at " + short(n.Last(v.Run).Sub(n.Begin)) + " " + doing(n)
	}
	at := n
	for {
		next := culprit(at)
		if next == nil {
			break
		}
		at = next
		if at.Kind == event.SpanBlock && at.Result.Reason != "" {
			told[at] = true
			return blockReason(at)
		}
	}
	switch {
	case at.Kind != event.SpanCommand && at.Kind != event.SpanProcess, flow.BySignal(n.Result.Status):
		return ""
	case at.Process.Source == "trap …": // so is each command of a trap's text
		return "a trap ended it" + where(at)
	case leaves(at):
		return "it left by " + program(at) + where(at)
	}
	return program(at) + where(at) + " failed"
}

// leaves reports whether a command is one that leaves with a status, rather than fail.
func leaves(n *tracefile.Node) bool {
	switch program(n) {
	case "exit", "return":
		return true
	}
	return false
}

// culprit returns the child whose failure was passed on: the last one with the same status.
func culprit(n *tracefile.Node) *tracefile.Node {
	var last *tracefile.Node
	for _, c := range n.Children {
		if c.Ended() && !isWait(c.Kind) && !c.Process.Background && c.Result.Status == n.Result.Status &&
			(last == nil || c.End.After(last.End)) {
			last = c
		}
	}
	return last
}

// doing names the innermost span without an end, the last one to begin.
func doing(n *tracefile.Node) string {
	at := n
	for {
		var last *tracefile.Node
		for _, c := range at.Children {
			if !c.Ended() && !c.Process.Background {
				last = c
			}
		}
		if last == nil {
			break
		}
		at = last
	}
	switch at.Kind {
	case event.SpanShell:
		return "it had begun nothing else"
	case event.SpanCommand, event.SpanProcess:
		return "it was running " + program(at) + where(at)
	case event.SpanDelay:
		return "it was in a delay of the " + at.Block.Kind + where(at)
	case event.SpanQueue:
		return "it was waiting for " + waitObject(at)
	case event.SpanAttempt:
		return "it was in attempt " + strconv.Itoa(at.Block.Attempt) + " of the " + at.Block.Kind +
			where(at)
	}
	return "it was in the " + at.Block.Kind + where(at)
}

// blockReason says why a block gave up.
func blockReason(n *tracefile.Node) string {
	the := "the " + n.Block.Kind + where(n)
	what, text := partOf(n), ""
	switch reason, more, _ := strings.Cut(n.Result.Reason, ": "); reason {
	case "deadline":
		text = the + " used up its time"
		if n.Block.Limit > 0 {
			text += " of " + short(n.Block.Limit)
		}
		text += " in " + count(n.Block.Attempt, what)
	case "times":
		switch {
		case n.Block.Kind == "forall":
			if text = brief(n); text != "" {
				text = " (" + text + ")"
			}
			return failures(n, " of "+the, text)
		case n.Block.Kind == "forany":
			text = "no alternative of " + the + " worked"
		case n.Block.Attempt == 1:
			text = "the only attempt of " + the + " failed"
		case n.Block.Attempt == 2:
			text = "both attempts of " + the + " failed"
		default:
			text = "all " + count(n.Block.Attempt, what) + " of " + the + " failed"
		}
	case "permanent":
		text = the + " failed for good"
		if more != "" {
			return text + " (" + visible(more) + ")"
		}
	default:
		text = the + " failed (" + visible(n.Result.Reason) + ")"
	}
	if e := brief(n); e != "" {
		text += ", the last one with " + e
		if n.Block.Attempt == 1 {
			text = strings.Replace(text, ", the last one with ", ", with ", 1)
		}
	}
	return text
}

// failures says how many branches failed, and how many were cancelled then. of names the block, and
// why the failure.
func failures(n *tracefile.Node, of, why string) string {
	failed, cancelled := 0, 0
	for _, c := range n.Children {
		switch {
		case c.Kind != event.SpanAttempt || c.Outcome == event.Succeeded:
		case c.Outcome == event.Cancelled:
			cancelled++
		default:
			failed++
		}
	}
	text := strconv.Itoa(failed) + " of " + count(n.Block.Attempt, "branch") + of + " failed" + why
	if cancelled > 0 {
		text += ", " + strconv.Itoa(cancelled) + plural(cancelled, " was", " were") + " cancelled"
	}
	return text
}

// spent names the largest part of the time, and the second one if it is large, too.
func (v *View) spent(told map[*tracefile.Node]bool) string {

	if v.Total < 20*time.Millisecond {
		return ""
	}
	var parts []string
	var first *cost
	for _, c := range v.costs() {
		if c.kind == event.SpanShell || c.sum < v.Total/5 || len(parts) == 2 {
			continue
		}
		if first != nil && c.kind == first.kind && c.name == first.name && c.place == first.place {
			parts = append(parts, short(c.sum)+" more"+c.fate())
			continue
		}
		sum, verb := short(c.sum), plural(c.parts(), "was", "were")
		switch {
		case c.sum > v.Total*19/20:
			sum, verb = "nearly all of it", "was"
		case len(parts) == 0:
			sum += " of it"
		}
		parts = append(parts, sum+" "+verb+c.text(v.script(), told))
		first = c
	}
	return strings.Join(parts, ", and ")
}

// text says, after its time and a verb, where a cost was spent. script is the run's own one, told
// the blocks whose failed attempts the sentence has already.
func (c *cost) text(script string, told map[*tracefile.Node]bool) string {
	text, where := "", c.where(script)
	switch c.kind {
	case event.SpanDelay:
		text += plural(c.parts(), " a delay", " delays") + " of the " + kindOfBlock(c) + where
		if f := failedAttempts(c.block); f != "" && !told[c.block] {
			told[c.block] = true
			text += ", whose " + f
		}
		return text
	case event.SpanQueue:
		return text + plural(c.parts(), " a wait", " waits") + " for " + c.name + where
	}
	text += " spent in " + c.name
	if c.place.Line > 0 {
		text += " (" + strings.TrimPrefix(where, " in ") + ")"
	}
	return text + c.fate()
}

// fate says how the attempts ended that a command's time was spent in.
func (c *cost) fate() string {
	what := "attempt"
	if c.block != nil {
		what = partOf(c.block)
	}
	in, that, often, was := ", in "+some(c.parts(), what), " that", "", plural(c.parts(), " was", " were")
	if word := c.word(); word != "" {
		in, that, often, was = ", in the "+what+" "+word+",", " which", repeated(c.parts()), " was"
	}
	switch c.outcome {
	case event.Failed, event.Permanent:
		return in + that + " failed" + often
	case event.TimeLimit:
		return in + " cut by a time limit" + often
	case event.Cancelled:
		return in + that + was + " cancelled" + often
	}
	return ""
}

// word returns the word of all alternatives or branches that the time was spent in; "" if they
// differ.
func (c *cost) word() string {
	word := ""
	for n := range c.among {
		if n.Kind != event.SpanAttempt || word != "" && n.Block.Word != word {
			return ""
		}
		word = n.Block.Word
	}
	return visible(cutAt(word, 40))
}

// repeated returns how often something happened, for once "".
func repeated(n int) string {
	switch n {
	case 1:
		return ""
	case 2:
		return " twice"
	}
	return " " + count(n, "time")
}

// some returns "an attempt" or "3 attempts".
func some(n int, what string) string {
	switch {
	case n != 1:
		return count(n, what)
	case what[0] == 'a':
		return "an " + what
	}
	return "a " + what
}

// failedAttempts returns the numbers of a block's failed attempts, and their most frequent error.
func failedAttempts(block *tracefile.Node) string {
	if block == nil {
		return ""
	}
	var failed []int
	errors := map[string]int{}
	most, last := "", ""
	for _, c := range block.Children {
		if c.Kind != event.SpanAttempt || !c.Ended() || c.Outcome == event.Succeeded ||
			c.Outcome == event.Left {
			continue
		}
		failed = append(failed, c.Block.Attempt)
		if e := brief(c); e != "" {
			errors[e]++
			last = e
			if errors[e] > errors[most] {
				most = e
			}
		}
	}
	if len(failed) == 0 {
		return ""
	}
	text := attemptNumbers(failed) + " failed"
	switch {
	case most == "":
		return text
	case errors[most] == len(failed):
		return text + ": " + most
	case errors[most] == 1:
		return text + ", the last one with " + last
	}
	return text + ", most often with " + most
}

// attemptNumbers returns "attempt 1", "attempts 1 to 3", or how many there are.
func attemptNumbers(n []int) string {
	if len(n) == 1 {
		return "attempt " + strconv.Itoa(n[0])
	}
	if n[len(n)-1]-n[0] == len(n)-1 {
		sep := " to "
		if len(n) == 2 {
			sep = " and "
		}
		return "attempts " + strconv.Itoa(n[0]) + sep + strconv.Itoa(n[len(n)-1])
	}
	return strconv.Itoa(len(n)) + " attempts"
}

// brief returns how a span failed, in few words: the program and its status.
func brief(n *tracefile.Node) string {
	if len(n.Errors) == 0 {
		return ""
	}
	text := withoutPlace(n.Errors[len(n.Errors)-1].Text)
	if i := strings.LastIndex(text, ": exit status "); i >= 0 {
		status := strings.TrimPrefix(text[i:], ": exit status ")
		limit, killed := strings.Contains(status, "(time limit"), strings.Contains(status, "SIGKILL after ")
		if end := strings.IndexFunc(status, func(r rune) bool { return r < '0' || r > '9' }); end >= 0 {
			status = status[:end]
		}
		text = firstWord(text) + ": exit status " + status
		if code, err := strconv.Atoi(status); err == nil {
			text = firstWord(text) + ": " + statusText(code)
		}
		switch {
		case limit && killed:
			text = firstWord(text) + ": time limit, SIGKILL"
		case limit:
			text = firstWord(text) + ": time limit"
		case killed:
			text += ", SIGKILL for the rest of it"
		}
	}
	return visible(cutAt(strings.ReplaceAll(text, "; ", ", "), 100))
}

// firstWord returns the name of a command's program, without assignments before it.
func firstWord(source string) string {
	words := strings.Fields(source)
	for _, w := range words {
		if !strings.Contains(w, "=") || strings.HasPrefix(w, "=") {
			return strings.TrimSuffix(w, ":")
		}
	}
	return strings.TrimSpace(source)
}

// where returns the line of a span, " in line 3".
func where(n *tracefile.Node) string { return inLine(n.Place) }

// where returns the line of a cost, and the name of its script if it is another than the given one.
func (c *cost) where(script string) string {
	where := inLine(c.place)
	if where != "" && c.place.Script != script {
		where += " of " + visible(cutAt(filepath.Base(c.place.Script), 40))
	}
	return where
}

// script returns the run's script; "" if there are several.
func (v *View) script() string {
	if len(v.Run.Roots) == 1 {
		return v.Run.Roots[0].Place.Script
	}
	return ""
}

func inLine(p event.Place) string {
	if p.Line == 0 {
		return ""
	}
	return " in line " + strconv.Itoa(p.Line)
}

func kindOfBlock(c *cost) string {
	if c.block != nil && c.block.Block.Kind != "" {
		return c.block.Block.Kind
	}
	return "block"
}

func plural(n int, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

// enumerate joins parts: a, b and c.
func enumerate(parts []string) string {
	if len(parts) < 2 {
		return strings.Join(parts, "")
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
