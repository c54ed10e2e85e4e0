// Package shellenv has the attributes that the system keeps per process, and a shell per execution
// environment (XCU 2.13): the working directory, the file mode creation mask, and the resource
// limits.
//
// The model: an environment has [Attributes] and [Limits]. The main environment of a shell that
// owns its process uses the process's own ([Own]). Every other environment carries its own
// ([Carried], and each fork): paths are relative to a descriptor, and a child gets directory, mask
// and limits when it starts.
//
// Invariants: an environment that carries its attributes never changes the process. A fork sees no
// later change of its parent if it is concurrent, and never the other way round. Attributes are for
// one goroutine at a time.
//
// Not here: the rest of an environment. Variables, descriptors, traps, jobs and options have
// packages of their own, each with a fork. Package interp puts an environment together, because
// its functions are compiled code.
package shellenv

import (
	"path"
	"strings"

	"ftsh/internal/fd"
	"ftsh/internal/proc"
)

// Attributes are the working directory and the file mode creation mask of an environment.
type Attributes interface {
	// Dir returns a descriptor of the working directory, or -1 for the process's own.
	Dir() int
	// Physical returns the directory's path without symbolic links.
	Physical() (string, error)
	// Chdir changes to an absolute path.
	Chdir(to string) error
	// Mark remembers the directory, whose logical path is pwd. Back returns to it, and In reports
	// whether it is the current one.
	Mark(pwd string) SavedDir
	Back(to SavedDir) error
	In(p SavedDir) bool

	// Umask returns the mask. ChildMask returns the mask to set when a child starts, or -1 if the
	// child inherits the right one.
	Umask() int
	ChildMask() int
	SetUmask(mask int)

	// limit applies a resource limit to the process itself, if the environment owns the process.
	limit(l proc.Limit) error
	// Replaceable reports whether exec may replace the process.
	Replaceable() bool

	// Fork returns the attributes of a subshell. If concurrent is set, the subshell lives on next
	// to this environment, so its attributes are pinned: later changes here do not reach it.
	Fork(concurrent bool) (Attributes, error)
	// Adopt sets directory and mask to those of a fork: the opposite of Fork.
	Adopt(fork Attributes) error
	// Release ends the environment.
	Release()
}

// A SavedDir is a directory to return to. Its owner releases it.
type SavedDir struct {
	Pwd string // the logical path
	dir *directory
	// byPath is set for the main environment's directory, restored by its path.
	byPath bool
}

// Release lets go of the directory.
func (p SavedDir) Release() { p.dir.release() }

// A directory is a working directory other than the process's. nil stands for the process's own.
type directory struct{ *fd.Dir }

func openDirectory(at int, path string) (*directory, error) {
	f, err := fd.OpenDir(At(at), path)
	if err != nil {
		return nil, err
	}
	return &directory{f}, nil
}

func (d *directory) fd() int {
	if d == nil {
		return -1
	}
	return d.Fd()
}

func (d *directory) retain() *directory {
	if d != nil {
		d.Retain()
	}
	return d
}

func (d *directory) release() {
	if d != nil {
		d.Release()
	}
}

// At returns the descriptor for system calls on a path relative to dir, which is the result of
// [Attributes.Dir].
func At(dir int) int {
	if dir < 0 {
		return fd.AtCwd
	}
	return dir
}

// StartDirectory returns the logical working directory at start: PWD if it names the directory (XCU
// 2.5.3), else the physical one.
func StartDirectory(pwd string) string {
	if path.IsAbs(pwd) && !strings.Contains(pwd+"/", "/./") && !strings.Contains(pwd+"/", "/../") {
		a, errA := fd.Stat(fd.AtCwd, pwd, true)
		b, errB := fd.Stat(fd.AtCwd, ".", true)
		if errA == nil && errB == nil && a.Dev == b.Dev && a.Ino == b.Ino {
			return pwd
		}
	}
	wd, err := fd.Getwd()
	if err != nil {
		return ""
	}
	return wd
}
