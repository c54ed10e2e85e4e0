package interp

import "ftsh/internal/scope"

// A race is attempts of a block that run beside each other, each on a goroutine. When
// the next begins and what ends the rest is its owner's business.
type race struct {
	group *jobGroup    // the job that the block runs in; nil: none
	scope *scope.Scope // the block's: once it is cancelled, no further attempt begins

	// start makes what attempt i needs, an environment before all, since that of the block
	// is for one goroutine; what it returns makes the attempt.
	start func(i int) func() attempt

	// next is what to wait for before one more begins beside those that run; nil: one
	// of them has to end first. It is asked anew after each beginning and each end.
	next func(running int) <-chan struct{}

	// ended is told of each attempt that has ended, in the order of time. A cause cancels
	// the rest.
	ended func(i int, a attempt) *scope.Cause
}

// run makes up to n attempts, and returns when all have ended.
func (r *race) run(n int) {
	type end struct {
		i int
		a attempt
	}
	ends := make(chan end)
	running := 0
	arrived := func(e end) {
		running--
		if c := r.ended(e.i, e.a); c != nil {
			r.scope.Cancel(c)
		}
	}
	for i := 0; ; {
		var ready <-chan struct{}
		switch {
		case i < n && !r.scope.Cancelled():
			ready = r.next(running)
		case running == 0:
			return
		}
		select {
		case e := <-ends: // what has ended is told before another begins
			arrived(e)
			continue
		default:
		}
		back := r.group.blocking()
		select {
		case e := <-ends:
			back()
			arrived(e)
		case <-ready:
			back()
			attempt := r.start(i)
			running++
			over := r.group.goroutine()
			go func(i int) {
				a := attempt()
				over()
				ends <- end{i, a}
			}(i)
			i++
		}
	}
}
