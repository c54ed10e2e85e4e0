package vars

import "slices"

// UnsetDynamic is Unset as in bash: a variable local to a caller of the running function is gone, and
// the one that it hides is back. A variable local to the running function stays, without a value.
func (s *Store) UnsetDynamic(r Ref) error {
	if !s.ofCaller(r) {
		return s.Unset(r)
	}
	v := s.slots[r]
	if v.attrs&Nameref != 0 {
		return s.Unset(r)
	}
	if v.attrs&Readonly != 0 {
		return &ReadonlyError{s.names.Name(r)}
	}
	for i := len(s.saved) - 1; i >= 0; i-- {
		if s.saved[i].ref == r && s.saved[i].old == v.under {
			s.forget(i)
			break
		}
	}
	s.slots[r], s.envOK = v.under, false
	return nil
}

// ofCaller reports whether a variable hides another one, and not as a local one of the running
// function.
func (s *Store) ofCaller(r Ref) bool {
	n := len(s.marks)
	if n == 0 || int(r) >= len(s.slots) || s.slots[r] == nil || !s.slots[r].hides ||
		s.slots[r].ofBlock || s.forked && n == 1 {
		return false
	}
	for _, sv := range s.saved[s.marks[n-1]:] {
		if sv.ref == r {
			return false
		}
	}
	return true
}

// forget removes the i-th saved variable.
func (s *Store) forget(i int) {
	s.saved = slices.Delete(s.saved, i, i+1)
	for n := range s.marks {
		if s.marks[n] > i {
			s.marks[n]--
		}
	}
}
