package view

import (
	"container/heap"
	"strconv"
	"time"

	"ftsh/interp/event"
)

// Runs of this many equal neighbours become one row.
const (
	foldFailures = 4  // attempts, blocks and branches with the same failure
	foldRest     = 10 // attempts, and whatever else did not fail
	foldLong     = 40 // the same, if each of them took a good part of the time
	foldChunks   = 80 // siblings that differ
	foldQuick    = 3  // commands without failure that took hardly any of the time
)

// firstRows is how many rows are drawn at first, unless the run itself has more steps.
const firstRows = 44

// fold replaces long runs of equal rows in siblings, and in all below them, by one row each. total
// is the length of the run.
func fold(up *Row, rows []*Row, total time.Duration) []*Row {
	for _, r := range rows {
		r.Children = fold(r, r.Children, total)
	}
	return chunks(up, collapse(up, rows, func(r *Row) (string, int) { return alike(r, total) }), total)
}

// chunks folds many siblings that differ, such as attempts that fail in two ways in turn, in pieces
// of equal size. Those with a good part of the time stay, if they are few.
func chunks(up *Row, rows []*Row, total time.Duration) []*Row {
	if len(rows) <= foldChunks {
		return rows
	}
	long := func(r *Row) bool { return r.End-r.Begin > total/50 }
	n := 0
	for _, r := range rows {
		if long(r) {
			n++
		}
	}
	keep := func(r *Row) bool { return r.State == Cut || n <= foldLong && long(r) }
	size := (len(rows) + foldChunks/2 - 1) / (foldChunks / 2)
	var out []*Row
	for i := 0; i < len(rows); {
		j := i
		for j < len(rows) && j-i < size && !keep(rows[j]) {
			j++
		}
		switch {
		case j == i:
			out = append(out, rows[i])
			j++
		case j-i == 1:
			out = append(out, rows[i])
		default:
			out = append(out, chunkOf(up, rows[i:j:j]))
		}
		i = j
	}
	return out
}

// chunkOf returns one row for rows that differ.
func chunkOf(up *Row, rows []*Row) *Row {
	f := &Row{Kind: Fold, Up: up, Begin: rows[0].first(), Children: rows}
	var leaves []*Row
	for _, r := range rows {
		r.Up = f
		f.End = max(f.End, r.End)
		if r.Kind == Fold {
			leaves = append(leaves, r.Children...)
		} else {
			leaves = append(leaves, r)
		}
	}
	failed, errors := 0, map[string]bool{}
	for _, r := range leaves {
		if r.State.Bad() {
			failed++
			errors[r.Error] = true
			f.State, f.Error = Failed, r.Error
		}
	}
	first, last := leaves[0], leaves[len(leaves)-1]
	if first.Kind == Attempt && first.Node.Block.Kind == "try" {
		f.Label = "attempts " + strconv.Itoa(first.Node.Block.Attempt) + "–" +
			strconv.Itoa(last.Node.Block.Attempt)
	} else {
		f.Label = count(len(leaves), "step") + ": " + first.Label + " … " + last.Label
	}
	switch {
	case failed == 0:
	case len(errors) == 1:
		f.Note = strconv.Itoa(failed) + " failed, the same way"
	default:
		f.Note = strconv.Itoa(failed) + " failed, in " + strconv.Itoa(len(errors)) + " ways"
	}
	return f
}

// collapse replaces neighbours with the same key by one row, if there are enough of them. A key of
// "" is never equal.
func collapse(up *Row, rows []*Row, key func(r *Row) (string, int)) []*Row {
	var out []*Row
	for i := 0; i < len(rows); {
		k, least := key(rows[i])
		j := i + 1
		for ; j < len(rows) && k != ""; j++ {
			if other, _ := key(rows[j]); other != k {
				break
			}
		}
		switch {
		case k != "" && j-i >= least:
			out = append(out, foldOf(up, rows[i:j:j]))
		case k == "rest" && least != foldQuick:
			out = append(out, collapse(up, rows[i:j], quick)...)
		default:
			out = append(out, rows[i:j]...)
		}
		i = j
	}
	return out
}

// quick is the key of commands without children.
func quick(r *Row) (key string, least int) {
	if r.Kind == Command && len(r.Children) == 0 {
		return "rest", foldQuick
	}
	return "", 0
}

// alike returns the common key of neighbours to be folded, and how many there must be. "": the row
// is never folded. total is the length of the run.
func alike(r *Row, total time.Duration) (key string, least int) {
	long, rest := "", foldRest
	if r.End-r.Begin > total/50 {
		long, rest = "long ", foldLong
	}
	switch {
	case r.Kind == Shell:
		return long + "shell " + r.State.String(), rest
	case r.Kind == Attempt && r.State == Fine:
		return long + "attempts", rest
	case r.Kind == Attempt:
		return "attempt " + r.State.String() + " " + r.cause, foldFailures
	case r.Kind == Idle, r.State == Cut:
		return "", 0
	case r.State.Bad():
		return r.Node.Kind.String() + " " + r.Label + " " + r.cause, foldFailures
	}
	return long + "rest", rest
}

// foldOf returns one row for equal ones.
func foldOf(up *Row, rows []*Row) *Row {
	first, last := rows[0], rows[len(rows)-1]
	f := &Row{Kind: Fold, Up: up, State: first.State, Error: first.Error, Begin: first.first(),
		End: last.End, Children: rows}
	for _, r := range rows {
		r.Up = f
		f.End = max(f.End, r.End)
	}
	f.Label, f.Note = foldName(rows)
	return f
}

// foldName returns the label and the note of one row for equal ones.
func foldName(rows []*Row) (label, note string) {
	first, last := rows[0], rows[len(rows)-1]
	n := strconv.Itoa(len(rows))
	switch {
	case first.Kind == Attempt && first.Node.Block.Kind == "try":
		label = "attempts " + strconv.Itoa(first.Node.Block.Attempt) + "–" +
			strconv.Itoa(last.Node.Block.Attempt)
	case first.Kind == Attempt && first.Node.Block.Kind == "forall":
		label = n + " branches: " + first.Label + " … " + last.Label
	case first.Kind == Attempt:
		label = n + " alternatives: " + first.Label + " … " + last.Label
	case first.Kind == Shell:
		label = n + " runs: " + first.Label
	case first.State.Bad():
		return n + " × " + first.Label, first.State.String() + " the same way"
	default:
		return steps(rows), ""
	}
	switch first.State {
	case Fine:
		return label, "succeeded"
	case Failed:
		return label, "failed the same way"
	}
	return label, first.State.String()
}

// steps names rows without failure.
func steps(rows []*Row) string {
	commands := true
	for _, r := range rows {
		commands = commands && r.Kind == Command
	}
	if commands {
		return count(len(rows), "command") + ": " + rows[0].Label + " … " + rows[len(rows)-1].Label
	}
	return count(len(rows), "step") + ": " + rows[0].Label + " … " + rows[len(rows)-1].Label
}

// open opens rows, the longest first, until firstRows are to be seen: those whose end the run
// waited for, and failed ones. Of several runs in a file only failed ones are opened.
func (v *View) open(all bool) {
	v.costs()
	if all {
		for _, r := range v.Rows {
			r.each(func(r *Row) { r.Open = true })
		}
		return
	}
	queue := &byLength{}
	for _, r := range v.Rows {
		heap.Push(queue, r)
	}
	seen := len(v.Rows)
	for queue.Len() > 0 {
		r := heap.Pop(queue).(*Row)
		if len(r.Children) == 0 || r.Kind == Fold && r.Up != nil || r.command() != nil ||
			seen+len(r.Children) > firstRows && !(r.Up == nil && len(v.Rows) == 1) ||
			len(v.Rows) > 1 && r.Up == nil && !r.State.Bad() ||
			r.Up != nil && r.Node != nil && !r.State.Bad() && v.critical[r.Node] < v.Total/50 {
			continue
		}
		r.Open = true
		seen += len(r.Children)
		for _, c := range r.Children {
			heap.Push(queue, c)
		}
	}
}

// each calls do for the row and all below it, in the order of drawing.
func (r *Row) each(do func(r *Row)) {
	do(r)
	for _, c := range r.Children {
		c.each(do)
	}
}

// byLength is a heap of rows whose longest is first. Of equal ones a failed one is.
type byLength []*Row

func (h byLength) Len() int      { return len(h) }
func (h byLength) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h byLength) Less(i, j int) bool {
	if a, b := h[i].weight(), h[j].weight(); a != b {
		return a > b
	}
	return h[i].Begin < h[j].Begin
}
func (h *byLength) Push(r any) { *h = append(*h, r.(*Row)) }
func (h *byLength) Pop() any {
	old := *h
	r := old[len(old)-1]
	*h = old[:len(old)-1]
	return r
}

func (r *Row) weight() time.Duration {
	w := r.End - r.Begin
	if r.State.Bad() {
		w = 2*w + time.Millisecond
	}
	return w
}

// isWait reports whether a span is one of a block's waits.
func isWait(k event.SpanKind) bool { return k == event.SpanDelay || k == event.SpanQueue }
