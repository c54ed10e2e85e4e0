package vars

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/arith"
)

// setAttended is Set for a variable with attributes that an assignment must attend to.
func (s *Store) setAttended(r Ref, v *variable, value string) error {
	switch {
	case v.attrs&Nameref != 0:
		return s.setReferred(r, value)
	case v.attrs&Readonly != 0:
		return &ReadonlyError{s.names.Name(r)}
	case v.attrs&Dynamic != 0 && s.assignComputed(v, value):
		return nil
	}
	value, err := s.converted(v.attrs, value)
	if err != nil {
		return err
	}
	if v.attrs&arrays != 0 {
		v.elements.setFirst(value)
		if s.allexp {
			v.attrs |= Exported
		}
	} else {
		v.value, v.spare = value, 0
	}
	s.assigned(v)
	return nil
}

// Plain reports whether an assignment to r cannot fail.
func (s *Store) Plain(r Ref) bool { return s.raw(r)&attended == 0 }

// Append is Set for `name+=text` of bash: it adds text to the value or, if the variable is an
// integer, the numbers.
func (s *Store) Append(r Ref, text string) error {
	if s.Attrs(r)&Integer == 0 {
		old, _ := s.Get(r)
		return s.Join(r, old, text)
	}
	old, _ := s.Get(r)
	sum, err := s.sum(old, text)
	if err != nil {
		return err
	}
	return s.Set(r, sum)
}

// Joined returns the value that Append would give r.
func (s *Store) Joined(r Ref, text string) (string, error) {
	old, _ := s.Get(r)
	return s.appended(s.Attrs(r), old, text)
}

// sum adds the values of two expressions.
func (s *Store) sum(old, text string) (string, error) {
	a, err := s.evaluate(old)
	if err != nil {
		return "", err
	}
	b, err := s.evaluate(text)
	return strconv.FormatInt(a+b, 10), err
}

// appended is the value of an element or variable with these attributes, with text added.
func (s *Store) appended(a Attr, old, text string) (string, error) {
	if a&Integer != 0 {
		return s.sum(old, text)
	}
	return s.converted(a, old+text)
}

// converted returns the value that an assignment gives a variable with these attributes.
func (s *Store) converted(a Attr, value string) (string, error) {
	if a&Integer != 0 {
		n, err := s.evaluate(value)
		return strconv.FormatInt(n, 10), err
	}
	switch a & (Lower | Upper) {
	case Lower:
		return strings.ToLower(value), nil
	case Upper:
		return strings.ToUpper(value), nil
	}
	return value, nil
}

// evaluate returns the value of an expression of bash. The error names the text.
func (s *Store) evaluate(text string) (int64, error) {
	if n := len(text); n > 0 && n < 19 && '1' <= text[0] && text[0] <= '9' {
		if v, err := strconv.ParseInt(text, 10, 64); err == nil {
			return v, nil
		}
	}
	e, err := arith.ParseBash(text, func(name string) int { return int(s.names.Ref(name)) })
	v := int64(0)
	if err == nil {
		v, err = e.Eval(Numbers{s})
	}
	if syntax, ok := err.(*arith.Error); ok {
		if len(text) > maxShown {
			text = text[:maxShown] + "…"
		}
		return 0, &ExpressionError{text, syntax}
	}
	return v, err
}

// maxShown is how many bytes of a text are shown in a message.
const maxShown = 60

// An ExpressionError reports a value or a subscript that is no expression.
type ExpressionError struct {
	Text string
	Err  *arith.Error
}

func (e *ExpressionError) Error() string { return fmt.Sprintf("%s: %v", e.Text, e.Err) }

// Unwrap returns the error of the expression.
func (e *ExpressionError) Unwrap() error { return e.Err }

// itself returns the variable at r as plain data, a reference as such.
func (s *Store) itself(r Ref) Var {
	v := s.slots[r]
	x := Var{Name: s.names.Name(r), Value: v.value, Attrs: v.attrs, Elements: v.elements.list()}
	if v.attrs&(Dynamic|Indexed) == Dynamic|Indexed {
		x.Elements = (&elements{indexed: s.elementsOf(v)}).list()
	}
	if v.attrs&(Dynamic|Associative) == Dynamic|Associative {
		x.Elements = (&elements{assoc: s.assocOf(v)}).list()
	}
	if v.attrs&(arrays|Dynamic) != 0 && v.attrs&Nameref == 0 {
		x.Value, _ = s.Get(r)
	}
	return x
}

// Itself returns a variable as All does, and whether it has a value or an attribute.
func (s *Store) Itself(r Ref) (Var, bool) {
	if s.raw(r) == 0 {
		return Var{}, false
	}
	return s.itself(r), true
}

// Locals returns the variables of the innermost scope as All does, in the order of their names.
func (s *Store) Locals() []Var {
	var all []Var
	if len(s.marks) == 0 {
		return nil
	}
	for _, sv := range s.saved[s.marks[len(s.marks)-1]:] {
		if s.raw(sv.ref) != 0 {
			all = append(all, s.itself(sv.ref))
		}
	}
	return sorted(all)
}

func sorted(all []Var) []Var {
	slices.SortFunc(all, func(a, b Var) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// Globally calls do while r is the variable outside all functions, as `declare -g` of bash wants
// it.
func (s *Store) Globally(r Ref, do func() error) error {
	if s.raw(r) == 0 && (int(r) >= len(s.slots) || s.slots[r] == nil) || !s.slots[r].hides {
		return do()
	}
	top := s.slots[r]
	last := top
	for last.under != nil && last.under.hides {
		last = last.under
	}
	was := last.under
	s.slots[r] = was
	err := do()
	now := s.slots[r]
	s.slots[r], s.envOK = top, false
	if now == was {
		return err
	}
	if last.owner != s.mark {
		last = s.ownHiding(r, last)
	}
	last.under = now
	for i := range s.saved {
		if s.saved[i].ref == r && s.saved[i].old == was {
			s.saved[i].old = now
		}
	}
	return err
}

// ownHiding copies the variables that hide each other at r, down to last, which other stores share.
// It returns the copy of last.
func (s *Store) ownHiding(r Ref, last *variable) *variable {
	for at := &s.slots[r]; ; at = &(*at).under {
		old := *at
		*at = old.copyFor(s)
		for i := range s.saved {
			if s.saved[i].ref == r && s.saved[i].old == old {
				s.saved[i].old = *at
			}
		}
		if old == last {
			return *at
		}
	}
}

// raw returns the attributes of r itself.
func (s *Store) raw(r Ref) Attr {
	if int(r) >= len(s.slots) || s.slots[r] == nil {
		return 0
	}
	return s.slots[r].attrs
}

// Has reports whether r itself has a value or an attribute.
func (s *Store) Has(r Ref) bool { return s.raw(r) != 0 }

// Letters returns the options of bash's declare for attributes, in bash's order.
func (a Attr) Letters() string {
	var b []byte
	for _, l := range [...]struct {
		attr   Attr
		letter byte
	}{{Indexed, 'a'}, {Associative, 'A'}, {Integer, 'i'}, {Nameref, 'n'}, {Readonly, 'r'},
		{Traced, 't'}, {Exported, 'x'}, {Lower, 'l'}, {Upper, 'u'}} {
		if a&l.attr != 0 {
			b = append(b, l.letter)
		}
	}
	return string(b)
}
