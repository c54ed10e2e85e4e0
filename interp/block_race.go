package interp

import "ftsh/internal/scope"

// A race runs attempts of a block at the same time, each on a goroutine. Its owner decides when the
// next one begins and when to end the rest.
type race struct {
	group *jobGroup    // the block's job; nil: none
	scope *scope.Scope // the block's: no attempt begins after its cancellation

	// start makes the environment of attempt i and anything else it needs, since the block's own
	// environment is for one goroutine. The returned function makes the attempt.
	start func(i int) func() attempt

	// next returns the channel to wait for before one more begins; nil: one of the running attempts
	// has to end first. It is called again after each beginning and each end.
	next func(running int) <-chan struct{}

	// ended is called for each ended attempt, in order of time. A cause cancels the rest.
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
		case e := <-ends: // report ended attempts before another begins
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
