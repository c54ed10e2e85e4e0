package interp

import (
	"context"
	"errors"
	"os"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
)

// Umask is the file mode creation mask of this environment.
func (fr *frame) Umask() int {
	if fr.umask >= 0 {
		return fr.umask
	}
	mask := syscall.Umask(0o077)
	syscall.Umask(mask)
	return mask
}

// SetUmask changes it: the main shell's is the process's own, a subshell carries
// its own.
func (fr *frame) SetUmask(mask int) {
	if fr.sh.opts.OwnProcess && !fr.subshell {
		syscall.Umask(mask)
		return
	}
	fr.umask = mask
}

// Limit returns a resource limit as children of this environment get it.
func (fr *frame) Limit(resource int) (proc.Limit, error) {
	for _, l := range fr.limits {
		if l.Resource == resource {
			return l, nil
		}
	}
	if resource == syscall.RLIMIT_NOFILE && fr.sh.entry.Recorded {
		return proc.LimitOf(resource, fr.sh.entry.Nofile), nil
	}
	return proc.GetLimit(resource)
}

// SetLimit changes a limit for the children of this environment. The process
// itself takes on only those that do not endanger the shell.
func (fr *frame) SetLimit(l proc.Limit) error {
	old, err := fr.Limit(l.Resource)
	if err != nil {
		return err
	}
	if l.Cur > l.Max {
		return syscall.EINVAL
	}
	if l.Max > old.Max && os.Geteuid() != 0 {
		return syscall.EPERM
	}
	switch l.Resource {
	case syscall.RLIMIT_FSIZE, syscall.RLIMIT_CORE, syscall.RLIMIT_CPU:
		if fr.sh.opts.OwnProcess && !fr.subshell {
			if err := proc.SetLimit(l); err != nil {
				return err
			}
		}
	}
	limits := make([]proc.Limit, 0, len(fr.limits)+1)
	for _, o := range fr.limits {
		if o.Resource != l.Resource {
			limits = append(limits, o)
		}
	}
	fr.limits = append(limits, l)
	return nil
}

// childLimits are the limits that a child's start applies: those that were
// changed, and the number of descriptors, which the Go runtime raised.
func (fr *frame) childLimits() []proc.Limit {
	if !fr.sh.entry.Recorded {
		return fr.limits
	}
	for _, l := range fr.limits {
		if l.Resource == syscall.RLIMIT_NOFILE {
			return fr.limits
		}
	}
	if fr.limits == nil {
		return fr.sh.startLimits
	}
	return append(fr.limits[:len(fr.limits):len(fr.limits)], fr.sh.startLimits...)
}

// Exec replaces the shell by a command (the exec utility). It returns only when
// that failed. In a subshell of this process the command runs, and the subshell
// ends with its status.
func (fr *frame) Exec(args []string) flow.Outcome {
	path, out := fr.locate(args[0])
	if path == "" {
		return fr.execFailed(out)
	}
	if fr.subshell || !fr.sh.opts.OwnProcess {
		p, err := fr.start(path, args, placement{})
		if err != nil {
			return fr.execFailed(fr.startFailed(args[0], err))
		}
		out := fr.waitForeground(p, args)
		if out.Divert != flow.None {
			return out
		}
		fr.traps.Set(trap.Exit, trap.Default)
		return flow.Outcome{Status: out.Status, Divert: flow.Exit}
	}
	spec, err := fr.spec(path, args, placement{})
	if err == nil {
		fr.fds.Sync()
		spec.Stop = func() bool { return fr.arrived() }
		err = proc.Exec(spec)
	}
	if errors.Is(err, syscall.EINTR) {
		if out := fr.attention(); out.Divert != flow.None {
			return out
		}
		return fr.Exec(args)
	}
	if err != nil && fr.sh.scriptable(fr.Dir(), path) && isNoExec(err) {
		spec.Path, spec.Argv = fr.sh.scriptArgs(path, args)
		err = proc.Exec(spec)
	}
	return fr.execFailed(fr.startFailed(args[0], err))
}

// arrived reports whether a signal waits for what the shell does about it.
func (fr *frame) arrived() bool {
	if fr.sh.signals == nil {
		return false
	}
	fr.sh.takeSignals()
	return fr.scope.flag.Load() || fr.traps.Pending()
}

// execFailed: a shell that is not interactive ends, another one keeps the
// redirections (XCU exec). In brittle code the list fails instead, with the status
// that exec has.
func (fr *frame) execFailed(out flow.Outcome) flow.Outcome {
	switch {
	case out.Divert != flow.None || fr.brittle:
	case fr.sh.opts.Interactive:
		fr.KeepRedirections()
	default:
		out.Divert = flow.Exit
	}
	return out
}

func isNoExec(err error) bool { return errors.Is(err, syscall.ENOEXEC) }

// scriptable reports whether a file that the kernel would not run is a script:
// text, as far as its first bytes tell (XCU 2.9.1.6 lets a shell refuse others).
func (sh *Shell) scriptable(dir int, path string) bool {
	if len(sh.opts.Reexec) == 0 {
		return false
	}
	f, err := fd.Open(context.Background(), dirOrCwd(dir), path, syscall.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return true
	}
	defer f.Release()
	buf := make([]byte, 256)
	got, _ := f.Read(context.Background(), buf)
	for _, c := range buf[:max(got, 0)] {
		switch c {
		case 0:
			return false
		case '\n':
			return true
		}
	}
	return true
}

// scriptArgs is the command that runs path as a script of this shell.
func (sh *Shell) scriptArgs(path string, args []string) (string, []string) {
	argv := append([]string{sh.opts.Name}, sh.opts.Reexec[1:]...)
	argv = append(argv, path)
	return sh.reexecProgram(), append(argv, args[1:]...)
}

// reexecProgram is the program of Options.Reexec. To ask for the path of the one
// that runs costs as much as a tenth of a start, and few scripts need it.
func (sh *Shell) reexecProgram() string {
	if program := sh.opts.Reexec[0]; program != "" {
		return program
	}
	if path, err := os.Executable(); err == nil {
		return path
	}
	return "/proc/self/exe"
}

func dirOrCwd(dir int) int {
	if dir < 0 {
		return fd.AtCwd
	}
	return dir
}

// kill sends s to a process or a group.
func kill(pid int, s sig.Signal) error { return syscall.Kill(pid, s) }

// killSelf sends a signal to the shell from within: a trapped one is pending
// before the next command, another does what it does to the process.
func (sh *Shell) killSelf(fr *frame, s sig.Signal) error {
	if fr.traps.Ignored().Has(s) {
		return nil
	}
	if sh.deliver(s) || sh.signals == nil {
		return nil
	}
	if s == sig.SIGPIPE {
		sig.Die(s) // the handler would take it for that of a write to a broken pipe
	}
	return kill(sh.pid, s)
}

// monitoring reports whether each job has a process group of its own.
func (fr *frame) monitoring() bool { return fr.opts.Has(option.Monitor) && !fr.subshell }
