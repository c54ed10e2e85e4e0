package lint

import (
	"math"
	"strings"

	"ftsh/parser/ast"
)

// guardEndsList looks for [ … ] && COMMAND in the list of a block or of a brittle script: if the
// test is false, the list ends there with a failure. A list of tests alone is an assertion, and
// intended. In a brittle script any COMMAND && exit has to be the last of its list.
func (w walker) guardEndsList(a *ast.AndOr, in around) {
	brittle := w.facts.brittle.has(a) && (in.function == "" || !in.tail ||
		!w.facts.asked[in.function])
	if !in.brittle && !brittle || in.tested || a.Background || len(a.Ops) == 0 {
		return
	}
	guards := isTest
	if !in.brittle {
		guards = asks
	}
	for _, op := range a.Ops {
		if op == ast.Or {
			return
		}
	}
	first, last := a.Pipelines[0], a.Pipelines[len(a.Pipelines)-1]
	if !guards(first) && !first.Negated && !in.brittle && in.more && leaves(last) {
		w.report(GuardEndsList, a, "where %[1]s fails, this ends the brittle script, so what "+
			"follows never runs: write if %[1]s; then %[2]s; fi, or append || :", w.source(first),
			w.source(last))
		return
	}
	if !guards(first) || guards(last) {
		return
	}
	if in.brittle {
		w.report(GuardEndsList, a, "when the test is false, this fails the block's "+
			"list: write if %s; then … fi", w.source(a.Pipelines[0]))
		return
	}
	w.report(GuardEndsList, a, "when the test is false, this ends the brittle script: "+
		"write if %s; then … fi, or append || :", w.source(a.Pipelines[0]))
}

// leaves reports whether a pipeline is a command that leaves the list it stands in.
func leaves(pl *ast.Pipeline) bool {
	cmd := only(pl)
	if cmd == nil {
		return false
	}
	switch name(cmd) {
	case "exit", "return", "break", "continue":
		return true
	}
	return false
}

// asks reports whether a pipeline is a single command with an answer for its status.
func asks(pl *ast.Pipeline) bool {
	if isTest(pl) {
		return true
	}
	cmd := only(pl)
	if cmd == nil {
		return false
	}
	switch name(cmd) {
	case "grep", "egrep", "fgrep", "mountpoint":
		return hasFlag(cmd.Args, "q", "quiet")
	case "cmp":
		return hasFlag(cmd.Args, "s", "quiet")
	case "command":
		return hasFlag(cmd.Args, "v", "")
	case "type", "pgrep", "pidof":
		return true
	}
	return false
}

// An extent is a part of a script's text; the zero value is empty.
type extent struct{ from, to uint32 }

func (e extent) has(n ast.Node) bool { return n.Pos().Offset >= e.from && n.Pos().Offset < e.to }

// brittleExtent returns the part of a script made brittle by its first line or by a command at top
// level. A set +o brittle anywhere ends it.
func brittleExtent(l *linter) extent {
	var e extent
	if firstLineSays(l.text, "brittle", "--cron") {
		e.to = math.MaxUint32
	}
	for _, list := range l.script {
		for _, a := range list.AndOrs {
			if cmd := only(a.Pipelines[0]); cmd != nil && len(a.Ops) == 0 && e.to == 0 &&
				sets(cmd, "-o", "brittle") {
				e = extent{cmd.To.Offset, math.MaxUint32}
			}
		}
		eachSimple(list, func(cmd *ast.Simple) {
			if sets(cmd, "+o", "brittle") {
				e.to = min(e.to, cmd.From.Offset)
			}
		})
	}
	return e
}

// sets reports whether a command is set with a given option.
func sets(cmd *ast.Simple, sign, option string) bool {
	if name(cmd) != "set" {
		return false
	}
	for i := 1; i+1 < len(cmd.Args); i++ {
		if strings.HasPrefix(text(cmd.Args, i), sign[:1]) &&
			strings.HasSuffix(text(cmd.Args, i), sign[1:]) && text(cmd.Args, i+1) == option {
			return true
		}
	}
	return false
}

// askedFunctions returns the names of commands whose status a script tests: in a condition, after
// !, and before && and ||.
func askedFunctions(script []*ast.List) map[string]bool {
	asked := map[string]bool{}
	note := func(n ast.Node) { eachSimple(n, func(cmd *ast.Simple) { asked[name(cmd)] = true }) }
	for _, list := range script {
		ast.Walk(list, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.If:
				note(n.Cond)
				for _, e := range n.Elifs {
					note(e.Cond)
				}
			case *ast.Loop:
				note(n.Cond)
			case *ast.AndOr:
				for _, pl := range n.Pipelines[:len(n.Pipelines)-1] {
					note(pl)
				}
			case *ast.Pipeline:
				if n.Negated {
					note(n)
				}
			}
			return true
		})
	}
	return asked
}
