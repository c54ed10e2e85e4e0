package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/parser/ast"
)

// spawn runs a list in a shell process of its own: it gets the whole state of sub, its
// environment, over a descriptor (package handover). sub ends here or with the list.
func (o *backgroundOp) spawn(fr, sub *frame, list *ast.AndOr) flow.Outcome {
	shells, out, deep := shellsBelow(fr, "asynchronous lists")
	if deep {
		sub.close()
		return out
	}
	sub.depth.shells = shells
	a := *list
	a.Background = false
	run := &ast.List{Span: a.Span, AndOrs: []*ast.AndOr{&a}}
	if len(fr.sh.opts.Reexec) == 0 {
		return o.runAside(fr, sub, run)
	}
	defer sub.close()
	data, err := stateOf(sub, run).Append(nil)
	if err != nil {
		return fr.fail(flow.StatusUsage, "asynchronous list: %s", err)
	}
	p, err := startShell(sub, data, placement{background: true, group: fr.monitoring()})
	if err != nil {
		return fr.fail(flow.StatusNoExec, "asynchronous list: %s", errorText(err))
	}
	fr.note(ProcessStarted, fr.place(fr.pos), func(e *Event) { e.Pid, e.Source = p.Pid(), o.text })
	fr.addJob([]*proc.Process{p}, pgidOf(fr, p), o.text, false)
	return flow.Outcome{}
}
