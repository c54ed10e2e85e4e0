package vars

import (
	"errors"
	"strings"
)

const (
	// maxReferences bounds references to references. It is bash's number.
	maxReferences = 8
	// maxSteps bounds the references within one access: the subscript of one may mention others.
	maxSteps = 256
)

// errNoTarget is the error of a reference that has no variable yet.
var errNoTarget = errors.New("the reference has no variable")

// A CircularError reports references that lead back to themselves.
type CircularError struct{ Name string }

func (e *CircularError) Error() string { return e.Name + ": circular name reference" }

// A NamerefError reports a value that cannot be the variable of a reference.
type NamerefError struct{ Value string }

func (e *NamerefError) Error() string {
	return "`" + e.Value + "': invalid variable name for name reference"
}

// A target is the variable that a reference leads to, or an element of it.
type target struct {
	ref     Ref
	sub     string // the text of the subscript
	element bool
	global  bool // the one outside all functions
}

// SplitName splits name[subscript]. Without a subscript ok is false, and name the whole text.
func SplitName(text string) (name, sub string, ok bool) {
	open := strings.IndexByte(text, '[')
	if open <= 0 || text[len(text)-1] != ']' || len(text) < open+3 {
		return text, "", false
	}
	return text[:open], text[open+1 : len(text)-1], true
}

// refersTo returns what a reference leads to.
func (s *Store) refersTo(r Ref) (target, error) {
	first := r
	for range maxReferences {
		v := s.slots[r]
		if v.attrs&IsSet == 0 {
			return target{ref: r}, errNoTarget
		}
		name, sub, element := SplitName(v.value)
		next := s.names.Ref(name)
		if next == r && v.hides {
			return target{next, sub, element, true}, nil
		}
		if r = next; s.raw(r)&Nameref == 0 || element {
			return target{r, sub, element, false}, nil
		}
	}
	return target{}, &CircularError{s.names.Name(first)}
}

// through calls do with what the reference r leads to.
func (s *Store) through(r Ref, do func(target) error) error {
	if s.steps == 0 {
		s.stepping = maxSteps
	}
	if s.stepping == 0 || s.steps > maxReferences {
		return &CircularError{s.names.Name(r)}
	}
	s.stepping--
	s.steps++
	defer func() { s.steps-- }()
	t, err := s.refersTo(r)
	switch {
	case err != nil:
		return err
	case t.global:
		return s.Globally(t.ref, func() error { return do(t) })
	}
	return do(t)
}

// referred is Get for a reference.
func (s *Store) referred(r Ref) (value string, set bool) {
	_ = s.through(r, func(t target) (err error) {
		if !t.element {
			value, set = s.Get(t.ref)
			return nil
		}
		at, err := s.subscript(t.ref, t.sub)
		if err == nil {
			value, set, err = s.GetElement(t.ref, at)
		}
		return err
	})
	return value, set
}

// referredAttrs is Attrs for a reference. An element has those of its array but the kind of the
// array.
func (s *Store) referredAttrs(r Ref) (a Attr) {
	_ = s.through(r, func(t target) error {
		a = s.Attrs(t.ref)
		if t.element {
			a &^= arrays | IsSet
			if _, set := s.referred(r); set {
				a |= IsSet
			}
		}
		return nil
	})
	return a
}

// setReferred is Set for a reference. One without a variable gets it.
func (s *Store) setReferred(r Ref, value string) error {
	err := s.through(r, func(t target) error {
		if !t.element {
			return s.Set(t.ref, value)
		}
		at, err := s.subscript(t.ref, t.sub)
		if err != nil {
			return err
		}
		return s.SetElement(t.ref, at, value)
	})
	if err == errNoTarget {
		return s.Refer(r, value)
	}
	return err
}

// Refer makes r a reference to the variable or element called name, or an existing reference one
// to it. The error is a *NamerefError, a *ReadonlyError, or a *CircularError for a reference to
// itself outside of functions.
func (s *Store) Refer(r Ref, name string) error {
	base, _, _ := SplitName(name)
	if !IsName(base) {
		return &NamerefError{name}
	}
	v := s.own(r)
	switch {
	case v.attrs&Readonly != 0:
		return &ReadonlyError{s.names.Name(r)}
	case base == s.names.Name(r) && !v.hides:
		return &CircularError{base}
	}
	v.value, v.spare, v.elements = name, 0, nil
	v.attrs = v.attrs&^(arrays|Dynamic|Integer|Lower|Upper) | Nameref | IsSet
	v.seq = s.next()
	s.envOK = false
	return nil
}

// Refers returns the name of the variable to which the reference r refers. ok reports whether it is
// one; it may have no variable yet.
func (s *Store) Refers(r Ref) (name string, ok bool) {
	if s.raw(r)&Nameref == 0 {
		return "", false
	}
	return s.slots[r].value, true
}

// unsetReferred is Unset for a reference.
func (s *Store) unsetReferred(r Ref) error {
	err := s.through(r, func(t target) error {
		if !t.element {
			return s.Unset(t.ref)
		}
		at, err := s.subscript(t.ref, t.sub)
		if err != nil {
			return err
		}
		return s.UnsetElement(t.ref, at)
	})
	if err == errNoTarget {
		return s.UnsetItself(r)
	}
	return err
}

// An ElementError reports that a reference to an element was to be used as an array.
type ElementError struct{ Value string }

func (e *ElementError) Error() string { return "`" + e.Value + "': not a valid identifier" }

// followArray is Follow for what makes an array of the variable. A reference without a variable is
// none any more, and the error for one to an element is an *ElementError.
func (s *Store) followArray(r Ref, do func(Ref) error) error {
	if s.raw(r)&Nameref == 0 {
		return do(r)
	}
	err := s.through(r, func(t target) error {
		if t.element {
			return &ElementError{s.names.Name(t.ref) + "[" + t.sub + "]"}
		}
		return do(t.ref)
	})
	if err == errNoTarget {
		v := s.own(r)
		v.attrs &^= Nameref
		return do(r)
	}
	return err
}

// Follow calls do with the variable that r stands for: itself or, if it is a reference, the
// variable that it leads to, of which an element is no part.
func (s *Store) Follow(r Ref, do func(Ref) error) error {
	if s.raw(r)&Nameref == 0 {
		return do(r)
	}
	err := s.through(r, func(t target) error { return do(t.ref) })
	if err == errNoTarget {
		return do(r)
	}
	return err
}

// SetLoop is Set for the variable of a loop: a reference gets another variable to refer to.
func (s *Store) SetLoop(r Ref, value string) error {
	v := s.own(r)
	if v.attrs&attended == 0 {
		v.value, v.spare = value, 0
		s.assigned(v)
		return nil
	}
	if v.attrs&Nameref != 0 {
		return s.Refer(r, value)
	}
	return s.setAttended(r, v, value)
}
