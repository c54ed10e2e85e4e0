package interp

import (
	"context"
	"syscall"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/proc"
	"ftsh/interp/event"
)

// show reports a wait to the host if somebody at a terminal may want to see it: one wait at a time,
// and only while the shell is in the terminal's foreground. over ends the report. At a prompt
// pressed returns a key that ends the wait or the block; elsewhere it is nil.
func (b *block) show(until clock.Instant) (pressed <-chan byte, over func()) {
	return b.showWait(Wait{Delay: until.Sub(b.env.fr.sh.clock.Now())})
}

// showWait shows a wait with a known delay, or with the name in the through clause.
func (b *block) showWait(w Wait) (pressed <-chan byte, over func()) {
	fr := b.env.fr
	sh, f := fr.sh, fr.env.fds.Get(2)
	if sh.opts.Log.Waiting == nil || !fr.wantsEvents(event.LevelFailure) || !onScreen(f) ||
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
	if b.errors.Last != nil {
		w.Failure = b.errors.Last.shown(false)
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
	end := sh.opts.Log.Waiting(w)
	return pressed, func() {
		sh.terminal.keys.stop(keys)
		cancel() // a blocked terminal must not hold up an attempt
		end()
		sh.events.waiting.Store(false)
	}
}

// atScreen reports whether the job is in the terminal's foreground. Without a job it is true.
func (g *jobGroup) atScreen() bool {
	return g == nil || g.suspendable != nil && g.suspendable.inFront()
}

// onScreen reports whether f is a terminal with the shell in its foreground.
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
