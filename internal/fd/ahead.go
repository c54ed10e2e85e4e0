package fd

import (
	"sync/atomic"

	"golang.org/x/sys/unix"
)

// An ahead holds bytes taken from a seekable descriptor beyond the reader's request.
//
// While no other process shares the descriptor (lazy), its real offset is the end of the buffer.
// Once one does, every read corrects the offset before it returns, and the next read checks whether
// it is still there.
type ahead struct {
	buf   []byte // not yet consumed
	space []byte // the allocation containing buf
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

// giveBack sets the real offset to the position reached by reads, and forgets the rest.
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
	a.peek.giveBack(d.number())
}

// takeAhead serves a plain read from the buffer.
func (d *descriptor) takeAhead(p []byte) int {
	a := &d.ahead
	if !a.lazy.Load() {
		a.buf = nil // the offset is right: read from there
		a.peek.giveBack(d.number())
		return 0
	}
	n := copy(p, a.buf)
	a.buf = a.buf[n:]
	if len(a.buf) == 0 {
		a.lazy.Store(false)
	}
	return n
}
