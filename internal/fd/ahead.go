package fd

import (
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// An ahead is what was taken from a seekable descriptor beyond what its reader
// asked for.
//
// The descriptor's real offset lies behind the buffer as long as no other
// process shares it (lazy). Once one does, every read puts the offset right
// before it returns, and the next one looks whether it still is there.
type ahead struct {
	buf   []byte // not yet consumed
	space []byte // what buf is part of
	at    int64  // offset of buf, when strict
	size  int    // how much to take next time
	lazy  atomic.Bool
	seek  int8 // 0 not known, 1 seekable, -1 not
	peek  peeker
}

// pending reports whether the real offset is ahead. It needs no lock.
func (a *ahead) pending() bool { return a.lazy.Load() }

func (a *ahead) close() {
	a.peek.close()
	a.buf, a.space = nil, nil
}

// giveBack makes the real offset what reads have reached, and forgets the rest.
func (d *descriptor) giveBack() {
	a := &d.ahead
	if a.lazy.Load() {
		if len(a.buf) > 0 {
			unix.Seek(d.number(), -int64(len(a.buf)), 1)
			a.size = 0 // it took too much: start small again
		}
		a.lazy.Store(false)
	}
	a.buf = nil
	a.peek.settle(d.number())
}

// takeAhead serves a plain read from the buffer.
func (d *descriptor) takeAhead(p []byte) int {
	a := &d.ahead
	if !a.lazy.Load() {
		a.buf = nil // the offset is right: read from there
		a.peek.settle(d.number())
		return 0
	}
	n := copy(p, a.buf)
	a.buf = a.buf[n:]
	if len(a.buf) == 0 {
		a.lazy.Store(false)
	}
	return n
}
