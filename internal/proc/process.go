package proc

import (
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"ftsh/internal/sig"
	"ftsh/internal/thread"
)

// A Process is a child of this process. It must be waited for, by Wait or Watch. It is safe for
// concurrent use: it can be signalled while it is being waited for.
type Process struct {
	pid   int
	group int // the process group it was put into, 0: the shell's
	keep  any // memory shared with this process

	tree  *Tree  // the tree it was started in; nil: none
	began uint64 // not after it began, in ticks
	held  atomic.Bool

	mu     sync.Mutex
	reaped bool
	status Status          // once reaped
	usage  *syscall.Rusage // once reaped; nil: not measured
	ended  func(Status, Usage)
	done   chan struct{} // closed once reaped
}

func newProcess(pid, group int) *Process {
	return &Process{pid: pid, group: group, done: make(chan struct{})}
}

// Pid returns the process ID. It remains the process's own until Wait or Watch has reported the
// end.
func (p *Process) Pid() int { return p.pid }

// LetGo ends the effect of Spec.Hold.
func (p *Process) LetGo() {
	if p.held.CompareAndSwap(true, false) {
		ReapUnknown() // it may have hidden ended children
	}
}

// Done returns a channel closed when the process has been reaped. Somebody must be waiting, in Wait
// or through Watch.
func (p *Process) Done() <-chan struct{} { return p.done }

// Status returns how the process ended, and false while it has not been reaped.
func (p *Process) Status() (Status, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.status, p.reaped
}

// Wait waits until the process has ended or, if stopped is set, has been stopped. It blocks its
// thread and cannot be cancelled: a canceller ends the process instead. All waiters get the same
// status.
func (p *Process) Wait(stopped bool) (Status, error) {
	for {
		if st, ok := p.Status(); ok {
			return st, nil
		}
		if !thread.Enter() {
			p.awaitChange(stopped)
		} else {
			err := waitable(p.pid, stopped)
			thread.Leave()
			if err != nil && err != syscall.ECHILD {
				return Status{}, err
			}
		}
		if st, ok, err := p.Poll(stopped); ok || err != nil {
			return st, err
		}
	}
}

// awaitChange waits for a change of state for Poll to report, and holds no thread.
func (p *Process) awaitChange(stopped bool) {
	if !stopped && p.awaitExit() {
		return
	}
	time.Sleep(10 * time.Millisecond)
}

// WaitApart is Wait for the end, for many waiters at a time: it needs no thread of its own if the
// system has process descriptors and one is free. It is slower than Wait by a turn of the runtime's
// poller.
func (p *Process) WaitApart() (Status, error) {
	p.awaitExit()
	return p.Wait(false)
}

// Poll returns a change of state not reported before: the end or, if stops is set, a stop or a
// continuation; false if there is none. An end is reported again and again. A child reaped by
// somebody else ended with 127.
func (p *Process) Poll(stops bool) (Status, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return p.status, true, nil
	}
	options := syscall.WNOHANG
	if stops {
		options |= syscall.WUNTRACED | syscall.WCONTINUED
	}
	var st Status
	for {
		children.reaping.RLock()
		pid, err := syscall.Wait4(p.pid, &st.wait, options, p.usage)
		children.reaping.RUnlock()
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.ECHILD:
			// Reaped by somebody else in the process: it has ended with an unknown status, and no
			// waiter must wait forever.
			st.wait = 127 << 8
		case err != nil:
			return Status{}, false, err
		case pid == 0 && err == nil:
			return Status{}, false, nil
		}
		break
	}
	if !st.Stopped() && !st.Continued() {
		p.reaped, p.status = true, st
		children.remove(p)
		close(p.done)
		if p.ended != nil {
			p.ended(st, usageOf(p.usage))
		}
	}
	return st, true, nil
}

// Watch waits for the end of the process, and then calls f. It returns at once. It needs no thread
// of its own if the system has process descriptors.
func (p *Process) Watch(f func(Status)) {
	go func() {
		if st, err := p.WaitApart(); err == nil {
			f(st)
		}
	}()
}

// Signal sends s. It returns syscall.ESRCH once the process has been reaped: the signal never
// reaches another process with the same number.
func (p *Process) Signal(s sig.Signal) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		return syscall.ESRCH
	}
	return syscall.Kill(p.pid, s)
}
