package interp

import (
	"errors"
	"syscall"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
)

// runExternal runs a command that is a program, and waits for it.
func (o *simpleOp) runExternal(fr *frame, args []string) flow.Outcome {
	if len(o.redirs) == 0 && len(o.assigns) == 0 {
		if fr.opts.Has(option.XTrace) {
			fr.trace(nil, args)
		}
		return fr.external(args)
	}
	return o.around(fr, args, func() flow.Outcome { return fr.external(args) })
}

// external starts args and waits for it in the foreground.
func (fr *frame) external(args []string) flow.Outcome {
	path, out := fr.locate(args[0])
	if path == "" {
		return out
	}
	p, err := fr.start(path, args, placement{})
	if err != nil {
		return fr.startFailed(args[0], err)
	}
	return fr.waitForeground(p, args)
}

// locate finds the program that name runs. An empty path comes with the outcome
// of not having found it, which has been reported.
func (fr *frame) locate(name string) (string, flow.Outcome) {
	path, err := fr.find(name)
	if err == nil {
		return path, flow.Outcome{}
	}
	return "", fr.startFailed(name, err)
}

// startFailed reports why a command could not be run (XCU 2.8.2: 127 when it
// was not found, 126 when it was but cannot be run).
func (fr *frame) startFailed(name string, err error) flow.Outcome {
	if fr.group != nil {
		fr.group.look() // nobody can join a group whose leader is gone
	}
	if fr.halted() { // nothing is started any more
		return fr.cancelOutcome()
	}
	outer := fr.name
	fr.name = ""
	defer func() { fr.name = outer }()
	if missing(err) {
		return fr.fail(flow.StatusNotFound, "%s: not found", name)
	}
	return fr.fail(flow.StatusNoExec, "%s: %s", name, errorText(err))
}

// placement says where a process runs beside its defaults.
type placement struct {
	background bool // an asynchronous list: SIGINT and SIGQUIT are ignored without job control
	group      bool // in a process group of its own
}

// start starts a program with the frame's environment, descriptors, directory,
// umask, limits and signals.
func (fr *frame) start(path string, args []string, pl placement) (*proc.Process, error) {
	spec, err := fr.spec(path, args, pl)
	if err != nil {
		return nil, err
	}
	if c := fr.scope.flag.Load(); c {
		return nil, syscall.ECANCELED
	}
	p, err := fr.launch(spec)
	if errors.Is(err, syscall.ENOEXEC) {
		// XCU 2.9.1.6: a file that is no program is a script.
		if !fr.sh.scriptable(fr.Dir(), path) {
			return nil, err
		}
		spec.Path, spec.Argv = fr.sh.scriptArgs(path, args)
		p, err = fr.launch(spec)
	}
	if err == nil {
		fr.noteProcess(p, "started: ", args)
	}
	return p, err
}

func (fr *frame) launch(spec *proc.Spec) (*proc.Process, error) {
	fr.sh.listen()
	p, err := proc.Start(spec)
	if err != nil {
		return nil, err
	}
	fr.scope.tree.Add(p)
	if fr.scope.ctx.Err() != nil {
		// The sweep may have looked before the process was there.
		fr.scope.missed()
	}
	return p, nil
}

func (fr *frame) spec(path string, args []string, pl placement) (*proc.Spec, error) {
	files, err := fr.fds.Map()
	if err != nil {
		return nil, err
	}
	ignore := fr.traps.Ignored()
	if pl.background && !pl.group {
		ignore.Add(sig.SIGINT)
		ignore.Add(sig.SIGQUIT)
	}
	spec := &proc.Spec{
		Path:   path,
		Argv:   args,
		Env:    fr.vars.Environ(),
		Dir:    fr.Dir(),
		Umask:  fr.umask,
		Files:  files,
		Limits: fr.childLimits(),
		Ignore: ignore,
		Group:  -1,
		Tty:    -1,
	}
	if pl.group {
		spec.Group = 0
	} else {
		fr.joinGroup(spec, !pl.background)
	}
	return spec, nil
}

// waitForeground waits for a process of the foreground.
func (fr *frame) waitForeground(p *proc.Process, args []string) flow.Outcome {
	monitor := fr.opts.Has(option.Monitor)
	st, err := fr.waitStop(p, monitor)
	if err != nil {
		fr.scope.tree.Remove(p)
		return fr.fail(flow.StatusNotFound, "cannot wait for %s: %s", args[0], errorText(err))
	}
	if monitor {
		fr.reclaimTerminal()
		if st.Stopped() {
			return fr.stopped(p, st, args)
		}
	}
	fr.scope.tree.Remove(p)
	if fr.logs(LevelProcess) {
		fr.noteProcess(p, "ended: "+howEnded(st.ShellStatus()), nil)
	}
	fr.childChanged(st)
	if fr.halted() {
		return fr.cancelOutcome()
	}
	if st.Signaled() {
		fr.reportSignal(st)
	}
	return flow.Status(st.ShellStatus())
}
