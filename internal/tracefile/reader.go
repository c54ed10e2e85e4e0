package tracefile

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"time"

	"ftsh/interp/event"
)

// A Run is what a file says of a run.
type Run struct {
	Roots []*Node // the shells that no shell of the file has started, in order of time
	// Begin is the first time of the file and End the last one: of a killed run, when the last thing
	// was written.
	Begin, End time.Time
	Torn       int // lines that are no events, such as the half of a line of a full disk
}

// A Node is a span, with what it has begun. Its Result.Errors is nil; Errors has them as text.
type Node struct {
	event.Span
	Errors   []Error
	Up       *Node // nil: a root
	Children []*Node
	// Replaced: a shell that became another program by exec. Nothing in it has an end.
	Replaced bool
}

// ErrNoTrace is the error of a file that has no span.
var ErrNoTrace = errors.New("no trace of ftsh: expected lines that --trace has written")

// Read reads a file that Writers have written. Lines that are no events are counted and left out.
func Read(r io.Reader) (*Run, error) {
	run, nodes := &Run{}, map[event.SpanID]*Node{}
	var all []*Node
	in := bufio.NewReader(r)
	for {
		text, err := in.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, err
		}
		all = run.take(text, nodes, all)
		if err == io.EOF {
			break
		}
	}
	if len(all) == 0 {
		return nil, ErrNoTrace
	}
	run.link(all, nodes)
	return run, nil
}

// take takes a line of the file, and returns all with the node that it begins.
func (run *Run) take(text []byte, nodes map[event.SpanID]*Node, all []*Node) []*Node {
	text = bytes.TrimSuffix(bytes.TrimSpace(text), []byte(","))
	switch {
	case len(text) == 0, string(text) == "[", string(text) == "]":
		return all
	}
	var l line
	if json.Unmarshal(text, &l) != nil {
		run.Torn++
		return all
	}
	id := spanID(l.Args.ID)
	switch {
	case l.Phase == "M":
		return all
	case id == 0 || l.Phase != "B" && l.Phase != "E":
		run.Torn++
		return all
	}
	at := time.Unix(0, int64(l.Ts))
	if run.Begin.IsZero() || at.Before(run.Begin) {
		run.Begin = at
	}
	if at.After(run.End) {
		run.End = at
	}
	if l.Phase == "E" {
		if n := nodes[id]; n != nil {
			l.end(&n.Span)
			n.Errors = l.Args.Errors
		}
		return all
	}
	if nodes[id] != nil {
		return all
	}
	n := &Node{Span: l.span()}
	nodes[id] = n
	return append(all, n)
}

// link makes the tree. A shell is a child of its process, if a span of the file is about that.
func (run *Run) link(all []*Node, nodes map[event.SpanID]*Node) {
	processes := map[int][]*Node{}
	for _, n := range all {
		if n.Kind == event.SpanProcess {
			processes[n.Process.Pid] = append(processes[n.Process.Pid], n)
		}
	}
	for _, n := range all {
		n.Up = nodes[n.Parent]
	}
	cutLoops(all)
	for _, n := range all {
		if n.Kind == event.SpanShell && n.Up != nil {
			if p := startedAs(n, processes[n.Pid]); p != nil {
				n.Up = p
			}
		}
		if n.Kind == event.SpanProcess && n.Up != nil && n.Pid == n.Up.Pid {
			for up := n.Up; up != nil && up.Pid == n.Pid && !up.Replaced; up = nodes[up.Parent] {
				up.Replaced = !up.Ended()
			}
		}
	}
	cutLoops(all)
	for _, n := range all {
		if n.Up == nil {
			run.Roots = append(run.Roots, n)
			continue
		}
		n.Up.Children = append(n.Up.Children, n)
	}
	byTime := func(a, b *Node) int { return a.Begin.Compare(b.Begin) }
	slices.SortStableFunc(run.Roots, byTime)
	for _, n := range all {
		slices.SortStableFunc(n.Children, byTime)
	}
}

// cutLoops makes roots of the nodes that would be their own parents, as in a file that no Writer has
// written.
func cutLoops(all []*Node) {
	walk := map[*Node]int{} // in which walk upwards a node was met
	for i, n := range all {
		for walk[n] == 0 {
			walk[n] = i + 1
			if n.Up == nil {
				break
			}
			if walk[n.Up] == i+1 {
				n.Up = nil
				break
			}
			n = n.Up
		}
	}
}

// startedAs returns the process that is a shell: the last one with its number that began before it,
// in the span that the shell takes for its parent. Shells of other machines may have the number too.
func startedAs(shell *Node, processes []*Node) *Node {
	var found *Node
	for _, p := range processes {
		if !p.Begin.After(shell.Begin) && (!p.Ended() || p.End.After(shell.Begin)) &&
			(found == nil || p.Begin.After(found.Begin)) && p.in(shell.Up) {
			found = p
		}
	}
	return found
}

// in reports whether a node is below another one.
func (n *Node) in(outer *Node) bool {
	for n != nil && n != outer {
		n = n.Up
	}
	return n != nil
}

// Last returns when the span ended or, if it did not, the end of the run.
func (n *Node) Last(run *Run) time.Time {
	if n.Ended() {
		return n.End
	}
	return run.End
}
