package fd

// A Laid is what a Table says of one number, beyond what a process that inherits the
// descriptors can see of them: who laid it there, and which numbers are one File.
type Laid struct {
	Number int
	By     Origin
	Block  uint16 // as in Entry
	Same   int    // the first number that is the same File; -1: it is closed
}

// Layout is what a process has to know of a Table that inherits its descriptors.
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

// Lay makes a Table of inherited descriptors what a Layout says, as far as they are there.
func (t *Table) Lay(all []Laid) {
	for _, l := range all {
		f := t.Get(l.Number)
		switch {
		case l.Same >= 0 && f == nil, l.Same < 0 && f != nil:
			continue // something else became of it
		case l.Same >= 0 && l.Same < l.Number && t.Get(l.Same) != nil:
			f = t.Get(l.Same)
		}
		if f != nil {
			f.Retain()
		}
		t.Replace(l.Number, Entry{File: f, Origin: l.By, Block: l.Block}).Release()
	}
}
