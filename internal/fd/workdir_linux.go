package fd

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

const openPath = unix.O_PATH

// DirPath returns the path of a directory that OpenDir opened, without symbolic
// links.
func (f *File) DirPath() (string, error) {
	return os.Readlink("/proc/self/fd/" + strconv.Itoa(int(f.os.Load())))
}
