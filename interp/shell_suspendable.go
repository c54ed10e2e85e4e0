package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// runCommands runs the commands of a prompt's line. If the terminal can only stop them as a whole,
// they run as one job.
func runCommands(fr *frame, c *compiler, list *ast.List) flow.Outcome {
	o := c.list(list)
	fr.sh.terminal.jobs.earlyStop.Store(false)
	if !fr.sh.opts.Standalone.Interactive || !fr.env.monitoring() ||
		fr.sh.signals.dispatcher == nil || stopsAlone(fr, list) {
		return o.exec(fr)
	}
	return asSuspendableJob(fr, c.jobText(list), func(sub *frame) flow.Outcome {
		out := o.exec(sub)
		if sub.env.subshell { // it was stopped
			out = sub.finish(out)
		}
		return out
	})
}

// stopsAlone reports whether the stoppable part of a line is a job of its own anyway: a program, a
// subshell, a pipeline. A line that is a builtin can only be interrupted.
func stopsAlone(fr *frame, list *ast.List) bool {
	if len(list.AndOrs) != 1 {
		return false
	}
	a := list.AndOrs[0]
	switch {
	case a.Background:
		return true
	case len(a.Pipelines) != 1:
		return false
	case len(a.Pipelines[0].Commands) > 1:
		return true
	}
	switch n := withoutRedirections(a.Pipelines[0].Commands[0]).(type) {
	case *ast.Subshell, *ast.FuncDecl:
		return true
	case *ast.Simple:
		return !callsCommands(fr, n) && !substitutes(a.Pipelines[0].Commands[0])
	}
	return false
}

// substitutes reports whether a command contains a command substitution. It runs in the shell
// before the command begins.
func substitutes(c ast.Command) (found bool) {
	ast.Walk(c, func(n ast.Node) bool {
		switch n.(type) {
		case *ast.CmdSubst, *ast.ProcSubst:
			found = true
		}
		return !found
	})
	return found
}

func withoutRedirections(c ast.Command) ast.Command {
	if r, ok := c.(*ast.Redirected); ok {
		return r.Inner
	}
	return c
}

// callsCommands reports whether a simple command may run other commands in the shell.
func callsCommands(fr *frame, n *ast.Simple) bool {
	if len(n.Args) == 0 {
		return false
	}
	switch name, known := syntax.Static(n.Args[0]); {
	case !known:
		return true
	case name == "eval" || name == "." || name == "fc" || name == "command":
		return true
	default:
		return fr.env.HasFunction(name)
	}
}
