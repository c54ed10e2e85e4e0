//go:build unix && !linux

package fd

import (
	"context"

	"golang.org/x/sys/unix"
)

// openFifo opens a fifo. Cancelled, it leaves the open to a goroutine that lasts
// until the other end comes.
func openFifo(ctx context.Context, dirfd int, path string, flags int, mode uint32) (int, error) {
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	go func() {
		n, err := openat(dirfd, path, flags, mode)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-ctx.Done():
		go func() {
			if r := <-done; r.err == nil {
				unix.Close(r.n)
			}
		}()
		return -1, ctx.Err()
	}
}
