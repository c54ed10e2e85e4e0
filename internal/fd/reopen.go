package fd

import "golang.org/x/sys/unix"

// Reopen is what opening /dev/fd/N with the given flags yields for f: a
// reference to f itself where the system has no better, as POSIX has /dev/fd
// (the open mode must fit; one that does not shows at the first read or write).
func (f *File) Reopen(flags int) (*File, error) {
	if flags&unix.O_TRUNC != 0 && f.IsRegular() {
		n, err := f.Fd()
		if err != nil {
			return nil, err
		}
		if err := unix.Ftruncate(n, 0); err != nil {
			return nil, errno(err)
		}
	}
	return f.Retain(), nil
}
