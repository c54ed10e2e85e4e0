package shellenv

import (
	"os"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/proc"
)

// own is the attributes of a main environment whose shell owns its process.
type own struct{ mask int }

// Own returns the process's own attributes. The mask is read when it is first needed, since nothing
// else changes it.
func Own() Attributes { return &own{mask: -1} }

func (*own) Dir() int { return -1 }

func (*own) Physical() (string, error) { return fd.Getwd() }

func (*own) Chdir(to string) error { return syscall.Chdir(to) }

func (*own) Mark(pwd string) SavedDir { return SavedDir{Pwd: pwd, byPath: true} }

func (*own) Back(to SavedDir) error {
	if err := syscall.Chdir(to.Pwd); err != nil {
		return &os.PathError{Op: "cd", Path: to.Pwd, Err: err}
	}
	return nil
}

func (*own) In(SavedDir) bool { return true }

func (p *own) Umask() int {
	if p.mask < 0 {
		p.mask = fd.Umask()
	}
	return p.mask
}

func (*own) ChildMask() int { return -1 }

func (p *own) SetUmask(mask int) {
	syscall.Umask(mask)
	p.mask = mask
}

func (p *own) Adopt(fork Attributes) error {
	c, ok := fork.(*carried)
	if !ok {
		return nil
	}
	if c.wd != nil {
		if err := syscall.Fchdir(c.wd.fd()); err != nil {
			return err
		}
	}
	if c.mask >= 0 {
		p.SetUmask(c.mask)
	}
	return nil
}

func (*own) limit(l proc.Limit) error { return proc.SetLimit(l) }

func (*own) Replaceable() bool { return true }

func (p *own) Fork(concurrent bool) (Attributes, error) {
	c := &carried{mask: -1}
	if concurrent {
		return c.pin(p.Umask())
	}
	return c, nil
}

func (*own) Release() {}
