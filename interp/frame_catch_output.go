package interp

import (
	"sync/atomic"

	"ftsh/internal/fd"
)

// A catchOutput says whether a catch list has told of the failure: whether it wrote to the standard error that it began
// with. What a builtin prints there counts, echo >&2 say, and so does a program that ends with 0 and whose standard
// output was redirected there: what that wrote the shell does not see. The shell's own diagnostics do not count, nor
// do the errors of programs: they tell of other failures.
type catchOutput struct {
	to    fd.File      // that standard error, retained; nil: closed
	same  bool         // standard output was the same from the beginning: a program there need not mean it
	said  atomic.Bool  // by any environment that the list runs in
	outer *catchOutput // that of the catch list around
}

// listenTo begins for a catch list in fr.
func (outer *catchOutput) listenTo(fr *frame) *catchOutput {
	s := &catchOutput{to: fr.env.fds.Get(2), outer: outer}
	if s.to != nil {
		s.to.Retain()
		s.same = fr.env.fds.Get(1) == s.to
	}
	return s
}

// end ends it, and says what was heard.
func (s *catchOutput) end() bool {
	if s.to != nil {
		s.to.Release()
	}
	return s.said.Load()
}

// printed is told of what a builtin has written, and where; also of no catch list.
func (s *catchOutput) printed(f fd.File) {
	for ; s != nil; s = s.outer {
		if s.to == f {
			s.said.Store(true)
		}
	}
}

// ran is told of a program that has ended with 0, and its standard output.
func (s *catchOutput) ran(f fd.File) {
	for ; s != nil; s = s.outer {
		if s.to == f && f != nil && !s.same {
			s.said.Store(true)
		}
	}
}
