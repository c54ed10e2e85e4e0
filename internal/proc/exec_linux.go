//go:build linux && (amd64 || arm64)

package proc

import (
	"runtime"
	"runtime/debug"
	"syscall"

	"ftsh/internal/sig"

	"golang.org/x/sys/unix"
)

// Exec replaces the process by the program of spec. It returns only if it fails, with a
// *StartError; limits and dispositions are then as before.
//
// The descriptors are set in a table of one thread: in the shared one they could fall on the
// runtime's own. Group and Tty are applied too, and not undone on failure.
//
// The collector is off meanwhile: it begins in a thread that allocates, and looks at the runtime's
// poller there.
func Exec(spec *Spec) error {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	failed := make(chan error)
	go func() {
		// Never unlocked: the thread with the private table ends with this goroutine.
		runtime.LockOSThread()
		failed <- exec(spec)
	}()
	return <-failed
}

func exec(spec *Spec) error {
	fail := func(op string, err error) error {
		return &StartError{Op: op, Path: spec.Path, Err: err}
	}
	if err := unix.Unshare(unix.CLONE_FILES | unix.CLONE_FS); err != nil {
		return fail("unshare", err)
	}
	p := &program{child: int32(syscall.Getpid())}
	p.settings(spec)
	p.files(spec.Files)
	undo := saveDispositions()
	for _, c := range p.calls {
		a := c.args
		_, _, e := unix.RawSyscall6(c.trap, a[0], a[1], a[2], a[3], a[4], 0)
		if e != 0 && c.check != 0 {
			undo()
			return fail(operation(c.op), e)
		}
	}
	runtime.KeepAlive(p)
	// From here on a signal acts on the process as it would on the program: a signal taken by a
	// handler now would be lost.
	for _, s := range sig.All() {
		if !spec.Ignore.Has(s) && s != sig.SIGURG {
			_ = sig.SetAction(s, &sig.Action{}, nil)
		}
	}
	FinishHandlers()
	if !spec.Ignore.Has(sig.SIGURG) {
		_ = sig.SetAction(sig.SIGURG, &sig.Action{}, nil)
	}
	if spec.Stop != nil && spec.Stop() {
		undo()
		return fail("exec", unix.EINTR)
	}
	undoLimits, err := setLimits(spec.Limits)
	if err == nil {
		err = syscall.Exec(spec.Path, spec.Argv, spec.Env)
	}
	undoLimits()
	undo()
	return fail("exec", err)
}

// setLimits uses the standard library, because otherwise the library would restore the
// RLIMIT_NOFILE found at the start.
func setLimits(limits []Limit) (undo func(), err error) {
	var old []Limit
	undo = func() {
		for _, l := range old {
			_ = syscall.Setrlimit(l.Resource, &syscall.Rlimit{Cur: l.Cur, Max: l.Max})
		}
	}
	for _, l := range limits {
		var was syscall.Rlimit
		if err := syscall.Getrlimit(l.Resource, &was); err != nil {
			return undo, err
		}
		if err := syscall.Setrlimit(l.Resource, &syscall.Rlimit{Cur: l.Cur,
			Max: l.Max}); err != nil {
			return undo, err
		}
		old = append(old, Limit{Resource: l.Resource, Cur: was.Cur, Max: was.Max})
	}
	return undo, nil
}

// saveDispositions returns a function to restore the present dispositions.
func saveDispositions() (undo func()) {
	var saved [65]sig.Action
	for _, s := range sig.All() {
		_ = sig.SetAction(s, nil, &saved[s])
	}
	return func() {
		for _, s := range sig.All() {
			_ = sig.SetAction(s, &saved[s], nil)
		}
	}
}
