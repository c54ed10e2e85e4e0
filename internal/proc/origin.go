package proc

import "slices"

// A past is the period, in ticks, in which reaped processes of a tree ran: those started in it, and
// orphans that must have come from it.
type past struct {
	tree        *Tree // nil: unknown
	first, last uint64
}

// maxPast is how many trees' pasts are kept.
const maxPast = 256

// ended notes the end of a process of t. It had begun at the given tick. r.mu is held.
func (r *registry) ended(t *Tree, began uint64) {
	p := past{t, began, ticks()}
	if i := slices.IndexFunc(r.past, func(o past) bool { return o.tree == t }); i >= 0 {
		p.first = min(p.first, r.past[i].first)
		r.past = slices.Delete(r.past, i, i+1)
	} else if len(r.past) == maxPast {
		r.forgotten = max(r.forgotten, r.past[0].last)
		r.past = slices.Delete(r.past, 0, 1)
	}
	r.past = append(r.past, p)
}

// sources calls f with the tree of every known process that ran at the given tick, until f returns
// false. It reports whether the enumeration was complete. r.mu is held.
func (r *registry) sources(at uint64, f func(*Tree) bool) bool {
	for _, p := range r.known {
		// An idle process starts nothing.
		if p.keep == nil && p.began <= at && !f(p.tree) {
			return false
		}
	}
	for _, o := range r.past {
		if o.first <= at && at <= o.last && !f(o.tree) {
			return false
		}
	}
	return at > r.forgotten
}

// onlyFrom reports whether only processes of t can have started a process at the given tick.
func (r *registry) onlyFrom(t *Tree, at uint64) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	found := false
	return r.sources(at, func(o *Tree) bool {
		found = o.within(t)
		return found
	}) && found
}

// origin returns the innermost tree around all processes that can have started one at the given
// tick, nil if there is no such tree.
func (r *registry) origin(at uint64) *Tree {
	var t *Tree
	first := true
	if !r.sources(at, func(o *Tree) bool {
		if first {
			t, first = o, false
		}
		for t != nil && !o.within(t) {
			t = t.parent
		}
		return t != nil
	}) {
		return nil
	}
	return t
}

// within reports whether t is o or inside it.
func (t *Tree) within(o *Tree) bool {
	for ; t != nil; t = t.parent {
		if t == o {
			return true
		}
	}
	return false
}
