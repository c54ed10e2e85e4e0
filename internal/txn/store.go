package txn

import (
	"context"
	"io"
	"syscall"

	"ftsh/internal/fd"

	"golang.org/x/sys/unix"
)

// inMemory is how much of a store is in memory: the first mebibyte.
const inMemory = 1 << 20

// A store is bytes that are appended, and read anywhere. It is for one goroutine at a time.
type store struct {
	dir  string // where temporary files are made
	mem  []byte // up to inMemory
	file int    // of what is beyond; when made
	made bool
	size int64 // of all
	most int64 // that the file may grow to
	seen int64 // up to where the file system has been found to have room

	noSplice bool // the file does not take pages of a pipe
}

// spill makes the temporary file.
func (s *store) spill() error {
	if s.made {
		return nil
	}
	n, err := nameless(s.dir)
	if err != nil {
		return errnoOf(err)
	}
	s.file, s.made, s.most = n, true, 1<<62
	// To write beyond this limit would be the end of the process: SIGXFSZ.
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) == nil && uint64(limit.Cur) < 1<<62 {
		s.most = int64(limit.Cur)
	}
	return nil
}

// room makes place in memory, at least one byte, and returns it; nil: memory is full.
func (s *store) room() []byte {
	n := len(s.mem)
	if n >= inMemory {
		return nil
	}
	if n == cap(s.mem) {
		grown := make([]byte, n, min(max(512, 4*n), inMemory))
		copy(grown, s.mem)
		s.mem = grown
	}
	return s.mem[n:cap(s.mem)]
}

// append adds p, and returns how much of it. The error, why it is not all, is a syscall.Errno:
// what is in the store stays whole.
func (s *store) append(p []byte) (added int, err error) {
	for added < len(p) {
		left := p[added:]
		if room := s.room(); room != nil {
			n := copy(room, left)
			s.mem = s.mem[:len(s.mem)+n]
			s.size += int64(n)
			added += n
			continue
		}
		if err := s.spill(); err != nil {
			return added, err
		}
		at := s.size - inMemory
		next, err := s.write(left, at)
		if err != nil {
			return added, err
		}
		s.size += next - at
		added += int(next - at)
	}
	return added, nil
}

// write writes some of p, which is not empty, to the file at an offset, and returns the one behind
// it.
func (s *store) write(p []byte, at int64) (next int64, err error) {
	most, err := s.mayGrow(at)
	for err == nil {
		var n int
		if n, err = unix.Pwrite(s.file, p[:min(int64(len(p)), most)], at); err == nil {
			return at + int64(n), nil
		}
		if err == unix.EINTR {
			err = nil
		}
	}
	return at, errnoOf(err)
}

// mayGrow is how many bytes may be written to the file at an offset: those that neither pass
// the limit nor take from the file system what is to be left to others.
func (s *store) mayGrow(at int64) (int64, error) {
	if at >= s.most {
		return 0, syscall.EFBIG
	}
	if at >= s.seen {
		free, all, ok := space(s.file)
		left := free - min(all/reservePart, maxReserve)
		switch {
		case !ok:
			s.seen = s.most // it does not say
		case left <= 0:
			return 0, syscall.ENOSPC
		default:
			s.seen = at + min(max(left/16, 64<<10), 16<<20) // others may write, too
		}
	}
	return min(s.most, s.seen) - at, nil
}

// What is held or kept leaves a part of the file system free, lest attempts that write
// without end, and are made again, fill a disk on which others depend.
const (
	reservePart = 20 // one of so many parts
	maxReserve  = 4 << 30
)

// chunk is how much is moved at once.
const chunk = 256 << 10

// take adds what pipe has, which does not block: at most most bytes, at least one. 0 without
// an error is the pipe's end, EAGAIN that it is empty; other errors are the store's.
func (s *store) take(pipe int, most int) (int, error) {
	for {
		n, err := s.takeOnce(pipe, most)
		if err != unix.EINTR {
			return n, err
		}
	}
}

func (s *store) takeOnce(pipe int, most int) (int, error) {
	if room := s.room(); room != nil {
		n, err := unix.Read(pipe, room[:min(len(room), most)])
		if n > 0 {
			s.mem = s.mem[:len(s.mem)+n]
			s.size += int64(n)
		}
		return max(n, 0), err
	}
	if err := s.spill(); err != nil {
		return 0, err
	}
	at := s.size - inMemory
	room, err := s.mayGrow(at)
	if err != nil {
		return 0, err
	}
	if !s.noSplice {
		n, err := splice(pipe, -1, s.file, at, int(min(int64(most), room)))
		if err != unix.EINVAL && err != unix.ENOSYS {
			s.size += n
			return int(n), err
		}
		s.noSplice = true
	}
	buf := make([]byte, min(most, 64<<10))
	n, err := unix.Read(pipe, buf)
	if err != nil || n == 0 {
		return 0, err
	}
	_, err = s.append(buf[:n])
	return n, err
}

// readAt reads what lies at off, up to len(p) bytes; 0 at the end.
func (s *store) readAt(p []byte, off int64) (int, error) {
	switch {
	case off >= s.size:
		return 0, nil
	case off < int64(len(s.mem)):
		return copy(p, s.mem[off:]), nil
	}
	for {
		n, err := unix.Pread(s.file, p, off-inMemory)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return 0, errnoOf(err)
		case n == 0:
			return 0, io.ErrUnexpectedEOF // somebody has cut the file
		default:
			return n, nil
		}
	}
}

// stride is how much is written before its place in the file is given back.
const stride = 4 << 20

// writeTo writes all to a File, and returns how much it wrote. What has been written is gone from
// the store's file: so there are never two copies of a large output, on the disk and among the
// pages that wait to be written there. A pipe refers to the pages of the file, which stay, then.
func (s *store) writeTo(ctx context.Context, to fd.File) (written int64, err error) {
	if len(s.mem) > 0 {
		n, err := to.Write(ctx, s.mem)
		if written = int64(n); err != nil {
			return written, err
		}
	}
	if written == s.size {
		return written, nil
	}
	buf := make([]byte, chunk)
	spliced := to.Kind() == fd.KindPipe
	pipe, gone := -1, written
	if spliced {
		if pipe, err = to.Fd(); err != nil {
			return written, err
		}
	}
	for written < s.size {
		if err := ctx.Err(); err != nil {
			return written, err
		}
		piece := buf
		if spliced {
			n, err := splice(s.file, written-inMemory, pipe, -1, int(min(s.size-written, 1<<20)))
			if written += n; n > 0 {
				continue
			}
			if err == unix.EAGAIN {
				piece = buf[:4096] // Write waits until the pipe takes bytes again
			} else if spliced = err == unix.EINTR; spliced {
				continue
			}
		}
		n, err := s.readAt(piece, written)
		if err != nil {
			return written, &LostError{errnoOf(err)}
		}
		n, err = to.Write(ctx, piece[:n])
		if written += int64(n); err != nil {
			return written, err
		}
		if pipe < 0 && written-gone >= stride {
			dig(s.file, gone-inMemory, written-gone)
			gone = written
		}
	}
	return written, nil
}

// free gives everything back.
func (s *store) free() {
	if s.made {
		unix.Close(s.file)
	}
	*s = store{dir: s.dir}
}
