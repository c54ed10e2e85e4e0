//go:build !linux

package fd

import (
	"os"

	"golang.org/x/sys/unix"
)

const openPath = 0

// Path returns the path of the directory, without symbolic links. It asks the system by going there
// and back: other goroutines see the working directory change meanwhile. Only Linux has a better
// way.
func (d *Dir) Path() (string, error) {
	here, err := os.Open(".")
	if err != nil {
		return "", err
	}
	defer here.Close()
	if err := unix.Fchdir(d.n); err != nil {
		return "", err
	}
	path, err := Getwd()
	if back := here.Chdir(); back != nil {
		return "", back
	}
	return path, err
}
