//go:build linux && (amd64 || arm64)

package proc

import (
	"os"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// startIdle makes a child that shares this process's memory and, unlike that of
// start, runs beside it: it makes its calls in registers and never touches the
// stack, so that it needs none. It waits in a read of a pipe of which this process
// alone holds the other end; no memory is copied and no program is needed. It
// reads its calls from what keep is, for as long as it lives.
func startIdle(spec *Spec) (pid int, release func(), keep any, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return 0, nil, nil, &StartError{Op: "fork", Err: syscall.EMFILE}
	}
	defer r.Close()
	n := r.Fd() // blocking from now on: the child's read waits
	l := &launch{full: ^uint64(0)}
	l.program.settings(spec)
	if n > 0 {
		l.add(opOther, false, unix.SYS_CLOSE_RANGE, 0, n-1, 0)
	}
	l.add(opOther, false, unix.SYS_CLOSE_RANGE, n+1, uintptr(^uint32(0)), 0)
	// A kernel without close_range must at least not keep the write end open.
	l.add(opOther, false, unix.SYS_CLOSE, w.Fd())
	l.add(opOther, false, unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK, uintptr(unsafe.Pointer(&l.oldmask)), 0, 8)
	l.add(opOther, false, unix.SYS_READ, n, pointer(&l.program, new([8]byte)), 8)
	l.add(opOther, true, unix.SYS_EXIT_GROUP, 0)
	const flags = unix.CLONE_VM | unix.CLONE_CHILD_SETTID
	l.args.flags = flags | unix.CLONE_CLEAR_SIGHAND
	l.args.exitSignal = uint64(unix.SIGCHLD)
	l.args.childTid = uint64(uintptr(unsafe.Pointer(&l.child)))
	l.clone = call{trap: unix.SYS_CLONE3, args: [5]uintptr{uintptr(unsafe.Pointer(&l.args)), unsafe.Sizeof(l.args)}}
	pid, err = l.run()
	if err == syscall.ENOSYS || err == syscall.EPERM || err == syscall.EINVAL {
		// An old kernel, or a sandbox without clone3.
		l.resetHandlers(spec)
		l.clone = cloneCall(flags|uintptr(unix.SIGCHLD), uintptr(unsafe.Pointer(&l.child)))
		pid, err = l.run()
	}
	if err != nil {
		w.Close()
		return 0, nil, nil, &StartError{Op: "fork", Err: err}
	}
	var once sync.Once
	return pid, func() { once.Do(func() { w.Close() }) }, l, nil
}
