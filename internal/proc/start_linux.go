//go:build linux && (amd64 || arm64)

package proc

import (
	"runtime"
	"sync/atomic"
	"syscall"
	"unsafe"

	"ftsh/internal/sig"

	"golang.org/x/sys/unix"
)

// launch is shared by parent and child. The assembly takes the offsets from go_asm.h.
type launch struct {
	first   *call   // of the program
	n       uintptr // number of calls
	failed  uintptr // index of the failed call
	errno   uintptr
	oldmask uint64 // the thread's signal mask, and the child's
	blocked uint64 // the mask from before the clone until the child sets its own: see blocked
	clone   call   // the call to make the child

	program
	args cloneArgs
}

// cloneArgs is the first version of struct clone_args of clone3(2).
type cloneArgs struct {
	flags, pidfd, childTid, parentTid, exitSignal, stack, stackSize, tls uint64
}

// vfork makes a child that runs the calls of l. It returns when the child has ended or become
// another program. The result is the child's ID, or minus an error number.
func vfork(l *launch) (pid uintptr)

// start makes the child of spec with everything set in it. One thread sleeps meanwhile; no memory
// is copied.
func start(spec *Spec) (int, error) {
	l := &launch{blocked: blocked(spec)}
	l.calls = make([]call, 0, 16+len(spec.Files)+len(spec.Limits))
	l.settings(spec)
	l.part(spec.Files)
	l.files(spec.Files)
	l.limits(spec)
	l.add(opOther, false, unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK,
		uintptr(unsafe.Pointer(&l.oldmask)), 0, maskSize)
	if err := l.execve(spec); err != nil {
		return 0, &StartError{Op: "exec", Path: spec.Path, Err: err}
	}
	flags := uintptr(unix.CLONE_VM | unix.CLONE_VFORK)
	if partRefused.Load() {
		l.copyTable()
	} else {
		flags |= unix.CLONE_FILES
	}
	pid, err := l.start(spec, flags)
	if flags&unix.CLONE_FILES != 0 && l.cannotPart(err) {
		if err == nil {
			discard(pid)
		}
		partRefused.Store(true)
		l.copyTable()
		pid, err = l.start(spec, flags&^unix.CLONE_FILES)
	}
	if err != nil {
		return 0, &StartError{Op: "fork", Path: spec.Path, Err: err}
	}
	if l.errno == 0 {
		if spec.Group >= 0 {
			// The child has done this, and the system refuses it. But if an emulator turns vfork
			// into fork, somebody may want to join the group before the child makes it, or after
			// its leader is gone.
			_ = syscall.Setpgid(pid, spec.Group)
		}
		return pid, nil
	}
	discard(pid)
	return 0, &StartError{Op: operation(l.calls[l.failed].op), Path: spec.Path,
		Err: syscall.Errno(l.errno)}
}

// allSignals blocks everything that can be blocked.
const allSignals = ^uint64(0)

// stopSignals are those of a terminal. A child stopped before it has become its program would hold
// up the parent.
const stopSignals = 1<<(sig.SIGTSTP-1) | 1<<(sig.SIGTTIN-1) | 1<<(sig.SIGTTOU-1)

// blocked returns the signals to block while the child of spec is made, in both processes.
//
// The child of a plain program begins with the dispositions of the program, and a signal may find
// it from the first moment. Then the thread of the parent goes on taking signals: most are given to
// the first thread, mostly this one, and it runs their handlers as soon as it goes on. If it
// blocked them, they would go to a thread unknown here, and a child could send one, end, and be
// waited for before that thread has run the handler.
func blocked(spec *Spec) uint64 {
	if spec.Group >= 0 || spec.Tty >= 0 || spec.Ignore != sig.Ignoring() {
		return allSignals
	}
	return stopSignals
}

// discard removes a child that has ended, and that nobody else knows of.
func discard(pid int) {
	children.reaping.RLock()
	defer children.reaping.RUnlock()
	for {
		if _, err := syscall.Wait4(pid, nil, 0, nil); err != syscall.EINTR {
			return
		}
	}
}

// partRefused remembers an answer of the system, which does not change.
var partRefused = &atomic.Bool{}

// cannotPart reports whether the system has refused a child with the parent's table, or the call to
// part from it. Old kernels, emulators and sandboxes refuse.
func (l *launch) cannotPart(err error) bool {
	if err == nil {
		return l.errno != 0 && l.calls[l.failed].op == opPart
	}
	return err == syscall.EINVAL || err == syscall.EPERM
}

// copyTable makes l a program for a child with a copy of the parent's table.
func (l *launch) copyTable() {
	l.errno = 0
	for i := range l.calls {
		if l.calls[i].op == opPart {
			l.calls[i].check = 0
		}
	}
}

// start makes the child of l by clone3 with the given flags.
func (l *launch) start(spec *Spec, flags uintptr) (int, error) {
	flags |= unix.CLONE_CHILD_SETTID
	l.args.flags = uint64(flags) | unix.CLONE_CLEAR_SIGHAND
	l.args.exitSignal = uint64(unix.SIGCHLD)
	l.args.childTid = uint64(uintptr(unsafe.Pointer(&l.child)))
	l.clone = call{trap: unix.SYS_CLONE3, args: [5]uintptr{uintptr(unsafe.Pointer(&l.args)),
		unsafe.Sizeof(l.args)}}
	pid, err := l.run()
	if err == syscall.ENOSYS || err == syscall.EPERM || err == syscall.EINVAL {
		// An old kernel, or a sandbox without clone3. The handlers are the parent's at first.
		l.blocked = allSignals
		l.resetHandlers(spec)
		l.clone = cloneCall(flags|uintptr(unix.SIGCHLD), uintptr(unsafe.Pointer(&l.child)))
		pid, err = l.run()
	}
	return pid, err
}

func (l *launch) run() (int, error) {
	l.first, l.n = &l.calls[0], uintptr(len(l.calls))
	pid := int(vfork(l))
	runtime.KeepAlive(l)
	if pid < 0 {
		return 0, syscall.Errno(-pid)
	}
	return pid, nil
}

// execve adds the last call.
func (p *program) execve(spec *Spec) error {
	path, err := strings0([]string{spec.Path})
	if err != nil {
		return err
	}
	argv, err := strings0(spec.Argv)
	if err != nil {
		return err
	}
	env, err := strings0(spec.Env)
	if err != nil {
		return err
	}
	p.keep = append(p.keep, path, argv, env)
	p.add(opExec, true, unix.SYS_EXECVE, uintptr(unsafe.Pointer(path[0])),
		uintptr(unsafe.Pointer(&argv[0])), uintptr(unsafe.Pointer(&env[0])))
	return nil
}

// resetHandlers puts the effect of CLONE_CLEAR_SIGHAND in front of the calls.
func (p *program) resetHandlers(spec *Spec) {
	calls := p.calls
	p.calls = make([]call, 0, len(calls)+64)
	dfl := pointer(p, &sig.Action{})
	for _, s := range sig.All() {
		if !spec.Ignore.Has(s) {
			p.add(opOther, false, unix.SYS_RT_SIGACTION, uintptr(s), dfl, 0, maskSize)
		}
	}
	p.calls = append(p.calls, calls...)
}
