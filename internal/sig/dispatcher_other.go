//go:build !linux || (!amd64 && !arm64)

package sig

import (
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
)

// AtEntry returns what is known of the process's start: without an entry point
// of our own, little.
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

// Ignoring returns the signals that the process ignores now.
func Ignoring() Set {
	var set Set
	for _, s := range All() {
		if signal.Ignored(s) {
			set.Add(s)
		}
	}
	return set
}

// A Dispatcher sets the process's dispositions and takes what arrives. It is
// safe for concurrent use.
type Dispatcher struct {
	mu      sync.Mutex
	ignored Set
	arrived atomic.Uint64
	signals chan os.Signal
	wake    chan struct{}
	closed  chan struct{}
}

// Ending are signals that end a process unless it says otherwise. Those are left out that os/signal
// cannot tell from what the process itself causes.
const Ending = Set(1<<(SIGHUP-1) | 1<<(SIGINT-1) | 1<<(SIGQUIT-1) | 1<<(SIGTERM-1) |
	1<<(SIGUSR1-1) | 1<<(SIGUSR2-1) | 1<<(SIGALRM-1))

// NewDispatcher starts with the dispositions that rec has.
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

// Close gives back what was caught.
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

// Settle does nothing here: what os/signal is still to tell cannot be asked for.
func (d *Dispatcher) Settle() {}

// Await reports that every child's end is told.
func (d *Dispatcher) Await(pid int) bool { return false }

// AwaitOver does nothing.
func (d *Dispatcher) AwaitOver(pid int) {}

// AwaitNone does nothing.
func (d *Dispatcher) AwaitNone() {}

func (d *Dispatcher) word() *atomic.Uint64 { return &d.arrived }

// Die ends the process by s, as far as the runtime lets it.
func Die(s Signal) {
	signal.Reset(s)
	_ = syscall.Kill(os.Getpid(), s)
	os.Exit(128 + int(s))
}

// listen: the collecting goroutine runs from the start.
func (d *Dispatcher) listen() {}
