package fd

import (
	"io"
	"time"

	"golang.org/x/sys/unix"
)

// NewSink returns a Capture that keeps nothing: all that is written goes to w, one
// call at a time, in order. It is the standard output of a shell whose host
// gave it an io.Writer. Errors of w are the writer's to remember.
func NewSink(w io.Writer) *Capture {
	c := NewCapture()
	c.out = w
	return c
}

// Flush returns when what was written to a sink's pipe before the call has reached
// the writer. Without a pipe there is nothing to wait for. What a process goes on
// writing meanwhile is not waited for.
func (c *Capture) Flush() {
	target, ok := c.backlog()
	for pause := time.Microsecond; ok && !c.hasPassed(target); pause = min(2*pause, time.Millisecond) {
		time.Sleep(pause)
	}
}

// backlog is how many bytes will have passed once the pipe's present content has;
// false when there is nothing to wait for. The lock makes sure that nothing is
// between the pipe and the writer.
func (c *Capture) backlog() (target int, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.piped {
		return 0, false
	}
	conn, err := c.r.SyscallConn()
	if err != nil {
		return 0, false
	}
	n := 0
	if conn.Control(func(d uintptr) { n, err = unix.IoctlGetInt(int(d), fionread) }) != nil || err != nil {
		return 0, false
	}
	return c.passed + n, n > 0
}

// hasPassed reports whether target bytes have reached the writer, or the pipe is
// at its end.
func (c *Capture) hasPassed(target int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	select {
	case <-c.drained:
		return true
	default:
		return c.passed >= target
	}
}

// pass moves what comes through the pipe to the writer, to the pipe's end. Bytes
// leave the pipe only under the lock: see empty.
func (c *Capture) pass() {
	defer close(c.drained)
	conn, err := c.r.SyscallConn()
	if err != nil {
		return
	}
	buf := make([]byte, 32<<10)
	_ = conn.Read(func(d uintptr) (done bool) {
		c.mu.Lock()
		defer c.mu.Unlock()
		for {
			n, err := unix.Read(int(d), buf)
			switch {
			case err == unix.EINTR:
			case err == unix.EAGAIN:
				return false
			case n <= 0:
				return true
			default:
				_, _ = c.out.Write(buf[:n])
				c.passed += n
			}
		}
	})
}

// Close drops a sink's own reference and ends it: what has been written by now
// reaches the writer, which is not called any more once Close has returned. A
// process that still holds the pipe finds nobody reading.
func (c *Capture) Close() {
	c.file.Release()
	if c.drained == nil {
		return
	}
	c.Flush()
	_ = c.r.SetReadDeadline(time.Unix(1, 0))
	<-c.drained
	c.r.Close()
}
