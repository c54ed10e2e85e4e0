package interp

import (
	"os"

	"ftsh/internal/watchdog"
)

// WatchdogOption is the option that Reexec's command is given when it is to watch over
// the blocks of this shell (package watchdog).
const WatchdogOption = "--watchdog"

// watch prepares the guard of a shell that can start its own program. What the first process of a namespace leaves
// when it is killed, the kernel kills.
func (sh *Shell) watch() {
	if !sh.opts.OwnProcess || len(sh.opts.Reexec) == 0 || sh.signals.pid1.sh != nil {
		return
	}
	sh.blocks.through.holds.Drop = sh.blocks.guard.Drop
	sh.blocks.guard.KillTimeout, sh.blocks.guard.Clock = sh.opts.KillTimeout, sh.clock
	sh.blocks.guard.Launch = func(in *os.File) (watchdog.Process, error) {
		return watchdog.Start(sh.reexecProgram(), []string{sh.opts.Name, WatchdogOption},
			sh.startLimits, in)
	}
}
