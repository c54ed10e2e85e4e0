package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// spawn runs a list in a shell process of its own. The process gets the whole state of sub over a
// descriptor (package handover). spawn closes sub. If the process cannot be started, p is nil and
// out is the outcome.
func spawn(fr, sub *frame, list *ast.AndOr, text jobText, pl placement) (
	p *proc.Process, out flow.Outcome) {
	defer sub.env.close()
	if out, deep := descend(fr, sub, "asynchronous lists"); deep {
		return nil, out
	}
	data, err := stateOf(sub, inForeground(list)).Append(nil)
	if err != nil {
		return nil, fr.notBegun(flow.StatusUsage, "cannot run it in another process: %s", err)
	}
	if p, err = startShell(sub, titleOf(fr, text.node), data, pl); err != nil {
		return nil, fr.notBegun(flow.StatusNoExec, "cannot start another shell: %s", why(fr, err))
	}
	fr.note(event.ProcessStarted, fr.context.place(fr.regs.pos), func(e *Event) {
		e.Process.Pid, e.Process.Source = p.Pid(), text.String()
	})
	return p, flow.Outcome{}
}

// inForeground returns a list without its terminating &.
func inForeground(list *ast.AndOr) *ast.List {
	a := *list
	a.Background = false
	return &ast.List{Span: a.Span, AndOrs: []*ast.AndOr{&a}}
}
