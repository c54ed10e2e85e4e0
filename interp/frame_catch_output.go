package interp

import (
	"sync/atomic"

	"ftsh/internal/fd"
)

// A catchOutput records whether a catch list reported the failure, by writing to its initial
// standard error. Output of a builtin there counts, such as echo >&2. So does a program that ends
// with 0 and had its standard output redirected there, since the shell does not see a program's
// output. Diagnostics of the shell and errors of programs do not count, because they report other
// failures.
type catchOutput struct {
	to fd.File // the initial standard error, retained; nil: closed
	// The initial standard output is the same file, so a program writing there proves nothing.
	same  bool
	said  atomic.Bool  // set by any environment of the list
	outer *catchOutput // of the enclosing catch list
}

// begin starts recording for a catch list in fr.
func (outer *catchOutput) begin(fr *frame) *catchOutput {
	s := &catchOutput{to: fr.env.fds.Get(2), outer: outer}
	if s.to != nil {
		s.to.Retain()
		s.same = fr.env.fds.Get(1) == s.to
	}
	return s
}

// end stops recording and reports whether the list wrote a message.
func (s *catchOutput) end() bool {
	if s.to != nil {
		s.to.Release()
	}
	return s.said.Load()
}

// printed records that a builtin has written to f. s may be nil.
func (s *catchOutput) printed(f fd.File) {
	for ; s != nil; s = s.outer {
		if s.to == f {
			s.said.Store(true)
		}
	}
}

// ran records that a program with the standard output f ended with 0. s may be nil.
func (s *catchOutput) ran(f fd.File) {
	for ; s != nil; s = s.outer {
		if s.to == f && f != nil && !s.same {
			s.said.Store(true)
		}
	}
}
