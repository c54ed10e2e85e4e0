package shellenv

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"ftsh/internal/proc"
)

// Limits are the resource limits for the children of an environment. The zero value has those of
// the process. A copy is independent: it is what a subshell gets.
type Limits struct {
	changed []proc.Limit // never modified in place
	start   []proc.Limit
}

// NewLimits returns the limits of the process, but for those of start, which the Go runtime has
// changed for the process.
func NewLimits(start []proc.Limit) Limits { return Limits{start: start} }

// Get returns a limit in effect for children.
func (l *Limits) Get(resource int) (proc.Limit, error) {
	for _, all := range [...][]proc.Limit{l.changed, l.start} {
		for _, one := range all {
			if one.Resource == resource {
				return one, nil
			}
		}
	}
	return proc.GetLimit(resource)
}

// Set changes a limit for the children of the environment with attributes a. The process itself
// adopts only the limits safe for the shell: file size, core size and CPU time.
func (l *Limits) Set(a Attributes, to proc.Limit) error {
	old, err := l.Get(to.Resource)
	if err != nil {
		return err
	}
	if to.Cur > to.Max {
		return syscall.EINVAL
	}
	if to.Max > old.Max && !mayRaise(to) {
		return syscall.EPERM
	}
	switch to.Resource {
	case syscall.RLIMIT_FSIZE, syscall.RLIMIT_CORE, syscall.RLIMIT_CPU:
		if err := a.limit(to); err != nil {
			return err
		}
	}
	changed := make([]proc.Limit, 0, len(l.changed)+1)
	for _, o := range l.changed {
		if o.Resource != to.Resource {
			changed = append(changed, o)
		}
	}
	l.changed = append(changed, to)
	return nil
}

// sysResource is the number of CAP_SYS_RESOURCE, which allows to raise hard limits.
const sysResource = 24

// mayRaise reports whether the system lets this process raise a hard limit to that of to. Otherwise
// no child could be started any more. If that cannot be looked up, the start of a child decides.
func mayRaise(to proc.Limit) bool {
	if os.Geteuid() != 0 {
		return false
	}
	status, _ := os.ReadFile("/proc/self/status")
	if _, rest, ok := strings.Cut(string(status), "\nCapEff:\t"); ok {
		line, _, _ := strings.Cut(rest, "\n")
		caps, err := strconv.ParseUint(line, 16, 64)
		if err == nil && caps>>sysResource&1 == 0 {
			return false
		}
	}
	if to.Resource == syscall.RLIMIT_NOFILE {
		text, _ := os.ReadFile("/proc/sys/fs/nr_open")
		most, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && to.Max > most {
			return false
		}
	}
	return true
}

// Changed returns the changed limits, for an environment in another process.
func (l *Limits) Changed() []proc.Limit { return l.changed }

// Adopt takes over the limits of a fork of the environment with attributes a.
func (l *Limits) Adopt(a Attributes, fork *Limits) {
	for _, to := range fork.changed {
		if !slices.Contains(l.changed, to) {
			_ = l.Set(a, to) // the fork was allowed to
		}
	}
}

// ForChild returns the limits to apply when a child starts: the changed ones, and those changed by
// the Go runtime.
func (l *Limits) ForChild() []proc.Limit {
	if l.changed == nil {
		return l.start
	}
	all := slices.Clip(l.changed)
	for _, s := range l.start {
		if !slices.ContainsFunc(all, func(o proc.Limit) bool { return o.Resource == s.Resource }) {
			all = append(all, s)
		}
	}
	return all
}
