package fd

import (
	"bytes"
	"context"
	"io"
	"syscall"

	"golang.org/x/sys/unix"
)

func (d *descriptor) ReadLine(ctx context.Context, delim byte, limit int) ([]byte, error) {
	var line []byte
	for {
		d.mu.Lock()
		part, done, err := d.linePart(delim, left(limit, len(line)))
		if line == nil {
			line = part
		} else {
			line = append(line, part...)
		}
		d.mu.Unlock()
		switch {
		case err == syscall.EAGAIN:
			if err := d.wait(ctx, unix.POLLIN); err != nil {
				return line, err
			}
		case err != nil:
			return line, err
		case done, limit > 0 && len(line) >= limit:
			return line, nil
		case ctx.Err() != nil: // /dev/zero never ends
			return line, ctx.Err()
		}
	}
}

func left(limit, have int) int {
	if limit <= 0 {
		return int(^uint(0) >> 1)
	}
	return limit - have
}

// linePart takes the available part of the line without waiting; done: it ends with delim. The lock
// is held.
func (d *descriptor) linePart(delim byte, limit int) (part []byte, done bool, err error) {
	if d.ahead.seek == 0 {
		d.ahead.seek = -1
		if d.seekable() && !d.kindOf().waits() {
			d.ahead.seek = 1
		}
	}
	if d.ahead.seek > 0 {
		return d.fileLine(delim, limit)
	}
	if d.kindOf() == KindPipe {
		part, done, err, ok := d.peekLine(delim, limit)
		if ok {
			return part, done, err
		}
	}
	if d.kindOf() == KindSocket {
		return d.socketLine(delim, limit)
	}
	return d.byteLine(delim)
}

// socketLine looks at what a socket has, and takes no more than the line. What a datagram has after
// the line is lost, as with any read of a part.
func (d *descriptor) socketLine(delim byte, limit int) ([]byte, bool, error) {
	n := d.number()
	if n < 0 {
		return nil, false, syscall.EBADF
	}
	var buf [pipeBuf]byte
	seen, err := receive(n, buf[:min(limit, len(buf))], unix.MSG_PEEK)
	if err != nil {
		return nil, false, err
	}
	part := buf[:seen]
	c := bytes.IndexByte(part, delim) + 1
	if c > 0 {
		part = part[:c]
	}
	got, err := receive(n, part, 0)
	switch {
	case err != nil:
		return nil, false, err
	case got == 0:
		return nil, false, io.EOF
	}
	part = bytes.Clone(part[:got])
	return part, part[got-1] == delim, nil
}

// receive receives without waiting.
func receive(n int, p []byte, flags int) (int, error) {
	for {
		c, _, err := unix.Recvfrom(n, p, flags|unix.MSG_DONTWAIT)
		if err != unix.EINTR {
			return max(c, 0), errno(err)
		}
	}
}

// byteLine takes one byte.
func (d *descriptor) byteLine(delim byte) ([]byte, bool, error) {
	var b [1]byte
	n, err := d.tryRead(b[:])
	if err != nil {
		return nil, false, err
	}
	if n == 0 {
		return nil, false, io.EOF
	}
	return []byte{b[0]}, b[0] == delim, nil
}

const (
	minAhead = 512
	maxAhead = 64 << 10
)

// fileLine takes from a seekable file, reading ahead.
func (d *descriptor) fileLine(delim byte, limit int) ([]byte, bool, error) {
	a := &d.ahead
	n := d.number()
	strict := d.shared.Load()
	if strict && len(a.buf) > 0 {
		// Another process may have moved the offset.
		if at, err := unix.Seek(n, 0, 1); err != nil || at != a.at {
			a.buf = nil
		}
	}
	if len(a.buf) == 0 {
		if eof, err := d.fill(n, strict); err != nil {
			return nil, false, err
		} else if eof {
			return nil, false, io.EOF
		}
	}
	head := a.buf[:min(len(a.buf), limit)]
	c := bytes.IndexByte(head, delim) + 1
	done := c > 0
	if !done {
		c = len(head)
	}
	part := bytes.Clone(a.buf[:c])
	a.buf = a.buf[c:]
	if strict {
		a.at += int64(c)
		if _, err := unix.Seek(n, a.at, 0); err != nil {
			return part, done, errno(err)
		}
	} else {
		a.lazy.Store(len(a.buf) > 0)
	}
	return part, done, nil
}

// fill reads the next piece of a seekable file into the empty buffer. The more of the last pieces
// was used, the larger it is.
func (d *descriptor) fill(n int, strict bool) (eof bool, err error) {
	a := &d.ahead
	a.size = min(max(2*a.size, minAhead), maxAhead)
	if len(a.space) < a.size {
		a.space = make([]byte, a.size)
	}
	if strict {
		if a.at, err = unix.Seek(n, 0, 1); err != nil {
			return false, errno(err)
		}
	}
	c, err := read(n, a.space[:a.size])
	if err != nil {
		return false, err
	}
	a.buf = a.space[:c]
	return c == 0, nil
}
