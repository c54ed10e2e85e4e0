package fd

import (
	"bytes"

	"golang.org/x/sys/unix"
)

// A Dir is a directory to start relative paths from. It begins with one reference, owned by its
// opener, and may be used from several goroutines.
type Dir struct {
	references
	n int // the descriptor; it does not change while there are references
}

// OpenDir opens a directory, which need not be readable. The error is a
// syscall.Errno.
func OpenDir(dirfd int, path string) (*Dir, error) {
	n, err := openat(dirfd, path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC|openPath, 0)
	if err != nil {
		return nil, err
	}
	d := &Dir{n: moveUp(n)}
	d.retain()
	return d, nil
}

// Fd returns the descriptor, for calls with a dirfd.
func (d *Dir) Fd() int { return d.n }

// Retain adds a reference.
func (d *Dir) Retain() { d.retain() }

// Release drops a reference; the last one closes the descriptor.
func (d *Dir) Release() {
	if d.drop() {
		unix.Close(d.n)
	}
}

// Getwd returns the process's working directory without symbolic links.
func Getwd() (string, error) {
	buf := make([]byte, unix.PathMax)
	n, err := unix.Getcwd(buf)
	if err != nil {
		return "", errno(err)
	}
	path, _, _ := bytes.Cut(buf[:n], []byte{0})
	return string(path), nil
}
