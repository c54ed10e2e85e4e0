package fd

import (
	"context"
	"syscall"
	"time"

	"ftsh/internal/thread"

	"golang.org/x/sys/unix"
)

// maxWrite bounds one write to a file, so that a cancellation need not wait for gigabytes.
const maxWrite = 4 << 20

// write writes all of p; see File.Write.
func (r *raw) write(ctx context.Context, p []byte) (int, error) {
	n := r.number()
	if n < 0 {
		return 0, syscall.EBADF
	}
	done := 0
	for done < len(p) {
		c, err := r.tryWrite(n, p[done:min(len(p), done+maxWrite)])
		done += max(c, 0)
		switch {
		case err == nil && done < len(p) && ctx.Err() != nil:
			return done, ctx.Err()
		case err == syscall.EAGAIN:
			if err := r.wait(ctx, unix.POLLOUT); err != nil {
				return done, err
			}
		case err != nil:
			return done, err
		}
	}
	return done, nil
}

// wait blocks until the descriptor is ready for events or fails (this counts as ready), or until
// ctx ends.
func (r *raw) wait(ctx context.Context, events int16) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	set := make([]unix.PollFd, 1, 2)
	set[0] = unix.PollFd{Fd: int32(r.number()), Events: events}
	if ctx.Done() != nil {
		w, err := newWaker()
		if err != nil {
			return errno(err)
		}
		fired := make(chan struct{})
		stop := context.AfterFunc(ctx, func() {
			w.wake()
			close(fired)
		})
		defer func() {
			if !stop() {
				<-fired // the waker must not be closed while in use
			}
			w.close()
		}()
		set = append(set, unix.PollFd{Fd: int32(w.fd()), Events: unix.POLLIN})
	}
	if !thread.Enter() {
		return look(ctx, set[0])
	}
	defer thread.Leave()
	for {
		_, err := unix.Poll(set, -1)
		if err != nil && err != unix.EINTR {
			return errno(err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err == nil && set[0].Revents != 0 {
			return nil
		}
	}
}

// look is wait for many callers at the same time: it holds no thread, and polls now and then.
func look(ctx context.Context, what unix.PollFd) error {
	for pause := time.Millisecond; ; pause = min(2*pause, 20*time.Millisecond) {
		set := [1]unix.PollFd{what}
		if n, err := unix.Poll(set[:], 0); err != nil && err != unix.EINTR {
			return errno(err)
		} else if err == nil && n > 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// ready reports whether an operation on the descriptor would not wait.
func ready(n int, events int16) bool {
	set := [1]unix.PollFd{{Fd: int32(n), Events: events}}
	for {
		c, err := unix.Poll(set[:], 0)
		if err != unix.EINTR {
			return err != nil || c > 0
		}
	}
}
