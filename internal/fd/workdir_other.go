//go:build !linux

package fd

import (
	"os"

	"golang.org/x/sys/unix"
)

const openPath = 0

// DirPath returns the path of a directory that OpenDir opened, without symbolic
// links. It asks the system by going there and back: other goroutines see the
// working directory change meanwhile. Only Linux has a better way.
func (f *File) DirPath() (string, error) {
	here, err := os.Open(".")
	if err != nil {
		return "", err
	}
	defer here.Close()
	if err := unix.Fchdir(int(f.os.Load())); err != nil {
		return "", err
	}
	path, err := Getwd()
	if back := here.Chdir(); back != nil {
		return "", back
	}
	return path, err
}
