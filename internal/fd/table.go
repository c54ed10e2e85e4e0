package fd

import (
	"slices"
	"strconv"
	"strings"
)

// low is how many numbers a Table holds in place: those that XCU 2.7 requires.
const low = 10

// A Table is the descriptors of one frame: number → File. Its numbers are those
// that the script sees. The zero Table is empty.
type Table struct {
	low  [low]*File
	high []entry // numbers from 10 on, in order
}

type entry struct {
	n int
	f *File
}

// NewTable returns a Table without open descriptors.
func NewTable() *Table { return &Table{} }

// Get returns what descriptor n is; nil when it is closed. The reference stays
// the Table's.
func (t *Table) Get(n int) *File {
	if uint(n) < low {
		return t.low[n]
	}
	if i, ok := t.find(n); ok {
		return t.high[i].f
	}
	return nil
}

func (t *Table) find(n int) (int, bool) {
	return slices.BinarySearchFunc(t.high, n, func(e entry, n int) int { return e.n - n })
}

// Set makes descriptor n be f, whose reference it takes over, and closes what n
// was before. A nil f closes.
func (t *Table) Set(n int, f *File) {
	if old := t.Replace(n, f); old != nil {
		old.Release()
	}
}

// Close closes descriptor n.
func (t *Table) Close(n int) { t.Set(n, nil) }

// Replace makes descriptor n be f (nil: closed), whose reference it takes over,
// and hands what n was before to the caller, with its reference.
func (t *Table) Replace(n int, f *File) (old *File) {
	if uint(n) < low {
		old, t.low[n] = t.low[n], f
		return old
	}
	if n < 0 {
		return f
	}
	i, ok := t.find(n)
	switch {
	case ok && f == nil:
		old = t.high[i].f
		t.high = slices.Delete(t.high, i, i+1)
	case ok:
		old, t.high[i].f = t.high[i].f, f
	case f != nil:
		t.high = slices.Insert(t.high, i, entry{n, f})
	}
	return old
}

// Fork returns a copy for a subshell, with references of its own.
func (t *Table) Fork() *Table {
	c := &Table{low: t.low}
	for _, f := range &c.low {
		if f != nil {
			f.Retain()
		}
	}
	if len(t.high) > 0 {
		c.high = slices.Clone(t.high)
		for _, e := range c.high {
			e.f.Retain()
		}
	}
	return c
}

// CloseAll closes every descriptor.
func (t *Table) CloseAll() {
	for n, f := range &t.low {
		if f != nil {
			t.low[n] = nil
			f.Release()
		}
	}
	for _, e := range t.high {
		e.f.Release()
	}
	t.high = nil
}

// Each calls fn for every open descriptor, in order.
func (t *Table) Each(fn func(n int, f *File)) {
	for n, f := range &t.low {
		if f != nil {
			fn(n, f)
		}
	}
	for _, e := range t.high {
		fn(e.n, e.f)
	}
}

// A Mapping says that a child's descriptor Child is to be what Parent, an
// operating-system descriptor, is in the shell.
type Mapping struct{ Child, Parent int }

// Map returns what a child is to have: every open descriptor, in the order of
// the numbers. All other descriptors of the shell are close-on-exec. Where
// Child equals Parent, the child has to clear that flag. The error is a
// syscall.Errno. The Files' references must be kept until the child has started.
func (t *Table) Map() ([]Mapping, error) { return t.AppendMap(nil) }

// AppendMap is Map into a slice of the caller.
func (t *Table) AppendMap(dst []Mapping) ([]Mapping, error) {
	for n, f := range &t.low {
		if f == nil {
			continue
		}
		p, err := f.Fd()
		if err != nil {
			return dst, err
		}
		dst = append(dst, Mapping{n, p})
	}
	for _, e := range t.high {
		p, err := e.f.Fd()
		if err != nil {
			return dst, err
		}
		dst = append(dst, Mapping{e.n, p})
	}
	return dst, nil
}

// Sync gives back what was taken ahead from every descriptor; see File.Sync.
func (t *Table) Sync() {
	t.Each(func(_ int, f *File) { f.Sync() })
}

// DevFd reports whether path names a descriptor of the frame (/dev/fd/N,
// /dev/stdin, /dev/stdout, /dev/stderr), and which.
func DevFd(path string) (n int, ok bool) {
	rest, ok := strings.CutPrefix(path, "/dev/")
	if !ok {
		return 0, false
	}
	switch rest {
	case "stdin":
		return 0, true
	case "stdout":
		return 1, true
	case "stderr":
		return 2, true
	}
	digits, ok := strings.CutPrefix(rest, "fd/")
	if !ok || digits == "" || len(digits) > 9 || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(digits)
	return n, err == nil
}
