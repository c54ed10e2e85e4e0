package interp

import (
	"sync"
	"sync/atomic"
	"syscall"

	"ftsh/internal/scope"
	"ftsh/internal/sig"
)

// suspendableJobs are the jobs of a prompt that run in the shell's process.
type suspendableJobs struct {
	front     atomic.Pointer[jobGroup] // the one in the terminal's foreground
	earlyStop atomic.Bool              // the terminal's SIGTSTP came when there was none, since a line began

	suspending sync.Mutex
	suspended  map[int]*jobGroup // that have been stopped and have not ended, by their group
}

func (l *suspendableJobs) enterSuspended(g *jobGroup) {
	l.suspending.Lock()
	defer l.suspending.Unlock()
	if l.suspended == nil {
		l.suspended = make(map[int]*jobGroup)
	}
	l.suspended[g.pgid] = g
}

func (l *suspendableJobs) leaveSuspended(g *jobGroup) {
	l.suspending.Lock()
	delete(l.suspended, g.pgid)
	l.suspending.Unlock()
}

// byGroup is the job that has a process group, nil where that is none of these jobs.
func (l *suspendableJobs) byGroup(pgid int) *jobGroup {
	l.suspending.Lock()
	defer l.suspending.Unlock()
	return l.suspended[pgid]
}

// stopFront does to the job in the foreground what the terminal does with Ctrl-Z, which has sent
// that to the shell, since no program ran; false: there is none.
func (l *suspendableJobs) stopFront() bool {
	g := l.front.Load()
	if g == nil {
		l.earlyStop.Store(true)
		// A job may have become that meanwhile, and have looked too early whether this was noted.
		if g = l.front.Load(); g == nil || !l.earlyStop.Swap(false) {
			return false
		}
	}
	return syscall.Kill(-g.pgid, sig.SIGTSTP) == nil
}

// clearFront is before another job becomes the one in the foreground, and returns what is: Ctrl-Z is not for that any more, and
// notes itself for the other.
func (l *suspendableJobs) clearFront() (around *jobGroup) {
	if l.front.Load() != nil {
		l.earlyStop.Store(false)
	}
	return l.front.Swap(nil)
}

// setFront is behind that: the job around, if there is one, is in the foreground again.
func (l *suspendableJobs) setFront(around *jobGroup) {
	l.front.Store(around)
	if around != nil && l.earlyStop.Swap(false) {
		l.stopFront()
	}
}

// interrupt cancels the job.
func (g *jobGroup) interrupt(c *scope.Cause) {
	if c.Signal == sig.SIGINT && !g.inBlock {
		g.scope.WaitFor(g.over)
	}
	g.scope.Cancel(c)
}
