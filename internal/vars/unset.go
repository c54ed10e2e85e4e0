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
	s.envOK = false
	for i := len(s.saved) - 1; i >= 0; i-- {
		if s.saved[i].ref == r && s.saved[i].old == v.under {
			s.forget(i)
			s.own(r).become(v.under)
			return nil
		}
	}
	s.slots[r] = v.under // it was set before a command, or in a parent of this environment
	return nil
}

// become makes v what u is; nil: unset. It stays the same variable, since one set before a command
// that hid it has yet to bring it back.
func (v *variable) become(u *variable) {
	*v = variable{owner: v.owner, seq: v.seq}
	if u != nil {
		owner := v.owner
		*v = *u
		v.owner, v.spare, v.elements = owner, 0, u.elements.clone()
	}
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
