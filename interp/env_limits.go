package interp

import (
	"os"
	"syscall"

	"ftsh/internal/proc"
)

// Limit returns a resource limit in effect for children of this environment.
func (e *environment) Limit(resource int) (proc.Limit, error) {
	for _, l := range e.limits {
		if l.Resource == resource {
			return l, nil
		}
	}
	if resource == syscall.RLIMIT_NOFILE && e.sh.entry.Recorded {
		return proc.LimitOf(resource, e.sh.entry.Nofile), nil
	}
	return proc.GetLimit(resource)
}

// SetLimit changes a limit for the children of this environment. The process itself adopts only the
// limits safe for the shell: file size, core size and CPU time.
func (e *environment) SetLimit(l proc.Limit) error {
	old, err := e.Limit(l.Resource)
	if err != nil {
		return err
	}
	if l.Cur > l.Max {
		return syscall.EINVAL
	}
	if l.Max > old.Max && os.Geteuid() != 0 {
		return syscall.EPERM
	}
	switch l.Resource {
	case syscall.RLIMIT_FSIZE, syscall.RLIMIT_CORE, syscall.RLIMIT_CPU:
		if err := e.attrs.limit(l); err != nil {
			return err
		}
	}
	limits := make([]proc.Limit, 0, len(e.limits)+1)
	for _, o := range e.limits {
		if o.Resource != l.Resource {
			limits = append(limits, o)
		}
	}
	e.limits = append(limits, l)
	return nil
}

// childLimits returns the limits to apply when a child starts: the changed ones, and the number of
// descriptors, because the Go runtime raised it.
func (e *environment) childLimits() []proc.Limit {
	if !e.sh.entry.Recorded {
		return e.limits
	}
	for _, l := range e.limits {
		if l.Resource == syscall.RLIMIT_NOFILE {
			return e.limits
		}
	}
	if e.limits == nil {
		return e.sh.startLimits
	}
	return append(e.limits[:len(e.limits):len(e.limits)], e.sh.startLimits...)
}
