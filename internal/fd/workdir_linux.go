package fd

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

const openPath = unix.O_PATH

// Path returns the path of the directory, without symbolic links.
func (d *Dir) Path() (string, error) {
	return os.Readlink("/proc/self/fd/" + strconv.Itoa(d.n))
}
