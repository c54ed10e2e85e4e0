package interp

import (
	"os"
	"path"
	"strings"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/proc"
)

// processAttributes are the working directory and the file mode creation mask. The system keeps
// them per process, XCU 2.13 per environment. The main environment of a shell owning its process
// uses the process's own; every other environment carries its own.
type processAttributes interface {
	// dir returns a descriptor of the working directory, or -1 for the process's own.
	dir() int
	// physical returns the directory's path without symbolic links.
	physical() (string, error)
	// chdir changes to an absolute path.
	chdir(to string) error
	// mark remembers the directory, whose logical path is pwd; back returns to it. The method at
	// reports whether it is the current one.
	mark(pwd string) savedDir
	back(to savedDir) error
	at(p savedDir) bool

	// umask returns the mask. childMask returns the mask to set when a child starts, or -1 if the
	// child inherits the right one.
	umask() int
	childMask() int
	setUmask(mask int)

	// limit applies a resource limit to the process itself, if the environment owns the process.
	limit(l proc.Limit) error
	// replaceable reports whether exec may replace the process.
	replaceable() bool

	// take sets directory and mask to those of a fork.
	take(from processAttributes) error

	// fork returns the attributes of a subshell. If concurrent is set, the subshell lives on next
	// to this environment, so its attributes are pinned: later changes here do not reach it.
	fork(concurrent bool) (processAttributes, error)
	release()
}

// A savedDir is a directory to return to.
type savedDir struct {
	dir *directory // nil: the process's own
	pwd string
	// byPath is set for the main environment's directory, restored by its path.
	byPath bool
}

func (p savedDir) release() { p.dir.release() }

// processOwn is the attributes of a main environment whose shell owns its process.
type processOwn struct{ mask int }

// newProcessOwn returns the process's own attributes. The mask is read when it is first needed,
// since nothing else changes it.
func newProcessOwn() *processOwn { return &processOwn{mask: -1} }

func (*processOwn) dir() int { return -1 }

func (*processOwn) physical() (string, error) { return fd.Getwd() }

func (*processOwn) chdir(to string) error { return syscall.Chdir(to) }

func (*processOwn) mark(pwd string) savedDir { return savedDir{pwd: pwd, byPath: true} }

func (*processOwn) back(to savedDir) error {
	if err := syscall.Chdir(to.pwd); err != nil {
		return &os.PathError{Op: "cd", Path: to.pwd, Err: err}
	}
	return nil
}

func (*processOwn) at(savedDir) bool { return true }

func (p *processOwn) umask() int {
	if p.mask < 0 {
		p.mask = fd.Umask()
	}
	return p.mask
}

func (*processOwn) childMask() int { return -1 }

func (p *processOwn) setUmask(mask int) {
	syscall.Umask(mask)
	p.mask = mask
}

func (p *processOwn) take(from processAttributes) error {
	c, ok := from.(*carried)
	if !ok {
		return nil
	}
	if c.wd != nil {
		if err := syscall.Fchdir(c.wd.fd()); err != nil {
			return err
		}
	}
	if c.mask >= 0 {
		p.setUmask(c.mask)
	}
	return nil
}

func (*processOwn) limit(l proc.Limit) error { return proc.SetLimit(l) }

func (*processOwn) replaceable() bool { return true }

func (p *processOwn) fork(concurrent bool) (processAttributes, error) {
	c := &carried{mask: -1}
	if concurrent {
		return c.pin(p.umask())
	}
	return c, nil
}

func (*processOwn) release() {}

// carried is the attributes of a subshell, and of a shell that is a guest in its process. A nil
// directory and a mask of -1 stand for the process's own.
type carried struct {
	wd   *directory
	mask int
}

func (c *carried) dir() int { return c.wd.fd() }

func (c *carried) physical() (string, error) {
	if c.wd == nil {
		return fd.Getwd()
	}
	return c.wd.Path()
}

func (c *carried) chdir(to string) error {
	d, err := openDirectory(c.dir(), to)
	if err != nil {
		return err
	}
	if err := fd.Access(d.fd(), ".", fd.MayExecute); err != nil {
		d.release()
		return err
	}
	c.wd.release()
	c.wd = d
	return nil
}

func (c *carried) mark(pwd string) savedDir { return savedDir{dir: c.wd.retain(), pwd: pwd} }

func (c *carried) back(to savedDir) error {
	// The mark was made before this environment was split from the main one.
	if to.byPath {
		return c.chdir(to.pwd)
	}
	c.wd.release()
	c.wd = to.dir.retain()
	return nil
}

func (c *carried) at(p savedDir) bool { return !p.byPath && c.wd == p.dir }

func (c *carried) umask() int {
	if c.mask >= 0 {
		return c.mask
	}
	return fd.Umask()
}

func (c *carried) childMask() int { return c.mask }

func (c *carried) setUmask(mask int) { c.mask = mask }

func (c *carried) take(from processAttributes) error {
	if f, ok := from.(*carried); ok {
		c.wd.release()
		c.wd, c.mask = f.wd.retain(), f.mask
	}
	return nil
}

func (*carried) limit(proc.Limit) error { return nil }

func (*carried) replaceable() bool { return false }

func (c *carried) fork(concurrent bool) (processAttributes, error) {
	f := &carried{c.wd.retain(), c.mask}
	if concurrent && (c.wd == nil || c.mask < 0) {
		return f.pin(c.umask())
	}
	return f, nil
}

// pin replaces the process's directory and mask with copies, so that changes made by the parent
// environment do not reach a subshell living next to it.
func (c *carried) pin(mask int) (processAttributes, error) {
	if c.wd == nil {
		d, err := openDirectory(-1, ".")
		if err != nil {
			return nil, err
		}
		c.wd = d
	}
	c.mask = mask
	return c, nil
}

func (c *carried) release() {
	c.wd.release()
	c.wd = nil
}

// A directory is a working directory other than the process's. nil stands for the process's own.
type directory struct{ *fd.Dir }

func openDirectory(at int, path string) (*directory, error) {
	f, err := fd.OpenDir(dirOrCwd(at), path)
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

func dirOrCwd(dir int) int {
	if dir < 0 {
		return fd.AtCwd
	}
	return dir
}

// startDirectory returns the logical working directory at start: PWD if it names the directory (XCU
// 2.5.3), else the physical one.
func startDirectory(pwd string) string {
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
