//go:build linux

package condor

import (
	"testing"

	"ftsh/tests/machine"
)

// A place is a directory of the pool's user.
type place struct {
	machine.Place
	pool *pool
}

// user is the place of an ordinary user, since HTCondor takes no jobs from root.
func (p *pool) user(t *testing.T) place {
	return place{machine.Place{T: t, Root: p.root, Dir: "/home/user", Env: []string{"HOME=/home/user",
		"PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL=C.UTF-8",
		// The shell looks at the queue often, and the directory is not cached.
		"FTSH_VIA_POLL=1", "FTSH_VIA_PATIENCE=3", "FTSH_LOG_LEVEL=0"}}, p}
}

// in is a directory below the place's, for a test or a part of it.
func (p place) in(t *testing.T, name string) place {
	t.Helper()
	p.Place = p.In(t, name)
	return p
}

// with adds variables to the environment.
func (p place) with(env ...string) place {
	p.Place = p.With(env...)
	return p
}

// jobs returns an attribute of each job in the queue.
func (p place) jobs(attribute string) []string {
	p.T.Helper()
	return p.Do("condor_q", "-af", attribute)
}
