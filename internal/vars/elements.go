package vars

import (
	"math"

	"ftsh/internal/arith"
	"ftsh/internal/array"
)

// A SubscriptError reports a subscript that no element can have: a negative one beyond the first
// element, an empty key.
type SubscriptError struct{ Name, Sub string }

func (e *SubscriptError) Error() string { return e.Name + "[" + e.Sub + "]: bad array subscript" }

// Numbers are the variables of a Store as the environment of an expression of bash. The slots are
// Refs.
type Numbers struct{ Store *Store }

var _ arith.BashEnv = Numbers{}

// Get returns the value of a variable, and whether it is set.
func (n Numbers) Get(slot int) (string, bool, error) {
	v, ok := n.Store.Get(Ref(slot))
	return v, ok, nil
}

// Set assigns to a variable.
func (n Numbers) Set(slot int, value string) error { return n.Store.Set(Ref(slot), value) }

// Bind returns the slot of a name.
func (n Numbers) Bind(name string) int { return int(n.Store.names.Ref(name)) }

// Keyed reports whether a variable is an associative array.
func (n Numbers) Keyed(slot int) bool { return n.Store.Attrs(Ref(slot))&Associative != 0 }

// Key is Store.Subscript.
func (n Numbers) Key(text string) string { return n.Store.Subscript(text) }

// GetElement is Store.GetElement.
func (n Numbers) GetElement(slot int, at arith.Subscript) (string, bool, error) {
	return n.Store.GetElement(Ref(slot), at)
}

// SetElement is Store.SetElement.
func (n Numbers) SetElement(slot int, at arith.Subscript, value string) error {
	return n.Store.SetElement(Ref(slot), at, value)
}

// GetElement returns an element and whether it is set. The one of a plain variable is 0. The error
// is a *SubscriptError.
func (s *Store) GetElement(r Ref, at arith.Subscript) (value string, set bool, err error) {
	err = s.Follow(r, func(r Ref) error {
		switch {
		case s.raw(r)&Associative != 0:
			value, set = s.assocOf(s.slots[r]).Get(at.Key)
			return nil
		case s.raw(r)&Indexed == 0:
			if at.Index == 0 || at.Index == -1 {
				value, set = s.Get(r)
			}
			return nil
		}
		a := s.elementsOf(s.slots[r])
		i, err := s.place(r, a, at)
		if err == nil {
			value, set = a.Get(i)
		}
		return err
	})
	return value, set, err
}

// place returns the index of an element in an array: a negative one counts from the end.
func (s *Store) place(r Ref, a *array.Indexed, at arith.Subscript) (int, error) {
	i := at.Index
	if i < 0 {
		if i += int64(a.End()); i < 0 {
			return 0, &SubscriptError{s.names.Name(r), at.Key}
		}
	}
	if i > math.MaxInt-1 { // the end of such an array would be no number
		return 0, &SubscriptError{s.names.Name(r), at.Key}
	}
	return int(i), nil
}

// SetElement assigns to an element. A plain or unset variable becomes an indexed array. The error
// is one of Set, or a *SubscriptError.
func (s *Store) SetElement(r Ref, at arith.Subscript, value string) error {
	return s.changeElement(r, at, func(a Attr, _ string) (string, error) {
		return s.converted(a, value)
	})
}

// AppendElement is SetElement for `a[i]+=text`.
func (s *Store) AppendElement(r Ref, at arith.Subscript, text string) error {
	return s.changeElement(r, at, func(a Attr, old string) (string, error) {
		return s.appended(a, old, text)
	})
}

func (s *Store) changeElement(r Ref, at arith.Subscript,
	to func(a Attr, old string) (string, error)) error {
	return s.followArray(r, func(r Ref) error {
		kind := Indexed
		if s.raw(r)&Associative != 0 {
			kind = Associative
		}
		if at.Index < 0 && kind == Indexed && s.raw(r)&arrays == 0 { // it stays as it is
			if _, set := s.Get(r); !set || at.Index < -1 {
				return &SubscriptError{s.names.Name(r), at.Key}
			}
		}
		v, err := s.become(r, kind)
		if err != nil {
			return err
		}
		old, i := "", 0
		if kind == Associative {
			if at.Key == "" {
				return &SubscriptError{s.names.Name(r), ""}
			}
			old, _ = s.assocOf(v).Get(at.Key)
		} else {
			if i, err = s.place(r, v.elements.indexed, at); err != nil {
				return err
			}
			old, _ = v.elements.indexed.Get(i)
		}
		value, err := to(v.attrs, old)
		if err != nil {
			return err
		}
		if kind == Associative {
			v.elements.assoc.Set(at.Key, value)
		} else {
			v.elements.indexed.Set(i, value)
		}
		s.assigned(v)
		return nil
	})
}

// UnsetElement removes an element, if there is one. The error is a *ReadonlyError or a
// *SubscriptError.
func (s *Store) UnsetElement(r Ref, at arith.Subscript) error {
	return s.Follow(r, func(r Ref) error {
		a := s.raw(r)
		switch {
		case a&Readonly != 0:
			return &ReadonlyError{s.names.Name(r)}
		case a&Associative != 0:
			v := s.own(r)
			v.elements.assoc.Unset(at.Key)
			v.seq = s.next()
			return nil
		case a&Indexed == 0:
			return &NotArrayError{s.names.Name(r)}
		}
		v := s.own(r)
		i, err := s.place(r, v.elements.indexed, at)
		if err != nil {
			return err
		}
		v.elements.indexed.Unset(i)
		v.seq = s.next()
		return nil
	})
}

// A NotArrayError reports that a variable is no array.
type NotArrayError struct{ Name string }

func (e *NotArrayError) Error() string { return e.Name + ": not an array variable" }

// An Item is an element of `a=(…)` of bash, with its words expanded.
type Item struct {
	Sub    string // the text in brackets
	HasSub bool
	Value  string
	Append bool // [Sub]+=Value
}

// AssignArray assigns items to an array, or adds them to it. A variable that is no array becomes an
// indexed one. Subscripts are evaluated one after the other. After a *SubscriptError or *NoKeyError,
// the first of which it returns, it goes on with the next item; other errors end it.
func (s *Store) AssignArray(r Ref, items []Item, add bool) error {
	return s.followArray(r, func(r Ref) error {
		kind := Indexed
		if s.raw(r)&Associative != 0 {
			kind = Associative
		}
		v, err := s.become(r, kind)
		if err != nil {
			return err
		}
		before := s.assocOf(v) // += refers to it, as in bash
		if !add {
			v.elements.empty()
		}
		s.assigned(v)
		if kind == Associative {
			if add {
				before = v.elements.assoc
			}
			return s.addKeyed(r, v, before, items)
		}
		return s.addIndexed(r, v, items)
	})
}

func (e *elements) empty() {
	if e.assoc != nil {
		e.assoc = &array.Assoc{}
		return
	}
	e.indexed.Replace(nil)
}

func (s *Store) addIndexed(r Ref, v *variable, items []Item) error {
	var first error
	next := v.elements.indexed.End()
	for _, it := range items {
		a := v.elements.indexed
		if it.HasSub {
			n, err := s.evaluate(it.Sub)
			if err != nil {
				return err
			}
			i, err := s.place(r, a, arith.Subscript{Index: n, Key: it.Sub})
			if err != nil {
				if first == nil {
					first = err
				}
				continue
			}
			next = i
		}
		value, err := s.converted(v.attrs, it.Value)
		if it.Append {
			old, _ := a.Get(next)
			value, err = s.appended(v.attrs, old, it.Value)
		}
		if err != nil {
			return err
		}
		if next == math.MaxInt {
			return &SubscriptError{s.names.Name(r), it.Sub}
		}
		a.Set(next, value)
		next++
	}
	return first
}

// addKeyed adds elements. The values of before are those that += adds to.
func (s *Store) addKeyed(r Ref, v *variable, before *array.Assoc, items []Item) error {
	if len(items) > 0 && !items[0].HasSub { // key value key value
		for i := 0; i < len(items); i += 2 {
			it := Item{Sub: items[i].Value, HasSub: true}
			if i+1 < len(items) {
				it.Value = items[i+1].Value
			}
			if err := s.addKey(r, v, before, it); err != nil {
				return err
			}
		}
		return nil
	}
	var first error
	for _, it := range items {
		err := error(&NoKeyError{s.names.Name(r), it.Value})
		if it.HasSub {
			err = s.addKey(r, v, before, it)
		}
		if first == nil {
			first = err
		}
	}
	return first
}

func (s *Store) addKey(r Ref, v *variable, before *array.Assoc, it Item) error {
	if it.Sub == "" {
		return &SubscriptError{s.names.Name(r), ""}
	}
	value, err := s.converted(v.attrs, it.Value)
	if it.Append {
		old, _ := before.Get(it.Sub)
		value, err = s.appended(v.attrs, old, it.Value)
	}
	if err != nil {
		return err
	}
	v.elements.assoc.Set(it.Sub, value)
	if v.attrs&Dynamic != 0 {
		s.passKeys(v)
	}
	return nil
}

// A NoKeyError reports an element without a key among elements with one.
type NoKeyError struct{ Name, Value string }

func (e *NoKeyError) Error() string {
	return e.Name + ": " + e.Value + ": must use subscript when assigning associative array"
}

// SetAt assigns to the element of a subscript's text, or adds to it: a key as it is, else an
// expression.
func (s *Store) SetAt(r Ref, sub, value string, add bool) error {
	at, err := s.subscript(r, sub)
	switch {
	case err != nil:
		return err
	case add:
		return s.AppendElement(r, at, value)
	}
	return s.SetElement(r, at, value)
}

// UnsetAt removes the element of a subscript's text.
func (s *Store) UnsetAt(r Ref, sub string) error {
	at, err := s.subscript(r, sub)
	if err != nil {
		return err
	}
	return s.UnsetElement(r, at)
}
