package interp

import (
	"sync"
	"sync/atomic"
	"syscall"

	"ftsh/internal/scope"
	"ftsh/internal/sig"
)

// suspendableJobs are a prompt's jobs running in the shell's process.
type suspendableJobs struct {
	front atomic.Pointer[jobGroup] // the job in the terminal's foreground
	// A SIGTSTP from the terminal found no front job since a line began.
	earlyStop atomic.Bool

	suspending sync.Mutex
	// The jobs that were stopped and have not ended, by process group.
	suspended map[int]*jobGroup
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

// byGroup returns the suspended job with the process group pgid, or nil.
func (l *suspendableJobs) byGroup(pgid int) *jobGroup {
	l.suspending.Lock()
	defer l.suspending.Unlock()
	return l.suspended[pgid]
}

// stopFront stops the job in the foreground. No program of it ran, so Ctrl-Z sent SIGTSTP to the
// shell alone. stopFront reports whether there was a job.
func (l *suspendableJobs) stopFront() bool {
	g := l.front.Load()
	if g == nil {
		l.earlyStop.Store(true)
		// A job may have become the front job meanwhile, and may have checked earlyStop too early.
		if g = l.front.Load(); g == nil || !l.earlyStop.Swap(false) {
			return false
		}
	}
	return syscall.Kill(-g.pgid, sig.SIGTSTP) == nil
}

// clearFront makes no job the front job, before another one takes its place. It returns the old
// one. Ctrl-Z is then noted for the new job.
func (l *suspendableJobs) clearFront() (around *jobGroup) {
	if l.front.Load() != nil {
		l.earlyStop.Store(false)
	}
	return l.front.Swap(nil)
}

// setFront makes the job returned by clearFront, if any, the front job again.
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
