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
	// Assign hears of an assignment to a plain variable.
	Assign(kind uint8, value string)
	// Positional returns a positional parameter, or $0; "" if it is not set.
	Positional(n int) string
}

// SetComputer gives the store the source of its computed variables. A fork has none until it is set.
func (s *Store) SetComputer(c Computer) { s.computer = c }

// SetComputed makes r a computed variable, an array if attrs has Indexed, until it is unset. Kind 0
// is the line number, which an assignment ends, too.
func (s *Store) SetComputed(r Ref, kind uint8, attrs Attr) {
	v := s.own(r)
	v.value, v.spare, v.elements = "", 0, nil
	if attrs&Indexed != 0 {
		v.elements = &elements{indexed: &array.Indexed{}}
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
	}
	return s.computer.Value(v.kind)
}

// assignComputed assigns to a variable with the attribute Dynamic. It reports false for the line
// number, which becomes a plain variable.
func (s *Store) assignComputed(v *variable, value string) bool {
	if v.kind == 0 {
		return false
	}
	if s.computer != nil && v.attrs&Indexed == 0 {
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
