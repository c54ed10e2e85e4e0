package fd

import (
	"context"
	"strconv"
)

// Own is the error of OpenFor where the path leads to a descriptor of the process itself:
// its number there.
type Own int

func (n Own) Error() string { return "descriptor " + strconv.Itoa(int(n)) + " of the process" }

// OpenFor is Open for commands whose descriptors are in a Table and not the process's. A path
// that leads to one of those, as a link to /dev/stdout does, is not opened (and nothing is
// truncated): the error is an Own, and what the command has at that number is what the path
// means.
//
// owned: the process belongs to the shell. On Linux on amd64 and arm64 signal 33 is taken then,
// and the wait for the other end of a fifo is that of open(2) itself.
func OpenFor(ctx context.Context, owned bool, dirfd int, path string, flags int, mode uint32) (File, error) {
	slow := openFifo
	if owned {
		slow = openInterrupted
	}
	return openBy(ctx, openNotOwn, func(ctx context.Context, dirfd int, path string, flags int, mode uint32) (int, error) {
		if n, ok := OwnAt(dirfd, path); ok {
			return -1, Own(n)
		}
		return slow(ctx, dirfd, path, flags, mode)
	}, dirfd, path, flags, mode)
}

// StatFor is Stat, following links, of what path leads to; own, if that is descriptor n of
// the process, of which it says nothing.
func StatFor(dirfd int, path string) (st Status, n int, own bool, err error) {
	st, err = Stat(dirfd, path, false)
	if err != nil || !isLink(st) {
		return st, 0, false, err
	}
	if n, own = OwnAt(dirfd, path); own {
		return Status{}, n, true, nil
	}
	st, err = Stat(dirfd, path, true)
	return st, 0, false, err
}
