package fd

// A Laid describes one number of a Table, beyond the facts visible to a process that inherits the
// descriptors: the origin of the entry, and the numbers that share one File.
type Laid struct {
	Number int
	By     Origin
	Block  uint16 // as in Entry
	Same   int    // the first number with the same File; -1: it is closed
}

// Layout describes the Table to a process that inherits its descriptors.
func (t *Table) Layout() []Laid {
	var all []Laid
	first := map[File]int{}
	add := func(n int, e Entry) {
		same := -1
		if e.File != nil {
			if _, ok := first[e.File]; !ok {
				first[e.File] = n
			}
			same = first[e.File]
		} else if e.Origin == Inherited {
			return // it was never open
		}
		if e.Origin == ByCoproc {
			return // see Map
		}
		all = append(all, Laid{Number: n, By: e.Origin, Block: e.Block, Same: same})
	}
	for n := range low {
		add(n, t.Entry(n))
	}
	for _, e := range t.high {
		add(e.n, e.Entry)
	}
	return all
}

// Lay applies a Layout to a Table of inherited descriptors, for the numbers still present.
func (t *Table) Lay(all []Laid) {
	for _, l := range all {
		f := t.Get(l.Number)
		switch {
		case l.Same >= 0 && f == nil, l.Same < 0 && f != nil:
			continue // it has changed since
		case l.Same >= 0 && l.Same < l.Number && t.Get(l.Same) != nil:
			f = t.Get(l.Same)
		}
		if f != nil {
			f.Retain()
		}
		// A descriptor whose number shares another File now would keep its file open for good.
		Abandon(t.Replace(l.Number, Entry{File: f, Origin: l.By, Block: l.Block}).File)
	}
}
