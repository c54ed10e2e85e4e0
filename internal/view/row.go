package view

import (
	"cmp"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/quote"
	"ftsh/internal/tracefile"
	"ftsh/interp/event"
)

// A View is a run as it is drawn.
type View struct {
	Run      *tracefile.Run
	Rows     []*Row        // the shells without a parent in the trace
	Total    time.Duration // the time axis goes from 0 to Total
	Spans    int
	Sentence string

	spending []*cost // see costs
	critical map[*tracefile.Node]time.Duration
}

// A Row is a line of the drawing. Its times are since the run's begin.
type Row struct {
	// Node is the span; nil in a Fold.
	Node *tracefile.Node
	// Process and Shell are parts of a command's row: its only process, and the shell in the
	// process. Of a process's row there is only Shell. Each may be nil.
	Process, Shell *tracefile.Node

	Kind       Kind
	State      State
	Label      string // on one line, control characters visible
	Error      string // why it failed, in few words; "" for none
	Note       string // more to be seen without a look at the details
	cause      string // the whole text of its error
	Begin, End time.Duration
	Waits      []Wait        // of an attempt, before it
	Limit      time.Duration // of a block or an attempt: when its time ends, since the run's begin; 0: no limit

	Up       *Row
	Children []*Row
	Open     bool // its children are drawn at first
}

// A Wait is a block's wait for its next attempt.
type Wait struct {
	Node       *tracefile.Node
	Begin, End time.Duration
}

// A Kind is the kind of a row.
type Kind uint8

// The kinds. List is a sense, check or catch list; Idle is a wait without an attempt after it; Fold
// is one row for its equal children.
const (
	Shell Kind = iota
	Block
	Attempt
	List
	Idle
	Command
	Fold
)

// Of returns the view of a run. all: every row is open, and nothing is folded.
func Of(run *tracefile.Run, all bool) *View {
	v := &View{Run: run, Total: max(run.End.Sub(run.Begin), time.Microsecond)}
	for _, n := range run.Roots {
		v.Rows = append(v.Rows, v.row(n, nil))
	}
	if !all {
		v.Rows = fold(nil, v.Rows, v.Total)
	}
	v.Sentence = visible(v.sentence())
	v.open(all)
	return v
}

// row makes the row of a span, with the rows of its children.
func (v *View) row(n *tracefile.Node, up *Row) *Row {
	v.Spans++
	if n.Kind == event.SpanBlock && !n.Ended() {
		limits(n)
	}
	r := &Row{Node: n, Up: up, Kind: kindOf(n)}
	inner := n
	if n.Kind == event.SpanCommand {
		if p := only(inner, event.SpanProcess); p != nil {
			r.Process, inner = p, p
			v.Spans++
		}
	}
	if inner.Kind == event.SpanProcess {
		if s := only(inner, event.SpanShell); s != nil {
			r.Shell, inner = s, s
			v.Spans++
		}
	}
	r.Begin, r.End = v.times(n)
	r.State = stateOf(n)
	if r.Label = label(r); r.Label == "" {
		r.Label = "(no name)"
	}
	r.Error, r.cause = errorOf(n)
	switch {
	case n.Kind == event.SpanBlock && n.Block.Limit > 0:
		r.Limit = r.Begin + n.Block.Limit
	case n.Kind == event.SpanAttempt && n.Block.Timeout > 0:
		r.Limit = r.Begin + n.Block.Timeout
	}
	v.children(r, inner)
	r.settle()
	return r
}

// limits gives a block without an end the limits that its attempts have.
func limits(n *tracefile.Node) {
	for _, c := range n.Children {
		if c.Kind == event.SpanAttempt {
			n.Block.Times, n.Block.Limit = c.Block.Times, c.Block.Limit
			return
		}
	}
}

// only returns the only child of n if it is of a kind; else nil.
func only(n *tracefile.Node, kind event.SpanKind) *tracefile.Node {
	if len(n.Children) == 1 && n.Children[0].Kind == kind {
		return n.Children[0]
	}
	return nil
}

// children makes the rows of n's children. The waits of a block go to the attempts they were for.
func (v *View) children(r *Row, n *tracefile.Node) {
	attempts := map[int]*Row{}
	var waits []*tracefile.Node
	for _, c := range n.Children {
		if c.Kind == event.SpanDelay || c.Kind == event.SpanQueue {
			waits = append(waits, c)
			continue
		}
		child := v.row(c, r)
		r.Children = append(r.Children, child)
		if child.Kind == Attempt {
			attempts[c.Block.Attempt] = child
		}
	}
	for _, w := range waits {
		a := attempts[w.Block.Attempt]
		if a == nil || a.Node.Begin.Before(w.Begin) {
			r.Children = append(r.Children, v.row(w, r))
			continue
		}
		v.Spans++
		begin, end := v.times(w)
		a.Waits = append(a.Waits, Wait{Node: w, Begin: begin, End: end})
	}
	slices.SortStableFunc(r.Children, func(a, b *Row) int { return cmp.Compare(a.first(), b.first()) })
}

// first returns when the row begins to be drawn.
func (r *Row) first() time.Duration {
	if len(r.Waits) > 0 {
		return r.Waits[0].Begin
	}
	return r.Begin
}

// times returns when a span began and ended, since the run's begin. Another machine's clock may
// contradict the others.
func (v *View) times(n *tracefile.Node) (begin, end time.Duration) {
	begin = v.since(n.Begin)
	return begin, max(v.since(n.Last(v.Run)), begin)
}

// since returns a time of the trace as one of the axis.
func (v *View) since(t time.Time) time.Duration {
	return min(max(t.Sub(v.Run.Begin), 0), v.Total)
}

func kindOf(n *tracefile.Node) Kind {
	switch n.Kind {
	case event.SpanShell:
		return Shell
	case event.SpanBlock:
		return Block
	case event.SpanAttempt:
		return Attempt
	case event.SpanSense, event.SpanCheck, event.SpanCatch:
		return List
	case event.SpanDelay, event.SpanQueue:
		return Idle
	}
	return Command
}

// label returns the name of a row.
func label(r *Row) string {
	n := r.Node
	switch n.Kind {
	case event.SpanShell:
		return shellName(n)
	case event.SpanBlock:
		return visible(blockName(n))
	case event.SpanAttempt:
		if n.Block.Word != "" {
			return visible(quote.Brief([]string{n.Block.Word}))
		}
		return "attempt " + strconv.Itoa(n.Block.Attempt)
	case event.SpanSense, event.SpanCheck, event.SpanCatch:
		return n.Kind.String()
	case event.SpanDelay, event.SpanQueue:
		return visible(waitName(n))
	case event.SpanCommand:
		if len(n.Process.Args) > 0 {
			return visible(quote.Brief(n.Process.Args))
		}
		return visible(quote.BriefSource(n.Process.Source))
	case event.SpanProcess:
		if own := ownShell(n); own != "" {
			return own + where(n)
		}
		if r.Shell != nil {
			return shellName(r.Shell)
		}
		if n.Process.Source != "" {
			return visible(quote.BriefSource(n.Process.Source))
		}
		return visible(quote.Brief(n.Process.Args))
	}
	return "span"
}

// ownShell names a process that is the shell once more, for a part of its script; "" for another one.
func ownShell(n *tracefile.Node) string {
	switch {
	case n.Kind != event.SpanProcess || len(n.Process.Args) == 0 ||
		!strings.HasPrefix(n.Process.Args[0], "ftsh: "): // as the shell calls it for ps(1)
		return ""
	case n.Process.Background:
		return "a background list"
	}
	return "a subshell"
}

func shellName(n *tracefile.Node) string {
	words := []string{filepath.Base(n.Place.Script)}
	if len(n.Process.Args) > 1 {
		words = append(words, n.Process.Args[1:]...)
	}
	return visible(quote.Brief(words))
}

// blockName returns a block's header as far as it is known: its limits are when it has ended.
func blockName(n *tracefile.Node) string {
	var b strings.Builder
	b.WriteString(n.Block.Kind)
	if n.Block.Limit > 0 {
		b.WriteString(" for " + short(n.Block.Limit))
	}
	if n.Block.Times > 0 {
		if n.Block.Limit > 0 {
			b.WriteString(" or")
		}
		b.WriteString(" " + count(n.Block.Times, "time"))
	}
	return b.String()
}

// waitName returns the length of a delay, or the object of a queue.
func waitName(n *tracefile.Node) string {
	if n.Kind == event.SpanDelay {
		return "delay of " + short(n.Delay)
	}
	return "wait for " + n.Through.For + " of " + quote.Brief([]string{n.Through.Name})
}

// errorOf returns the error of a span, the latest one of a block, in few words and whole.
func errorOf(n *tracefile.Node) (few, whole string) {
	if len(n.Errors) == 0 {
		return "", ""
	}
	return brief(n), n.Errors[len(n.Errors)-1].Text
}

// withoutPlace returns the text of a failure without "script:line:col: ".
func withoutPlace(text string) string {
	rest, _ := cutPlace(text)
	return rest
}

// cutPlace cuts the position of a failure, as "line:col", from its text.
func cutPlace(text string) (rest, place string) {
	head, rest, ok := strings.Cut(text, ": ")
	parts := strings.Split(head, ":")
	if len(parts) < 3 || !ok || !number(parts[len(parts)-1]) || !number(parts[len(parts)-2]) {
		return text, ""
	}
	return rest, strings.Join(parts[len(parts)-2:], ":")
}

func number(s string) bool {
	_, err := strconv.ParseUint(s, 10, 32)
	return err == nil
}

// settle finds the command that made an attempt or a block fail.
func (r *Row) settle() {
	r.Note = note(r)
	switch {
	case r.Kind == Shell && r.State == Failed:
		blameLast(r.Children, r.Node.Result.Status)
	case r.Kind == Block && r.State == Failed && r.Node.Result.Reason == "":
		r.State = Left // its status is that of exit or return
	}
	if len(r.Node.Errors) == 0 {
		return
	}
	if _, place := cutPlace(r.Node.Errors[len(r.Node.Errors)-1].Text); place != "" {
		r.blame(r.Children, place)
	}
}

// blameLast marks the last command as failed if its status is the shell's, with those in it.
func blameLast(rows []*Row, status int) {
	for len(rows) > 0 {
		c := rows[len(rows)-1]
		if c.Kind != Command || c.State != Odd || c.Node.Result.Status != status || leaves(c.Node) {
			return
		}
		c.State = Failed
		rows = c.Children
	}
}

// blame marks the last command with a failure at a place as the failed one, with the functions
// around it.
func (r *Row) blame(rows []*Row, place string) bool {
	for i := len(rows) - 1; i >= 0; i-- {
		c := rows[i]
		if c.Kind != Command || c.Node.Result.Status == 0 {
			continue
		}
		at := strconv.Itoa(c.Node.Place.Line) + ":" + strconv.Itoa(c.Node.Place.Col)
		if place == at || r.blame(c.Children, place) {
			if c.State == Odd || r.State == TimeLimit {
				c.State = r.failure()
			}
			return true
		}
	}
	return false
}

// failure returns the state of the command of a row's failure.
func (r *Row) failure() State {
	if r.State == TimeLimit {
		return TimeLimit
	}
	return Failed
}

// told reports whether a row below an open one says why it failed.
func (r *Row) told() bool {
	if r.Kind != Attempt || !r.Open {
		return false
	}
	for _, c := range r.Children {
		if c.Kind == Block && c.State.Bad() {
			return true
		}
	}
	return false
}

// command returns the command of an attempt with nothing else in it; else nil. The attempt's row
// has its name while it is folded.
func (r *Row) command() *Row {
	if r.Kind == Attempt && len(r.Children) == 1 && r.Children[0].Kind == Command &&
		len(r.Children[0].Children) == 0 && r.State != Cut {
		return r.Children[0]
	}
	return nil
}

// within returns the block that takes most of a row's time, to be seen while the row is folded; nil
// for none.
func (r *Row) within() *Row {
	most := (r.End - r.Begin) * 4 / 5
	for r.Kind != Block {
		var next *Row
		for _, c := range r.Children {
			if c.Kind != Fold && c.End-c.Begin >= most {
				next = c
				break
			}
		}
		if next == nil {
			return nil
		}
		r = next
	}
	return r
}
