package interp

import (
	"slices"
	"strconv"

	"ftsh/internal/fd"
	"ftsh/internal/proc"
	"ftsh/internal/vars"
)

// A coproc is the running coprocess of an environment, the one started last. It does not change.
type coproc struct {
	name      string
	array, id vars.Ref
	p         *proc.Process
	inBlock   bool         // it ends with an attempt, which leaves no descriptors behind
	ends      [2]coprocEnd // as in the array
}

// A coprocEnd is the shell's end of a pipe. Its descriptor is not given to commands.
type coprocEnd struct {
	n    int // -1: the script has closed it
	file fd.File
}

func (co *coproc) setArray(e *environment) {
	for i, end := range co.ends {
		_ = e.vars.ChangeIndexed(co.array, setElement(i, strconv.Itoa(end.n)))
	}
}

// closedCoproc notes that the script has closed an end for good: the array has -1 for it.
func (e *environment) closedCoproc() {
	if e.bash == nil || e.bash.coproc == nil {
		return
	}
	co, closed := *e.bash.coproc, false
	for i, end := range co.ends {
		if end.n >= 0 && e.fds.Get(end.n) != end.file {
			co.ends[i].n, closed = -1, true
		}
	}
	if closed {
		e.bash.coproc = &co
		co.setArray(e)
	}
}

// leaveCoproc closes the environment's copies of the pipe ends. A subshell does so at its start, so
// that the coprocess reads the end of its input when the shell closes its own end.
func (e *environment) leaveCoproc(co *coproc) {
	for _, end := range co.ends {
		if end.n >= 0 && e.fds.Get(end.n) == end.file {
			e.fds.Replace(end.n, fd.Entry{}).Release()
		}
	}
}

// reapCoproc closes the descriptors of an ended coprocess, and unsets its variables.
func (e *environment) reapCoproc() {
	if len(e.bash.lost) > 0 {
		e.bash.lost = slices.DeleteFunc(slices.Clone(e.bash.lost), func(co *coproc) bool {
			_, over := co.p.Status()
			if over {
				e.leaveCoproc(co)
			}
			return over
		})
	}
	co := e.bash.coproc
	if co == nil {
		return
	}
	if _, over := co.p.Status(); !over {
		return
	}
	e.bash.coproc = nil
	e.leaveCoproc(co)
	_ = e.vars.Unset(co.array)
	_ = e.vars.Unset(co.id)
}
