package shellenv

import (
	"ftsh/internal/fd"
	"ftsh/internal/proc"
)

// carried is the attributes of a subshell, and of a shell that is a guest in its process. A nil
// directory and a mask of -1 stand for the process's own.
type carried struct {
	wd   *directory
	mask int
}

// Carried returns attributes with a directory of their own, and with the process's mask. The path
// dir is relative to the process's directory. The error is a syscall.Errno.
func Carried(dir string) (Attributes, error) {
	d, err := openDirectory(-1, dir)
	if err != nil {
		return nil, err
	}
	return &carried{d, -1}, nil
}

func (c *carried) Dir() int { return c.wd.fd() }

func (c *carried) Physical() (string, error) {
	if c.wd == nil {
		return fd.Getwd()
	}
	return c.wd.Path()
}

func (c *carried) Chdir(to string) error {
	d, err := openDirectory(c.Dir(), to)
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

func (c *carried) Mark(pwd string) SavedDir { return SavedDir{Pwd: pwd, dir: c.wd.retain()} }

func (c *carried) Back(to SavedDir) error {
	// The mark was made before this environment was split from the main one.
	if to.byPath {
		return c.Chdir(to.Pwd)
	}
	c.wd.release()
	c.wd = to.dir.retain()
	return nil
}

func (c *carried) In(p SavedDir) bool { return !p.byPath && c.wd == p.dir }

func (c *carried) Umask() int {
	if c.mask >= 0 {
		return c.mask
	}
	return fd.Umask()
}

func (c *carried) ChildMask() int { return c.mask }

func (c *carried) SetUmask(mask int) { c.mask = mask }

func (c *carried) Adopt(fork Attributes) error {
	if f, ok := fork.(*carried); ok {
		c.wd.release()
		c.wd, c.mask = f.wd.retain(), f.mask
	}
	return nil
}

func (*carried) limit(proc.Limit) error { return nil }

func (*carried) Replaceable() bool { return false }

func (c *carried) Fork(concurrent bool) (Attributes, error) {
	f := &carried{c.wd.retain(), c.mask}
	if concurrent && (c.wd == nil || c.mask < 0) {
		return f.pin(c.Umask())
	}
	return f, nil
}

// pin replaces the process's directory and mask with copies, so that changes made by the parent
// environment do not reach a subshell living next to it.
func (c *carried) pin(mask int) (Attributes, error) {
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

func (c *carried) Release() {
	c.wd.release()
	c.wd = nil
}
