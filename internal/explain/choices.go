package explain

import (
	"fmt"
	"strings"

	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// choice is a forany or forall.
type choice struct {
	plan
	words value[int]
	jobs  value[int] // of a forall: 0: all at once
}

func (e *explainer) choice(n ast.Node, timeout *ast.Duration, in bool, words []*ast.Word) *choice {
	c := &choice{plan: plan{node: n}, words: e.number(in, words)}
	c.timeout = e.limit(timeout, "the timeout of line "+line(n))
	if timeout != nil {
		c.header = append(c.header, timeout)
	}
	for _, w := range words {
		c.header = append(c.header, w)
	}
	return c
}

func (e *explainer) foranyPlan(n *ast.Forany) *choice {
	c := e.choice(n, n.Timeout, n.In, n.Words)
	if n.Hedge != nil {
		c.header = append(c.header, n.Hedge)
	}
	if n.Through != nil {
		c.header = append(c.header, n.Through)
	}
	if n.Table != nil {
		c.header = append(c.header, n.Table)
	}
	c.own = rounds(tighter(e.cost(n.Body), c.timeout), c.words, "alternative", 1)
	return c
}

func (e *explainer) forallPlan(n *ast.Forall) *choice {
	c := e.choice(n, n.Timeout, n.In, n.Words)
	c.jobs.known = true
	if n.Jobs != nil {
		c.header = append(c.header, n.Jobs)
		c.jobs = e.count(n.Jobs)
	} else if text, _ := e.opts.Lookup("FTSH_JOBS"); text != "" {
		c.jobs = counting(text, "FTSH_JOBS")
	}
	each := tighter(e.cost(n.Body), c.timeout)
	switch {
	case c.jobs.known && c.jobs.v == 0:
		c.own = each
		if each.kind == finite {
			c.own = each.because("all branches at once, " + human(each.max) + " each")
		}
	case !c.jobs.known:
		c.own = longer(each, atRunTime("jobs "+c.jobs.note))
	default:
		c.own = rounds(each, c.words, "branch", c.jobs.v)
	}
	if n.Via != nil {
		c.header = append(c.header, n.Via)
		c.own = never("branches wait in the batch system's queue without a limit")
	}
	if n.Table != nil {
		c.header = append(c.header, n.Table)
	}
	return c
}

// rounds returns the bound of a whole list, with atOnce running at once. None starts later than the
// time when all rounds before its own have used up their time.
func rounds(each bound, words value[int], thing string, atOnce int) bound {
	switch {
	case words.known && words.v == 0:
		return of(0, "the list is empty")
	case each.kind == unbounded:
		return each
	case !words.known && each.isAtMost(0):
		return each
	case !words.known && each.kind == finite:
		return atRunTime(fmt.Sprintf("%s, %s for each %s", words.note, human(each.max), thing))
	case each.kind == runtime:
		return each
	}
	n := (words.v + atOnce - 1) / atOnce
	why := fmt.Sprintf("%s of %s", plural(words.v, thing), human(each.max))
	if atOnce > 1 {
		why = fmt.Sprintf("%s, %d at once, %s each", plural(words.v, thing), atOnce,
			human(each.max))
	}
	return of(times(n, each.max), why)
}

func plural(n int, thing string) string {
	if n != 1 && strings.HasSuffix(thing, "ch") {
		thing += "e"
	}
	return counted(n, thing)
}

// forany describes a forany block, and the blocks in it.
func (e *explainer) forany(n *ast.Forany, p nesting) {
	c := e.foranyPlan(n)
	d := e.begin(&c.plan, p)
	d.row("limits", limits(&c.plan, "an alternative"))
	order := "in random order"
	if n.Ordered {
		order = "in order"
	}
	if c.words.known {
		d.row("attempts", plural(c.words.v, "alternative")+" at most, "+order)
	} else {
		d.row("attempts", "one for each word, "+order+"; known at run time: "+c.words.note)
	}
	if t := n.Through; t != nil {
		last := "10 minutes"
		if t.In != nil {
			last = e.source(t.In)
		}
		d.row("through", e.source(t.Name)+": one that has failed in the last "+last+" comes last")
	}
	if n.Hedge != nil {
		h := e.duration(n.Hedge)
		if h.known {
			d.row("hedge", "the next one begins when one has run for "+human(h.v)+parens(h.note)+
				" or has failed")
		} else {
			d.row("hedge", "known at run time: "+h.note)
		}
	}
	e.table(d, n.Table, "alternative")
	e.end(d, &c.plan, n.Body, nil, nil, n.Catch)
}

// table describes a table clause.
func (e *explainer) table(d *description, file *ast.Word, thing string) {
	if file == nil {
		return
	}
	name, ok := syntax.Static(file)
	if !ok {
		name = "known at run time: " + e.source(file)
	}
	d.row("table", name+", a line for each "+thing+" that ends")
}

// forall describes a forall block, and the blocks in it.
func (e *explainer) forall(n *ast.Forall, p nesting) {
	c := e.forallPlan(n)
	d := e.begin(&c.plan, p)
	d.row("limits", limits(&c.plan, "a branch"))
	branches := "one for each word; known at run time: " + c.words.note
	if c.words.known {
		branches = plural(c.words.v, "branch")
	}
	d.row("attempts", branches)
	jobs := "all"
	switch {
	case !c.jobs.known:
		jobs = "known at run time: " + c.jobs.note
	case c.jobs.v > 0:
		jobs = fmt.Sprintf("%d at most", c.jobs.v) + parens(c.jobs.note)
	}
	d.row("at once", jobs)
	if n.Via != nil {
		name, ok := n.Via.Literal()
		if !ok {
			name = "a batch system known at run time"
		}
		d.row("via", name)
	}
	if n.Keepgoing {
		d.row("failure", "the others run to their end")
	} else {
		d.row("failure", "the first one cancels the others")
	}
	e.table(d, n.Table, "branch")
	e.end(d, &c.plan, n.Body, nil, nil, n.Catch)
}
