package watchdog

import (
	"os"

	"ftsh/internal/proc"
	"ftsh/internal/sig"
)

// Option is the only argument of the program of a watchdog.
const Option = "--watchdog"

// Start starts the process for a Guard's Launch: program, with argv, which must make it call Serve.
// Its standard input is in; it has no other descriptors. limits are those of proc.Spec.
func Start(program string, argv []string, limits []proc.Limit, in *os.File) (Process, error) {
	spec := &proc.Spec{
		Path: program, Argv: argv, Dir: -1, Umask: -1, Group: -1, Tty: -1, Limits: limits,
		Files: []proc.FileMap{{Child: 0, Parent: int(in.Fd())}},
	}
	spec.Ignore = sig.Ending
	for _, s := range []sig.Signal{sig.SIGTSTP, sig.SIGTTIN, sig.SIGTTOU} {
		spec.Ignore.Add(s)
	}
	p, err := proc.Start(spec)
	if err != nil {
		return nil, err
	}
	p.Watch(func(proc.Status) {})
	return p, nil
}
