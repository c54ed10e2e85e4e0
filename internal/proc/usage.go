package proc

import (
	"runtime"
	"syscall"
	"time"
)

// Usage is the use of resources by an ended process and its awaited children (getrusage(2)).
type Usage struct {
	User, System time.Duration // processor time
	MaxRSS       int64         // the largest resident set of one process, in bytes
}

// usageOf returns the usage reported by the system; nil: none was asked for.
func usageOf(r *syscall.Rusage) Usage {
	if r == nil {
		return Usage{}
	}
	unit := int64(1024)
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return Usage{User: time.Duration(r.Utime.Nano()), System: time.Duration(r.Stime.Nano()),
		MaxRSS: int64(r.Maxrss) * unit}
}

// OnEnd calls f when the process has been reaped, on the goroutine that reaps it. If it has been
// already, OnEnd calls f at once. Of a process started with Spec.Measure f also gets the usage. f
// must not call a method of the process. There is at most one f.
func (p *Process) OnEnd(f func(Status, Usage)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reaped {
		f(p.status, usageOf(p.usage))
		return
	}
	p.ended = f
}
