package interp

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/standalone"
)

// stopReserve is the time between the end of the stop timeout and the end of this process. It
// serves an EXIT trap that could only start after processes ignoring SIGTERM had been killed.
const stopReserve = time.Second

// A pid1 shuts down a shell running as the first process of a PID namespace. When the first process
// ends, the kernel kills all others. So the shell sends them SIGTERM first, and waits for them.
type pid1 struct {
	sh      *Shell        // nil: it is not the first process
	timeout time.Duration // between SIGTERM and SIGKILL
	once    sync.Once
	end     atomic.Int64  // the time of SIGKILL; 0: not shutting down
	rest    *proc.Tree    // processes not cancelled by the shell's own scopes
	over    chan struct{} // closed when rest has ended
}

// begin makes sh the first process.
func (f *pid1) begin(sh *Shell) {
	f.sh, f.timeout = sh, sh.opts.Standalone.StopTimeout
	if f.timeout <= 0 {
		f.timeout = standalone.DefaultStopTimeout
	}
}

// stopAll begins to end every process of the namespace, because s ends the shell. Until the stop
// timeout, the shell itself ends the processes of its blocks, its foreground and its EXIT trap.
// After the reserve this process ends, even if its shell still waits for something.
func (f *pid1) stopAll(s sig.Signal) {
	if f.sh == nil {
		return
	}
	f.once.Do(func() {
		f.rest, f.over = f.sh.root.Tree().Rest(), make(chan struct{})
		f.end.Store(int64(f.sh.clock.Now().Add(f.timeout)))
		go func() {
			defer close(f.over)
			f.endRest()
		}()
		f.sh.clock.AfterFunc(f.timeout, func() { proc.SignalAll(sig.SIGKILL) })
		f.sh.clock.AfterFunc(f.timeout+stopReserve, func() { sig.Die(s) })
	})
}

// endRest ends the processes of rest, and returns when none is left.
func (f *pid1) endRest() {
	if f.rest.Cancel(context.Background(), proc.CancelOptions{
		KillTimeout: f.stopsBy().Sub(f.sh.clock.Now()), Strong: true, Clock: f.sh.clock,
		Log: f.sh.noteSent,
	}) == nil {
		return
	}
	// The processes could not be listed.
	sent := proc.SignalAll(sig.SIGTERM)
	for ; sent && f.sh.clock.Now() < f.stopsBy(); sent = proc.SignalAll(0) {
		time.Sleep(10 * time.Millisecond)
		proc.ReapUnknown()
	}
}

// stopsBy returns the time at which stopAll kills everything, or 0 if it was not called.
func (f *pid1) stopsBy() clock.Instant { return clock.Instant(f.end.Load()) }

// awaitAll waits until no process of the namespace is left, if stopAll was called. It runs after
// the shell's own end, so it includes processes left by the EXIT trap.
func (f *pid1) awaitAll() {
	if f.stopsBy() == 0 {
		return
	}
	<-f.over
	f.endRest()
}
