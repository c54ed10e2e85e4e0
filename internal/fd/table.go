package fd

import "slices"

// low is how many numbers a Table holds in place: those required by XCU 2.7.
const low = 10

// A Table is the descriptors of one frame: number → Entry. Its numbers are those seen by the
// script. The zero Table is empty.
type Table struct {
	// The parts of the entries below 10 are separate arrays, to take less room.
	file  [low]File
	by    [low]Origin
	block [low]uint16

	high []numbered
}

// numbered is an entry from 10 on. They are in order; none is zero.
type numbered struct {
	n int
	Entry
}

// NewTable returns a Table without open descriptors.
func NewTable() *Table { return &Table{} }

// Get returns descriptor n; nil if it is closed. The reference stays the Table's.
func (t *Table) Get(n int) File {
	if uint(n) < low {
		return t.file[n]
	}
	return t.Entry(n).File
}

// Entry returns descriptor n with its origin. The reference stays the Table's.
func (t *Table) Entry(n int) Entry {
	if uint(n) < low {
		return Entry{t.file[n], t.by[n], t.block[n]}
	}
	if i, ok := t.find(n); ok {
		return t.high[i].Entry
	}
	return Entry{}
}

func (t *Table) find(n int) (int, bool) {
	return slices.BinarySearchFunc(t.high, n, func(e numbered, n int) int { return e.n - n })
}

// Set makes f descriptor n, with origin by, takes over f's reference, and closes the former one. A
// nil f closes.
func (t *Table) Set(n int, f File, by Origin) {
	t.Replace(n, Entry{File: f, Origin: by}).Release()
}

// Replace makes e descriptor n, takes over its reference, and returns the former entry with its
// reference. Replacing back restores all.
func (t *Table) Replace(n int, e Entry) (old Entry) {
	if uint(n) < low {
		old = t.Entry(n)
		t.file[n], t.by[n], t.block[n] = e.File, e.Origin, e.Block
		return old
	}
	if n < 0 {
		return e
	}
	i, ok := t.find(n)
	switch none := e == (Entry{}); {
	case ok && none:
		old = t.high[i].Entry
		t.high = slices.Delete(t.high, i, i+1)
	case ok:
		old, t.high[i].Entry = t.high[i].Entry, e
	case !none:
		t.high = slices.Insert(t.high, i, numbered{n, e})
	}
	return old
}

// Swap replaces old, which is not nil, by f at every number but except. It keeps the origins, and
// takes over no reference.
func (t *Table) Swap(old, f File, except int) {
	for n := range t.file {
		if t.file[n] == old && n != except {
			t.file[n] = f.Retain()
			old.Release()
		}
	}
	for i := range t.high {
		if e := &t.high[i]; e.File == old && e.n != except {
			e.File = f.Retain()
			old.Release()
		}
	}
}

// Keep makes descriptor n permanent, as exec does. A coprocess's stays one.
func (t *Table) Keep(n int) {
	if e := t.Entry(n); e.Origin != ByCoproc {
		t.Replace(n, Entry{File: e.File, Origin: ByExec})
	}
}

// Fork returns a copy for a subshell, with references of its own. It keeps the origins, but not
// Block: the commands of the subshell are in another block.
func (t *Table) Fork() *Table {
	c := &Table{file: t.file, by: t.by, high: slices.Clone(t.high)}
	for i := range c.high {
		c.high[i].Block = 0
	}
	c.Each(func(_ int, f File) { f.Retain() })
	return c
}

// Adopt replaces the table's content by that of f, a fork of it, and takes over f's references.
func (t *Table) Adopt(f *Table) {
	for n := range t.file {
		if t.file[n] == f.file[n] {
			f.block[n] = t.block[n]
		}
	}
	t.CloseAll()
	*t, *f = *f, Table{}
}

// CloseAll closes every descriptor.
func (t *Table) CloseAll() {
	t.Each(func(_ int, f File) { f.Release() })
	*t = Table{}
}

// Each calls fn for every open descriptor, in order.
func (t *Table) Each(fn func(n int, f File)) {
	for n, f := range &t.file {
		if f != nil {
			fn(n, f)
		}
	}
	for _, e := range t.high {
		if e.File != nil {
			fn(e.n, e.File)
		}
	}
}

// Has reports whether a descriptor is f.
func (t *Table) Has(f File) bool {
	has := false
	t.Each(func(_ int, g File) { has = has || g == f })
	return has
}

// A Mapping makes a child's descriptor Child a duplicate of Parent, an operating-system descriptor
// of the shell.
type Mapping struct{ Child, Parent int }

// Map returns the descriptors of a child: every open one but those of coprocesses, in the order of
// the numbers. All other descriptors of the shell are close-on-exec. If Child equals Parent, the
// child has to clear that flag. The error is a syscall.Errno, for a here-document within a
// [HereDocumentError]. The Files' references must be kept until the child has started.
func (t *Table) Map() ([]Mapping, error) {
	all := make([]Mapping, 0, 4) // mostly the standard three
	var failed error
	t.Each(func(n int, f File) {
		if failed != nil || t.Entry(n).Origin == ByCoproc {
			return
		}
		p, err := f.Fd()
		if _, here := f.(*source); here && err != nil {
			err = &HereDocumentError{err}
		}
		if err != nil {
			failed = err
			return
		}
		all = append(all, Mapping{n, p})
	})
	return all, failed
}

// Sync gives back bytes taken ahead from every descriptor; see File.Sync.
func (t *Table) Sync() {
	t.Each(func(_ int, f File) { f.Sync() })
}
