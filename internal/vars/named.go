package vars

// AssignNamed assigns to the variable or the element that a text names, such as `x` or `a[1]`: the
// operand of a builtin. The caller has checked the text with IsTarget. The errors are those of Set
// and SetElement.
func (s *Store) AssignNamed(text, value string) error {
	name, sub, element := SplitName(text)
	r := s.names.Ref(name)
	if !element {
		return s.Set(r, value)
	}
	at, err := s.subscript(r, sub)
	if err != nil {
		return err
	}
	return s.SetElement(r, at, value)
}

// Evaluate returns the value of an expression of bash, which may assign. The error names the text.
func (s *Store) Evaluate(text string) (int64, error) { return s.evaluate(text) }

// IsTarget reports whether a text names a variable or an element.
func IsTarget(text string) bool {
	name, _, _ := SplitName(text)
	return IsName(name)
}
