package interp

import (
	"errors"
	"strings"
	"syscall"

	"ftsh/internal/bashism"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/syntax"
	"ftsh/interp/event"
)

// external starts args and waits for it in the foreground.
func (fr *frame) external(args []string) flow.Outcome {
	path, unfound := fr.env.find(args[0])
	if e := fr.env.lastBuiltin(args[0]); e != nil && unfound != nil && missing(unfound) {
		outer := fr.regs.name
		fr.regs.name = args[0]
		defer func() { fr.regs.name = outer }()
		return e.Run((*host)(fr), args)
	}
	if fr.env.bash != nil {
		fr.env.hash.hit(args[0])
	}
	return runFound(fr, path, unfound, args)
}

// runFound runs the program at path and waits for it in the foreground. unfound is the error of the
// search, nil if it succeeded.
func runFound(fr *frame, path string, unfound error, args []string) flow.Outcome {
	out, err := runProgram(fr, path, unfound, args)
	if err != nil {
		return fr.startFailed(args[0], unfound, err)
	}
	if fr.context.catchOutput != nil && out == (flow.Outcome{}) {
		fr.context.catchOutput.ran(fr.env.fds.Get(1))
	}
	return out
}

// startFailed reports why a command could not be run (XCU 2.8.2: status 127 if it was not found,
// 126 if it was found but cannot be run). unfound is the error of the shell's own search, nil if it
// succeeded.
func (fr *frame) startFailed(name string, unfound, err error) flow.Outcome {
	if fr.context.group != nil {
		fr.context.group.look() // a process cannot join the group of a dead leader
	}
	if fr.cancelled() { // nothing is started any more
		return fr.cancelOutcome()
	}
	outer := fr.regs.name
	fr.regs.name = ""
	defer func() { fr.regs.name = outer }()
	if here := new(fd.HereDocumentError); errors.As(err, &here) { // an error of the redirection
		return fr.fail(flow.StatusUsage, "cannot make a here-document: %s", why(fr, here.Err))
	}
	long := fr.env.opts.Has(option.Bash) && strings.Contains(name, "/") &&
		errors.Is(err, syscall.ENAMETOOLONG) // no search: the file cannot be run, bash says
	if missing(err) && !long {
		if err := fr.sh.blocks.unopened.find(fr.context.script, fr.regs.pos); err != nil {
			fr.writeErr(syntax.Report(err))
			if fr.env.opts.Has(option.Bash) { // a fatal error ends the line alone there
				return flow.Outcome{Status: flow.StatusUsage, Divert: flow.Exit}
			}
			return flow.Outcome{Status: flow.StatusUsage, Divert: flow.Fatal}
		}
		if fr.context.blocks > 0 && unfound != nil && missing(unfound) {
			fr.regs.failure = &failure{Failure: event.Failure{Place: fr.context.place(fr.regs.pos),
				Status: flow.StatusNotFound}, unfound: true}
		}
		instead := bashism.Command(name)
		if fr.context.arithmetic {
			instead = bashism.ArithmeticCommand(name)
		}
		if instead == "" && !fr.env.opts.Has(option.Posix) {
			instead = syntax.NoBlock(name)
			if instead == "" && fr.context.blocks == 0 {
				instead = syntax.OnlyInBlock(name)
			}
		}
		if instead != "" {
			return fr.fail(flow.StatusNotFound, "%s: not found: %s", name, instead)
		}
		return fr.fail(flow.StatusNotFound, "%s: not found", name)
	}
	return fr.fail(flow.StatusNoExec, "%s: %s", name, why(fr, err))
}

// placement describes where a process runs; the zero value is the default.
type placement struct {
	background bool // an asynchronous list
	group      bool // in a process group of its own job
	leader     int  // the leader's PID; 0: the new process leads
	foreground bool // make the group the terminal's foreground one
	hold       bool // keep the group open for others, until LetGo

	// waiting, if not nil, makes a re-executed shell wait until the file added here is released.
	waiting *[]fd.File
}

// start starts a program with the frame's environment, descriptors, directory, umask, limits and
// signals.
func (fr *frame) start(path string, args []string, pl placement) (*proc.Process, error) {
	spec, err := fr.spec(path, args, pl)
	if err != nil {
		return nil, err
	}
	return fr.startSpec(spec, pl)
}

func (fr *frame) startSpec(spec *proc.Spec, pl placement) (*proc.Process, error) {
	if fr.cancelled() {
		return nil, syscall.ECANCELED
	}
	path, args := spec.Path, spec.Argv
	p, err := fr.launch(spec, pl)
	if errors.Is(err, syscall.ENOEXEC) {
		// XCU 2.9.1.6: a file in no executable format is a script.
		if !fr.sh.scriptable(fr.env.Dir(), path) {
			return nil, err
		}
		spec.Path, spec.Argv = scriptArgs(fr, path, args)
		p, err = fr.launch(spec, pl)
	}
	if err == nil {
		fr.note(event.ProcessStarted, fr.context.place(fr.regs.pos), func(e *Event) {
			e.Process.Pid, e.Process.Args = p.Pid(), args
		})
	}
	return p, err
}

func (fr *frame) launch(spec *proc.Spec, pl placement) (*proc.Process, error) {
	fr.sh.startSignals()
	tree := fr.context.scope.Tree()
	if fr.context.detached {
		tree = fr.sh.outside()
	}
	var s *span
	if spec.Measure = fr.sh.opts.Log.Spans != nil; spec.Measure {
		s = newSpan(fr, event.SpanProcess, fr.context.place(fr.regs.pos))
	}
	p, err := tree.Start(spec)
	if err != nil {
		return nil, err
	}
	if s != nil {
		beginProcessSpan(fr, s, p, spec.Argv, pl)
	}
	if fr.cancelled() && !fr.context.detached {
		// The sweep may have looked before the process existed, and the terminal may have sent its
		// signal before.
		if c := fr.context.scope.Cause(); fr.context.group != nil && c.Signal != 0 {
			_ = p.Signal(c.Signal)
		}
		fr.context.scope.Missed()
	}
	return p, nil
}

// environ returns the environment of the program that starts.
func environ(fr *frame) []string {
	if fr.regs.bare {
		return nil
	}
	return fr.env.environ()
}

func (fr *frame) spec(path string, args []string, pl placement) (*proc.Spec, error) {
	files, err := fr.env.fds.Map()
	if err != nil {
		return nil, err
	}
	spec := &proc.Spec{
		Path:   path,
		Argv:   args,
		Env:    environ(fr),
		Dir:    fr.env.Dir(),
		Umask:  fr.env.attrs.ChildMask(),
		Files:  files,
		Limits: fr.env.limits.ForChild(),
		Ignore: fr.env.traps.Ignored(),
		Group:  -1,
		Tty:    -1,
	}
	if fr.env.opts.Has(option.Bash) && !fr.regs.bare {
		spec.Env = append(fr.env.withoutLast(spec.Env), "_="+path)
	}
	switch {
	case pl.group:
		spec.Group, spec.Hold = pl.leader, pl.hold
		if pl.foreground {
			spec.Tty = fr.sh.terminal.ttyFd()
		}
	case fr.context.group != nil:
		spec.Group = fr.context.group.pgid
		if l := fr.context.group.suspendable; l != nil && !pl.background && l.inFront() {
			spec.Tty = fr.sh.terminal.ttyFd()
		}
	case fr.env.monitoring():
		spec.Group = 0
		if !pl.background {
			spec.Tty = fr.sh.terminal.ttyFd()
		}
	}
	return spec, nil
}
