package lint

import "ftsh/parser/ast"

// leavesBlock looks for COMMAND || exit and the like in the body of a retrying block: the first
// failure leaves the block, without another attempt. A literal status of 0 is intended.
func (w walker) leavesBlock(a *ast.AndOr, in around) {
	n := len(a.Pipelines)
	if in.attempt == nil || in.catch || in.within || a.Background || n < 2 || a.Ops[n-2] != ast.Or {
		return
	}
	cmd := lastOf(a.Pipelines[n-1])
	if cmd == nil || text(cmd.Args, 1) == "0" {
		return
	}
	left := w.source(&ast.Span{From: a.From, To: a.Pipelines[n-2].To})
	const remedy = "; leave || %[2]s out: the block tries again when a command fails (write " +
		"failure to fail the attempt, abort to give up)"
	switch leave := name(cmd); leave {
	case "exit", "return":
		w.report(LeavesBlock, a,
			"the first failure of %[1]s leaves the block, and no further attempt is made"+remedy,
			left, leave)
	case "break", "continue":
		if !in.loop && !isTest(a.Pipelines[n-2]) { // a test decides for the loop
			w.report(LeavesBlock, a, "the first failure of %[1]s leaves the block for the "+
				"loop around it, and no further attempt is made"+remedy, left, leave)
		}
	}
}

// lastOf returns the single simple command of a pipeline, or the last one of a pipeline that is a
// group in braces; nil: neither.
func lastOf(pl *ast.Pipeline) *ast.Simple {
	if len(pl.Commands) == 1 && !pl.Negated {
		if b, ok := pl.Commands[0].(*ast.Brace); ok && len(b.Body.AndOrs) > 0 {
			last := b.Body.AndOrs[len(b.Body.AndOrs)-1]
			return only(last.Pipelines[len(last.Pipelines)-1])
		}
	}
	return only(pl)
}
