package fd

import (
	"context"
	"strconv"
)

// Own is the error of OpenFor if the path leads to a descriptor of the process itself: its number.
type Own int

func (n Own) Error() string { return "descriptor " + strconv.Itoa(int(n)) + " of the process" }

// OpenFor is Open for commands with descriptors in a Table instead of the process. A path to one of
// the process's descriptors, such as a link to /dev/stdout, is not opened (and nothing is
// truncated): the error is an Own, and the path means the command's descriptor of that number.
//
// owned: the process belongs to the shell. On Linux on amd64 and arm64 it then uses signal 33, and
// waits for the other end of a fifo in open(2) itself.
func OpenFor(ctx context.Context, owned bool, dirfd int, path string, flags int,
	mode uint32) (File, error) {
	slow := openFifo
	if owned {
		slow = openInterrupted
	}
	return openBy(ctx, openNotOwn, func(ctx context.Context, dirfd int, path string, flags int,
		mode uint32) (int, error) {
		if n, ok := OwnAt(dirfd, path); ok {
			return -1, Own(n)
		}
		return slow(ctx, dirfd, path, flags, mode)
	}, dirfd, path, flags, mode)
}

// StatFor is Stat, following links, unless path leads to descriptor n of the process: then own is
// set, and st is empty.
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
