//go:build !linux

package proc

import (
	"syscall"
	"time"

	"ftsh/internal/sig"
)

// BecomeSubreaper does nothing: orphans become children of the first process.
func BecomeSubreaper() error { return nil }

// Adopts reports whether orphans become children of this process: not here.
func Adopts() bool { return false }

// ReapUnknown does nothing: there are no unknown children.
func ReapUnknown() int { return 0 }

// reserve does nothing: cancelling needs no descriptors.
func reserve() {}

// ticks returns 0: no orphans come to this process.
func ticks() uint64 { return 0 }

// A numberSet holds the numbers of processes: there are none.
type numberSet struct{}

func (t *Tree) label(spec *Spec) *Spec { return spec }

// AddNumbers does nothing: there are none.
func (t *Tree) AddNumbers(Numbers) {}

// Numbers returns the numbers of the tree: there are none.
func (t *Tree) Numbers() []Numbers { return nil }

func unlabelled(l Limit) Limit { return l }

// sweep signals the process groups of the processes added to the tree; a process without a group of
// its own is signalled alone. A process outside its group escapes. An added process counts as
// left until it has been reaped, here or by its waiter.
func (c *canceller) sweep(kill bool) (left, kept int, fresh bool, err error) {
	c.tree.mu.Lock()
	ids := make(map[identity]identity) // the process of each
	for p := range c.tree.procs {
		if _, over, _ := p.Poll(false); p.group > 0 {
			ids[identity{pid: -p.group}] = identity{pid: p.pid}
		} else if !over {
			ids[identity{pid: p.pid}] = identity{pid: p.pid}
		}
	}
	c.tree.mu.Unlock()
	for id, p := range ids {
		s, last := c.due(c.endingOf(p, p), kill)
		if c.denied[id] || syscall.Kill(id.pid, 0) == syscall.ESRCH {
			continue
		}
		if was, ok := c.signalled[id]; !ok || was != s || last && c.opt.Strong {
			fresh = fresh || !ok
			c.signal(id, s)
		}
		if !c.denied[id] {
			left++
		}
	}
	return left, kept, fresh, nil
}

func (c *canceller) send(id identity, s sig.Signal) error { return syscall.Kill(id.pid, s) }

func (c *canceller) await(d time.Duration) { time.Sleep(max(d, time.Millisecond)) }

func (c *canceller) close() {}

func denied(err error) bool { return err == syscall.EPERM }

// carriedBy returns nothing: this system does not show a process's number and tag.
func carriedBy(int) carried { return carried{} }

// carriedAs reports whether the number and tag are the tree's.
func (t *Tree) carriedAs(carried) bool { return false }
