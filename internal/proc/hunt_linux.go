package proc

import (
	"slices"
	"time"
)

// A hunt is what a tree is known by to a process that is no parent of it: the watchdog of a
// shell that SIGKILL ended. There a process that starts another one and ends, again and again,
// is hard to see: it is gone when the look down the table comes to its number, and what it
// has started is in no list. Nothing comes to this process that would tell. So the newest
// numbers are looked at first, and a look that found numbers gone and nothing else does not say that
// nothing is left.
type hunt struct {
	before map[int]struct{} // the numbers that the last look listed; nil: there was none
	few    bool             // the last look was at new numbers alone
	misses int              // how many looks in a row found nothing but numbers gone
	since  time.Time        // when the first of these was
	clear  bool             // the last look found nothing at all
}

// Looks that find nothing but numbers gone go on for so long, and there are so many of them at
// least: on a busy host others come and go at any time. A look finds a process that lives for
// half a millisecond about every other time, but this one may have to wait for its turn.
const (
	maxMisses  = 200
	longEnough = 2 * time.Second
)

// newest returns numbers with those first that the last look had not, the newest of them at the
// very first, and how many these are.
func (h *hunt) newest(pids []int) (sorted []int, n int) {
	if h.before != nil {
		for _, pid := range slices.Backward(pids) {
			if _, old := h.before[pid]; !old {
				sorted = append(sorted, pid)
			}
		}
		n = len(sorted)
	}
	now := make(map[int]struct{}, len(pids))
	for _, pid := range pids {
		now[pid] = struct{}{}
		if _, old := h.before[pid]; old || h.before == nil {
			sorted = append(sorted, pid)
		}
	}
	h.before = now
	return sorted, n
}

// newcomers is a look at new processes alone, so that they get SIGKILL before they have
// ended. ok: there were some of the tree. The next look is at all.
func (t *Tree) newcomers(pids []int) (c census, ok bool, err error) {
	if t.hunt.few {
		t.hunt.few = false
		return c, false, nil
	}
	for _, pid := range pids {
		e, there, err := look(pid)
		if err != nil {
			return c, false, err
		}
		if there && !e.dead && t.judge(e) == mine {
			c.alive = append(c.alive, e)
		}
	}
	if len(c.alive) == 0 {
		return c, false, nil
	}
	t.hunt.few, t.hunt.misses = true, 0
	t.remember(c.alive)
	c.fresh = true
	return c, true, nil
}

// inconclusive reports whether one has to look again after a look that found alive of the tree,
// and gone numbers that were none any more. A look at a table whose numbers begin anew may miss
// one, so that two have to find nothing.
func (h *hunt) inconclusive(alive, gone int) bool {
	if alive > 0 || gone == 0 {
		again := alive == 0 && !h.clear
		h.misses, h.clear = 0, alive == 0
		return again
	}
	if h.clear = false; h.misses == 0 {
		h.since = time.Now()
	}
	h.misses++
	return h.misses < maxMisses || time.Since(h.since) < longEnough
}
