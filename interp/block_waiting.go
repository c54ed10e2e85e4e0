package interp

import (
	"context"
	"io"
	"syscall"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/proc"
)

// A Wait is a try that waits for its next attempt, at a terminal.
type Wait struct {
	Attempt int           // the number of the attempt that follows
	Times   int           // how many the block's header allows; 0: it does not say
	Failure Failure       // of the attempt before, or of the sense list that deferred the one that follows
	Delay   time.Duration // until the next one
	Left    time.Duration // until the nearest deadline; 0: there is none
	Through string        // instead of a delay: the name of what is waited for, and
	For     string        // what of it: the breaker, a slot, the budget or a delay
	Holder  int           // a process that holds such a slot, in its own namespace; 0: it is not known
	Columns int           // how wide the terminal is
	Keys    bool          // r ends the wait, and q the block
	Stderr  io.Writer     // as that of an Event, which is the terminal
}

// show tells the host of a wait that somebody at a terminal may want to see: of one at a time, and
// only where the terminal is the shell's. over ends that. At a prompt pressed gets a key that means something
// to the wait; else it is nil.
func (b *block) show(until clock.Instant) (pressed <-chan byte, over func()) {
	return b.showWait(Wait{Delay: until.Sub(b.stage.fr.sh.clock.Now())})
}

// showWait shows a wait of which it is known how long it is, or for what.
func (b *block) showWait(w Wait) (pressed <-chan byte, over func()) {
	fr := b.stage.fr
	sh, f := fr.sh, fr.env.fds.Get(2)
	if sh.opts.Waiting == nil || !fr.wantsEvents(LevelFailure) || !onScreen(f) ||
		!fr.context.group.atScreen() || !sh.events.waiting.CompareAndSwap(false, true) {
		return nil, func() {}
	}
	if term := fr.env.vars.Value("TERM"); term == "" || term == "dumb" {
		sh.events.waiting.Store(false)
		return nil, func() {}
	}
	ctx, cancel := context.WithCancel(fr.context.scope.Context())
	now := sh.clock.Now()
	w.Attempt, w.Times, w.Columns, w.Stderr = b.made+1, b.limits.times, fd.Columns(f),
		stderr{ctx, f}
	if b.errors.told != nil {
		w.Failure = b.errors.told.shown(false)
	}
	if d := b.scope.Deadline(); d != 0 {
		w.Left = d.Sub(now)
	}
	var keys *keyReader
	if fr.context.group != nil { // at a prompt
		if keys = sh.terminal.keys.readKeys(sh.terminal.tty, sh.clock); keys != nil {
			w.Keys, pressed = !sh.terminal.keys.typing(), keys.pressed
		}
	}
	end := sh.opts.Waiting(w)
	return pressed, func() {
		sh.terminal.keys.stop(keys)
		cancel() // a terminal that takes nothing holds up no attempt
		end()
		sh.events.waiting.Store(false)
	}
}

// atScreen reports whether what runs in a job is in the terminal's foreground, as far as the job decides it.
func (g *jobGroup) atScreen() bool {
	return g == nil || g.suspendable != nil && g.suspendable.inFront()
}

// onScreen reports whether f is a terminal whose foreground the shell is in.
func onScreen(f fd.File) bool {
	if f == nil || !fd.IsTerminal(f) {
		return false
	}
	n, err := f.Fd()
	if err != nil {
		return false
	}
	group, err := proc.Foreground(n)
	return err == nil && group == syscall.Getpgrp()
}
