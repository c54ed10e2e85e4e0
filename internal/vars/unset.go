package vars

// UnsetInner is Unset as in bash: of a variable that a calling function, or an assignment before the
// command, has hidden, the outer one comes to light. In the function that made it local, a variable
// stays local.
func (s *Store) UnsetInner(r Ref) error {
	if s.raw(r)&Nameref != 0 || int(r) >= len(s.slots) || s.slots[r] == nil || !s.slots[r].hides ||
		s.isLocal(r) {
		return s.Unset(r)
	}
	v := s.slots[r]
	if v.attrs&Readonly != 0 {
		return &ReadonlyError{s.names.Name(r)}
	}
	s.slots[r] = v.under
	s.envOK = false
	return nil
}

// isLocal reports whether the innermost function made r local, and nothing hides it there.
func (s *Store) isLocal(r Ref) bool { return s.InScope() && s.slots[r].depth == s.depth() }

// depth is the number of scopes, those of the shells around a subshell too.
func (s *Store) depth() uint16 { return uint16(s.outer + len(s.marks)) }
