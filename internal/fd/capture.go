package fd

import (
	"context"
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// A Capture is the standard output of a command substitution. What builtins
// write goes straight into memory; when a process needs a descriptor, the
// Capture becomes a pipe that a goroutine drains into the same memory.
type Capture struct {
	file File

	mu     sync.Mutex
	buf    []byte
	piped  bool
	out    io.Writer // where it goes instead of memory; nil: it stays here
	passed int       // bytes that went through the pipe to out

	r       *os.File      // read end, once piped
	drained chan struct{} // closed when the pipe is at its end
	first   [64]byte      // room for the usual short answer
}

// NewCapture returns an empty Capture.
func NewCapture() *Capture {
	c := &Capture{}
	c.buf = c.first[:0]
	c.file.own = true
	c.file.sink = c
	c.file.refs.Store(1)
	c.file.os.Store(-1)
	return c
}

// File is the sink. The reference belongs to the Capture, until Finish: who
// keeps the File retains it.
func (c *Capture) File() *File { return &c.file }

// keep appends p to memory; false when writes go through the pipe by now.
func (c *Capture) keep(p []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.piped {
		return false
	}
	if c.out != nil {
		_, _ = c.out.Write(p)
		return true
	}
	c.buf = append(c.buf, p...)
	return true
}

// materialise makes the pipe. Its descriptor is set before a write can see that
// it is piped, since the File's lock is held and keep is asked first: see Fd.
func (c *Capture) materialise() (int, error) {
	r, w, err := rawPipe()
	if err != nil {
		return -1, err
	}
	// The read end is ours alone, so that the runtime's poller may wait for it.
	if err := unix.SetNonblock(r, true); err != nil {
		unix.Close(r)
		unix.Close(w)
		return -1, err
	}
	c.file.kind.Store(uint32(kindPipe))
	c.file.os.Store(int32(w))
	c.r = os.NewFile(uintptr(r), "command substitution")
	c.drained = make(chan struct{})
	c.mu.Lock()
	c.piped = true
	c.mu.Unlock()
	if c.out != nil {
		go c.pass()
	} else {
		go c.drain()
	}
	return w, nil
}

// drain reads the pipe to its end, growing the buffer as it fills.
func (c *Capture) drain() {
	defer close(c.drained)
	// Nobody else touches buf from now on: writes go through the pipe.
	for {
		if cap(c.buf)-len(c.buf) < 512 {
			grown := make([]byte, len(c.buf), max(4096, 2*cap(c.buf)))
			copy(grown, c.buf)
			c.buf = grown
		}
		n, err := c.r.Read(c.buf[len(c.buf):cap(c.buf)])
		c.buf = c.buf[:len(c.buf)+n]
		if err != nil {
			return
		}
	}
}

// Finish drops the Capture's own reference, waits until every writer has closed
// the sink (a process in the background may hold it, as in any shell), and
// returns all that was written. When ctx ends first, it returns what there is,
// and ctx's error. The bytes belong to the caller.
func (c *Capture) Finish(ctx context.Context) ([]byte, error) {
	c.file.Release()
	if c.drained == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.buf, nil
	}
	defer c.r.Close()
	if ctx.Done() == nil {
		<-c.drained
		return c.buf, nil
	}
	select {
	case <-c.drained:
		return c.buf, nil
	case <-ctx.Done():
		c.r.SetReadDeadline(time.Unix(1, 0))
		<-c.drained
		return c.buf, ctx.Err()
	}
}
