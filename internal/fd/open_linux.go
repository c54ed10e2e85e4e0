package fd

import (
	"context"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// openFifo opens a fifo without blocking, and looks again and again whether its other
// end has come.
//
// A blocked open can be called off in four ways. A signal to the thread needs a handler:
// those of the Go runtime restart the call, and the two that the C library keeps for
// itself interrupt the wrong thread when a program with cgo changes its user id. Opening
// the other end for a moment releases every process that waits at that fifo, not only
// this thread. A thread left behind takes, later, what the other end meant for somebody
// else. Not to block disturbs nobody; it costs the pauses between two looks.
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
		// Nobody reads.
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

// longer is the pause behind another one: of the time waited for so far about a fifth, so that
// thousands who wait for long cost little, and who waits a moment hardly waits longer.
func longer(pause time.Duration) time.Duration { return min(pause+pause/4, lastPause) }

// awaitWriter waits until somebody has opened the fifo n for writing. One who has written or
// closed is seen by poll; one who only holds it open, by tee, which knows an empty pipe with
// writers from one without. No thread waits here: thousands may.
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
