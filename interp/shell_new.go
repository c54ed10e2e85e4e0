package interp

import (
	"io"
	"syscall"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/internal/vars"
)

// New makes a shell. The error names an invalid option.
func New(opts Options) (*Shell, error) {
	if opts.Name == "" {
		opts.Name = "ftsh"
	}
	if opts.KillTimeout <= 0 {
		opts.KillTimeout = DefaultKillTimeout
	}
	if opts.StopTimeout <= 0 {
		opts.StopTimeout = DefaultStopTimeout
	}
	sh := &Shell{
		opts: opts, names: vars.NewNames(), up: upward{compileCommand, compileAndOr, evalText},
		closed: make(chan struct{}),
		id:     newIdentity(), signals: newSignalState(),
	}
	var err error
	if sh.hooks.own, err = ownBuiltins(opts.Builtins); err != nil {
		return nil, err
	}
	if opts.Open != nil {
		sh.hooks.outlets = make(map[*fd.Outlet]struct{})
		sh.hooks.inlets = make(map[io.Closer]struct{})
	}
	sh.refPath, sh.refOptind = sh.names.Ref("PATH"), sh.names.Ref("OPTIND")
	sh.events.refLogLevel = sh.names.Ref("FTSH_LOG_LEVEL")
	sh.rand = &source64{opts.Rand}
	if sh.clock = clock.System(); opts.GoClock {
		sh.clock = clock.Go()
	}
	if opts.OwnProcess {
		sh.entry = sig.AtEntry()
		if sh.entry.Recorded {
			sh.startLimits = []proc.Limit{proc.LimitOf(syscall.RLIMIT_NOFILE, sh.entry.Nofile)}
		}
	}
	sh.scopes = &scope.Config{Clock: sh.clock, End: sh.cancelTree}
	sh.root = scope.NewRoot(sh.scopes, proc.NewTreeInside(outerTree(opts.Env), ""))
	if sh.main, err = sh.mainFrame(); err != nil {
		return nil, err
	}
	if opts.OwnProcess {
		if proc.First() {
			sh.signals.pid1.sh = sh
		}
		sh.watch()
		sh.signals.dispatcher = sig.NewDispatcher(sh.entry)
		sh.watchSignals()
		sh.adopt() // if this is the first process of a container
	}
	if err := sh.startMonitor(); err != nil {
		return nil, err
	}
	return sh, nil
}

// DefaultKillTimeout is the default of Options.KillTimeout: the time between SIGTERM and SIGKILL.
const DefaultKillTimeout = 30 * time.Second

// Close ends the shell: it runs the EXIT trap if this has not happened, cancels the commands still
// running in its blocks, and closes its descriptors. The error is a SignalError if a signal ended
// the shell meanwhile; Status returns the status. Closing a shell again does nothing.
func (sh *Shell) Close() error {
	select {
	case <-sh.closed:
		return nil
	default:
	}
	var err error
	if !sh.exited {
		_, err = sh.leave(flow.Status(sh.main.env.status))
	}
	sh.main.env.close()
	close(sh.closed)
	sh.root.Close(false)
	sh.guest.lists.Wait()
	sh.events.original.end()
	sh.blocks.through.holds.Close()
	sh.hooks.closeFiles()
	sh.closeGuest()
	sh.closeTerminal()
	return err
}
