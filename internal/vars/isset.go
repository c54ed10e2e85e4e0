package vars

// IsSetAsIs is IsSet for a text whose subscript has been expanded already, as in [[ -v a[$i] ]]: it
// is a key as it is, or with what Subscript makes of it.
func (s *Store) IsSetAsIs(text string) (bool, error) {
	if name, sub, element := SplitName(text); element && IsName(name) {
		if a := s.Assoc(s.names.Ref(name)); a != nil {
			if _, set := a.Get(sub); set {
				return true, nil
			}
		}
	}
	return s.IsSet(text)
}

// IsSet reports whether the variable or the element named by text is set, for -v of bash: name,
// name[subscript], or name[@] for any element. The error is that of the subscript.
func (s *Store) IsSet(text string) (bool, error) {
	name, sub, element := SplitName(text)
	if !IsName(name) {
		return false, nil
	}
	r := s.names.Ref(name)
	if !element {
		_, set := s.Get(r)
		return set, nil
	}
	if (sub == "@" || sub == "*") && s.Attrs(r)&Associative == 0 {
		if a := s.Indexed(r); a != nil {
			return a.Len() > 0, nil
		}
		_, set := s.Get(r)
		return set, nil
	}
	at, err := s.subscript(r, sub)
	if err != nil {
		return false, err
	}
	_, set, err := s.GetElement(r, at)
	return set, err
}

// IsReference reports whether name is a reference to another variable, as -R of bash does.
func (s *Store) IsReference(name string) bool {
	if !IsName(name) {
		return false
	}
	v, ok := s.Itself(s.names.Ref(name))
	return ok && v.Attrs&(Nameref|IsSet) == Nameref|IsSet
}
