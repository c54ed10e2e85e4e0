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

// A Run is the content of a file.
type Run struct {
	Roots []*Node // the shells started by no other shell of the file, in order of time
	// Begin is the first time in the file, and End the last one: of a killed run, the time of its last
	// line.
	Begin, End time.Time
	Torn       int // lines without an event, such as half a line written to a full disk
}

// A Node is a span and its children. Its Result.Errors is nil; Errors has them as text.
type Node struct {
	event.Span
	Errors   []Error
	Up       *Node // nil: a root
	Children []*Node
	// Replaced: exec has made another program of the shell. Nothing in it has an end.
	Replaced bool

	last time.Time // of the spans of its root; zero: the file has no other root
}

// ErrNoTrace is the error of a file without spans.
var ErrNoTrace = errors.New("no trace of ftsh: expected lines that --trace has written")

// Read reads a file made by Writers. Lines without an event are counted and left out.
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

// take takes a line of the file. It returns all, with another node if one begins.
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

// link makes the tree. A shell is a child of its process, if the file has its span.
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
	if len(run.Roots) > 1 {
		for _, r := range run.Roots {
			r.cutAt(r.latest())
		}
	}
}

// latest returns the time of the last line about n and the spans below.
func (n *Node) latest() time.Time {
	t := n.Begin
	if n.Ended() && n.End.After(t) {
		t = n.End
	}
	for _, c := range n.Children {
		if l := c.latest(); l.After(t) {
			t = l
		}
	}
	return t
}

// cutAt sets the time at which spans without an end are cut off. A killed run is over before a later
// one in the file ends.
func (n *Node) cutAt(t time.Time) {
	n.last = t
	for _, c := range n.Children {
		c.cutAt(t)
	}
}

// cutLoops makes roots of the nodes with themselves among their ancestors. No Writer writes such a
// file.
func cutLoops(all []*Node) {
	walk := map[*Node]int{} // the number of the walk upwards that met a node
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

// startedAs returns the process of a shell: the latest one before it with its number, below the
// shell's parent. Shells of other machines may have the same number.
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

// Last returns the time of the span's end or, without one, of the last line of its root.
func (n *Node) Last(run *Run) time.Time {
	switch {
	case n.Ended():
		return n.End
	case !n.last.IsZero():
		return n.last
	}
	return run.End
}
