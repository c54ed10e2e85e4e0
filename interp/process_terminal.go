package interp

import (
	"context"
	"os"
	"sync/atomic"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
)

// terminal is the controlling terminal. Job control sets its foreground group.
type terminal struct {
	tty fd.File // nil: there is none
	// formerGroup is the process group in which the shell was started; 0: the shell's own.
	formerGroup int
	monitored   atomic.Bool // job control is on in the main environment
	keys        keyboard
	jobs        suspendableJobs
}

// setMonitor turns job control on or off (XCU set, -m).
func (fr *frame) setMonitor(on bool) error {
	sh := fr.sh
	if fr.env.subshell {
		return nil
	}
	if sh.signals.dispatcher == nil {
		sh.terminal.monitored.Store(on) // the terminal and its signals are the host's
		return nil
	}
	if !on {
		sh.closeTerminal()
	}
	if on && !sh.openTerminal() {
		fr.writeErr("ftsh: no access to the terminal: job control is off\n")
	}
	for _, s := range []sig.Signal{sig.SIGTSTP, sig.SIGTTIN, sig.SIGTTOU} {
		if sh.entry.Ignored.Has(s) {
			continue
		}
		d := sig.Default
		switch {
		case on && s == sig.SIGTSTP && sh.opts.Standalone.Interactive:
			d = sig.Catch // for a job running builtins
		case on:
			d = sig.Ignore
		}
		if err := sh.signals.dispatcher.Set(s, d); err != nil {
			return err
		}
	}
	sh.terminal.monitored.Store(on)
	if on && sh.opts.Standalone.Interactive {
		sh.leadGroup()
	}
	return nil
}

// ttyFd returns the descriptor of the terminal, or -1 if there is none.
func (t *terminal) ttyFd() int {
	if t.tty == nil {
		return -1
	}
	n, err := t.tty.Fd()
	if err != nil {
		return -1
	}
	return n
}

// openTerminal opens the controlling terminal. A shell started in the background leaves the
// terminal to others, unless it is interactive: then it stops until it is in the foreground.
func (sh *Shell) openTerminal() bool {
	tty, err := fd.Open(context.Background(), fd.AtCwd, "/dev/tty", syscall.O_RDWR, 0)
	if err != nil {
		return !sh.opts.Standalone.Interactive
	}
	n, err := tty.Fd()
	if err != nil {
		tty.Release()
		return false
	}
	for {
		group, err := proc.Foreground(n)
		switch {
		case err == nil && group == syscall.Getpgrp():
			sh.terminal.tty = tty
			return true
		case err != nil || !sh.opts.Standalone.Interactive:
			tty.Release()
			return err == nil
		}
		if syscall.Kill(0, sig.SIGTTIN) != nil {
			tty.Release()
			return false
		}
	}
}

// leadGroup gives an interactive shell a process group of its own, so that the terminal's signals
// to the shell reach no other process.
func (sh *Shell) leadGroup() {
	sh.terminal.formerGroup = syscall.Getpgrp()
	if sh.terminal.formerGroup == os.Getpid() || syscall.Setpgid(0, 0) != nil {
		sh.terminal.formerGroup = 0
	}
	if tty := sh.terminal.ttyFd(); tty >= 0 {
		_ = proc.SetForeground(tty, syscall.Getpgrp())
	}
}

// closeTerminal gives the terminal back to its former group.
func (sh *Shell) closeTerminal() {
	if sh.terminal.tty == nil {
		return
	}
	if sh.terminal.formerGroup > 0 {
		_ = proc.SetForeground(sh.terminal.ttyFd(), sh.terminal.formerGroup)
		_ = syscall.Setpgid(0, sh.terminal.formerGroup)
	}
	sh.terminal.tty.Release()
	sh.terminal.tty, sh.terminal.formerGroup = nil, 0
}

// startMonitor turns job control on at the start, if the option is set.
func (sh *Shell) startMonitor() error {
	if !sh.main.env.opts.Has(option.Monitor) {
		return nil
	}
	return sh.main.setMonitor(true)
}

// give makes a process group the terminal's foreground group.
func (t *terminal) give(pgid int) {
	if tty := t.ttyFd(); tty >= 0 && pgid > 0 {
		_ = proc.SetForeground(tty, pgid)
	}
}

// reclaim makes the shell's group the foreground group again.
func (t *terminal) reclaim() { t.give(syscall.Getpgrp()) }
