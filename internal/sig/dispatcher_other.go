//go:build !linux || (!amd64 && !arm64)

package sig

import (
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
)

// AtEntry returns the little that is known of the process's start without an entry point of our
// own.
func AtEntry() Record {
	var rec Record
	for _, s := range All() {
		if signal.Ignored(s) {
			rec.Ignored.Add(s)
		}
	}
	_ = syscall.Getrlimit(syscall.RLIMIT_NOFILE, &rec.Nofile)
	return rec
}

// Ignoring returns the signals ignored by the process now.
func Ignoring() Set {
	var set Set
	for _, s := range All() {
		if signal.Ignored(s) {
			set.Add(s)
		}
	}
	return set
}

// A Dispatcher sets the process's dispositions and takes arriving signals. It is safe for
// concurrent use.
type Dispatcher struct {
	mu      sync.Mutex
	ignored Set
	arrived atomic.Uint64
	signals chan os.Signal
	wake    chan struct{}
	closed  chan struct{}
	held    atomic.Uint64 // a Set; always empty here
}

// Ending are the signals that end a process by default, without those that os/signal cannot tell
// from signals caused by the process itself.
const Ending = Set(1<<(SIGHUP-1) | 1<<(SIGINT-1) | 1<<(SIGQUIT-1) | 1<<(SIGTERM-1) |
	1<<(SIGUSR1-1) | 1<<(SIGUSR2-1) | 1<<(SIGALRM-1))

// NewDispatcher starts with the dispositions of rec.
func NewDispatcher(rec Record) *Dispatcher {
	d := &Dispatcher{ignored: rec.Ignored, signals: make(chan os.Signal, 64),
		wake: make(chan struct{}, 1), closed: make(chan struct{})}
	go d.collect()
	return d
}

func (d *Dispatcher) collect() {
	for {
		select {
		case s := <-d.signals:
			if n, ok := s.(syscall.Signal); ok {
				d.arrived.Or(uint64(bit(n)))
				d.notify()
			}
		case <-d.closed:
			return
		}
	}
}

// Set gives s a disposition.
func (d *Dispatcher) Set(s Signal, to Disposition) error {
	if !valid(s) || s == SIGKILL || s == SIGSTOP {
		return syscall.EINVAL
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ignored.Remove(s)
	switch to {
	case Catch:
		signal.Notify(d.signals, s)
	case Ignore:
		d.ignored.Add(s)
		if s != SIGCHLD {
			signal.Ignore(s)
		}
	default:
		signal.Reset(s)
	}
	return nil
}

// Close restores the dispositions of caught signals.
func (d *Dispatcher) Close() {
	d.mu.Lock()
	defer d.mu.Unlock()
	signal.Stop(d.signals)
	select {
	case <-d.closed:
	default:
		close(d.closed)
	}
}

// DeliverPending does nothing here: os/signal does not reveal undelivered signals.
func (d *Dispatcher) DeliverPending() {}

// Await returns false: the end of every child is reported.
func (d *Dispatcher) Await(pid int) bool { return false }

// AwaitOver does nothing.
func (d *Dispatcher) AwaitOver(pid int) {}

// AwaitNone does nothing.
func (d *Dispatcher) AwaitNone() {}

func (d *Dispatcher) word() *atomic.Uint64 { return &d.arrived }

// Die ends the process by s, if the runtime allows it.
func Die(s Signal) {
	signal.Reset(s)
	_ = syscall.Kill(os.Getpid(), s)
	os.Exit(128 + int(s))
}

// start does nothing: the collecting goroutine runs from the start.
func (d *Dispatcher) start() {}
