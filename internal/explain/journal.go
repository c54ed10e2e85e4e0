package explain

import (
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// clausesOf returns the clauses common to all kinds of blocks.
func clausesOf(n ast.Node) *ast.Clauses {
	switch n := n.(type) {
	case *ast.Try:
		return &n.Clauses
	case *ast.Forany:
		return &n.Clauses
	case *ast.Forall:
		return &n.Clauses
	}
	return new(ast.Clauses)
}

// contained describes when the processes of a block end.
func contained(d *description, c *ast.Clauses) {
	if c.Contained {
		d.row("contained", "what an attempt has started ends with it, after a success too")
	}
}

// journal describes a block's progress according to its journal.
func (e *explainer) journal(d *description, c *ast.Clauses) {
	if c.Journal == nil {
		return
	}
	keep := ""
	if c.Keep {
		keep = "; never complete"
	}
	name, known := syntax.Static(c.Journal)
	switch {
	case !known:
		d.row("journal", "known at run time: "+e.source(c.Journal)+keep)
	case e.opts.Journal == nil:
		d.row("journal", name+keep)
	default:
		d.row("journal", name+": "+e.opts.Journal(name)+keep)
	}
}

// scratch describes where attempts make their result.
func (e *explainer) scratch(d *description, c *ast.Clauses) {
	switch s := c.Scratch; {
	case s == nil:
	case s.File:
		d.row("scratch", "a successful attempt replaces the file "+e.source(s.Name)+" in one step")
	default:
		d.row("scratch", "a new directory for each attempt; a successful one replaces "+
			e.source(s.Name)+" in one step")
	}
}
