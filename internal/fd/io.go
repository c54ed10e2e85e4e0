package fd

import (
	"context"
	"io"
	"syscall"

	"golang.org/x/sys/unix"
)

// Read reads up to len(p) bytes; at the end of file the error is io.EOF. It
// waits for the first byte no longer than ctx lives: then the error is ctx's.
// Other errors are syscall.Errno.
func (f *File) Read(ctx context.Context, p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	for {
		f.mu.Lock()
		if f.src != nil {
			n := f.src.read(p)
			f.mu.Unlock()
			return eof(n, nil)
		}
		if n := f.takeAhead(p); n > 0 {
			f.mu.Unlock()
			return n, nil
		}
		n, err := f.tryRead(p)
		f.mu.Unlock()
		if err != syscall.EAGAIN {
			return eof(n, err)
		}
		if err := f.wait(ctx, unix.POLLIN); err != nil {
			return 0, err
		}
	}
}

func eof(n int, err error) (int, error) {
	if n == 0 && err == nil {
		return 0, io.EOF
	}
	return max(n, 0), err
}

// tryRead reads what is there without waiting; EAGAIN when there is nothing.
// The lock is held.
func (f *File) tryRead(p []byte) (int, error) {
	n := int(f.os.Load())
	if n < 0 {
		return 0, syscall.EBADF
	}
	if f.kindOf() == kindRegular {
		return read(n, p)
	}
	if !f.noNowait.Load() {
		c, err := readNowait(n, p)
		if !refused(err) {
			return c, err
		}
		f.noNowait.Store(true)
	}
	if !ready(n, unix.POLLIN) {
		return 0, syscall.EAGAIN
	}
	return read(n, p)
}

// Write writes all of p, or fails: with ctx's error when it would have to wait
// longer than ctx lives, else with a syscall.Errno. A pipe without reader is EPIPE.
// The number says how much was written.
func (f *File) Write(ctx context.Context, p []byte) (int, error) {
	if f.sink != nil && f.sink.keep(p) {
		return len(p), nil
	}
	n := int(f.os.Load())
	if n < 0 {
		return 0, syscall.EBADF
	}
	if f.ahead.pending() {
		f.Sync() // a write goes to where the reads have come
	}
	regular := f.kindOf() == kindRegular
	done := 0
	for done < len(p) {
		c, err := 0, error(nil)
		if regular {
			c, err = write(n, p[done:])
		} else {
			c, err = f.tryWrite(n, p[done:])
		}
		done += max(c, 0)
		switch {
		case err == syscall.EAGAIN:
			if err := f.wait(ctx, unix.POLLOUT); err != nil {
				return done, err
			}
		case err != nil:
			return done, err
		}
	}
	return done, nil
}

// pipeBuf is what a pipe that polls as writable takes without blocking.
const pipeBuf = 4096

// tryWrite writes what can be written without waiting; EAGAIN when nothing can.
func (f *File) tryWrite(n int, p []byte) (int, error) {
	if !f.noNowait.Load() {
		c, err := writeNowait(n, p)
		if !refused(err) {
			return c, err
		}
		f.noNowait.Store(true)
	}
	if !ready(n, unix.POLLOUT) {
		return 0, syscall.EAGAIN
	}
	return write(n, p[:min(len(p), pipeBuf)])
}

// refused reports whether an error means that the descriptor knows no
// RWF_NOWAIT, or the kernel does not.
func refused(err error) bool {
	return err == syscall.EOPNOTSUPP || err == syscall.EINVAL || err == syscall.ENOSYS || err == syscall.EPERM
}

func read(n int, p []byte) (int, error) {
	for {
		c, err := unix.Read(n, p)
		if err != unix.EINTR {
			return c, errno(err)
		}
	}
}

func write(n int, p []byte) (int, error) {
	for {
		c, err := unix.Write(n, p)
		if err != unix.EINTR {
			return c, errno(err)
		}
	}
}
