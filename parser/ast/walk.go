package ast

// Walk calls f for n and then, if f returned true, for everything inside n, in
// the order of the fields: that of the source text, but for the parts of a
// simple command and the clauses of a header. A nil node is passed over.
func Walk(n Node, f func(Node) bool) {
	if isNil(n) || !f(n) {
		return
	}
	switch n := n.(type) {
	case *List:
		walkAll(n.AndOrs, f)
	case *AndOr:
		walkAll(n.Pipelines, f)
	case *Pipeline:
		walkAll(n.Commands, f)
	case *Assign:
		Walk(n.Value, f)
	case *Redirect:
		Walk(n.Target, f)
		Walk(n.Here, f)
	case *Elif:
		Walk(n.Cond, f)
		Walk(n.Then, f)
	case *CaseItem:
		walkAll(n.Patterns, f)
		Walk(n.Body, f)
	case *Duration:
		walkAll(n.Words, f)
	case *Backoff:
		walkAll(n.Words, f)
	case Command:
		walkCommand(n, f)
	default:
		walkWord(n, f)
	}
}

func walkCommand(c Command, f func(Node) bool) {
	switch n := c.(type) {
	case *Simple:
		walkAll(n.Assigns, f)
		walkAll(n.Args, f)
		walkAll(n.Redirs, f)
	case *Redirected:
		Walk(n.Inner, f)
		walkAll(n.Redirs, f)
	case *Brace:
		Walk(n.Body, f)
	case *Subshell:
		Walk(n.Body, f)
	case *If:
		Walk(n.Cond, f)
		Walk(n.Then, f)
		walkAll(n.Elifs, f)
		Walk(n.Else, f)
	case *Loop:
		Walk(n.Cond, f)
		Walk(n.Body, f)
	case *For:
		walkAll(n.Words, f)
		Walk(n.Body, f)
	case *Case:
		Walk(n.Word, f)
		walkAll(n.Items, f)
	case *FuncDecl:
		Walk(n.Body, f)
	default:
		walkBlock(n, f)
	}
}

func walkBlock(c Command, f func(Node) bool) {
	switch n := c.(type) {
	case *Try:
		Walk(n.Limit.Times, f)
		Walk(n.Limit.For, f)
		Walk(n.Every, f)
		Walk(n.Timeout, f)
		Walk(n.Backoff, f)
		Walk(n.On, f)
		Walk(n.Except, f)
		Walk(n.Body, f)
		Walk(n.Check, f)
		Walk(n.Catch, f)
	case *Forany:
		Walk(n.Timeout, f)
		Walk(n.Hedge, f)
		walkAll(n.Words, f)
		Walk(n.Body, f)
		Walk(n.Catch, f)
	case *Forall:
		Walk(n.Jobs, f)
		Walk(n.Timeout, f)
		walkAll(n.Words, f)
		Walk(n.Body, f)
		Walk(n.Catch, f)
	}
}

func walkWord(n Node, f func(Node) bool) {
	switch n := n.(type) {
	case *Word:
		walkAll(n.Parts, f)
	case *DblQuoted:
		walkAll(n.Parts, f)
	case *ArithExp:
		walkAll(n.Parts, f)
	case *ParamExp:
		Walk(n.Arg, f)
	case *CmdSubst:
		Walk(n.Body, f)
	}
}

func walkAll[N Node](ns []N, f func(Node) bool) {
	for _, n := range ns {
		Walk(n, f)
	}
}

// isNil reports whether n is nil, or a nil pointer of one of the nodes that may
// be absent.
func isNil(n Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *List:
		return n == nil
	case *Word:
		return n == nil
	case *Duration:
		return n == nil
	case *Backoff:
		return n == nil
	case Command:
		return n == nil
	}
	return false
}
