package lint

import (
	"ftsh/parser/ast"
)

// around is the context of a command.
type around struct {
	brittle bool        // a failure ends the list: it belongs to a block
	tested  bool        // the status is tested: a condition, the left of ||
	limited bool        // a block around has a time limit
	catch   bool        // it is in a catch list
	attempt *ast.List   // the body of the innermost block that runs it again, in this function
	block   ast.Command // the block of attempt
	guarded bool        // an if, case, && or || of the attempt decides whether it runs
	last    bool        // nothing after it in the attempt can fail

	within bool // it is in a subshell of the attempt: exit leaves only that
	loop   bool // it is in a loop of the attempt

	more  bool // commands follow in its list
	lines bool // its input is that of the read of a loop around

	scratch  bool   // a block around has a scratch clause
	function string // the innermost function; "": none
	tail     bool   // its status is the function's
}

// A walker calls the rules for each node, with its context.
type walker struct{ *linter }

func (w walker) list(l *ast.List, in around) {
	if l == nil {
		return
	}
	for i, a := range l.AndOrs {
		at := in
		at.last = in.last && i == len(l.AndOrs)-1
		at.tail = in.tail && i == len(l.AndOrs)-1
		at.more = in.more || i < len(l.AndOrs)-1
		w.andOr(a, at)
	}
}

func (w walker) andOr(a *ast.AndOr, in around) {
	w.hiddenFailure(a, in)
	errorPage(w, a, in)
	w.guardEndsList(a, in)
	w.leavesBlock(a, in)
	for i, pl := range a.Pipelines {
		at := in
		at.more = false
		for _, op := range a.Ops[min(i, len(a.Ops)):] {
			at.tested = at.tested || op == ast.Or
		}
		at.last = in.last && i == len(a.Pipelines)-1
		at.guarded = in.guarded || i > 0
		if a.Background {
			at = around{function: in.function}
		}
		at.tested = at.tested || pl.Negated
		for i, c := range pl.Commands {
			at := at
			at.lines = at.lines && i == 0 // the others read the pipe
			at.last = at.last && len(pl.Commands) == 1
			at.within = at.within || len(pl.Commands) > 1
			w.command(c, at)
		}
	}
}

func (w walker) command(c ast.Command, in around) {
	switch c := c.(type) {
	case *ast.Simple:
		w.simple(c, in)
	case *ast.Redirected:
		for _, r := range c.Redirs {
			w.redirect(r, in)
			in.lines = in.lines && !isInput(r)
		}
		w.command(c.Inner, in)
	case *ast.Brace:
		w.list(c.Body, in)
	case *ast.Subshell:
		in.within = true
		w.list(c.Body, in)
	case *ast.If:
		w.condition(c.Cond, in)
		in.guarded = true
		w.list(c.Then, in)
		for _, e := range c.Elifs {
			w.condition(e.Cond, in)
			w.list(e.Then, in)
		}
		w.list(c.Else, in)
	case *ast.Loop:
		w.retryLoop(c, in)
		w.waitLoop(c, in)
		w.condition(c.Cond, in)
		body := repeated(in)
		body.lines = in.lines || readsLines(c)
		w.list(c.Body, body)
	case *ast.For:
		w.words(c.Words, in)
		w.list(c.Body, repeated(in))
	case *ast.Case:
		w.words([]*ast.Word{c.Word}, in)
		in.guarded = true
		for _, item := range c.Items {
			w.words(item.Patterns, in)
			w.list(item.Body, in)
		}
	case *ast.FuncDecl:
		w.command(c.Body, around{function: c.Name, tail: true})
	case *ast.Test, *ast.ArithCommand, *ast.ForArith, *ast.Select, *ast.Coproc:
		w.bash(c, in)
	default:
		w.block(c, in)
	}
}

// bash walks the commands of the dialect of bash alone.
func (w walker) bash(c ast.Command, in around) {
	switch c := c.(type) {
	case *ast.Test, *ast.ArithCommand:
		w.inside(c, in)
	case *ast.ForArith:
		for _, x := range []*ast.ArithExp{c.Init, c.Cond, c.Step} {
			if x != nil {
				w.inside(x, in)
			}
		}
		w.list(c.Body, repeated(in))
	case *ast.Select:
		w.words(c.Words, in)
		w.list(c.Body, repeated(in))
	case *ast.Coproc: // an asynchronous list
		w.command(c.Body, around{function: in.function})
	}
}

// repeated returns the context of a loop's body: another iteration may fail after it.
func repeated(in around) around {
	in.last, in.tail, in.loop = false, false, true
	return in
}

func (w walker) condition(l *ast.List, in around) {
	in.tested, in.last = true, false
	w.list(l, in)
}

func (w walker) block(c ast.Command, in around) {
	body := in
	body.brittle, body.tested, body.guarded, body.last, body.catch = true, false, false, true, false
	body.scratch = in.scratch || scratches(c)
	end := body // of sense, check and catch lists
	end.scratch = in.scratch
	end.last, end.attempt, end.block = false, in.attempt, in.block
	catch := end
	catch.catch = true
	switch n := c.(type) {
	case *ast.Try:
		w.retry(n, in)
		w.knownFailures(n)
		w.submitsTwice(n)
		w.scratch(n.Scratch, n.Body, in, n.Check, n.Catch)
		w.unreachableCatch(n, in)
		body.limited = in.limited || n.Limit.For != nil
		if retries(n) {
			body.attempt, body.block, body.within, body.loop = n.Body, n, false, false
		} else {
			body.last = in.last
		}
		w.list(n.Body, body)
		sense := end
		sense.limited = body.limited
		w.list(n.Sense, sense)
		w.list(n.Check, end)
		w.list(n.Catch, catch)
	case *ast.Forany:
		w.scratch(n.Scratch, n.Body, in, n.Catch)
		w.words(n.Words, in)
		body.attempt, body.block, body.within, body.loop = n.Body, n, false, false
		w.list(n.Body, body)
		w.list(n.Catch, catch)
	case *ast.Forall:
		w.scratch(n.Scratch, n.Body, in, n.Catch)
		w.words(n.Words, in)
		body.last, body.within = false, true // another branch may fail; each is a subshell
		body.lines = false                   // their input is /dev/null
		w.list(n.Body, body)
		w.list(n.Catch, catch)
	}
}

// retries reports whether a try makes more than one attempt.
func retries(n *ast.Try) bool {
	if n.Limit.Times != nil {
		if s, ok := n.Limit.Times.Literal(); ok && s == "1" {
			return false
		}
		return true
	}
	return n.Limit.For != nil || n.Limit.Forever
}

func (w walker) simple(c *ast.Simple, in around) {
	w.unquotedDestructive(c)
	w.passwordArgument(c)
	w.blockWord(c, in)
	w.notIdempotent(c, in)
	w.loopInput(c, in)
	for _, a := range c.Assigns {
		w.inside(a, in)
	}
	w.words(c.Args, in)
	for _, r := range c.Redirs {
		w.redirect(r, in)
	}
}

func (w walker) redirect(r *ast.Redirect, in around) {
	w.appends(r, in)
	w.words([]*ast.Word{r.Target, r.Here}, in)
}

// words walks the substitutions in words.
func (w walker) words(words []*ast.Word, in around) {
	for _, word := range words {
		if word != nil {
			w.inside(word, in)
		}
	}
}

// inside walks the substitutions in a node.
func (w walker) inside(n ast.Node, in around) {
	in.last, in.tested, in.guarded, in.tail, in.within = false, false, true, false, true
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CmdSubst:
			w.list(n.Body, in)
			return false
		case *ast.ProcSubst:
			w.list(n.Body, in)
			return false
		}
		return true
	})
}
