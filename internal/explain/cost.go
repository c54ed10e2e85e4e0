package explain

import (
	"ftsh/parser/ast"
)

// cost returns the bound of a list or command by itself, without limits around it.
func (e *explainer) cost(n ast.Node) bound {
	if b, ok := e.costs[n]; ok {
		return b
	}
	e.costs[n] = never(e.at(n) + ": it calls itself")
	b := e.compute(n)
	e.costs[n] = b
	return b
}

func (e *explainer) compute(n ast.Node) bound {
	switch n := n.(type) {
	case *ast.List:
		return e.all(n.AndOrs)
	case *ast.AndOr:
		return e.andOr(n)
	case *ast.Pipeline:
		b := of(0, "")
		for _, c := range n.Commands {
			b = longer(b, e.cost(c))
		}
		return b
	case *ast.Simple:
		return after(e.substitutions(n), e.call(n))
	case *ast.Brace:
		return e.cost(n.Body)
	case *ast.Subshell:
		return e.cost(n.Body)
	case *ast.Redirected:
		b := e.cost(n.Inner)
		for _, r := range n.Redirs {
			b = after(b, e.substitutions(r))
		}
		return b
	case *ast.If:
		return e.conditional(n)
	case *ast.Case:
		return e.choose(n)
	case *ast.For:
		return e.repeat(n)
	case *ast.Test, *ast.ArithCommand:
		return e.substitutions(n)
	case *ast.ForArith:
		return e.arithmeticLoop(n)
	case *ast.Select:
		return never(e.at(n) + ": select waits for answers")
	case *ast.Coproc:
		return of(0, "") // the shell does not wait for it
	case *ast.Loop:
		return never(e.at(n) + ": the loop may run for ever")
	case *ast.FuncDecl:
		return of(0, "")
	case *ast.Try:
		return e.whole(&e.tryPlan(n).plan, n.Catch)
	case *ast.Forany:
		return e.whole(&e.foranyPlan(n).plan, n.Catch)
	case *ast.Forall:
		return e.whole(&e.forallPlan(n).plan, n.Catch)
	}
	return of(0, "")
}

// whole returns the bound of a block with its header and its catch list.
func (e *explainer) whole(pl *plan, catch *ast.List) bound {
	b := pl.own
	for _, n := range pl.header {
		b = after(b, e.substitutions(n))
	}
	if catch != nil {
		b = after(b, e.cost(catch))
	}
	return b
}

func (e *explainer) all(lists []*ast.AndOr) bound {
	b := of(0, "")
	for _, a := range lists {
		b = after(b, e.cost(a))
	}
	return b
}

func (e *explainer) andOr(n *ast.AndOr) bound {
	b := of(0, "")
	if n.Background {
		return b // the shell does not wait for it
	}
	for _, p := range n.Pipelines {
		b = after(b, e.cost(p))
	}
	return b
}

// choose returns the bound of a case construct: its word, all patterns, and the longest list, or
// all of them if one falls through to the next.
func (e *explainer) choose(n *ast.Case) bound {
	longest, sum, through := of(0, ""), of(0, ""), false
	words := e.substitutions(n.Word)
	for _, item := range n.Items {
		for _, p := range item.Patterns {
			words = after(words, e.substitutions(p))
		}
		body := e.cost(item.Body)
		longest, sum = longer(longest, body), after(sum, body)
		through = through || item.FallThrough || item.Continue
	}
	if through {
		return after(words, sum)
	}
	return after(words, longest)
}

// repeat returns the bound of a for loop.
func (e *explainer) repeat(n *ast.For) bound {
	words := of(0, "")
	for _, w := range n.Words {
		words = after(words, e.substitutions(w))
	}
	each, k := e.cost(n.Body), e.number(n.In, n.Words)
	switch {
	case each.isAtMost(0):
	case !k.known:
		each = longer(each, atRunTime("how often the loop in line "+line(n)+" runs"))
	case each.kind == finite:
		each = of(times(k.v, each.max), each.why)
	}
	return after(words, each)
}

// arithmeticLoop returns the bound of for ((…)): it runs as often as its expressions say.
func (e *explainer) arithmeticLoop(n *ast.ForArith) bound {
	words := of(0, "")
	for _, x := range []*ast.ArithExp{n.Init, n.Cond, n.Step} {
		if x != nil {
			words = after(words, e.substitutions(x))
		}
	}
	each := after(words, e.cost(n.Body))
	if n.Cond == nil {
		return never(e.at(n) + ": the loop may run for ever")
	}
	return longer(each, atRunTime("how often the loop in line "+line(n)+" runs"))
}

// conditional returns the bound of an if: all conditions, and the longest of the branches.
func (e *explainer) conditional(n *ast.If) bound {
	cond, then := e.cost(n.Cond), e.cost(n.Then)
	for _, elif := range n.Elifs {
		cond = after(cond, e.cost(elif.Cond))
		then = longer(then, e.cost(elif.Then))
	}
	if n.Else != nil {
		then = longer(then, e.cost(n.Else))
	}
	return after(cond, then)
}

// substitutions returns the bound of the command substitutions in n.
func (e *explainer) substitutions(n ast.Node) bound {
	b := of(0, "")
	ast.Walk(n, func(n ast.Node) bool {
		switch s := n.(type) {
		case *ast.CmdSubst:
			b = after(b, e.cost(s.Body))
			return false
		case *ast.ProcSubst: // it runs next to its command
			return false
		}
		return true
	})
	return b
}

// call returns the bound of the command itself.
func (e *explainer) call(n *ast.Simple) bound {
	if len(n.Args) == 0 {
		return of(0, "")
	}
	name, ok := n.Args[0].Literal()
	if !ok {
		return never(e.at(n) + ": nothing bounds " + e.source(n))
	}
	if all := e.funcs[name]; all != nil {
		b := of(0, "")
		for _, f := range all {
			b = longer(b, e.cost(f.Body))
		}
		return b
	}
	if isQuick(name) {
		return of(0, "")
	}
	return never(e.at(n) + ": nothing bounds " + e.source(n))
}

// isQuick reports whether a builtin does not wait.
func isQuick(name string) bool {
	switch name {
	case ":", "true", "false", "success", "failure", "abort", "echo", "printf", "test", "[", "cd",
		"pwd",
		"export", "readonly", "local", "unset", "set", "shift", "return", "exit", "break",
		"continue", "umask",
		"declare", "typeset", "let", "shopt", "pushd", "popd", "dirs", "disown", // of the dialect of bash
		"ulimit", "type", "hash", "alias", "unalias", "getopts", "times", "trap", "jobs", "kill":
		return true
	}
	return false
}
