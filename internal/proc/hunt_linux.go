package proc

import (
	"slices"
	"time"
)

// A hunt helps to find the processes of a tree from a process that is not their parent: the
// watchdog of a shell killed by SIGKILL. A process that starts another one and ends, again and
// again, is hard to see from there. It is gone when the look down the table comes to its number,
// its child is in no list yet, and no orphan comes to this process. So the newest numbers are
// looked at first, and a look finding only vanished numbers does not prove the tree empty.
type hunt struct {
	before map[int]struct{} // the numbers listed by the last look; nil: no look yet
	few    bool             // the last look was at new numbers only
	misses int              // number of looks in a row with only vanished numbers
	since  time.Time        // time of the first of them
	clear  bool             // the last look found nothing at all
}

// Looks with only vanished numbers go on for at least this time and this number of looks: on a busy
// host other processes come and go at any time. A look finds a process that lives for half a
// millisecond about every other time, but the looking process may have to wait for its turn.
const (
	maxMisses  = 200
	longEnough = 2 * time.Second
)

// newest sorts pids: numbers missing in the last look come first, the newest of them at the very
// front. n is how many these are.
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

// newcomers looks at new processes only, so they get SIGKILL before they end. ok reports whether
// some belong to the tree. The next look is at all processes.
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

// inconclusive reports whether another look is necessary after one that found alive processes of
// the tree, and gone numbers without a process. A look at a table whose numbers wrap around may
// miss a process, so two looks must find nothing.
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
