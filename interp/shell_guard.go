package interp

import (
	"os"

	"ftsh/internal/watchdog"
)

// watch prepares the watchdog of a shell that can start its own program. The first process of a PID
// namespace needs none: when it dies, the kernel kills the others.
func (sh *Shell) watch() {
	alone := sh.opts.Standalone
	if !alone.OwnProcess || len(alone.Reexec) == 0 || sh.signals.pid1.sh != nil {
		return
	}
	sh.blocks.through.holds.Drop = sh.blocks.guard.Drop
	sh.blocks.guard.KillTimeout, sh.blocks.guard.Clock = sh.opts.Kill.Timeout, sh.clock
	sh.blocks.guard.Launch = func(in *os.File) (watchdog.Process, error) {
		return watchdog.Start(sh.reexecProgram(), []string{sh.opts.Name, watchdog.Option},
			sh.startLimits, in)
	}
}
