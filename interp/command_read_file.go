package interp

import (
	"errors"
	"io"
	"slices"
	"syscall"
	"unsafe"

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
	if f.Kind() != fd.KindRegular {
		fr.sh.startSignals()
	}
	ctx := fr.context.scope.Context()
	b := make([]byte, 0, sizeToRead(f))
	for {
		back := fr.context.group.blocking()
		n, err := f.Read(ctx, b[len(b):cap(b)])
		back()
		b = b[:len(b)+n]
		switch {
		case errors.Is(err, io.EOF):
			return unsafe.String(unsafe.SliceData(b), len(b)), nil // b does not change any more
		case err != nil:
			return "", err
		case len(b) > maxSource:
			return "", syscall.EFBIG
		case ctx.Err() != nil:
			return "", ctx.Err()
		}
		if len(b) == cap(b) {
			b = slices.Grow(b, len(b))
		}
	}
}

// sizeToRead returns the size of the memory for a file's text: if the file is regular, one byte
// more than the text, so that its end is found without more memory.
func sizeToRead(f fd.File) int {
	const least = 4 << 10
	if f.Kind() != fd.KindRegular {
		return least
	}
	st, err := fd.StatFile(f)
	if err != nil {
		return least
	}
	return int(min(max(st.Size+1, 512), maxSource))
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
