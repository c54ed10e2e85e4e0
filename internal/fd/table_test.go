package fd

import (
	"slices"
	"testing"

	"golang.org/x/sys/unix"
)

func TestTable(t *testing.T) {
	tab := NewTable()
	if tab.Get(0) != nil || tab.Get(12) != nil || tab.Get(-1) != nil {
		t.Fatal("a new table is not empty")
	}
	a, b, c := FromBytes("a"), FromBytes("b"), FromBytes("c")
	tab.Set(0, a)
	tab.Set(12, b)
	tab.Set(11, c)
	var order []int
	tab.Each(func(n int, _ *File) { order = append(order, n) })
	if !slices.Equal(order, []int{0, 11, 12}) {
		t.Errorf("Each: %v", order)
	}
	sub := tab.Fork()
	if old := tab.Replace(12, nil); old != b {
		t.Error("Replace gave another file back")
	} else {
		old.Release()
	}
	if tab.Get(12) != nil || sub.Get(12) != b {
		t.Error("a fork follows its parent")
	}
	if a.refs.Load() != 2 || b.refs.Load() != 1 || c.refs.Load() != 2 {
		t.Errorf("references %d %d %d", a.refs.Load(), b.refs.Load(), c.refs.Load())
	}
	sub.CloseAll()
	tab.CloseAll()
	if a.refs.Load() != 0 || b.refs.Load() != 0 || c.refs.Load() != 0 {
		t.Errorf("references left: %d %d %d", a.refs.Load(), b.refs.Load(), c.refs.Load())
	}
}

func TestTableMap(t *testing.T) {
	tab := NewTable()
	defer tab.CloseAll()
	tab.Set(0, Wrap(0, false))
	tab.Set(2, Wrap(1, false))
	tab.Set(3, FromBytes("x"))
	m, err := tab.Map()
	if err != nil || len(m) != 3 {
		t.Fatalf("Map = %v, %v", m, err)
	}
	if m[0] != (Mapping{0, 0}) || m[1] != (Mapping{2, 1}) || m[2].Child != 3 || m[2].Parent < 10 {
		t.Errorf("Map = %v", m)
	}
}

func TestMapAllocates(t *testing.T) {
	tab := NewTable()
	for n := range 3 {
		tab.Set(n, Wrap(n, false))
	}
	var room [8]Mapping
	if n := testing.AllocsPerRun(100, func() { tab.AppendMap(room[:0]) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestDevFd(t *testing.T) {
	for path, want := range map[string]int{
		"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2, "/dev/fd/0": 0, "/dev/fd/63": 63,
		"/dev/fd/": -1, "/dev/fd/x": -1, "/dev/fd/1/2": -1, "/dev/fd/-1": -1, "/dev/null": -1, "dev/fd/1": -1,
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
		c.File().Fd()
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
	once() // the runtime's poller is there from now on
	before := openDescriptors(t)
	for range 20 {
		once()
	}
	if after := openDescriptors(t); after != before {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
}
