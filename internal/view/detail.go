package view

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/quote"
	"ftsh/internal/tracefile"
	"ftsh/interp/event"
)

// A Detail is one fact about a row.
type Detail struct{ Name, Text string }

// The names of the details whose text has several lines.
const (
	Output = "Output"
	Spent  = "Where the time went"
)

// Details returns the facts about a row, for people. Control characters are visible.
func (v *View) Details(r *Row) []Detail {
	var d details
	if r.Up == nil && len(v.Rows) == 1 {
		d = append(d, Detail{Spent, v.shares()})
	}
	d.add("Result", result(r))
	if r.Kind == Fold {
		d.fold(r)
		return d
	}
	n := r.Node
	d.place(n)
	switch n.Kind {
	case event.SpanShell:
		if len(n.Process.Args) > 1 {
			d.add("Arguments", quote.Brief(n.Process.Args[1:])) // Script has the first word
		}
	case event.SpanBlock:
		d.block(r)
	case event.SpanAttempt:
		if n.Block.Timeout > 0 {
			d.add("Time limit", short(n.Block.Timeout))
		}
		d.waits(v, r)
	case event.SpanDelay:
		d.add("Delay", short(n.Delay)+", and no attempt followed")
	case event.SpanQueue:
		d.add("Through", n.Through.Name)
	case event.SpanCommand:
		d.add("Text", n.Process.Source)
		d.add("Words", quote.Words(n.Process.Args))
	}
	for p := range parts(r) {
		d.process(p)
	}
	d.errors(n)
	if n.Result.Output != "" {
		d = append(d, Detail{Output, visibleLines(n.Result.Output)})
	}
	return d
}

// shares lists the costs of the run, the largest first: a line each, of percentage, time and text
// with tabs between.
func (v *View) shares() string {
	var lines []string
	for _, c := range v.largest() {
		percent := 100 * float64(c.sum) / float64(v.Total)
		lines = append(lines, fmt.Sprintf("%.0f %%\t%s\t%s", percent, short(c.sum),
			visible(c.share(v.script()))))
	}
	return strings.Join(lines, "\n")
}

// largest returns the costs that shares lists.
func (v *View) largest() []*cost {
	all := v.costs()
	for i, c := range all {
		if i > 0 && c.sum < v.Total/100 || i == 8 {
			return all[:i]
		}
	}
	return all
}

// share returns a cost in words, without its time.
func (c *cost) share(script string) string {
	text := "the shell itself"
	where := c.where(script)
	switch c.kind {
	case event.SpanDelay:
		text = "delays of the " + kindOfBlock(c) + where
	case event.SpanQueue:
		text = "waiting for " + c.name + where
	case event.SpanCommand:
		text = c.name + where
		switch c.outcome {
		case event.Failed, event.Permanent:
			text += ", failing"
		case event.TimeLimit:
			text += ", cut by a time limit"
		case event.Cancelled:
			text += ", cancelled"
		}
	}
	return text
}

type details []Detail

func (d *details) add(name, text string) {
	if text != "" {
		*d = append(*d, Detail{name, visible(text)})
	}
}

// result says how a row ended.
func result(r *Row) string {
	n := r.Node
	if n == nil {
		return r.State.String()
	}
	text := r.State.String()
	if n.Ended() && n.Result.Status != 0 && !isWait(n.Kind) {
		text += ", " + statusText(n.Result.Status)
	}
	if n.Result.Reason != "" {
		text += ", reason " + n.Result.Reason
	}
	if n.Result.GivenUp {
		text += ", given up at the terminal"
	}
	if isWait(n.Kind) && n.Ended() {
		return ""
	}
	return text
}

func (d *details) place(n *tracefile.Node) {
	if n.Place.Line > 0 {
		d.add("Place", n.Place.String())
	} else {
		d.add("Script", n.Place.Script)
	}
}

// fold adds the facts about the children of a Fold.
func (d *details) fold(r *Row) {
	var sum time.Duration
	least, most := r.Children[0], r.Children[0]
	for _, c := range r.Children {
		took := c.End - c.Begin
		sum += took
		if took < least.End-least.Begin {
			least = c
		}
		if took > most.End-most.Begin {
			most = c
		}
	}
	d.add("Stands for", count(len(r.Children), "row"))
	d.add("Shortest", least.Label+": "+short(least.End-least.Begin))
	d.add("Longest", most.Label+": "+short(most.End-most.Begin))
	d.add("Together", short(sum))
	var waited time.Duration
	for _, c := range r.Children {
		for _, w := range c.Waits {
			waited += w.End - w.Begin
		}
	}
	if waited > 0 {
		d.add("Waits", short(waited)+" before them")
	}
	d.add("Error", r.Error)
}

// block adds a block's limits, and the time of its attempts and waits.
func (d *details) block(r *Row) {
	n := r.Node
	d.add("Limit", blockLimits(n))
	var attempts, delays, queues time.Duration
	for _, c := range n.Children {
		took := c.End.Sub(c.Begin)
		switch {
		case !c.Ended():
		case c.Kind == event.SpanAttempt:
			attempts += took
		case c.Kind == event.SpanDelay:
			delays += took
		case c.Kind == event.SpanQueue:
			queues += took
		}
	}
	if n.Ended() {
		d.add("Attempts", fmt.Sprintf("%d, together %s", n.Block.Attempt, short(attempts)))
	}
	if delays > 0 {
		d.add("Delays", "together "+short(delays))
	}
	if queues > 0 {
		d.add("Queues", "together "+short(queues))
	}
}

func blockLimits(n *tracefile.Node) string {
	switch {
	case n.Block.Limit > 0 && n.Block.Times > 0:
		return short(n.Block.Limit) + ", or " + count(n.Block.Times, "time")
	case n.Block.Limit > 0:
		return short(n.Block.Limit)
	case n.Block.Times > 0:
		return count(n.Block.Times, "time")
	}
	return ""
}

// waits adds the waits of an attempt.
func (d *details) waits(v *View, r *Row) {
	for _, w := range r.Waits {
		text := short(w.End - w.Begin)
		if w.Node.Kind == event.SpanDelay {
			text += " of delay"
		} else {
			text += " for " + w.Node.Through.For + " of " + strconv.Quote(w.Node.Through.Name)
		}
		if b := v.before(w.Node, r); b != "" {
			text += ", after " + b
		}
		d.add("Waited", text)
	}
}

// before names the failed attempt before a delay.
func (v *View) before(w *tracefile.Node, r *Row) string {
	if w.Kind != event.SpanDelay || w.Block.Attempt < 2 || r.Node.Block.Kind == "forall" {
		return ""
	}
	return "attempt " + strconv.Itoa(w.Block.Attempt-1) + " failed"
}

// parts yields the process and the shell of a row.
func parts(r *Row) func(yield func(*tracefile.Node) bool) {
	return func(yield func(*tracefile.Node) bool) {
		for _, p := range []*tracefile.Node{r.Node, r.Process, r.Shell} {
			if p != nil && (p.Kind == event.SpanProcess || p.Kind == event.SpanShell) && !yield(p) {
				return
			}
		}
	}
}

// process adds the facts about a process.
func (d *details) process(n *tracefile.Node) {
	if n.Kind == event.SpanShell {
		d.add("Shell", "process "+strconv.Itoa(n.Pid))
		return
	}
	d.add("Process", strconv.Itoa(n.Process.Pid)+" "+quote.Brief(n.Process.Args))
	if n.Ended() && n.Usage.MaxRSS > 0 {
		d.add("Processor", short(n.Usage.User)+" user, "+short(n.Usage.System)+" system")
		d.add("Memory", size(n.Usage.MaxRSS)+" at most")
	}
}

// errors lists the errors of a block or an attempt.
func (d *details) errors(n *tracefile.Node) {
	for i, e := range n.Errors {
		text := e.Text
		var which []string
		for _, a := range e.Attempts {
			if a[0] == a[1] {
				which = append(which, strconv.Itoa(a[0]))
			} else {
				which = append(which, strconv.Itoa(a[0])+"–"+strconv.Itoa(a[1]))
			}
		}
		if n.Kind == event.SpanBlock {
			if len(e.Words) > 0 {
				which = e.Words
			}
			if len(which) > 0 {
				text = strings.Join(which, ", ") + ": " + text
			}
		}
		if e.Deferred {
			text += " (deferred)"
		}
		d.add("Error", text)
		if i == 0 && n.Result.Omitted > 0 {
			d.add("Error", fmt.Sprintf("(%d different ones left out here)", n.Result.Omitted))
		}
	}
}

// size returns a number of bytes: 7.2 MB.
func size(n int64) string {
	f, unit := float64(n), "B"
	for _, u := range []string{"kB", "MB", "GB", "TB"} {
		if f < 1000 {
			break
		}
		f, unit = f/1000, u
	}
	if unit == "B" || f >= 100 {
		return strconv.FormatFloat(f, 'f', 0, 64) + " " + unit
	}
	return strconv.FormatFloat(f, 'f', 1, 64) + " " + unit
}
