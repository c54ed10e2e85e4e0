package view

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"ftsh/internal/tracefile"
	"ftsh/interp/event"
)

// A cost is a part of the time of a run's critical path.
type cost struct {
	kind    event.SpanKind // SpanDelay, SpanQueue, SpanCommand; SpanShell for the shell's own time
	name    string         // the program's, or the queue's
	place   event.Place
	outcome event.Outcome   // how the attempt around a command ended; "" outside of one
	block   *tracefile.Node // the block around, of the longest part
	longest time.Duration   // the longest part
	at      *tracefile.Node // the span of that
	sum     time.Duration
	among   map[*tracefile.Node]bool // the attempts of the parts, and waits and other parts themselves
}

// costs returns where the time of the critical path went, the largest first. The path goes from the
// end of the run back to its begin: the span to end last decided the end, before it the one to end
// last when it began, and so on. Of parallel branches it has the slow ones.
func (v *View) costs() []*cost {
	if v.spending != nil {
		return v.spending
	}
	w := &walker{run: v.Run, sums: map[costKey]*cost{}, times: map[*tracefile.Node]time.Duration{}}
	w.cover(&tracefile.Node{Children: v.Run.Roots}, v.Run.Begin, v.Run.End)
	v.critical = w.times
	all := make([]*cost, 0, len(w.sums))
	for _, c := range w.sums {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b *cost) int {
		return cmp.Or(cmp.Compare(b.sum, a.sum), cmp.Compare(a.place.Line, b.place.Line),
			cmp.Compare(a.name, b.name), cmp.Compare(a.kind, b.kind))
	})
	v.spending = all
	return all
}

type costKey struct {
	kind    event.SpanKind
	name    string
	place   event.Place
	outcome event.Outcome
}

// A walker walks the critical path.
type walker struct {
	run   *tracefile.Run
	sums  map[costKey]*cost
	times map[*tracefile.Node]time.Duration // how much of the path is in a span and its children
}

// cover adds the time from one moment to another, in which the run waited for n.
func (w *walker) cover(n *tracefile.Node, from, to time.Time) {
	w.times[n] += to.Sub(from)
	latest := slices.Clone(n.Children)
	slices.SortStableFunc(latest, func(a, b *tracefile.Node) int {
		return b.Last(w.run).Compare(a.Last(w.run))
	})
	for _, c := range latest {
		begin, end := c.Begin, c.Last(w.run)
		if c.Process.Background {
			continue // a wait for it has a span of its own
		}
		if end.After(to) {
			end = to
		}
		if begin.Before(from) {
			begin = from
		}
		if !begin.Before(end) {
			continue
		}
		w.add(n, to.Sub(end))
		w.cover(c, begin, end)
		to = begin
	}
	w.add(n, to.Sub(from))
}

// add adds time of n itself.
func (w *walker) add(n *tracefile.Node, d time.Duration) {
	if d <= 0 {
		return
	}
	key, block, part := w.key(n)
	c := w.sums[key]
	if c == nil {
		c = &cost{kind: key.kind, name: key.name, place: key.place, outcome: key.outcome,
			among: map[*tracefile.Node]bool{}}
		w.sums[key] = c
	}
	c.sum += d
	c.among[part] = true
	if d > c.longest {
		c.longest, c.block, c.at = d, block, n
	}
}

// key returns the cost of n's time, the block around it, and the part of the cost: the attempt
// around a command, or else n itself.
func (w *walker) key(n *tracefile.Node) (k costKey, block, part *tracefile.Node) {
	part = n
	if n.Kind == event.SpanProcess && n.Up != nil && n.Up.Kind == event.SpanCommand {
		part = n.Up
	}
	for block = n; block != nil && block.Kind != event.SpanBlock; block = block.Up {
		if k.outcome == "" && block.Kind == event.SpanAttempt {
			k.outcome, part = block.Outcome, block
		}
	}
	switch n.Kind {
	case event.SpanDelay:
		return costKey{kind: n.Kind, place: n.Place}, block, n
	case event.SpanQueue:
		return costKey{kind: n.Kind, place: n.Place, name: waitObject(n)}, block, n
	case event.SpanCommand, event.SpanProcess:
		k.kind, k.place, k.name = event.SpanCommand, n.Place, program(n)
		return k, block, part
	}
	return costKey{kind: event.SpanShell}, block, part
}

// parts returns how many attempts or waits the time was spread over.
func (c *cost) parts() int { return len(c.among) }

// waitObject returns the object of a queue's wait, in words.
func waitObject(n *tracefile.Node) string {
	return visible(n.Through.For) + " of " + strconv.Quote(visible(n.Through.Name))
}

// program returns the name of a command: its only process's, or its first word.
func program(n *tracefile.Node) string {
	if p := only(n, event.SpanProcess); p != nil {
		n = p
	}
	if own := ownShell(n); own != "" {
		return own
	}
	if len(n.Process.Args) > 0 {
		return visible(cutAt(filepath.Base(n.Process.Args[0]), 40))
	}
	if word := firstWord(n.Process.Source); word != "" {
		return visible(cutAt(word, 40))
	}
	return "a command"
}
