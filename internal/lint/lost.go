package lint

import (
	"slices"
	"strings"

	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// lostStatus looks for blocks with unnoticed failures: the script goes on with the next command,
// and gets its own status from another one. Exempt are scripts that end at failures anyway (set -e,
// set -o brittle), and functions called only by blocks.
func (w walker) lostStatus() {
	if stopsAtFailures(w.linter) {
		return
	}
	var all []*ast.AndOr
	for _, list := range w.script {
		all = append(all, list.AndOrs...)
	}
	l := loss{w: w, outside: calledOutsideBlocks(w.script)}
	l.list(all, true)
}

// A loss is the search for lost statuses.
type loss struct {
	w       walker
	outside map[string]bool // functions called outside of brittle lists
}

// list looks at successive commands. kept reports whether the status of the last one is used.
func (l loss) list(all []*ast.AndOr, kept bool) {
	for i, a := range all {
		k := kept
		if i < len(all)-1 {
			k = looksAtStatus(all[i+1])
		}
		l.andOr(a, k || a.Background)
	}
}

func (l loss) body(b *ast.List, kept bool) {
	if b != nil {
		l.list(b.AndOrs, kept)
	}
}

func (l loss) andOr(a *ast.AndOr, kept bool) {
	for _, pl := range a.Pipelines {
		k := kept || len(a.Pipelines) > 1 || pl.Negated || len(pl.Commands) > 1
		for _, c := range pl.Commands {
			l.command(c, k)
		}
	}
}

func (l loss) command(c ast.Command, kept bool) {
	switch c := c.(type) {
	case *ast.Redirected:
		l.command(c.Inner, kept)
	case *ast.Brace:
		l.body(c.Body, kept)
	case *ast.Subshell:
		l.body(c.Body, kept)
	case *ast.If:
		l.body(c.Cond, true)
		l.body(c.Then, kept)
		for _, e := range c.Elifs {
			l.body(e.Cond, true)
			l.body(e.Then, kept)
		}
		l.body(c.Else, kept)
	case *ast.Loop:
		l.body(c.Cond, true)
		l.body(c.Body, endless(c)) // a daemon goes on whatever happens
	case *ast.For:
		l.body(c.Body, false)
	case *ast.ForArith:
		l.body(c.Body, false)
	case *ast.Select:
		l.body(c.Body, false)
	case *ast.Coproc:
		l.command(c.Body, true) // as in the background
	case *ast.Case:
		for _, item := range c.Items {
			l.body(item.Body, kept)
		}
	case *ast.FuncDecl:
		if l.outside[c.Name] {
			l.command(c.Body, true)
		}
	case *ast.Try:
		l.block("try", c, c.Catch, kept)
	case *ast.Forany:
		l.block("forany", c, c.Catch, kept)
	case *ast.Forall:
		l.block("forall", c, c.Catch, kept)
	}
}

// block reports a block. Lists inside one are brittle.
func (l loss) block(kind string, n ast.Node, catch *ast.List, kept bool) {
	if !kept && catch == nil {
		l.w.report(LostStatus, n, "the status of this %s is lost: the script goes on when it "+
			"fails; begin it with set -o brittle, or write end || exit", kind)
	}
}

// endless reports whether a loop ends only by a command in it.
func endless(c *ast.Loop) bool {
	return !c.Until && len(c.Cond.AndOrs) == 1 && len(c.Cond.AndOrs[0].Pipelines) == 1 &&
		isTrue(c.Cond.AndOrs[0].Pipelines[0])
}

// looksAtStatus reports whether a command may look at the result of the block before it: it uses
// $?, leaves, begins with a test, or waits for the next iteration of a loop.
func looksAtStatus(a *ast.AndOr) bool {
	uses := false
	ast.Walk(a, func(n ast.Node) bool {
		if p, ok := n.(*ast.ParamExp); ok && p.Name == "?" {
			uses = true
		}
		return !uses
	})
	if uses {
		return true
	}
	first := a.Pipelines[0]
	if c, ok := first.Commands[0].(*ast.If); ok && len(c.Cond.AndOrs) > 0 {
		first = c.Cond.AndOrs[0].Pipelines[0]
	}
	if isTest(first) {
		return true
	}
	cmd := only(first)
	return cmd != nil && (name(cmd) == "exit" || name(cmd) == "return" || name(cmd) == "sleep")
}

// stopsAtFailures reports whether a script says somewhere that a failed command ends it.
func stopsAtFailures(l *linter) bool {
	if firstLineSays(l.text, "brittle", "errexit", "--cron") {
		return true
	}
	stops := false
	for _, list := range l.script {
		eachSimple(list, func(cmd *ast.Simple) { stops = stops || setsErrexit(cmd) })
	}
	return stops
}

// firstLineSays reports whether a first line passes one of some options to an interpreter; errexit
// includes -e.
func firstLineSays(text string, options ...string) bool {
	line, _, _ := strings.Cut(text, "\n")
	words := strings.Fields(line)
	if !strings.HasPrefix(line, "#!") || len(words) == 0 {
		return false
	}
	return slices.ContainsFunc(words[1:], func(word string) bool {
		letters := strings.HasPrefix(word, "-") && !strings.HasPrefix(word, "--")
		return slices.Contains(options, word) || letters && strings.Contains(word, "e") &&
			slices.Contains(options, "errexit")
	})
}

// setsErrexit reports whether a command is set -e or set -o brittle.
func setsErrexit(cmd *ast.Simple) bool {
	if name(cmd) != "set" {
		return false
	}
	for _, w := range cmd.Args[1:] {
		t, ok := syntax.Static(w)
		switch {
		case !ok, t == "--":
			return false
		case t == "brittle", t == "errexit", strings.HasPrefix(t, "-") && strings.Contains(t, "e"):
			return true
		}
	}
	return false
}

// calledOutsideBlocks returns the functions called by a script outside of brittle lists, directly
// or through other functions.
func calledOutsideBlocks(script []*ast.List) map[string]bool {
	calls := map[string]map[string]bool{} // by function; "" is the script
	var collect func(from string, n ast.Node)
	collect = func(from string, n ast.Node) {
		ast.Walk(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.Try, *ast.Forany, *ast.Forall:
				return false
			case *ast.FuncDecl:
				collect(n.Name, n.Body)
				return false
			case *ast.Simple:
				if calls[from] == nil {
					calls[from] = map[string]bool{}
				}
				calls[from][name(n)] = true
			}
			return true
		})
	}
	for _, list := range script {
		collect("", list)
	}
	found := map[string]bool{}
	var follow func(from string)
	follow = func(from string) {
		for to := range calls[from] {
			if to != "" && !found[to] {
				found[to] = true
				follow(to)
			}
		}
	}
	follow("")
	return found
}
