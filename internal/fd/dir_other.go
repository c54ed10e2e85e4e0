//go:build !linux

package fd

import (
	"os"

	"golang.org/x/sys/unix"
)

// ReadDir calls yield for each entry of the directory path, relative to dirfd (or AtCwd): . and ..
// too, in no order. Here mayBeDir is always set. It ends with yield's error; an unreadable
// directory gives an error like those of Open.
func ReadDir(dirfd int, path string, yield func(name string, mayBeDir bool) error) error {
	n, err := openat(dirfd, path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	f := os.NewFile(uintptr(n), path)
	defer f.Close()
	names, err := f.Readdirnames(-1)
	for _, name := range append([]string{".", ".."}, names...) {
		if err := yield(name, true); err != nil {
			return err
		}
	}
	return err
}
