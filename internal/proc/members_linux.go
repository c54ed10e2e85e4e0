package proc

import (
	"cmp"
	"os"
	"slices"
)

// A census is the result of a look at a tree.
type census struct {
	alive []entry // processes of the tree
	ended []int   // ended children of this process, members of the tree

	// fresh reports whether something was reaped during the look. Its children may have come to
	// this process unseen.
	fresh bool
}

// members looks for the processes of the tree. An error means the look was incomplete.
//
// In a process that adopts orphans the look goes down from the children of this process: those
// added to the tree, and the orphans belonging to it. It finds every process X of the tree that
// lives as long as the look lasts, for these reasons. The parents of X lead up to this process:
// when a parent ends, the kernel gives its children to the nearest subreaper among its own parents,
// or to the first process of its namespace. Each of these is this process, or lies between it and
// X, and so belongs to the tree itself. (A process with the right to enter another PID namespace
// can leave this way. Its tag would not be found either, and it belongs to nobody here any more.)
//
// So some child C of this process is on the path to X when the list of orphans is read. C was
// added, or is an orphan descending from an added process, and then it is in the list, because the
// list is exact. If C lives when it is looked at, it is found, and there is another look. If it has
// ended since, it is reaped now, or somebody else has reaped it: fresh. So a look that finds
// nothing alive and is not fresh proves the tree empty.
//
// A program outside the tree (a server of whatever kind) may start a process at the request of one
// inside. Such a process has no ancestor in the tree and does not belong to it.
//
// kill: the processes found will get SIGKILL.
func (t *Tree) members(kill bool) (census, error) {
	ReapUnknown()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.forget()
	if err := processes.reserve(); err != nil {
		return census{}, err
	}
	if t.but != nil {
		return t.rest()
	}
	if processes.lists && (Adopts() || !t.shown.Load()) {
		return t.walk()
	}
	return t.search(kill)
}

// forget drops reaped processes, and reports whether there were any. t.mu is held.
func (t *Tree) forget() bool {
	any := false
	for p := range t.procs {
		if _, over := p.Status(); over {
			delete(t.procs, p)
			any = true
		}
	}
	return any
}

// A walk is one way down the lists of children.
type walk struct {
	census
	tree    *Tree
	visited map[int]bool
	self    int
}

// walk is members along the lists of children. t.mu is held.
func (t *Tree) walk() (census, error) {
	own, err := adopted()
	if err != nil {
		return census{}, err
	}
	w := &walk{tree: t, self: os.Getpid(), visited: make(map[int]bool)}
	for p := range t.procs {
		if err := w.down(p.pid, w.self); err != nil {
			return w.census, err
		}
	}
	var strangers []entry
	for _, pid := range own {
		if w.visited[pid] || children.get(pid) != nil {
			continue
		}
		e, ok, err := lookAtChild(pid)
		switch {
		case err != nil:
			return w.census, err
		case !ok || e.parent != w.self:
			w.fresh = true
		case e.dead:
			// If it cannot be reaped, a tracer keeps it. Its time is over.
			w.fresh = reapUnknown(pid) || w.fresh
		default:
			strangers = append(strangers, e)
		}
	}
	if err := w.orphans(strangers); err != nil {
		return w.census, err
	}
	if err := w.again(); err != nil {
		return w.census, err
	}
	if t.forget() {
		w.fresh = true
	}
	t.remember(w.alive)
	return w.census, nil
}

// orphans goes on with the living orphans of the tree. These were met before, have its tags, or can
// belong to no other tree: they have no tag, and began when only processes of the tree ran. (An
// older orphan outside the tree may have started them as well.) An orphan possibly belonging to
// several trees belongs to the innermost tree around them. But orphans left by a shell outside of
// all blocks are never ended.
func (w *walk) orphans(strangers []entry) error {
	slices.SortFunc(strangers, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(a.pid, b.pid))
	})
	others := false
	for _, e := range strangers {
		_, in := w.tree.seen[e.identity]
		if !in {
			v := w.tree.judge(e)
			if v == unknown && children.await(e.pid) != nil {
				continue // it was being started when the list was read
			}
			in = v == mine || v == unknown && !others && w.tree.parent != nil &&
				children.onlyFrom(w.tree, e.start)
		}
		if !in {
			others = true
		} else if err := w.below(e); err != nil {
			return err
		}
	}
	return nil
}

// again looks at processes met before and not now: a process between them and this one may have
// ended meanwhile. Vanished processes are forgotten.
func (w *walk) again() error {
	for id := range w.tree.seen {
		if w.visited[id.pid] {
			continue
		}
		e, ok, err := look(id.pid)
		if err != nil {
			return err
		}
		if !ok || e.start != id.start {
			delete(w.tree.seen, id)
		} else if err := w.below(e); err != nil {
			return err
		}
	}
	return nil
}

// remember records the processes met for the next look. t.mu is held.
func (t *Tree) remember(alive []entry) {
	if t.seen == nil {
		t.seen = make(map[identity]struct{}, len(alive))
	}
	for _, e := range alive {
		t.seen[e.identity] = struct{}{}
	}
}

// down looks at the process pid and its descendants. It is in the tree if parent is its parent.
func (w *walk) down(pid, parent int) error {
	if w.visited[pid] || pid == w.self {
		return nil
	}
	see := look
	if parent == w.self {
		see = lookAtChild
	}
	e, ok, err := see(pid)
	if err != nil {
		return err
	}
	if !ok {
		// Another goroutine may have reaped a child without having recorded it yet.
		w.fresh = w.fresh || parent == w.self
		return nil
	}
	if e.parent != parent && e.parent != w.self && !w.visited[e.parent] {
		w.fresh = true // the number may be a stranger's now
		return nil
	}
	return w.below(e)
}

// lookAtChild is look at a process listed as a child of this one. /proc may hide a living child
// from users without the right to look at it (hidepid, and a program that is not dumpable); then
// only its number is known.
func lookAtChild(pid int) (entry, bool, error) {
	e, ok, err := look(pid)
	if err != nil || ok || !livingChild(pid) {
		return e, ok, err
	}
	return entry{identity: identity{pid: pid}, parent: os.Getpid()}, true, nil
}

// below takes the process e into the tree, and goes on with its children.
func (w *walk) below(e entry) error {
	w.visited[e.pid] = true
	if e.dead {
		if e.parent == w.self {
			w.ended = append(w.ended, e.pid)
		}
		return nil
	}
	w.alive = append(w.alive, e)
	pids, err := childrenOf(e)
	if err != nil {
		return err
	}
	for _, pid := range pids {
		if err := w.down(pid, e.pid); err != nil {
			return err
		}
	}
	return nil
}

// search is members for kernels without lists of children, and for a process that does not adopt
// orphans. Only tags identify the members. t.mu is held.
func (t *Tree) search(kill bool) (census, error) {
	pids, err := processes.numbers(".")
	if err != nil {
		return census{}, err
	}
	if t.hunt != nil {
		var n int
		if pids, n = t.hunt.newest(pids); kill {
			if c, ok, err := t.newcomers(pids[:n]); ok || err != nil {
				return c, err
			}
		}
	}
	table, err := lookAll(pids)
	if err != nil {
		return census{}, err
	}
	c := t.among(table)
	if t.hunt != nil && t.hunt.inconclusive(len(c.alive), len(pids)-len(table)) {
		c.fresh = true
	}
	return c, nil
}

// among returns the census of the tree in a table of all processes. t.mu is held.
func (t *Tree) among(table []entry) census {
	at := make(map[int]int, len(table))
	below := make(map[int][]int, len(table))
	for i, e := range table {
		at[e.pid] = i
		below[e.parent] = append(below[e.parent], i)
	}
	in := make([]bool, len(table))
	self := os.Getpid()
	var grow func(i int)
	grow = func(i int) {
		if in[i] || table[i].pid == self {
			return
		}
		in[i] = true
		for _, j := range below[table[i].pid] {
			grow(j)
		}
	}
	var c census
	for p := range t.procs {
		if i, ok := at[p.pid]; ok {
			grow(i)
		} else {
			c.fresh = true
		}
	}
	for i, e := range table {
		if _, met := t.seen[e.identity]; met || !in[i] && !e.dead && t.judge(e) == mine {
			grow(i)
		}
	}
	for id := range t.seen {
		if i, ok := at[id.pid]; !ok || table[i].start != id.start {
			delete(t.seen, id)
		}
	}
	for i, e := range table {
		switch {
		case in[i] && !e.dead:
			c.alive = append(c.alive, e)
		case in[i] && e.parent == self:
			c.ended = append(c.ended, e.pid)
		}
	}
	t.remember(c.alive)
	c.fresh = t.forget() || c.fresh
	return c
}
