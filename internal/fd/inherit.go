package fd

import (
	"slices"

	"golang.org/x/sys/unix"
)

// inheritable is how many numbers Inherit looks at. Descriptors inherited above them go to the
// program's children untouched.
const inheritable = 256

// Inherit returns a Table of the inherited descriptors, and makes them close-on-exec: children get
// them through Map. closed lists numbers closed at the start, though something lies there now (the
// runtime puts /dev/null on a closed 0, 1 or 2).
func Inherit(closed ...int) *Table {
	var set [inheritable]unix.PollFd
	for n := range set {
		set[n].Fd = int32(n)
	}
	t := NewTable()
	// One call finds all open descriptors.
	if _, err := unix.Poll(set[:], 0); err != nil && err != unix.EINTR {
		for n := range set {
			set[n].Revents = 0
		}
	}
	for n := range set {
		if set[n].Revents&unix.POLLNVAL != 0 || slices.Contains(closed, n) {
			continue
		}
		// A close-on-exec descriptor is this program's own.
		flags, err := unix.FcntlInt(uintptr(n), unix.F_GETFD, 0)
		if err != nil || flags&unix.FD_CLOEXEC != 0 {
			continue
		}
		unix.CloseOnExec(n)
		f := newDescriptor(n, false)
		f.inherited = true
		f.shared.Store(true)
		t.Set(n, f, Inherited)
	}
	return t
}
