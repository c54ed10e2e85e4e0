package fd

import (
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

// refs returns the number of references to a source.
func refs(f File) int32 { return f.(*source).refs.Load() }

func TestTable(t *testing.T) {
	tab := NewTable()
	if tab.Get(0) != nil || tab.Get(12) != nil || tab.Get(-1) != nil {
		t.Fatal("a new table is not empty")
	}
	a, b, c := FromBytes("a"), FromBytes("b"), FromBytes("c")
	tab.Set(0, a, ByRedirection)
	tab.Set(12, b, ByRedirection)
	tab.Set(11, c, ByRedirection)
	var order []int
	tab.Each(func(n int, _ File) { order = append(order, n) })
	if !slices.Equal(order, []int{0, 11, 12}) {
		t.Errorf("Each: %v", order)
	}
	sub := tab.Fork()
	if old := tab.Replace(12, Entry{}); old.File != b {
		t.Error("Replace gave another file back")
	} else {
		old.Release()
	}
	if tab.Get(12) != nil || sub.Get(12) != b {
		t.Error("a fork follows its parent")
	}
	if refs(a) != 2 || refs(b) != 1 || refs(c) != 2 {
		t.Errorf("references %d %d %d", refs(a), refs(b), refs(c))
	}
	sub.CloseAll()
	tab.CloseAll()
	if refs(a) != 0 || refs(b) != 0 || refs(c) != 0 {
		t.Errorf("references left: %d %d %d", refs(a), refs(b), refs(c))
	}
}

// Numbers on both sides of 10: a Table holds them differently.
func TestTableOrigin(t *testing.T) {
	for _, n := range []int{1, 12} {
		tab := NewTable()
		was := Entry{File: FromBytes("outer"), Origin: ByPipeline}
		tab.Replace(n, was)
		now := Entry{File: FromBytes("inner"), Origin: ByBlock, Block: 3}
		old := tab.Replace(n, now)
		if got := tab.Entry(n); old != was || got != now {
			t.Errorf("%d: %v became %v", n, old, got)
		}
		sub := tab.Fork()
		if got := sub.Entry(n); got.File != now.File || got.Origin != ByBlock || got.Block != 0 {
			t.Errorf("%d: in a subshell %v", n, got)
		}
		sub.Keep(n)
		if got := sub.Entry(n); got.File != now.File || got.Origin != ByExec {
			t.Errorf("%d: after exec %v", n, got)
		}
		sub.CloseAll()
		tab.Replace(n, old).Release()
		if got := tab.Entry(n); got != was || refs(was.File) != 1 {
			t.Errorf("%d: restored %v", n, got)
		}
		tab.Set(n, nil, ByBlock)
		if got := tab.Entry(n); got != (Entry{Origin: ByBlock}) {
			t.Errorf("%d: closed %v", n, got)
		}
		tab.Each(func(n int, f File) { t.Errorf("%d: %v is open", n, f) })
		if m, err := tab.Map(); len(m) != 0 || err != nil {
			t.Errorf("Map of nothing: %v, %v", m, err)
		}
	}
}

func TestTableMap(t *testing.T) {
	tab := NewTable()
	defer tab.CloseAll()
	tab.Set(0, Wrap(0, false), Inherited)
	tab.Set(2, Wrap(1, false), Inherited)
	tab.Set(3, FromBytes("x"), ByRedirection)
	m, err := tab.Map()
	if err != nil || len(m) != 3 {
		t.Fatalf("Map = %v, %v", m, err)
	}
	if m[0] != (Mapping{0, 0}) || m[1] != (Mapping{2, 1}) || m[2].Child != 3 || m[2].Parent < 10 {
		t.Errorf("Map = %v", m)
	}
}

func TestDevFd(t *testing.T) {
	for path, want := range map[string]int{
		"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2, "/dev/fd/0": 0, "/dev/fd/63": 63,
		"/dev/fd/": -1, "/dev/fd/x": -1, "/dev/fd/1/2": -1, "/dev/fd/-1": -1, "/dev/null": -1,
		"dev/fd/1":            -1,
		"/dev/fd/99999999999": -1,
	} {
		n, ok := DevFd(path)
		if ok != (want >= 0) || ok && n != want {
			t.Errorf("DevFd(%q) = %d, %v; want %d", path, n, ok, want)
		}
	}
}

func openDescriptors(t *testing.T) int {
	t.Helper()
	n := 0
	for i := range 256 {
		if _, err := unix.FcntlInt(uintptr(i), unix.F_GETFD, 0); err == nil {
			n++
		}
	}
	return n
}

func TestNothingLeftOpen(t *testing.T) {
	once := func() {
		c := NewCapture()
		c.Fd()
		c.Finish(bg)
		f := FromBytes("x")
		f.Fd()
		f.Release()
		r, w, _ := Pipe()
		w.Write(bg, []byte("a\nb\n"))
		w.Release()
		r.ReadLine(bg, '\n', 0)
		r.Release()
	}
	once() // the runtime's poller exists from now on
	before := openDescriptors(t)
	for range 20 {
		once()
	}
	if after := openDescriptors(t); after != before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
}
