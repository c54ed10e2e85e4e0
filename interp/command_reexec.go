package interp

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/proc"
	"ftsh/internal/thread"
)

// HandoverOption is the option that Reexec's command is given, with the number
// of the descriptor that a list arrives over. It is the last one of its arguments (Arguments).
const HandoverOption = "--handover"

// startShell starts the shell that goes on with a state, that of sub (package handover), and
// gives it that. It reads the whole stream before it does anything else. title is what it shows (command_title.go).
func startShell(sub *frame, title string, state []byte, pl placement) (*proc.Process, error) {
	r, w, err := fd.Pipe()
	if err != nil {
		return nil, err
	}
	defer w.Release()
	n := freeDescriptor(sub.env.fds)
	sub.env.fds.Set(n, r, fd.ByBackground)
	argv := append([]string{sub.env.arg0}, sub.sh.opts.Reexec[1:]...)
	argv = append(argv, HandoverOption+"="+strconv.Itoa(n))
	spec, err := sub.spec(sub.sh.reexecProgram(), argv, pl)
	if err != nil {
		return nil, err
	}
	spec.Argv, spec.Env = hideArguments(title, spec.Argv, spec.Env)
	// The limits are for what the list runs: the shell itself could not live with
	// some. They are in the state.
	spec.Limits = sub.sh.startLimits
	if sub.context.blocks > 0 && sub.sh.opts.OwnProcess {
		// One that finds no threads for its runtime ends with the runtime's words for it.
		if err := proc.TryThreads(thread.AtStart()); err != nil {
			return nil, err
		}
	}
	p, err := sub.launch(spec)
	if errors.Is(err, syscall.E2BIG) {
		spec.Env = shortEnv(spec.Env)
		p, err = sub.launch(spec)
	}
	sub.env.fds.Set(n, nil, fd.Inherited)
	if err == nil {
		_, _ = w.Write(sub.context.scope.Context(), state) // where this fails, the shell has ended or is to end
	}
	return p, err
}

// shortEnv is what a shell that goes on needs of its environment, where the script exports more than
// the kernel takes: its arguments, the tag of its tree and the settings of the program, which all are short.
// Variables are in the state; only programs cannot be run with them.
func shortEnv(env []string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(e string) bool {
		return !strings.HasPrefix(e, "FTSH_") || len(e) > 8192
	})
}

// freeDescriptor is a number that the list does not use.
func freeDescriptor(t *fd.Table) int {
	n := 10
	for t.Get(n) != nil {
		n++
	}
	return n
}
