package interp

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
)

// DefaultStopTimeout is the time that a container has to end unless Options say otherwise: docker kills it
// after 10 s.
const DefaultStopTimeout = 8 * time.Second

// stopReserve is what there is behind the stop timeout, until this process ends: for an EXIT trap whose turn came
// only when what ignores SIGTERM had been killed.
const stopReserve = time.Second

// A pid1 is what a shell has to end that is the first process of a namespace of processes. When that ends,
// the kernel kills all others, so it tells them before, and waits for them.
type pid1 struct {
	sh   *Shell // nil: it is not the first
	told sync.Once
	end  atomic.Int64  // the instant at which all is killed; 0: nothing is to end
	rest *proc.Tree    // what is not the shell's own to cancel
	over chan struct{} // closed when that has ended
}

// stopAll begins to end every process of the namespace, because s ends the shell. What runs in the shell's
// blocks and in its foreground is left to the shell, and so is what its EXIT trap runs, until the time is over.
// When the reserve is over as well, this process ends, whatever its shell waits for.
func (f *pid1) stopAll(s sig.Signal) {
	if f.sh == nil {
		return
	}
	f.told.Do(func() {
		f.rest, f.over = f.sh.root.Tree().Rest(), make(chan struct{})
		f.end.Store(int64(f.sh.clock.Now().Add(f.sh.opts.StopTimeout)))
		go func() {
			defer close(f.over)
			f.endRest()
		}()
		f.sh.clock.AfterFunc(f.sh.opts.StopTimeout, func() { proc.TellAll(sig.SIGKILL) })
		f.sh.clock.AfterFunc(f.sh.opts.StopTimeout+stopReserve, func() { sig.Die(s) })
	})
}

// endRest ends what is not the shell's own to cancel, and returns when nothing of it is left.
func (f *pid1) endRest() {
	if f.rest.Cancel(context.Background(), proc.CancelOptions{
		KillTimeout: f.stopsBy().Sub(f.sh.clock.Now()), Strong: true, Clock: f.sh.clock, Log: f.sh.noteSent,
	}) == nil {
		return
	}
	// It cannot look.
	for told := proc.TellAll(sig.SIGTERM); told && f.sh.clock.Now() < f.stopsBy(); told = proc.TellAll(0) {
		time.Sleep(10 * time.Millisecond)
		proc.ReapUnknown()
	}
}

// stopsBy is the instant at which all is killed that stopAll began to end; 0: it did not.
func (f *pid1) stopsBy() clock.Instant { return clock.Instant(f.end.Load()) }

// awaitAll waits, behind the shell's own end, until nothing of the namespace is left, if stopAll
// began to end it: also for what has been left by the EXIT trap, or by what it waited for, since.
func (f *pid1) awaitAll() {
	if f.stopsBy() == 0 {
		return
	}
	<-f.over
	f.endRest()
}
