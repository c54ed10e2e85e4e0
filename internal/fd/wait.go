package fd

import (
	"context"

	"golang.org/x/sys/unix"
)

// wait blocks until the descriptor is ready for events, fails, or ctx ends.
func (f *File) wait(ctx context.Context, events int16) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	n := f.os.Load()
	set := make([]unix.PollFd, 1, 2)
	set[0] = unix.PollFd{Fd: n, Events: events}
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
				<-fired // the waker must not be closed under it
			}
			w.close()
		}()
		set = append(set, unix.PollFd{Fd: int32(w.fd()), Events: unix.POLLIN})
	}
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
