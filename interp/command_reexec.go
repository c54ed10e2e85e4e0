package interp

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/handover"
	"ftsh/internal/proc"
	"ftsh/internal/thread"
)

// startShell starts a re-executed shell for sub and writes the state to it (package handover). The
// shell reads the whole stream before it does anything else. title is shown as its arguments
// (command_title.go).
func startShell(sub *frame, title string, state []byte, pl placement) (*proc.Process, error) {
	r, w, err := fd.Pipe()
	if err != nil {
		return nil, err
	}
	defer w.Release()
	n := freeDescriptor(sub.env.fds)
	sub.env.fds.Set(n, r, fd.ByBackground)
	argv := append([]string{sub.env.arg0}, sub.sh.opts.Standalone.Reexec[1:]...)
	argv = append(argv, handover.Option+"="+strconv.Itoa(n))
	spec, err := sub.spec(sub.sh.reexecProgram(), argv, pl)
	if err != nil {
		return nil, err
	}
	spec.Argv, spec.Env = handover.Hide(title, spec.Argv, spec.Env)
	// The limits apply to the list, and some would be too small for the shell itself. It gets them
	// with the state.
	spec.Limits = sub.sh.startLimits
	if sub.context.blocks > 0 && sub.sh.opts.Standalone.OwnProcess {
		// Without enough threads for its runtime, the new shell would die with the runtime's
		// message.
		if err := proc.TryThreads(thread.AtStart()); err != nil {
			return nil, err
		}
	}
	p, err := sub.launch(spec, pl)
	if errors.Is(err, syscall.E2BIG) {
		spec.Env = shortEnv(spec.Env)
		p, err = sub.launch(spec, pl)
	}
	sub.env.fds.Set(n, nil, fd.Inherited)
	if err == nil {
		// If this fails, the shell has ended or is about to.
		_, _ = w.Write(sub.context.scope.Context(), state)
		if pl.waiting != nil {
			*pl.waiting = append(*pl.waiting, w.Retain())
		}
	}
	return p, err
}

// shortEnv returns the variables that a re-executed shell itself needs, for a script exporting more
// than the kernel accepts: its arguments, its tree's tag and the program's settings, all of them
// short. The other variables are in the state; only programs cannot be run with them.
func shortEnv(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(e string) bool {
		return !strings.HasPrefix(e, "FTSH_") || len(e) > 8192
	})
}

// freeDescriptor returns a number from 10 up that the table does not use.
func freeDescriptor(t *fd.Table) int {
	n := 10
	for t.Get(n) != nil {
		n++
	}
	return n
}
