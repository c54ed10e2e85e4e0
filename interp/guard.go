package interp

import (
	"os"

	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/watchdog"
)

// WatchdogOption is the option that Reexec's command is given when it is to watch over
// the blocks of this shell (package watchdog).
const WatchdogOption = "--watchdog"

// watch prepares the guard of a shell that can start its own program.
func (sh *Shell) watch() {
	if !sh.opts.OwnProcess || len(sh.opts.Reexec) == 0 {
		return
	}
	sh.guard.KillTimeout, sh.guard.Clock = sh.opts.KillTimeout, sh.clock
	sh.guard.Launch = func(in *os.File) (watchdog.Process, error) {
		spec := &proc.Spec{
			Path: sh.reexecProgram(), Argv: []string{sh.opts.Name, WatchdogOption},
			Dir: -1, Umask: -1, Group: -1, Tty: -1, Limits: sh.startLimits,
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
}
