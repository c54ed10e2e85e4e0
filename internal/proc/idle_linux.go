//go:build linux && (amd64 || arm64)

package proc

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// startIdle makes a child whose death never ends this process, see dumpsAlone. If possible, it is a
// child that costs no copy of memory.
func startIdle(spec *Spec) (pid int, release func(), keep any, err error) {
	if dumpsAlone(kernelRelease()) {
		pid, release, keep, err = startIdleWith(spec, sharedMemory)
		if !errors.Is(err, syscall.EINVAL) {
			return pid, release, keep, err
		}
		// An emulator of a kernel, with nothing but threads and forks.
	}
	return startIdleWith(spec, copiedMemory)
}

// The memory of an idle child, as flags of clone.
const (
	sharedMemory = unix.CLONE_VM
	copiedMemory = 0
)

// dumpsAlone reports whether a core-dumping signal ends only the process it was sent to, as it does
// since Linux 5.16. Earlier kernels kill all processes sharing its memory with SIGKILL: Ctrl-\ at a
// job would end the shell, because it shares memory with the job's leader.
func dumpsAlone(release string) bool {
	major, rest, _ := strings.Cut(release, ".")
	end := strings.IndexFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
	if end < 0 {
		end = len(rest)
	}
	a, errA := strconv.Atoi(major)
	b, errB := strconv.Atoi(rest[:end])
	return errA == nil && errB == nil && (a > 5 || a == 5 && b >= 16)
}

// kernelRelease returns the output of uname -r.
func kernelRelease() string {
	var u unix.Utsname
	if err := unix.Uname(&u); err != nil {
		return ""
	}
	return unix.ByteSliceToString(u.Release[:])
}

// startIdleWith makes a child that runs concurrently with this process, unlike start. The child
// makes its calls in registers and never touches the stack. So it needs no stack of its own if
// memory is shared, and nothing of the runtime if memory is copied. It waits in a read of a pipe
// whose other end only this process holds. keep is the memory of its calls, for as long as the
// child lives.
func startIdleWith(spec *Spec, memory uintptr) (pid int, release func(), keep any, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return 0, nil, nil, &StartError{Op: "fork", Err: syscall.EMFILE}
	}
	defer r.Close()
	n := r.Fd() // blocking from now on: the child's read waits
	l := &launch{blocked: allSignals}
	l.settings(spec)
	if n > 0 {
		l.add(opOther, false, unix.SYS_CLOSE_RANGE, 0, n-1, 0)
	}
	l.add(opOther, false, unix.SYS_CLOSE_RANGE, n+1, uintptr(^uint32(0)), 0)
	// Without close_range, at least the write end must be closed.
	l.add(opOther, false, unix.SYS_CLOSE, w.Fd())
	l.add(opOther, false, unix.SYS_RT_SIGPROCMASK, unix.SIG_SETMASK,
		uintptr(unsafe.Pointer(&l.oldmask)), 0, maskSize)
	l.add(opOther, false, unix.SYS_READ, n, pointer(&l.program, new([8]byte)), 8)
	l.add(opOther, true, unix.SYS_EXIT_GROUP, 0)
	pid, err = l.start(spec, memory)
	if err != nil {
		w.Close()
		return 0, nil, nil, &StartError{Op: "fork", Err: err}
	}
	var once sync.Once
	return pid, func() { once.Do(func() { w.Close() }) }, l, nil
}
