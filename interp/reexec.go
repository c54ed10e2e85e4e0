package interp

import (
	"strconv"

	"ftsh/internal/fd"
	"ftsh/internal/proc"
)

// HandoverOption is the option that Reexec's command is given, with the number
// of the descriptor that a list arrives over.
const HandoverOption = "--handover"

// startShell starts the shell that goes on with a state, that of sub (package handover).
func startShell(sub *frame, state []byte, pl placement) (*proc.Process, error) {
	n := freeDescriptor(sub.fds)
	sub.fds.Set(n, fd.FromBytes(string(state)), fd.ByBackground)
	argv := append([]string{sub.arg0}, sub.sh.opts.Reexec[1:]...)
	argv = append(argv, HandoverOption+"="+strconv.Itoa(n))
	spec, err := sub.spec(sub.sh.reexecProgram(), argv, pl)
	if err != nil {
		return nil, err
	}
	// The limits are for what the list runs: the shell itself could not live with
	// some. They are in the state.
	spec.Limits = sub.sh.startLimits
	return sub.launch(spec)
}

// freeDescriptor is a number that the list does not use.
func freeDescriptor(t *fd.Table) int {
	n := 10
	for t.Get(n) != nil {
		n++
	}
	return n
}
