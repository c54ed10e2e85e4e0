package vars_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ftsh/internal/vars"
)

func check(t *testing.T, s *vars.Store, name, want string, wantSet bool) {
	t.Helper()
	if got, set := s.Lookup(name); got != want || set != wantSet {
		t.Errorf("%s = %q, %v; want %q, %v", name, got, set, want, wantSet)
	}
}

func assign(t *testing.T, s *vars.Store, name, value string) {
	t.Helper()
	if err := s.Assign(name, value); err != nil {
		t.Fatal(err)
	}
}

func TestSetUnset(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	check(t, s, "x", "", false)
	assign(t, s, "x", "")
	check(t, s, "x", "", true)
	assign(t, s, "x", "1")
	check(t, s, "x", "1", true)
	if got := s.Value("x"); got != "1" {
		t.Errorf("Value: %q", got)
	}
	r := s.Names().Ref("x")
	if err := s.Unset(r); err != nil {
		t.Fatal(err)
	}
	check(t, s, "x", "", false)
	if err := s.Unset(s.Names().Ref("never")); err != nil {
		t.Fatal(err)
	}
}

func TestReadonly(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	assign(t, s, "x", "1")
	r := s.Names().Ref("x")
	s.Mark(r, vars.Readonly)
	s.Push()
	var ro *vars.ReadonlyError
	for what, err := range map[string]error{"Set": s.Set(r, "2"), "Unset": s.Unset(r),
		"Local": s.Local(r)} {
		if !errors.As(err, &ro) || ro.Name != "x" || ro.Error() != "x: is read only" {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := s.Shadow(r, "2"); !errors.As(err, &ro) {
		t.Errorf("Shadow: %v", err)
	}
	check(t, s, "x", "1", true)
	u := s.Names().Ref("unset")
	s.Mark(u, vars.Readonly)
	if err := s.Set(u, "v"); !errors.As(err, &ro) {
		t.Errorf("Set of an unset readonly variable: %v", err)
	}
	check(t, s, "unset", "", false)
}

func TestScopes(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	x, y := s.Names().Ref("x"), s.Names().Ref("y")
	assign(t, s, "x", "outer")
	s.Mark(x, vars.Exported)
	s.Push()
	if err := s.Local(x); err != nil {
		t.Fatal(err)
	}
	check(t, s, "x", "outer", true) // as in dash
	assign(t, s, "x", "inner")
	assign(t, s, "y", "global")
	s.Push()
	if err := errors.Join(s.Local(x), s.Local(x), s.Local(y)); err != nil {
		t.Fatal(err)
	}
	if err := s.Unset(x); err != nil {
		t.Fatal(err)
	}
	assign(t, s, "y", "innermost")
	check(t, s, "x", "", false)
	s.Pop()
	check(t, s, "x", "inner", true)
	check(t, s, "y", "global", true)
	if got := s.Environ(); !slices.Equal(got, []string{"x=inner"}) {
		t.Errorf("environment: %q", got)
	}
	s.Pop()
	check(t, s, "x", "outer", true)
	check(t, s, "y", "global", true)
	if s.InScope() {
		t.Error("still in a scope")
	}
	if got := s.Environ(); !slices.Equal(got, []string{"x=outer"}) {
		t.Errorf("environment: %q", got)
	}
}

func TestEnviron(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	s.Import([]string{"A=1", "bad-name=2", "B=x=y", "noequals"})
	assign(t, s, "C", "3")
	want := []string{"A=1", "B=x=y", "bad-name=2", "noequals"}
	if got := s.Environ(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	assign(t, s, "A", "one")
	s.Mark(s.Names().Ref("C"), vars.Exported)
	s.Mark(s.Names().Ref("D"), vars.Exported) // not set: not in the environment
	s.Unmark(s.Names().Ref("B"), vars.Exported)
	want = []string{"A=one", "C=3", "bad-name=2", "noequals"}
	if got := s.Environ(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	s.SetAllExport(true)
	assign(t, s, "E", "5")
	s.SetAllExport(false)
	assign(t, s, "F", "6")
	want = []string{"A=one", "C=3", "E=5", "bad-name=2", "noequals"}
	if got := s.Environ(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	assign(t, s, "D", "4")
	want = []string{"A=one", "C=3", "D=4", "E=5", "bad-name=2", "noequals"}
	if got := s.Environ(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if err := s.Unset(s.Names().Ref("A")); err != nil {
		t.Fatal(err)
	}
	assign(t, s, "A", "again") // unset removed the attribute
	want = []string{"C=3", "D=4", "E=5", "bad-name=2", "noequals"}
	if got := s.Environ(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestFork(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	assign(t, s, "x", "1")
	s.Mark(s.Names().Ref("x"), vars.Exported)
	s.Environ()
	f := s.Fork()
	assign(t, f, "x", "2")
	assign(t, f, "y", "3")
	g := f.Fork()
	assign(t, g, "x", "4")
	check(t, s, "x", "1", true)
	check(t, s, "y", "", false)
	check(t, f, "x", "2", true)
	check(t, g, "x", "4", true)
	check(t, g, "y", "3", true)
	for _, c := range []struct {
		s    *vars.Store
		want string
	}{{s, "x=1"}, {f, "x=2"}, {g, "x=4"}} {
		if got := c.s.Environ(); !slices.Equal(got, []string{c.want}) {
			t.Errorf("environment %q, want %q", got, c.want)
		}
	}
	assign(t, s, "x", "5")
	check(t, f, "x", "2", true)
}

func TestForkInFunction(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	x := s.Names().Ref("x")
	assign(t, s, "x", "global")
	s.Push()
	if err := s.Local(x); err != nil {
		t.Fatal(err)
	}
	f := s.Fork()
	if !f.InScope() {
		t.Fatal("local is refused in a subshell of a function")
	}
	f.Push()
	if err := f.Local(x); err != nil {
		t.Fatal(err)
	}
	assign(t, f, "x", "deep")
	f.Pop()
	check(t, f, "x", "global", true)
	s.Pop()
	check(t, s, "x", "global", true)
}

func TestClone(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	assign(t, s, "x", "1")
	c := s.Clone()
	done := make(chan bool)
	go func() {
		for range 1000 {
			if err := c.Assign("x", "clone"); err != nil {
				t.Error(err)
			}
			c.Environ()
		}
		close(done)
	}()
	for range 1000 {
		assign(t, s, "x", "original")
		s.Environ()
	}
	<-done
	check(t, s, "x", "original", true)
	check(t, c, "x", "clone", true)
}

// Two stores that share their variables copy one before they write it.
func TestShare(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	long := strings.Repeat("x", vars.JoinFrom)
	assign(t, s, "x", long)
	ref := s.Names().Ref("x")
	if err := s.Join(ref, s.Value("x"), "y"); err != nil {
		t.Fatal(err)
	}
	s.Push()
	if err := s.Local(s.Names().Ref("l")); err != nil {
		t.Fatal(err)
	}
	c := s.Share()
	done := make(chan bool)
	go func() {
		for range 1000 {
			if err := c.Join(ref, c.Value("x"), "c"); err != nil {
				t.Error(err)
			}
			c.Environ()
		}
		close(done)
	}()
	for range 1000 {
		if err := s.Join(ref, s.Value("x"), "s"); err != nil {
			t.Fatal(err)
		}
		s.Environ()
	}
	if err := s.Globally(s.Names().Ref("l"), func() error { return s.Assign("l", "global") }); err != nil {
		t.Fatal(err)
	}
	<-done
	s.Pop()
	check(t, s, "l", "global", true)
	check(t, s, "x", long+"y"+strings.Repeat("s", 1000), true)
	check(t, c, "x", long+"y"+strings.Repeat("c", 1000), true)
}

// An Outer store is unaffected by concurrently running functions and blocks.
func TestOuter(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	ref := s.Names().Ref
	assign(t, s, "x", "outer")
	assign(t, s, "z", "was")
	s.Push()
	if err := errors.Join(s.Local(ref("x")), s.Local(ref("y"))); err != nil {
		t.Fatal(err)
	}
	assign(t, s, "x", "local")
	assign(t, s, "g", "global")
	sh, err := s.Shadow(ref("x"), "shadow")
	if err != nil {
		t.Fatal(err)
	}
	var set vars.Shadows
	set.Set(s, ref("z"), "1")
	s.Push()
	if err := s.Local(ref("x")); err != nil {
		t.Fatal(err)
	}
	assign(t, s, "x", "innermost")
	o := s.Outer()
	for name, want := range map[string]string{"x": "outer", "z": "was", "g": "global"} {
		check(t, o, name, want, true)
	}
	check(t, o, "y", "", false)
	if o.InScope() || len(o.Environ()) != 0 {
		t.Errorf("in scope %v, environment %q", o.InScope(), o.Environ())
	}
	assign(t, o, "g", "theirs")
	check(t, s, "x", "innermost", true)
	check(t, s, "g", "global", true)
	s.Pop()
	set.End(s)
	s.Unshadow(sh)
	check(t, s, "x", "local", true)
	s.Pop()
	check(t, s, "x", "outer", true)
	check(t, s, "z", "was", true)
	assign(t, s, "x", "later")
	check(t, o, "x", "outer", true)
}

func TestLineNumber(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	r := s.Names().Ref("LINENO")
	s.SetDynamic(r)
	s.Line = 7
	check(t, s, "LINENO", "7", true)
	s.Line = 8
	check(t, s, "LINENO", "8", true)
	f := s.Fork()
	f.Line = 9
	check(t, f, "LINENO", "9", true)
	assign(t, f, "LINENO", "x")
	check(t, f, "LINENO", "x", true)
	if err := s.Unset(r); err != nil {
		t.Fatal(err)
	}
	check(t, s, "LINENO", "", false)
}

// A cache keyed by Seq never returns a wrong value.
func TestSeq(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	x := s.Names().Ref("x")
	seen := map[uint64]string{s.Seq(x): ""}
	look := func() {
		t.Helper()
		got := s.Value("x")
		if want, ok := seen[s.Seq(x)]; ok && want != got {
			t.Errorf("Seq %d stands for %q and %q", s.Seq(x), want, got)
		}
		seen[s.Seq(x)] = got
	}
	look()
	assign(t, s, "x", "1")
	look()
	s.Push()
	if err := s.Local(x); err != nil {
		t.Fatal(err)
	}
	look()
	assign(t, s, "x", "2")
	look()
	s.Pop()
	look()
	assign(t, s, "x", "3")
	look()
	sh, err := s.Shadow(x, "4")
	if err != nil {
		t.Fatal(err)
	}
	look()
	s.Unshadow(sh)
	look()
	assign(t, s, "x", "5")
	look()
	if err := s.Unset(x); err != nil {
		t.Fatal(err)
	}
	look()
	if len(seen) != 7 {
		t.Errorf("%d numbers for 7 states", len(seen))
	}
}

func TestShadow(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	x := s.Names().Ref("x")
	a, err := s.Shadow(x, "1")
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Environ(); !slices.Equal(got, []string{"x=1"}) {
		t.Errorf("%q", got)
	}
	b, err := s.Shadow(x, "2")
	if err != nil {
		t.Fatal(err)
	}
	s.Unshadow(b)
	check(t, s, "x", "1", true)
	s.Unshadow(a)
	check(t, s, "x", "", false)
	if got := s.Environ(); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

func TestShadows(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	ref := s.Names().Ref
	assign(t, s, "a", "outer")
	assign(t, s, "ro", "fixed")
	s.Mark(ref("ro"), vars.Readonly)
	var set vars.Shadows
	for _, name := range []string{"a", "b", "c", "d", "e", "f", "g", "ro"} {
		set.Set(s, ref(name), "1")
	}
	set.Set(s, ref("g"), "2")
	if err := s.Unset(ref("f")); err != nil {
		t.Fatal(err)
	}
	set.Set(s, ref("f"), "3")
	if got := s.Environ(); !slices.Equal(got, []string{"a=1", "b=1", "c=1", "d=1", "e=1", "f=3",
		"g=2"}) {
		t.Errorf("%q", got)
	}
	fork := s.Fork()
	assign(t, fork, "a", "fork")
	check(t, s, "a", "1", true)
	set.Unset(s, ref("b"))
	set.Unset(s, ref("b"))
	set.Unset(s, ref("unknown"))
	check(t, s, "b", "", false)
	set.Set(s, ref("b"), "4")
	check(t, s, "b", "4", true)
	set.End(s)
	check(t, s, "a", "outer", true)
	check(t, s, "ro", "fixed", true)
	if got := s.Environ(); len(got) != 0 {
		t.Errorf("%q", got)
	}
}

func TestAll(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	assign(t, s, "b", "1")
	assign(t, s, "a", "2")
	s.Mark(s.Names().Ref("c"), vars.Exported)
	s.Names().Ref("named only")
	want := []vars.Var{{Name: "a", Value: "2", Attrs: vars.IsSet},
		{Name: "b", Value: "1", Attrs: vars.IsSet}, {Name: "c", Attrs: vars.Exported}}
	if got := s.All(); !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

func TestIsName(t *testing.T) {
	for name, want := range map[string]bool{
		"": false, "x": true, "_": true, "x1": true, "1x": false, "a-b": false, "é": false,
		"A_9": true, "a b": false,
	} {
		if got := vars.IsName(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

func TestNames(t *testing.T) {
	n := vars.NewNames()
	done := make(chan vars.Ref)
	for range 4 {
		go func() { done <- n.Ref("x") }()
	}
	first := <-done
	for range 3 {
		if r := <-done; r != first {
			t.Errorf("two refs for one name: %d, %d", r, first)
		}
	}
	if got := n.Name(first); got != "x" {
		t.Errorf("%q", got)
	}
}

func BenchmarkSet(b *testing.B) {
	s := vars.NewStore(vars.NewNames())
	r := s.Names().Ref("x")
	b.ReportAllocs()
	for b.Loop() {
		_ = s.Set(r, "value")
	}
}

func BenchmarkGet(b *testing.B) {
	s := vars.NewStore(vars.NewNames())
	r := s.Names().Ref("x")
	_ = s.Set(r, "value")
	b.ReportAllocs()
	for b.Loop() {
		_, _ = s.Get(r)
	}
}
