package vars

import (
	"strconv"

	"ftsh/internal/array"
)

// A Computer gives values to the computed variables of bash, such as RANDOM, and hears of
// assignments to them. kind is the number given to SetComputed.
type Computer interface {
	// Value returns the present value of a plain variable.
	Value(kind uint8) (value string, set bool)
	// Elements returns the elements of an array, which the caller may change; nil if it is unset.
	Elements(kind uint8) *array.Indexed
	// Keyed returns the elements of an associative array, which the caller may change.
	Keyed(kind uint8) *array.Assoc
	// Assign hears of an assignment to a plain variable, AssignKey of one to an element of an
	// associative array.
	Assign(kind uint8, value string)
	AssignKey(kind uint8, key, value string)
	// Positional returns a positional parameter, or $0; "" if it is not set.
	Positional(n int) string
}

// SetComputer gives the store the source of its computed variables. A fork has none until it is set.
func (s *Store) SetComputer(c Computer) { s.computer = c }

// SetComputed makes r a computed variable, an array if attrs says so, until it is unset. Kind 0
// is the line number, which an assignment ends, too.
func (s *Store) SetComputed(r Ref, kind uint8, attrs Attr) {
	v := s.own(r)
	v.value, v.spare, v.elements = "", 0, nil
	if attrs&Indexed != 0 {
		v.elements = &elements{indexed: &array.Indexed{}}
	}
	if attrs&Associative != 0 {
		v.elements = &elements{assoc: &array.Assoc{}}
	}
	v.kind = kind
	v.attrs = v.attrs&Exported | IsSet | Dynamic | attrs
	if v.attrs&Exported != 0 {
		s.envOK = false
	}
}

// computed returns the value of a variable with the attribute Dynamic.
func (s *Store) computed(v *variable) (string, bool) {
	switch {
	case v.kind == 0:
		return strconv.FormatUint(uint64(s.Line), 10), true
	case s.computer == nil:
		return "", false
	case v.attrs&Indexed != 0:
		a := s.computer.Elements(v.kind)
		if a == nil {
			return "", false
		}
		return a.Get(0)
	case v.attrs&Associative != 0:
		return s.computer.Keyed(v.kind).Get("0")
	}
	return s.computer.Value(v.kind)
}

// assignComputed assigns to a variable with the attribute Dynamic. It reports false for the line
// number, which becomes a plain variable.
func (s *Store) assignComputed(v *variable, value string) bool {
	if v.kind == 0 {
		return false
	}
	switch {
	case s.computer == nil || v.attrs&Indexed != 0:
	case v.attrs&Associative != 0:
		s.computer.AssignKey(v.kind, "0", value)
	default:
		s.computer.Assign(v.kind, value)
	}
	v.seq = s.next()
	return true
}

// elementsOf returns the elements of an indexed array.
func (s *Store) elementsOf(v *variable) *array.Indexed {
	if v.attrs&Dynamic == 0 {
		return v.elements.indexed
	}
	if s.computer != nil {
		if a := s.computer.Elements(v.kind); a != nil {
			return a
		}
	}
	return &array.Indexed{}
}

// assocOf returns the elements of an associative array.
func (s *Store) assocOf(v *variable) *array.Assoc {
	if v.attrs&Dynamic == 0 || s.computer == nil {
		return v.elements.assoc
	}
	return s.computer.Keyed(v.kind)
}

// passKeys gives the computer the elements just assigned to a computed associative array.
func (s *Store) passKeys(v *variable) {
	if s.computer != nil {
		for key, value := range v.elements.assoc.All() {
			s.computer.AssignKey(v.kind, key, value)
		}
	}
	v.elements.assoc = &array.Assoc{}
}
