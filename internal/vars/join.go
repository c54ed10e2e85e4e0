package vars

import "unsafe"

// JoinFrom is the length of a value from which on Join keeps spare capacity.
const JoinFrom = 256

// Join assigns head followed by tail. If head is the memory of r's own value, as in x="$x...", Join
// appends tail in place, so n appends take linear time. The error is a *ReadonlyError.
//
// Strings returned by Get never change. Join writes only bytes after the end of the value, and no
// string has these: the value is always the whole of its room, and a room belongs to one variable
// of one Store. A copy of the variable, and a variable with another value, have no room.
func (s *Store) Join(r Ref, head, tail string) error {
	if len(head) < JoinFrom || tail == "" {
		return s.Set(r, head+tail)
	}
	v := s.own(r)
	if v.attrs&(Readonly|Dynamic) != 0 || !same(head, v.value) {
		return s.Set(r, head+tail)
	}
	if len(v.room) != len(head) || !same(head, unsafe.String(&v.room[0], len(v.room))) {
		n := len(head) + len(tail)
		v.room = append(make([]byte, 0, n+n/4), head...)
	}
	v.room = append(v.room, tail...)
	v.value = unsafe.String(&v.room[0], len(v.room))
	s.assigned(v)
	return nil
}

// same reports whether a and b are the same memory.
func same(a, b string) bool {
	return len(a) == len(b) && unsafe.StringData(a) == unsafe.StringData(b)
}
