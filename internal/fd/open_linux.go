package fd

import (
	"context"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// openFifo opens a fifo without blocking, and polls until its other end has come.
//
// A blocked open can be called off in three ways, each with a fault. A signal to the thread needs a
// handler: those of the Go runtime restart the call, and the two reserved by the C library
// interrupt the wrong thread when a program with cgo changes its user id. Opening the other end for
// a moment releases every process waiting at that fifo, not only this thread. An abandoned thread
// later takes the other end meant for another process. Polling disturbs no other process; it costs
// the pauses between two looks.
func openFifo(ctx context.Context, dirfd int, path string, flags int, mode uint32) (int, error) {
	for pause := firstPause; ; pause = longer(pause) {
		n, err := openat(dirfd, path, flags|unix.O_NONBLOCK, mode)
		switch {
		case err == nil:
			if flags&unix.O_ACCMODE == unix.O_RDONLY {
				err = awaitWriter(ctx, n)
			}
			if err == nil {
				err = errno(unix.SetNonblock(n, false))
			}
			if err != nil {
				unix.Close(n)
				return -1, err
			}
			return n, nil
		case err != syscall.ENXIO || !IsFifo(dirfd, path):
			return -1, err
		}
		// There is no reader.
		select {
		case <-ctx.Done():
			return -1, ctx.Err()
		case <-time.After(pause):
		}
	}
}

const (
	firstPause = time.Millisecond
	lastPause  = 100 * time.Millisecond
)

// longer returns the pause following pause: about a fifth of the total wait so far. Thousands of
// long waits cost little, and a short wait is hardly prolonged.
func longer(pause time.Duration) time.Duration { return min(pause+pause/4, lastPause) }

// awaitWriter waits until a process has opened the fifo n for writing. poll notices a writer that
// has written or closed. A writer that only holds the fifo open is found by tee, which tells an
// empty pipe with writers from one without. No thread waits here: there may be thousands of waits.
func awaitWriter(ctx context.Context, n int) error {
	for pause := firstPause; ; pause = longer(pause) {
		if ready(n, unix.POLLIN) {
			return nil
		}
		var p peeker // holds no descriptors between two looks
		err := p.look(n)
		some := len(p.seen) > 0
		if p.close(); err == syscall.EAGAIN || err == nil && some {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}
