package fd

import (
	"context"
	"time"
)

// A Capture is the standard output of a command substitution. Builtins write straight into memory;
// when a process needs a descriptor, the Capture becomes a pipe, drained into the same memory by a
// goroutine.
//
// It begins with one reference, dropped by Finish: a caller that puts it into a Table retains it.
type Capture struct {
	output
	buf   []byte   // guarded by mu; the drain's alone once there is a pipe
	first [64]byte // room for the usual short answer
}

// NewCapture returns an empty Capture.
func NewCapture() *Capture {
	c := &Capture{}
	c.buf = c.first[:0]
	c.retain()
	return c
}

// Retain adds a reference.
func (c *Capture) Retain() File {
	c.retain()
	return c
}

// Release drops a reference. When all are gone, Finish need not wait.
func (c *Capture) Release() { c.release() }

// Write appends p to memory, by the pipe if there is one.
func (c *Capture) Write(ctx context.Context, p []byte) (int, error) {
	c.mu.Lock()
	if c.piped {
		c.mu.Unlock()
		return c.w.write(ctx, p)
	}
	c.buf = append(c.buf, p...)
	c.mu.Unlock()
	return len(p), nil
}

// Fd returns the write end of the pipe, and makes the pipe if need be.
func (c *Capture) Fd() (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	n, made, err := c.fd()
	if made {
		go c.drain()
	}
	return n, err
}

// drain reads the pipe to its end, growing the buffer as it fills.
func (c *Capture) drain() {
	defer close(c.drained)
	// Nothing else touches buf from now on: writes go through the pipe.
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

// Finish drops the Capture's own reference, waits for the end of the output, and returns it. The
// output ends when all other references are dropped and every process has closed the pipe (a
// background process may hold it, as in any shell). If ctx ends first, Finish returns the bytes so
// far, and ctx's error. The bytes belong to the caller.
func (c *Capture) Finish(ctx context.Context) ([]byte, error) {
	c.mu.Lock()
	if !c.piped && c.refs.Load() > 1 {
		// A part of the shell still writes. The end of the pipe shows when it is done.
		if _, _, err := c.fd(); err != nil {
			got := c.buf
			c.mu.Unlock()
			c.release()
			return got, err
		}
		go c.drain()
	}
	piped := c.piped
	c.mu.Unlock()
	c.release()
	if !piped {
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
