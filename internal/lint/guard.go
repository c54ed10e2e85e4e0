package lint

import "ftsh/parser/ast"

// guardEndsList looks for [ … ] && COMMAND in the list of a block: where the test does not hold, the list ends there
// with a failure. A list of tests alone is an assertion, and meant so.
func (w walker) guardEndsList(a *ast.AndOr, in around) {
	if !in.brittle || in.tested || a.Background || len(a.Ops) == 0 || !isTest(a.Pipelines[0]) {
		return
	}
	for _, op := range a.Ops {
		if op == ast.Or {
			return
		}
	}
	if isTest(a.Pipelines[len(a.Pipelines)-1]) {
		return
	}
	w.report(GuardEndsList, a, "where the test does not hold, this fails the block's list: write if %s; then … fi", w.source(a.Pipelines[0]))
}
