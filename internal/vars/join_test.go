package vars_test

import (
	"strings"
	"testing"

	"ftsh/internal/vars"
)

// long is a value long enough for spare capacity.
var long = strings.Repeat("0123456789", 40)

// join appends tail to x in the way of x="$x$tail".
func join(t *testing.T, s *vars.Store, tail string) {
	t.Helper()
	if err := s.Join(s.Names().Ref("x"), s.Value("x"), tail); err != nil {
		t.Fatal(err)
	}
}

func TestJoinAppendsInPlace(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	assign(t, s, "x", long)
	allocs := testing.AllocsPerRun(1, func() {
		for range 10000 {
			join(t, s, "abc")
		}
	})
	if allocs > 100 {
		t.Errorf("10000 appends allocate %v times", allocs)
	}
	check(t, s, "x", long+strings.Repeat("abc", 20000), true) // AllocsPerRun runs it twice
}

func TestJoinOfOtherValues(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	x := s.Names().Ref("x")
	for _, c := range []struct{ before, head, tail, want string }{
		{"old", "", "", ""},
		{"old", "a", "b", "ab"},
		{"old", long, "b", long + "b"},
		{long, strings.Clone(long), "b", long + "b"},
		{long, long, "", long},
		{long, long[:300], "b", long[:300] + "b"},
		{long, long[1:], "b", long[1:] + "b"},
	} {
		assign(t, s, "x", c.before)
		if err := s.Join(x, c.head, c.tail); err != nil {
			t.Fatal(err)
		}
		check(t, s, "x", c.want, true)
	}
}

// Strings taken from a variable never change, whatever is appended to it and to its copies.
func TestJoinChangesNoString(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	assign(t, s, "x", long)
	join(t, s, "1")
	before := s.Value("x")
	join(t, s, "2")
	after := s.Value("x")
	assign(t, s, "x", before) // shorter, in the same memory
	join(t, s, "3")
	check(t, s, "x", long+"13", true)
	if before != long+"1" || after != long+"12" {
		t.Errorf("taken before: %q, %q", before[len(long):], after[len(long):])
	}

	assign(t, s, "x", after)
	join(t, s, "4")
	s.Push()
	if err := s.Local(s.Names().Ref("x")); err != nil {
		t.Fatal(err)
	}
	join(t, s, "local")
	check(t, s, "x", long+"124local", true)
	s.Pop()
	join(t, s, "5")
	check(t, s, "x", long+"1245", true)

	sh, err := s.Shadow(s.Names().Ref("x"), s.Value("x"))
	if err != nil {
		t.Fatal(err)
	}
	join(t, s, "shadow")
	s.Unshadow(sh)
	join(t, s, "6")
	check(t, s, "x", long+"12456", true)
}

func TestJoinInForks(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	assign(t, s, "x", long)
	join(t, s, "+")
	f := s.Fork()
	join(t, f, "fork")
	g := f.Fork()
	join(t, g, "grandchild")
	join(t, s, "parent")
	join(t, f, "more")
	check(t, s, "x", long+"+parent", true)
	check(t, f, "x", long+"+forkmore", true)
	check(t, g, "x", long+"+forkgrandchild", true)
	s.Adopt(f)
	taken := s.Value("x")
	join(t, s, "adopted")
	check(t, s, "x", long+"+forkmoreadopted", true)
	if taken != long+"+forkmore" {
		t.Errorf("taken before: %q", taken[len(long):])
	}
}

// Environments that run concurrently append to variables with the same memory.
func TestJoinInClones(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	assign(t, s, "x", long)
	join(t, s, "+")
	clones := []*vars.Store{s.Clone(), s.Outer(), s.Clone().Fork()}
	done := make(chan bool)
	for i, c := range clones {
		go func() {
			for range 1000 {
				join(t, c, string(rune('a'+i)))
			}
			done <- true
		}()
	}
	for range 1000 {
		join(t, s, "s")
	}
	for range clones {
		<-done
	}
	check(t, s, "x", long+"+"+strings.Repeat("s", 1000), true)
	for i, c := range clones {
		check(t, c, "x", long+"+"+strings.Repeat(string(rune('a'+i)), 1000), true)
	}
}

func TestJoinReadonly(t *testing.T) {
	s := vars.NewStore(vars.NewNames())
	assign(t, s, "x", long)
	join(t, s, "+")
	s.Mark(s.Names().Ref("x"), vars.Readonly)
	if err := s.Join(s.Names().Ref("x"), s.Value("x"), "more"); err == nil {
		t.Error("a readonly variable has changed")
	}
	check(t, s, "x", long+"+", true)
}
