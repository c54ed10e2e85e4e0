package lint

import (
	"strings"

	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// unreachableCatch looks for catch lists that never run.
func (w walker) unreachableCatch(n *ast.Try, in around) {
	if n.Catch == nil || n.Sense != nil || w.facts.sources || w.facts.aborts {
		return // a mistake in a sense list runs it, too
	}
	at := ast.Span{From: n.CatchPos, To: n.CatchPos}
	at.To.Offset += uint32(len("catch"))
	at.To.Col += uint32(len("catch"))
	switch {
	case n.Limit.Forever && n.On == nil && n.Except == nil && !judges(n) && !policyStops(n.Backoff) &&
		literalHeader(n):
		w.report(UnreachableCatch, &at, "this catch list runs only if a command is not found: "+
			"a try forever does not give up, and nothing calls abort; give it a limit, or "+
			"statuses (on, except)")
	case n.Limit.For == nil && n.Timeout == nil && literalHeader(n) && cannotFail(n.Body):
		w.report(UnreachableCatch, &at, "nothing in the body can fail")
	}
}

// judges reports whether the try looks at what a failed command says.
func judges(n *ast.Try) bool { return n.Known || n.Permanent != nil || n.Transient != nil }

// literalHeader reports whether all of a header is literal, so it cannot be wrong at run time.
func literalHeader(n *ast.Try) bool {
	known := true
	look := func(words ...*ast.Word) {
		for _, w := range words {
			if w != nil {
				_, ok := w.Literal()
				known = known && ok
			}
		}
	}
	look(n.Limit.Times, n.On, n.Except, n.Signal)
	look(n.Permanent...)
	look(n.Transient...)
	for _, d := range []*ast.Duration{n.Limit.For, n.Every, n.Timeout, n.Grace} {
		if d != nil {
			look(d.Words...)
		}
	}
	if n.Backoff != nil {
		look(n.Backoff.Words...)
	}
	return known
}

// cannotFail reports whether each command of a list succeeds, whatever happens.
func cannotFail(l *ast.List) bool {
	for _, a := range l.AndOrs {
		last := len(a.Pipelines) - 1
		if isTrue(a.Pipelines[last]) && (last == 0 || a.Ops[last-1] == ast.Or) {
			continue
		}
		cmd := only(a.Pipelines[last])
		if last > 0 || cmd == nil || a.Pipelines[last].Negated || len(cmd.Args) > 0 ||
			len(cmd.Redirs) > 0 || !plainAssigns(cmd) {
			return false
		}
	}
	return true
}

// plainAssigns reports whether the command is assignments only, with expansions that cannot fail.
func plainAssigns(cmd *ast.Simple) bool {
	for _, a := range cmd.Assigns {
		if _, ok := syntax.Known(a.Value); !ok || strings.HasPrefix(a.Name, "FTSH_") {
			return false
		}
	}
	return len(cmd.Assigns) > 0
}
