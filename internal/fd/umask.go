package fd

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// OpenMasked opens a file for an environment whose file mode creation mask is not the
// process's: open, which is Open or its like with flags in the place of its own, is
// called so that a file that it makes gets its mode less the bits of mask, whatever
// the process's own mask is. Where the system has one mask for all threads, the
// process's applies as well, and open has to take the bits off.
func OpenMasked(mask int, open func(flags int) (File, error), flags int) (File, error) {
	if flags&(unix.O_CREAT|unix.O_EXCL) != unix.O_CREAT|unix.O_EXCL {
		// Most files are there already, and keep their mode.
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
