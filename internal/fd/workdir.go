package fd

import (
	"bytes"

	"golang.org/x/sys/unix"
)

// OpenDir opens a directory as a place to start relative paths from; it need not
// be readable. The error is a syscall.Errno.
func OpenDir(dirfd int, path string) (*File, error) {
	n, err := openat(dirfd, path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC|openPath, 0)
	if err != nil {
		return nil, err
	}
	return newFile(moveUp(n), true), nil
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
