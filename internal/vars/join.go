package vars

import (
	"math"
	"unsafe"
)

// JoinFrom is the length of a value from which on Join keeps spare capacity.
const JoinFrom = 256

// Join assigns head followed by tail. If head is the memory of r's own value, as in x="$x...", Join
// appends tail in place, so n appends take linear time. The error is a *ReadonlyError.
//
// Strings returned by Get never change. Join writes only bytes after the end of the value, and no
// string has these: the spare capacity belongs to one variable of one Store, and its value always
// ends where it begins. A copy of the variable, and a variable with another value, have none.
func (s *Store) Join(r Ref, head, tail string) error {
	if tail == "" {
		return s.Set(r, head)
	}
	if len(head) < JoinFrom {
		return s.Set(r, head+tail)
	}
	v := s.own(r)
	if v.attrs&(attended|Dynamic) != 0 || !same(head, v.value) {
		return s.Set(r, head+tail)
	}
	var b []byte
	if v.spare > 0 {
		b = unsafe.Slice(unsafe.StringData(v.value), len(v.value)+int(v.spare))[:len(v.value)]
	} else {
		n := len(head) + len(tail)
		b = append(make([]byte, 0, n+n/4), head...)
	}
	b = append(b, tail...)
	v.value, v.spare = unsafe.String(&b[0], len(b)), uint32(min(cap(b)-len(b), math.MaxUint32))
	s.assigned(v)
	return nil
}

// same reports whether a and b are the same memory.
func same(a, b string) bool {
	return len(a) == len(b) && unsafe.StringData(a) == unsafe.StringData(b)
}
