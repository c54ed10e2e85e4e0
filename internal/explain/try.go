package explain

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"ftsh/parser/ast"
)

// A plan is the evaluated header of a block.
type plan struct {
	node    ast.Node
	header  []ast.Node // its words
	timeout bound      // of an attempt; the zero bound: none
	limit   bound      // of a try; the zero bound: none
	own     bound      // the worst case, without limits around
}

// inside returns the nearest limit of the body of a block at p.
func (pl *plan) inside(p nesting) bound { return tighter(tighter(p.around, pl.limit), pl.timeout) }

// retries describes how a try repeats its body.
type retries struct {
	plan
	times  value[int] // 0: any number
	senses bool       // delays follow deferrals by the sense list
	delays delays
	// unknown is the text of a policy or interval known at run time only.
	unknown string
	policy  string
}

func (e *explainer) tryPlan(n *ast.Try) *retries {
	r := &retries{plan: plan{node: n}, times: value[int]{v: 1, known: true}, senses: n.Sense != nil}
	add := func(n ast.Node) { r.header = append(r.header, n) }
	if n.Limit.For != nil || n.Limit.Forever {
		r.times.v = 0
	}
	if n.Limit.Times != nil {
		r.times = e.count(n.Limit.Times)
		add(n.Limit.Times)
	}
	if n.Limit.For != nil {
		add(n.Limit.For)
	}
	if n.Timeout != nil {
		add(n.Timeout)
	}
	for _, w := range []*ast.Word{n.On, n.Except} {
		if w != nil {
			add(w)
		}
	}
	for _, w := range slices.Concat(n.Permanent, n.Transient) {
		add(w)
	}
	r.limit = e.limit(n.Limit.For, "the time limit of line "+line(n))
	r.timeout = e.limit(n.Timeout, "the timeout of line "+line(n))
	switch {
	case n.Every != nil:
		add(n.Every)
		every := e.duration(n.Every)
		if r.delays.every = &every.v; !every.known {
			r.unknown = every.note
		}
		r.policy = "every " + human(every.v) + " from start to start" + parens(every.note)
	default:
		if n.Backoff != nil {
			add(n.Backoff)
		}
		spec := e.backoffOf(n.Backoff)
		if !spec.known {
			r.unknown = spec.note
			break
		}
		r.delays = e.delaysOf(spec.v, r.wanted())
		r.policy = spec.v.String() + parens(spec.note)
		if r.delays.ends && (r.times.v == 0 || !r.times.known ||
			r.times.v > len(r.delays.steps)+1) {
			r.times = value[int]{len(r.delays.steps) + 1, true, "then " + spec.v.Name + " gives up"}
		}
	}
	attempt := tighter(e.cost(n.Body), r.timeout)
	if n.Check != nil {
		attempt = after(attempt, e.cost(n.Check))
	}
	worst := r.worst(attempt, asked(n))
	if n.Sense != nil {
		worst = never("nothing bounds how often the sense list defers an attempt")
	}
	if n.Through != nil {
		add(n.Through)
		worst = never("nothing bounds the waits for other processes at " + e.source(n.Through.Name))
	}
	r.own = tighter(worst, r.limit)
	return r
}

// parens formats a remark for the end of a line.
func parens(note string) string {
	if note == "" {
		return ""
	}
	return " (" + note + ")"
}

// wanted returns the number of delays of interest.
func (r *retries) wanted() int {
	if r.times.known && r.times.v > 0 && !(r.senses && r.times.v == 1) {
		return r.times.v - 1
	}
	return computedDelays
}

// worst returns the time of all attempts, and the delays between them.
func (r *retries) worst(attempt bound, asks string) bound {
	switch {
	case attempt.kind == unbounded:
		return attempt
	case r.times.known && r.times.v == 0:
		return never("no limit of attempts or time")
	case r.times.known && r.times.v == 1:
		return attempt
	case !r.times.known:
		return atRunTime(r.times.note + " times")
	case attempt.kind == runtime:
		return attempt
	case r.unknown != "":
		return atRunTime("the delays of " + r.unknown)
	case asks != "":
		return atRunTime(asks)
	}
	why := counted(r.times.v, "attempt") + " of " + human(attempt.max)
	if r.delays.every == nil {
		waits := r.delays.waiting(r.times.v - 1)
		if waits == math.MaxInt64 {
			return never("the delays of " + r.policy + " have no bound")
		}
		why += ", delays of " + human(waits)
	} else {
		why += ", " + human(*r.delays.every) + " from start to start"
	}
	return of(r.delays.total(r.times.v, attempt.max), why)
}

// asked names the delays that a body or a server chooses; "": there are none.
func asked(n *ast.Try) string {
	switch {
	case asksFor(n.Body):
		return "the delays of failure --after"
	case n.Known:
		return "the delays that known failures ask for"
	}
	return ""
}

// asksFor reports whether a body chooses its delays by failure --after.
func asksFor(body *ast.List) bool {
	found := false
	ast.Walk(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Try, *ast.Forany, *ast.Forall, *ast.FuncDecl:
			return false
		case *ast.Simple:
			if len(n.Args) > 1 {
				name, _ := n.Args[0].Literal()
				option, _ := n.Args[1].Literal()
				found = found || name == "failure" && strings.HasPrefix(option, "--after")
			}
		}
		return !found
	})
	return found
}

// try describes a try block, and the blocks in it.
func (e *explainer) try(n *ast.Try, p nesting) {
	r := e.tryPlan(n)
	d := e.begin(&r.plan, p)
	d.row("limits", limits(&r.plan, "an attempt"))
	attempts := "any number"
	switch {
	case !r.times.known:
		attempts = "known at run time: " + r.times.note
	case r.times.v == 1:
		attempts = "one"
	case r.times.v > 1:
		attempts = strconv.Itoa(r.times.v) + " at most"
	}
	if r.times.known {
		attempts += parens(r.times.note)
	}
	d.row("attempts", attempts)
	if !r.times.known || r.times.v != 1 || r.senses {
		e.delays(d, r, p)
	}
	if n.Sense != nil {
		d.row("sense", "line "+strconv.Itoa(int(n.SensePos.Line))+
			", before each attempt: while it fails no attempt is made; delays after it are counted separately")
	}
	if n.On != nil {
		d.row("retried", "status "+e.source(n.On)+" only")
	}
	if n.Except != nil {
		d.row("retried", "all but status "+e.source(n.Except))
	}
	e.known(d, n)
	if n.Through != nil {
		d.row("through", e.through(n.Through))
	}
	e.end(d, &r.plan, n.Body, n.Sense, n.Check, n.Catch)
}

// delays describes the delays of a try.
func (e *explainer) delays(d *description, r *retries, p nesting) {
	nearest := tighter(p.around, r.limit)
	var deadline time.Duration
	if nearest.kind == finite {
		deadline = nearest.max
	}
	switch {
	case r.unknown != "":
		d.row("delays", "known at run time: "+r.unknown)
		return
	case r.delays.every != nil:
		d.row("delays", r.policy)
	default:
		n := 0
		if r.times.known && r.times.v > 0 {
			n = r.times.v - 1
		}
		d.row("delays", r.policy)
		for _, l := range r.delays.table(n, deadline) {
			d.row("", l)
		}
	}
	if deadline == 0 {
		return
	}
	text := r.delays.fits(r.times.v, 0, deadline) + " in " + human(deadline) +
		" if each fails at once"
	if t := r.timeout; t.kind == finite {
		text += "; " + r.delays.fits(r.times.v, t.max, deadline) + " if each takes " + human(t.max)
	}
	d.row("fit", text)
}
