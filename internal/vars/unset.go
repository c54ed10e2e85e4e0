package vars

import "slices"

// UnsetDynamic is Unset as in bash: a variable local to a caller of the running function is gone,
// and so is one of an assignment before the command: the one that it hides is back. A variable
// local to the running function stays, without a value.
func (s *Store) UnsetDynamic(r Ref) error {
	if s.raw(r)&Nameref != 0 || int(r) >= len(s.slots) || s.slots[r] == nil {
		return s.Unset(r)
	}
	v := s.slots[r]
	if !v.hides || v.ofBlock || s.InScope() && v.depth == s.depth() {
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

// depth is the number of scopes, those of the shells around a subshell too.
func (s *Store) depth() uint16 { return uint16(s.outer + len(s.marks)) }

// forget removes the i-th saved variable.
func (s *Store) forget(i int) {
	s.saved = slices.Delete(s.saved, i, i+1)
	for n := range s.marks {
		if s.marks[n] > i {
			s.marks[n]--
		}
	}
}
