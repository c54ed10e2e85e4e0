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
// environment, over a descriptor (package handover). sub ends here. p is nil if there is
// no such process, with the outcome.
func spawn(fr, sub *frame, list *ast.AndOr, text jobText, pl placement) (p *proc.Process, out flow.Outcome) {
	defer sub.close()
	shells, out, deep := shellsBelow(fr)
	if deep {
		return nil, out
	}
	sub.depth.shells = shells
	data, err := stateOf(sub, inForeground(list)).Append(nil)
	if err != nil {
		return nil, fr.fail(flow.StatusUsage, "cannot run it in another process: %s", err)
	}
	if p, err = startShell(fr, sub, data, pl); err != nil {
		return nil, fr.fail(flow.StatusNoExec, "cannot start another shell: %s", errorText(err))
	}
	fr.note(ProcessStarted, fr.place(fr.pos), func(e *Event) { e.Pid, e.Source = p.Pid(), text.String() })
	return p, flow.Outcome{}
}

// inForeground is a list without the & behind it.
func inForeground(list *ast.AndOr) *ast.List {
	a := *list
	a.Background = false
	return &ast.List{Span: a.Span, AndOrs: []*ast.AndOr{&a}}
}

// startShell starts the shell that goes on with a state, and gives it that. It reads the
// whole stream before it does anything else.
func startShell(fr, sub *frame, data []byte, pl placement) (*proc.Process, error) {
	r, w, err := fd.Pipe()
	if err != nil {
		return nil, err
	}
	defer w.Release()
	n := freeDescriptor(sub.fds)
	sub.fds.Set(n, r, fd.ByBackground)
	argv := append([]string{fr.arg0}, fr.sh.opts.Reexec[1:]...)
	argv = append(argv, HandoverOption+"="+strconv.Itoa(n))
	spec, err := sub.spec(fr.sh.reexecProgram(), argv, pl)
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
