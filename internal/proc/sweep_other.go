//go:build !linux

package proc

import (
	"syscall"
	"time"

	"ftsh/internal/sig"
)

// BecomeSubreaper does nothing: orphans become children of the first process.
func BecomeSubreaper() error { return nil }

// ReapUnknown does nothing: there are no unknown children.
func ReapUnknown() int { return 0 }

// sweep signals the process groups of the processes that were added; a
// process that was put into no group is signalled alone. What left its group
// escapes. A process that was added is left until it has been reaped, here or by
// who waits for it.
func (c *canceller) sweep(kill bool) (left, kept int, fresh bool) {
	s := sig.SIGTERM
	if kill {
		s = sig.SIGKILL
	}
	c.tree.mu.Lock()
	ids := make(map[identity]struct{})
	for p := range c.tree.procs {
		if _, over, _ := p.Poll(false); p.group > 0 {
			ids[identity{pid: -p.group}] = struct{}{}
		} else if !over {
			ids[identity{pid: p.pid}] = struct{}{}
		}
	}
	c.tree.mu.Unlock()
	for id := range ids {
		if c.denied[id] || syscall.Kill(id.pid, 0) == syscall.ESRCH {
			continue
		}
		if was, ok := c.told[id]; !ok || was != s || kill && c.opt.Strong {
			fresh = fresh || !ok
			c.signal(id, s)
		}
		if !c.denied[id] {
			left++
		}
	}
	return left, kept, fresh
}

func (c *canceller) send(id identity, s sig.Signal) error { return syscall.Kill(id.pid, s) }

func (c *canceller) await(d time.Duration) { time.Sleep(max(d, time.Millisecond)) }

func (c *canceller) close() {}

func denied(err error) bool { return err == syscall.EPERM }
