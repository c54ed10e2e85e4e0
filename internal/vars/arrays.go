package vars

import (
	"strconv"

	"ftsh/internal/array"
)

// elements are those of an array: one of the two is not nil.
type elements struct {
	indexed *array.Indexed
	assoc   *array.Assoc
}

func (e *elements) clone() *elements {
	switch {
	case e == nil:
		return nil
	case e.assoc != nil:
		return &elements{assoc: e.assoc.Clone()}
	}
	return &elements{indexed: e.indexed.Clone()}
}

// first returns the element that stands for the array without a subscript: 0 or "0".
func (e *elements) first() (string, bool) {
	if e.assoc != nil {
		return e.assoc.Get("0")
	}
	return e.indexed.Get(0)
}

func (e *elements) setFirst(value string) {
	if e.assoc != nil {
		e.assoc.Set("0", value)
		return
	}
	e.indexed.Set(0, value)
}

// list returns the elements as plain data.
func (e *elements) list() (list []Element) {
	switch {
	case e == nil:
	case e.assoc != nil:
		for key, value := range e.assoc.All() {
			list = append(list, Element{key, value})
		}
	default:
		for i, value := range e.indexed.All() {
			list = append(list, Element{strconv.Itoa(i), value})
		}
	}
	return list
}

// listed is the opposite of list. Elements of a bad index are left out.
func listed(attrs Attr, list []Element) *elements {
	if attrs&Associative != 0 {
		a := &array.Assoc{}
		for i := len(list); i > 0; i-- { // of two in one place of the order, the newest comes first
			a.Set(list[i-1].Key, list[i-1].Value)
		}
		return &elements{assoc: a}
	}
	a := &array.Indexed{}
	for _, e := range list {
		if i, err := strconv.Atoi(e.Key); err == nil && i >= 0 {
			a.Set(i, e.Value)
		}
	}
	return &elements{indexed: a}
}

// Indexed returns the elements of an indexed array, to be read until the next change of s; nil if r
// is none.
func (s *Store) Indexed(r Ref) (a *array.Indexed) {
	_ = s.Follow(r, func(r Ref) error {
		if s.raw(r)&Indexed != 0 {
			a = s.elementsOf(s.slots[r])
		}
		return nil
	})
	return a
}

// Assoc returns the elements of an associative array, to be read until the next change of s; nil if
// r is none.
func (s *Store) Assoc(r Ref) (a *array.Assoc) {
	_ = s.Follow(r, func(r Ref) error {
		if s.raw(r)&Associative != 0 {
			a = s.assocOf(s.slots[r])
		}
		return nil
	})
	return a
}

// ChangeIndexed calls change with the elements of an indexed array. It makes one of r first, if it
// is none: a plain value becomes element 0. change must not keep the elements. The error is a
// *ReadonlyError, or a *KindError if r is an associative array.
func (s *Store) ChangeIndexed(r Ref, change func(*array.Indexed)) error {
	return s.Follow(r, func(r Ref) error {
		v, err := s.become(r, Indexed)
		if err == nil {
			change(v.elements.indexed)
			s.assigned(v)
		}
		return err
	})
}

// ChangeAssoc is ChangeIndexed for an associative array.
func (s *Store) ChangeAssoc(r Ref, change func(*array.Assoc)) error {
	return s.Follow(r, func(r Ref) error {
		v, err := s.become(r, Associative)
		if err == nil {
			change(v.elements.assoc)
			s.assigned(v)
		}
		return err
	})
}

// DeclareArray makes r an array, as `declare -a` and `declare -A` do: kind is Indexed or
// Associative. A plain value becomes element 0; an array of this kind stays as it is. Without a
// value r stays unset. The errors are those of ChangeIndexed.
func (s *Store) DeclareArray(r Ref, kind Attr) error {
	return s.Follow(r, func(r Ref) error {
		_, err := s.become(r, kind)
		return err
	})
}

// become returns the variable at r as an array of this kind, ready to be written.
func (s *Store) become(r Ref, kind Attr) (*variable, error) {
	v := s.own(r)
	switch {
	case v.attrs&Readonly != 0:
		return nil, &ReadonlyError{s.names.Name(r)}
	case v.attrs&kind != 0:
		return v, nil
	case v.attrs&arrays != 0:
		return nil, &KindError{s.names.Name(r), v.attrs & arrays}
	}
	value, set := s.Get(r)
	if v.attrs&Exported != 0 {
		s.envOK = false
	}
	v.elements = &elements{indexed: &array.Indexed{}}
	if kind == Associative {
		v.elements = &elements{assoc: &array.Assoc{}}
	}
	v.value, v.spare, v.kind, v.attrs = "", 0, 0, v.attrs&^Dynamic|kind
	v.seq = s.next()
	if set {
		v.elements.setFirst(value)
	}
	return v, nil
}

// KindError reports that an array of one kind was to become one of the other.
type KindError struct {
	Name string
	Kind Attr // what it is: Indexed or Associative
}

// Error says it in bash's words.
func (e *KindError) Error() string {
	if e.Kind == Associative {
		return e.Name + ": cannot convert associative to indexed array"
	}
	return e.Name + ": cannot convert indexed to associative array"
}
