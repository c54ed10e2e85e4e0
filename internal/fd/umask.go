package fd

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// OpenMasked opens a file for an environment with a file mode creation mask other than the
// process's. It calls open, which is Open or its like with the given flags in place of its own. A
// new file gets its mode less the bits of mask, whatever the process's own mask is. If the system
// has one mask for all threads, the process's applies as well, and open has to take the bits off.
func OpenMasked(mask int, open func(flags int) (File, error), flags int) (File, error) {
	if flags&(unix.O_CREAT|unix.O_EXCL) != unix.O_CREAT|unix.O_EXCL {
		// Most files exist already, and keep their mode.
		f, err := open(flags &^ unix.O_CREAT)
		if err != syscall.ENOENT || flags&unix.O_CREAT == 0 {
			return f, err
		}
	}
	var f File
	var err error
	if withUmask(mask, func() { f, err = open(flags) }) {
		return f, err
	}
	return open(flags)
}

func swapUmask() int {
	mask := unix.Umask(0o077)
	unix.Umask(mask)
	return mask
}
