package fd

import (
	"bytes"
	"context"
	"io"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// ReadLine reads up to and including the first delim, at most limit bytes (0: any
// number). Not a byte more is consumed as far as another process can see. At the
// end of file the error is io.EOF, together with the bytes before it. When ctx
// ends, the error is ctx's. The bytes belong to the caller.
func (f *File) ReadLine(ctx context.Context, delim byte, limit int) ([]byte, error) {
	var line []byte
	for {
		f.mu.Lock()
		part, done, err := f.linePart(delim, left(limit, len(line)))
		if line == nil {
			line = part
		} else {
			line = append(line, part...)
		}
		f.mu.Unlock()
		switch {
		case err == syscall.EAGAIN:
			if err := f.wait(ctx, unix.POLLIN); err != nil {
				return line, err
			}
		case err != nil:
			return line, err
		case done, limit > 0 && len(line) >= limit:
			return line, nil
		}
	}
}

func left(limit, have int) int {
	if limit <= 0 {
		return int(^uint(0) >> 1)
	}
	return limit - have
}

// linePart takes what can be had of the line without waiting; done: it ends
// with delim. The lock is held.
func (f *File) linePart(delim byte, limit int) (part []byte, done bool, err error) {
	if f.src != nil {
		return f.src.line(delim, limit)
	}
	if f.ahead.seek == 0 {
		f.ahead.seek = -1
		if f.Seekable() && f.kindOf() == kindRegular {
			f.ahead.seek = 1
		}
	}
	if f.ahead.seek > 0 {
		return f.fileLine(delim, limit)
	}
	if f.kindOf() == kindPipe {
		part, done, err, ok := f.peekLine(delim, limit)
		if ok {
			return part, done, err
		}
	}
	return f.byteLine(delim)
}

func (s *source) line(delim byte, limit int) ([]byte, bool, error) {
	if s.data == "" {
		return nil, false, io.EOF
	}
	n := strings.IndexByte(s.data, delim) + 1
	done := n > 0
	if !done {
		n = len(s.data)
	}
	if n > limit {
		n, done = limit, false
	}
	part := []byte(s.data[:n])
	s.data = s.data[n:]
	return part, done, nil
}

// byteLine takes one byte.
func (f *File) byteLine(delim byte) ([]byte, bool, error) {
	var b [1]byte
	n, err := f.tryRead(b[:])
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

// fileLine takes from a seekable file, ahead of what is asked for.
func (f *File) fileLine(delim byte, limit int) ([]byte, bool, error) {
	a := &f.ahead
	n := int(f.os.Load())
	strict := f.shared.Load()
	if strict && len(a.buf) > 0 {
		// Another process may have moved the offset.
		if at, err := unix.Seek(n, 0, 1); err != nil || at != a.at {
			a.buf = nil
		}
	}
	if len(a.buf) == 0 {
		if eof, err := f.fill(n, strict); err != nil {
			return nil, false, err
		} else if eof {
			return nil, false, io.EOF
		}
	}
	c := bytes.IndexByte(a.buf, delim) + 1
	done := c > 0
	if !done {
		c = len(a.buf)
	}
	if c > limit {
		c, done = limit, false
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

// fill reads the next piece of a seekable file into the empty buffer. The more
// was used of the last ones, the larger it is.
func (f *File) fill(n int, strict bool) (eof bool, err error) {
	a := &f.ahead
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
