package rehearse

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"ftsh/internal/inject"
	"ftsh/internal/pattern"
	"ftsh/internal/tracefile"
	"ftsh/interp/event"
)

// A judge knows the result of a run without faults.
type judge struct {
	ref   *reference
	lines int // of its standard output; -1: they differ
	left  map[string]int
	once  []step
	check bool
}

// A step is a command not to be done twice.
type step struct {
	pattern *pattern.Pattern
	text    string
	times   int // in a run without faults
}

func newJudge(o *Options, a, b *outcome) *judge {
	j := &judge{ref: refer(a.files, b.files), lines: lines(a.out), left: map[string]int{},
		check: o.Check != ""}
	if lines(b.out) != j.lines {
		j.lines = -1
	}
	for _, name := range a.left {
		j.left[name]++
	}
	for _, text := range o.Once {
		s := step{pattern: pattern.Compile(text), text: text}
		s.times = max(s.done(a), s.done(b))
		j.once = append(j.once, s)
	}
	return j
}

func lines(text []byte) int { return bytes.Count(text, []byte("\n")) }

// done returns how often a run has done the step.
func (s *step) done(o *outcome) (n int) {
	for i := range o.records {
		if r := &o.records[i]; r.Ended && r.Worked && s.pattern.Match(strings.Join(o.words(r.Address), " ")) {
			n++
		}
	}
	if o.again != nil && o.crashed() {
		n += s.done(o.again)
	}
	return n
}

// words returns the words of a command.
func (o *outcome) words(a inject.Address) []string {
	for i := range o.records {
		if r := &o.records[i]; !r.Ended && r.Address == a {
			return r.Words
		}
	}
	return nil
}

// find returns the faults of the script in a run, in plain words.
func (j *judge) find(o *outcome) (found []string) {
	switch why := o.stuck(); {
	case why == inject.StuckWaits:
		return []string{"hangs: no time limit ends it"}
	case why == inject.StuckLoops:
		return []string{fmt.Sprintf("does not end: %d commands, and no limit", len(o.records)/2)}
	case o.over:
		return []string{"does not end"}
	}
	add := func(text string, args ...any) {
		found = append(found, fmt.Sprintf(text, args...))
	}
	left := map[string]int{}
	for _, name := range o.left {
		if left[name]++; left[name] == j.left[name]+1 {
			add("leaves a process: %s", name)
		}
	}
	for i := range j.once {
		if s := &j.once[i]; s.done(o) > max(s.times, 1) {
			add("%s is done %d times", s.text, s.done(o))
		}
	}
	found = append(found, o.decisions...)
	switch {
	case o.status == 0:
		if wrong := j.result(o, true); wrong != "" {
			add("status 0, but %s", wrong)
		}
	case o.again != nil:
		if wrong := j.recovery(o); wrong != "" {
			add("%s, and run again %s", ending(o), wrong)
		}
	}
	return found
}

// ending describes the end of a failed run.
func ending(o *outcome) string {
	if o.crashed() {
		return "ended by SIGKILL"
	}
	return fmt.Sprintf("fails with status %d", o.status)
}

// recovery describes a wrong result of running the script again without a fault.
func (j *judge) recovery(o *outcome) string {
	again := o.again
	switch {
	case again.stuck() != "" || again.over:
		return "does not end"
	case again.status != 0:
		return fmt.Sprintf("has status %d%s", again.status, again.said())
	}
	if wrong := j.result(again, o.crashed()); wrong != "" {
		return "has status 0, but " + wrong
	}
	return ""
}

// result describes a wrong result of a run. whole: nothing may be there twice.
func (j *judge) result(o *outcome, whole bool) string {
	if j.check {
		if !o.failed {
			return ""
		}
		if o.checked != "" {
			return "the check fails: " + o.checked
		}
		return "the check fails"
	}
	if !whole {
		return j.ref.missing(o.files)
	}
	if wrong := j.ref.differ(o.files, !o.rerun); wrong != "" || o.rerun {
		return wrong
	}
	if n := lines(o.out); j.lines >= 0 && n < j.lines {
		return fmt.Sprintf("it prints %s, not %d", plural(n, "line"), j.lines)
	}
	return ""
}

// blocks describes wrong decisions of the run's blocks.
func (j *judge) blocks(o *outcome) (found []string) {
	if o.trace == nil || len(o.faults) != 1 {
		return nil
	}
	spot := o.faults[0]
	transient := false
	switch spot.Fault {
	case inject.Files, inject.Procs:
		transient = true
	case inject.Fail, inject.Lost, inject.Half:
		transient = inject.Known(o.words(spot.Address))
	}
	walk(o.trace.Roots, func(n *tracefile.Node) {
		if n.Kind != event.SpanBlock || n.Block.Kind != "try" || !n.Ended() {
			return
		}
		b, took := &n.Block, n.End.Sub(n.Begin)
		switch {
		case b.Limit > 0 && took > b.Limit+grace:
			found = append(found, fmt.Sprintf("%s takes %s, and its limit is %s", place(n), took, b.Limit))
		case transient && b.Attempt == 1 && (b.Times > 1 || b.Limit > 0) &&
			n.Result.Reason == "permanent" && blamed(n, spot):
			found = append(found, fmt.Sprintf("%s does not try again, though another attempt would work",
				place(n)))
		case spot.Fault == inject.Perm && b.Attempt >= several && blamed(n, spot) && innermost(n):
			found = append(found, fmt.Sprintf(
				"%s makes %d attempts, though none can work: known ends it after the first",
				place(n), b.Attempt))
		}
	})
	return found
}

// several attempts are more than a careful script makes before it gives up.
const several = 5

// innermost reports whether no other block is between a try and its commands: alternatives and
// branches have failures of their own.
func innermost(n *tracefile.Node) bool {
	found := true
	walk(n.Children, func(c *tracefile.Node) {
		if c.Kind == event.SpanBlock {
			found = false
		}
	})
	return found
}

// blamed reports whether a block failed by the command of a spot alone.
func blamed(n *tracefile.Node, s inject.Spot) bool {
	return len(n.Errors) == 1 && strings.Contains(n.Errors[0].Text, filepath.Base(s.Place)+":")
}

// grace is how much longer than its limit a block may take: its processes have to end.
const grace = 40 * time.Second

func place(n *tracefile.Node) string {
	return fmt.Sprintf("the %s of line %d", n.Block.Kind, n.Place.Line)
}

func walk(nodes []*tracefile.Node, f func(*tracefile.Node)) {
	for _, n := range nodes {
		f(n)
		walk(n.Children, f)
	}
}
