package vars

import "slices"

// EndLocal ends a variable that is local to a scope around the innermost one, so that the variable
// outside of that scope is visible again, as unset of bash does. It reports false if there is none,
// or if the variable is local to the innermost scope.
func (s *Store) EndLocal(r Ref) (bool, error) {
	if len(s.marks) == 0 {
		return false, nil
	}
	for i := len(s.saved) - 1; i >= 0; i-- {
		switch {
		case s.saved[i].ref != r:
			continue
		case i >= s.marks[len(s.marks)-1]:
			return false, nil
		case s.raw(r)&Readonly != 0:
			return false, &ReadonlyError{s.names.Name(r)}
		}
		s.slots[r] = s.saved[i].old
		s.saved = append(s.saved[:i:i], s.saved[i+1:]...)
		s.marks = slices.Clone(s.marks)
		for j, m := range s.marks {
			if m > i {
				s.marks[j]--
			}
		}
		s.envOK = false
		return true, nil
	}
	return false, nil
}
