package interp

import (
	"strconv"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/thread"
	"ftsh/parser/ast"
)

// HandoverOption is the option that Reexec's command is given, with the number
// of the descriptor that a list arrives over.
const HandoverOption = "--handover"

// spawn runs a list in a shell process of its own: it gets the whole state of sub, its
// environment, over a descriptor (package handover). sub ends here or with the list.
func (o *backgroundOp) spawn(fr, sub *frame, list *ast.AndOr) flow.Outcome {
	shells, out, deep := shellsBelow(fr)
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
	p, err := startShell(fr, sub, data)
	if err != nil {
		return fr.fail(flow.StatusNoExec, "asynchronous list: %s", errorText(err))
	}
	fr.note(ProcessStarted, fr.place(fr.pos), func(e *Event) { e.Pid, e.Source = p.Pid(), o.text })
	fr.addJob([]*proc.Process{p}, pgidOf(fr, p), o.text, false)
	return flow.Outcome{}
}

// startShell starts the shell that goes on with a state, and gives it that. It reads the
// whole stream before it does anything else.
func startShell(fr, sub *frame, data []byte) (*proc.Process, error) {
	r, w, err := fd.Pipe()
	if err != nil {
		return nil, err
	}
	defer w.Release()
	n := freeDescriptor(sub.fds)
	sub.fds.Set(n, r, fd.ByBackground)
	argv := append([]string{fr.arg0}, fr.sh.opts.Reexec[1:]...)
	argv = append(argv, HandoverOption+"="+strconv.Itoa(n))
	spec, err := sub.spec(fr.sh.reexecProgram(), argv, placement{background: true, group: fr.monitoring()})
	if err != nil {
		return nil, err
	}
	// The limits are for what the list runs: the shell itself could not live with
	// some. They are in the state.
	spec.Limits = fr.sh.startLimits
	if fr.blocks > 0 && fr.sh.opts.OwnProcess {
		// One that finds no threads for its runtime ends with the runtime's words for it.
		if err := proc.TryThreads(thread.AtStart()); err != nil {
			return nil, err
		}
	}
	p, err := sub.launch(spec)
	sub.fds.Set(n, nil, fd.ByBackground)
	if err == nil {
		_, _ = w.Write(fr.scope.Context(), data) // where this fails, the shell has ended or is to end
	}
	return p, err
}

// freeDescriptor is a number that the list does not use.
func freeDescriptor(t *fd.Table) int {
	n := 10
	for t.Get(n) != nil {
		n++
	}
	return n
}
