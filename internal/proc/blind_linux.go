package proc

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// blind completes the look that failed with err, by facts known without looking: the processes
// added and not reaped, and the orphans of this process. If the system never shows processes, it
// reports the failure as ErrUnseen, and calls warn once.
//
// Whole trees end this way too, from the top: when a process ends, its children come to this
// process. But a process that ignores SIGTERM hides its children until the kill timeout, and an
// orphan is known by its number alone.
func (t *Tree) blind(c *census, err error, warn func(error)) error {
	before := children.orphans.Load()
	t.addKnown(c)
	if exhausted(err) {
		t.addOrphans(c)
	}
	if processes.lostForGood() {
		err = fmt.Errorf("%w: /proc: %w", ErrUnseen, err)
		t.addOrphans(c)
		if warn != nil && t.shown.Load() {
			processes.warned.Do(func() { warn(err) })
		}
	}
	c.fresh = c.fresh || children.orphans.Load() != before
	return err
}

func (f *procfs) lostForGood() bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.lost != nil
}

// open reports whether processes can be looked at without opening /proc first.
func (f *procfs) open() bool {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.dir >= 0
}

// addKnown adds the processes of the tree not yet reaped.
func (t *Tree) addKnown(c *census) {
	t.mu.Lock()
	defer t.mu.Unlock()
	c.fresh = t.forget() || c.fresh
	found := make(map[int]bool, len(c.alive)+len(c.ended))
	for _, e := range c.alive {
		found[e.pid] = true
	}
	for _, pid := range c.ended {
		found[pid] = true
	}
	for p := range t.procs {
		if _, over, _ := p.Poll(false); over {
			c.fresh = true
		} else if !found[p.pid] {
			c.alive = append(c.alive, entry{identity: identity{pid: p.pid}, parent: os.Getpid()})
		}
	}
}

// window is the number of process IDs asked for, starting with the ID of the tree's first process.
// The questions take 20 ms.
const window = 1 << 16

// addOrphans asks the kernel about one number after another whether it is a child.
func (t *Tree) addOrphans(c *census) {
	if !Adopts() {
		return
	}
	ReapUnknown()
	t.mu.Lock()
	defer t.mu.Unlock()
	for pid := t.first; pid < t.first+window; pid++ {
		if livingChild(pid) && children.get(pid) == nil && t.numbers.has(numberOf(pid)) {
			c.alive = append(c.alive, entry{identity: identity{pid: pid}, parent: os.Getpid()})
		}
	}
	if ReapUnknown() > 0 {
		c.fresh = true
	}
}

// livingChild reports whether pid is a child of this process and has not ended.
func livingChild(pid int) bool {
	var info siginfo
	for {
		err := unix.Waitid(unix.P_PID, pid, (*unix.Siginfo)(unsafe.Pointer(&info)),
			unix.WEXITED|unix.WNOHANG|unix.WNOWAIT, nil)
		if err != syscall.EINTR {
			return err == nil && info.pid == 0
		}
	}
}
