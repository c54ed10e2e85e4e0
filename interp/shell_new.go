package interp

import (
	"io"
	"syscall"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/internal/standalone"
	"ftsh/internal/vars"
)

// New makes a shell. No command runs before the first script. When the shell is not needed any
// more, Close must be called. The error names an invalid option: a directory that cannot be opened,
// an unknown option of set -o, or a name that a builtin of the host cannot have.
func New(opts Options) (*Shell, error) {
	if opts.Standalone == nil {
		opts.Standalone = new(standalone.Options)
	}
	if opts.Standalone.Resume != nil {
		return resume(opts)
	}
	return newShell(opts)
}

// newShell makes a shell that does not continue with the work of another one.
func newShell(opts Options) (*Shell, error) {
	if opts.Name == "" {
		opts.Name = "ftsh"
	}
	if opts.Kill.Timeout <= 0 {
		opts.Kill.Timeout = DefaultKillTimeout
	}
	sh := &Shell{
		opts: opts, names: vars.NewNames(), up: upward{compileCommand, compileAndOr, evalText},
		closed: make(chan struct{}),
		id:     newIdentity(), signals: newSignalState(),
	}
	var err error
	if sh.hooks.own, err = ownBuiltins(opts.Hooks.Builtins); err != nil {
		return nil, err
	}
	if opts.Hooks.Open != nil {
		sh.hooks.outlets = make(map[*fd.Outlet]struct{})
		sh.hooks.inlets = make(map[io.Closer]struct{})
	}
	sh.refs.path, sh.refs.optind = sh.names.Ref("PATH"), sh.names.Ref("OPTIND")
	sh.refs.traceTarget = sh.names.Ref("BASH_XTRACEFD")
	sh.refs.funcnest = sh.names.Ref("FUNCNEST")
	sh.events.refLogLevel = sh.names.Ref("FTSH_LOG_LEVEL")
	sh.rand = &source64{opts.Sources.Rand}
	switch {
	case opts.Standalone.Clock != nil:
		sh.clock = opts.Standalone.Clock
	case opts.Sources.GoClock:
		sh.clock = clock.Go()
	default:
		sh.clock = clock.System()
	}
	if opts.Standalone.OwnProcess {
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
	if opts.Standalone.OwnProcess {
		if proc.First() {
			sh.signals.pid1.begin(sh)
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
