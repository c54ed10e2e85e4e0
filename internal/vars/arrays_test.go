package vars_test

import (
	"reflect"
	"slices"
	"strconv"
	"testing"

	"ftsh/internal/array"
	"ftsh/internal/vars"
)

// values are the elements of an indexed array in order.
func values(s *vars.Store, r vars.Ref) (all []string) {
	if a := s.Indexed(r); a != nil {
		for _, v := range a.All() {
			all = append(all, v)
		}
	}
	return all
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func add(t *testing.T, s *vars.Store, r vars.Ref, value string) {
	t.Helper()
	err := s.ChangeIndexed(r, func(a *array.Indexed) { a.Set(a.End(), value) })
	if err != nil {
		t.Fatal(err)
	}
}

func TestArrayOfAPlainVariable(t *testing.T) {
	n := vars.NewNames()
	s, r := vars.NewStore(n), n.Ref("a")
	must(t, s.Set(r, "x"))
	s.Mark(r, vars.Exported)
	add(t, s, r, "y")
	if got := values(s, r); !slices.Equal(got, []string{"x", "y"}) {
		t.Errorf("%q", got)
	}
	must(t, s.Set(r, "z"))
	if got := s.Value("a"); got != "z" {
		t.Errorf("element 0 is %q", got)
	}
	if env := s.Environ(); len(env) != 0 {
		t.Errorf("an array is exported: %q", env)
	}
	must(t, s.Unset(r))
	if s.Indexed(r) != nil || s.Attrs(r) != 0 {
		t.Errorf("left: %v", s.Attrs(r))
	}
}

func TestArrayDeclared(t *testing.T) {
	n := vars.NewNames()
	s, r := vars.NewStore(n), n.Ref("a")
	must(t, s.DeclareArray(r, vars.Associative))
	if v, set := s.Get(r); set || v != "" {
		t.Errorf("%q is set", v)
	}
	if got := s.Attrs(r); got != vars.Associative {
		t.Errorf("%v", got)
	}
	must(t, s.ChangeAssoc(r, func(a *array.Assoc) { a.Set("k", "v"); a.Set("0", "zero") }))
	if v, set := s.Get(r); !set || v != "zero" {
		t.Errorf("element 0 is %q, %t", v, set)
	}
	err := s.DeclareArray(r, vars.Indexed)
	if err == nil || err.Error() != "a: cannot convert associative to indexed array" {
		t.Errorf("%v", err)
	}
	s.Mark(r, vars.Readonly)
	err = s.ChangeAssoc(r, func(*array.Assoc) { t.Error("called") })
	if err == nil || err.Error() != "a: is read only" {
		t.Errorf("%v", err)
	}
}

// A fork, a local variable and a copy have elements of their own.
func TestArrayIsCopied(t *testing.T) {
	n := vars.NewNames()
	s, r := vars.NewStore(n), n.Ref("a")
	add(t, s, r, "1")
	fork := s.Fork()
	add(t, fork, r, "2")
	s.Push()
	must(t, s.Local(r))
	add(t, s, r, "3")
	if got := values(s, r); !slices.Equal(got, []string{"1", "3"}) {
		t.Errorf("local: %q", got)
	}
	s.Pop()
	if got := values(s, r); !slices.Equal(got, []string{"1"}) {
		t.Errorf("afterwards: %q", got)
	}
	if got := values(fork, r); !slices.Equal(got, []string{"1", "2"}) {
		t.Errorf("fork: %q", got)
	}
	other := vars.NewStore(vars.NewNames())
	for _, v := range fork.All() {
		other.Restore(v)
	}
	add(t, fork, r, "4")
	if got := values(other, other.Names().Ref("a")); !slices.Equal(got, []string{"1", "2"}) {
		t.Errorf("restored: %q", got)
	}
	s.Adopt(fork)
	if got := values(s, r); !slices.Equal(got, []string{"1", "2", "4"}) {
		t.Errorf("adopted: %q", got)
	}
}

// An associative array that was listed and restored has the same order.
func TestAssocIsRestored(t *testing.T) {
	n := vars.NewNames()
	s, r := vars.NewStore(n), n.Ref("a")
	must(t, s.ChangeAssoc(r, func(a *array.Assoc) {
		for i := range 2000 { // more than there are places
			a.Set(strconv.Itoa(i), "v"+strconv.Itoa(i))
		}
	}))
	all := s.All()
	other := vars.NewStore(vars.NewNames())
	for _, v := range all {
		other.Restore(v)
	}
	if got := other.All(); !reflect.DeepEqual(got, all) {
		t.Error("the order has changed")
	}
}
