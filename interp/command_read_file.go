package interp

import (
	"errors"
	"io"
	"strings"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/shellenv"
)

// readFile reads a whole file, relative to the environment's directory.
func readFile(fr *frame, path string) (string, error) {
	f, err := openSource(fr, path)
	if err != nil {
		return "", err
	}
	defer f.Release()
	fr.sh.startSignals()
	ctx := fr.context.scope.Context()
	var b strings.Builder
	buf := make([]byte, 32<<10)
	for {
		back := fr.context.group.blocking()
		n, err := f.Read(ctx, buf)
		back()
		b.Write(buf[:n])
		switch {
		case errors.Is(err, io.EOF):
			return b.String(), nil
		case err != nil:
			return "", err
		case b.Len() > maxSource:
			return "", syscall.EFBIG
		case ctx.Err() != nil:
			return "", ctx.Err()
		}
	}
}

// maxSource is the largest size of a file of commands, in bytes. An endless file such as /dev/zero
// must not take all memory.
const maxSource = 1 << 28

// openSource opens a file of commands. /dev/stdin and the like mean the environment's descriptors.
func openSource(fr *frame, path string) (fd.File, error) {
	if n, ok := fd.DevFd(path); ok {
		return fr.env.reopen(n, syscall.O_RDONLY)
	}
	f, err := fr.env.openFile(fr.context.scope.Context(), path, syscall.O_RDONLY)
	if own := fd.Own(0); errors.As(err, &own) {
		return fr.env.reopen(int(own), syscall.O_RDONLY)
	}
	return f, err
}

// statFor returns the status of the file that openSource would open.
func statFor(fr *frame, path string) (st fd.Status, err error) {
	n, own := fd.DevFd(path)
	if !own {
		if st, n, own, err = fd.StatFor(shellenv.At(fr.env.Dir()), path); !own {
			return st, err
		}
	}
	if f := fr.env.fds.Get(n); f != nil {
		return fd.StatFile(f)
	}
	return st, syscall.EBADF
}
