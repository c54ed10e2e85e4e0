package proc

import (
	"syscall"
	"time"

	"ftsh/internal/sig"

	"golang.org/x/sys/unix"
)

// sweep looks for the processes left in the tree, signals those not yet signalled, and reaps the
// ended ones. It returns the number of processes left, and the number of ended children that cannot
// be reaped. fresh reports whether a process was met for the first time, or ended meanwhile: it may
// have started another one unseen, so another look is necessary. An error means the look was
// incomplete; the known processes got their signal.
func (c *canceller) sweep(kill bool) (left, kept int, fresh bool, err error) {
	found, err := c.tree.members(kill)
	if err != nil {
		err = c.tree.blind(&found, err, c.opt.Warn)
	}
	kept, fresh = len(found.ended), found.fresh
	if n := reap(found.ended); n > 0 {
		kept, fresh = kept-n, true
	}
	cleaning := c.cleaning(found.alive)
	at := make(map[int]identity, len(found.alive))
	for _, e := range found.alive {
		at[e.pid] = e.identity
	}
	for _, e := range found.alive {
		id := e.identity
		s, last := c.due(c.endingOf(id, at[e.parent]), kill)
		if c.denied[id] {
			continue
		}
		if !last && cleaning[id] {
			fresh = fresh || !c.spared[id]
			c.spared[id] = true
			left++
			continue
		}
		if was, ok := c.lastSignal(id); !ok || was != s || last && c.opt.Strong || c.missed(e) {
			fresh = fresh || !ok
			c.early[id] = e.forked && !ok && ticks() < e.start+100
			c.signal(id, s)
		}
		if !c.denied[id] {
			left++
		}
	}
	return left, kept, fresh, err
}

// missed reports whether a process has become another program since it was signalled in its first
// second. For a moment after fork, the child of a shell still catches its parent's signals, and
// forgets them. No handler outlives execve.
func (c *canceller) missed(e entry) bool { return c.early[e.identity] && !e.forked }

// lastSignal returns the last signal sent to a process, including signals sent before its start
// time was known.
func (c *canceller) lastSignal(id identity) (sig.Signal, bool) {
	s, ok := c.signalled[id]
	if !ok {
		s, ok = c.signalled[identity{pid: id.pid}]
	}
	return s, ok
}

// cleaning returns the processes of a cleanup: they were not signalled, and their living parents
// were, or had begun to clean up before.
func (c *canceller) cleaning(alive []entry) map[identity]bool {
	if c.now >= c.patience {
		return nil
	}
	at := make(map[int]identity, len(alive))
	parent := make(map[identity]int, len(alive))
	for _, e := range alive {
		at[e.pid] = e.identity
		parent[e.identity] = e.parent
	}
	sent := func(id identity) bool { _, ok := c.signalled[id]; return ok }
	found := make(map[identity]bool)
	for _, e := range alive {
		if sent(e.identity) {
			continue
		}
		id, ok := at[e.parent]
		last, asked := c.last[e.identity]
		if ok && !asked {
			last = cleansUp(e.pid)
			c.last[e.identity] = last
		}
		for n := 0; ok && !sent(id) && (!last || c.last[id]); n++ {
			id, ok = at[parent[id]]
			ok = ok && n < len(alive) // the table is no snapshot, and might have a cycle
		}
		if ok {
			found[e.identity] = true
		}
	}
	return found
}

// send signals a process. A child of this process keeps its number, and is signalled by that.
// Another process is signalled through a descriptor, opened before its identity is checked again,
// so a reused number is never hit. If others have used up the reserve, too, send does without
// descriptors if it can.
func (c *canceller) send(id identity, s sig.Signal) error {
	err := c.sendSafely(id, s)
	if !exhausted(err) {
		return err
	}
	if len(c.open) > 0 {
		c.close()
		if err = c.sendSafely(id, s); !exhausted(err) {
			return err
		}
	}
	if c.sendChild(id.pid, s) {
		return nil
	}
	return err
}

// sendChild signals an orphan that came to this process and carries the tree's number. Its process
// ID cannot be reused as long as nobody reaps it. It reports whether pid is such an orphan.
func (c *canceller) sendChild(pid int, s sig.Signal) bool {
	children.reaping.Lock()
	defer children.reaping.Unlock()
	return livingChild(pid) && c.tree.carries(pid) && syscall.Kill(pid, s) == nil
}

// carries reports whether a process has the number of the tree, or of one inside it.
func (t *Tree) carries(pid int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.numbers.has(numberOf(pid))
}

func (c *canceller) sendSafely(id identity, s sig.Signal) error {
	if n, ok := c.open[id]; ok {
		return unix.PidfdSendSignal(n, s, nil, 0)
	}
	_ = processes.reserve() // first, lest a descriptor kept for awaiting come from the reserve
	n, err := unix.PidfdOpen(id.pid, 0)
	p := children.get(id.pid)
	lent := exhausted(err)
	if lent && p == nil {
		err = processes.spend(func() (err error) {
			n, err = unix.PidfdOpen(id.pid, 0)
			return err
		})
	}
	if p == nil && err != nil && err != syscall.ENOSYS {
		return err
	}
	if err == nil && !lent && len(c.open) < maxOpen {
		if c.open == nil {
			c.open = make(map[identity]int)
		}
		c.open[id] = n // for awaiting
	} else if err == nil {
		defer unix.Close(n)
	}
	if p != nil {
		return p.Signal(s)
	}
	if id.start == 0 { // only seen by its parent, this process, just now
		return syscall.Kill(id.pid, s)
	}
	if e, ok, looked := look(id.pid); looked != nil {
		return looked
	} else if !ok || e.start != id.start {
		return syscall.ESRCH
	}
	if err != nil { // an old kernel
		return syscall.Kill(id.pid, s)
	}
	return unix.PidfdSendSignal(n, s, nil, 0)
}

// maxOpen is how many process descriptors are kept for awaiting.
const maxOpen = 64

// await waits until one of the processes has ended, at most for d.
func (c *canceller) await(d time.Duration) {
	set := make([]unix.PollFd, 0, len(c.open))
	ids := make([]identity, 0, len(c.open))
	for id, n := range c.open {
		set = append(set, unix.PollFd{Fd: int32(n), Events: unix.POLLIN})
		ids = append(ids, id)
	}
	if n, err := unix.Poll(set, max(1, int(d/time.Millisecond))); err != nil || n <= 0 {
		return
	}
	for i, p := range set {
		if p.Revents != 0 {
			unix.Close(c.open[ids[i]])
			delete(c.open, ids[i])
		}
	}
}

func (c *canceller) close() {
	for _, n := range c.open {
		unix.Close(n)
	}
	clear(c.open)
}

func denied(err error) bool { return err == syscall.EPERM }
