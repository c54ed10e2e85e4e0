package txn

import (
	"context"
	"io"
	"syscall"

	"ftsh/internal/fd"

	"golang.org/x/sys/unix"
)

// inMemory is the part of a store in memory: the first mebibyte.
const inMemory = 1 << 20

// A store is bytes to append, and to read anywhere. It is for one goroutine at a time.
//
// The first inMemory bytes are in memory or, once the shell's stores have taken too much of it, in
// a slot of a shared file; the rest is in a file of its own.
type store struct {
	dir    string // where temporary files are made
	shared *Shared
	mem    []byte
	// Holds the bytes from len(mem) to inMemory; nil: they are in memory, too.
	slot *slot
	file int // of the rest, once made
	made bool
	size int64 // of all
	most int64 // size limit of the file
	seen int64 // the file system had room up to here

	noSplice bool // the file refuses pages of a pipe
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
	s.file, s.made, s.most = n, true, sizeLimit()
	return nil
}

// room makes room in memory, at least one byte, and returns it; nil: memory is full.
func (s *store) room() []byte {
	n := len(s.mem)
	if n >= inMemory || s.slot != nil {
		return nil
	}
	if n == cap(s.mem) {
		size := min(max(512, 4*n), inMemory)
		if more := counted(size) - counted(n); !s.shared.memory(more) {
			if s.slot = s.shared.slot(s.dir); s.slot != nil {
				return nil
			}
			// Bytes that fit without other stores must fit next to them, too.
			s.shared.forced(more)
		}
		grown := make([]byte, n, size)
		copy(grown, s.mem)
		s.mem = grown
	}
	return s.mem[n:cap(s.mem)]
}

// counted converts memory of a store to its share of the bound.
func counted(n int) int {
	if n <= ownMemory {
		return 0
	}
	return n
}

// slotted reports whether the next byte goes to the slot.
func (s *store) slotted() bool { return s.slot != nil && s.size < inMemory }

// unslot moves the content of the slot into memory: its file takes no more.
func (s *store) unslot() error {
	mem := make([]byte, s.size, inMemory)
	for got := 0; got < len(mem); {
		n, err := s.readAt(mem[got:], int64(got))
		if err != nil {
			return errnoOf(err)
		}
		got += n
	}
	s.shared.forced(counted(cap(mem)) - counted(cap(s.mem)))
	s.shared.give(s.slot)
	s.mem, s.slot = mem, nil
	return nil
}

// append adds p, and returns how much of it. If not all was added, the error is a syscall.Errno;
// the store stays intact.
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
		if s.slotted() {
			n, err := pwrite(s.slot.of.file, left[:min(int64(len(left)), inMemory-s.size)],
				s.slot.at+s.size)
			s.size += int64(n)
			added += n
			if err != nil {
				err = s.unslot()
			}
			if err != nil {
				return added, err
			}
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

// write writes some of p, which is not empty, to the file at an offset, and returns the offset
// after it.
func (s *store) write(p []byte, at int64) (next int64, err error) {
	most, err := s.mayGrow(at)
	if err != nil {
		return at, errnoOf(err)
	}
	n, err := pwrite(s.file, p[:min(int64(len(p)), most)], at)
	return at + int64(n), err
}

// pwrite writes some of p, which is not empty, to a file at an offset. The error is a
// syscall.Errno.
func pwrite(file int, p []byte, at int64) (int, error) {
	for {
		n, err := unix.Pwrite(file, p, at)
		switch err {
		case nil:
			return n, nil
		case unix.EINTR:
		default:
			return 0, errnoOf(err)
		}
	}
}

// mayGrow returns how many bytes may be written to the file at an offset, within the limit and
// without taking the reserve of the file system.
func (s *store) mayGrow(at int64) (int64, error) {
	if at >= s.most {
		return 0, syscall.EFBIG
	}
	if at >= s.seen {
		free, all, ok := space(s.file)
		left := free - min(all/reservePart, maxReserve)
		switch {
		case !ok:
			s.seen = s.most // unknown
		case left <= 0:
			return 0, syscall.ENOSPC
		default:
			s.seen = at + min(max(left/16, 64<<10), 16<<20) // others may write, too
		}
	}
	return min(s.most, s.seen) - at, nil
}

// Held output leaves a part of the file system free, lest repeated attempts with endless output
// fill a disk needed by others.
const (
	reservePart = 20 // a twentieth
	maxReserve  = 4 << 30
)

// chunk is how much is moved at once.
const chunk = 256 << 10

// take adds up to most bytes, at least one, of a non-blocking pipe. 0 without an error is the
// pipe's end, and EAGAIN means that it is empty; other errors are the store's.
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
	file, at, room, err := s.end()
	if err != nil {
		return 0, err
	}
	if !s.noSplice {
		n, err := splice(pipe, -1, file, at, int(min(int64(most), room)))
		switch {
		case err == unix.EINVAL || err == unix.ENOSYS:
			s.noSplice = true
		case err == nil || err == unix.EAGAIN || err == unix.EINTR || !s.slotted():
			s.size += n
			return int(n), err
		default:
			if err := s.unslot(); err != nil {
				return 0, err
			}
			return s.takeOnce(pipe, most)
		}
	}
	buf := make([]byte, min(most, 64<<10))
	n, err := unix.Read(pipe, buf)
	if err != nil || n == 0 {
		return 0, err
	}
	_, err = s.append(buf[:n])
	return n, err
}

// end returns the file and offset for the next byte beyond memory, and how many bytes may be
// written there.
func (s *store) end() (file int, at, room int64, err error) {
	if s.slotted() {
		return s.slot.of.file, s.slot.at + s.size, inMemory - s.size, nil
	}
	if err := s.spill(); err != nil {
		return 0, 0, 0, err
	}
	at = s.size - inMemory
	room, err = s.mayGrow(at)
	return s.file, at, room, err
}

// readAt reads up to len(p) bytes at off; 0 at the end.
func (s *store) readAt(p []byte, off int64) (int, error) {
	file, at := s.file, off-inMemory
	switch {
	case off >= s.size:
		return 0, nil
	case off < int64(len(s.mem)):
		return copy(p, s.mem[off:]), nil
	case off < inMemory:
		file, at = s.slot.of.file, s.slot.at+off
		p = p[:min(int64(len(p)), min(s.size, inMemory)-off)]
	}
	for {
		n, err := unix.Pread(file, p, at)
		switch {
		case err == unix.EINTR:
		case err != nil:
			return 0, errnoOf(err)
		case n == 0:
			return 0, io.ErrUnexpectedEOF // another process has cut the file
		default:
			return n, nil
		}
	}
}

// stride is how much is written before its place in the file is given back.
const stride = 4 << 20

// writeTo writes all to a File, and returns how much it wrote. Written bytes are freed in the
// store's file: so there are never two copies of a large output, on the disk and among the dirty
// pages. A pipe refers to the pages of the file, so they stay in this case.
func (s *store) writeTo(ctx context.Context, to fd.File) (written int64, err error) {
	if written, err = s.writeFirst(ctx, to); err != nil || written == s.size {
		return written, err
	}
	buf := make([]byte, chunk)
	spliced := to.Kind() == fd.KindPipe
	pipe, gone := -1, written
	if spliced {
		if pipe, err = to.Fd(); err != nil {
			return written, err
		}
		widen(pipe) // else a switch to the reader for each 64 KiB costs more than their copy
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

// writeFirst writes the part outside the store's own file. Unless it may have to wait it does so at
// once: other writers come before or after it, wherever it was held. Pages of a slot do not get
// into a pipe, for they will be another store's.
func (s *store) writeFirst(ctx context.Context, to fd.File) (written int64, err error) {
	all := min(s.size, inMemory)
	if s.slot == nil {
		if all == 0 {
			return 0, nil
		}
		n, err := to.Write(ctx, s.mem)
		return int64(n), err
	}
	size := all
	if to.Kind() == fd.KindPipe {
		size = 64 << 10
	} else {
		s.shared.joining.Lock()
		defer s.shared.joining.Unlock()
	}
	buf := make([]byte, size)
	for written < all {
		got := 0
		for piece := buf[:min(size, all-written)]; got < len(piece); {
			n, err := s.readAt(piece[got:], written+int64(got))
			if err != nil {
				return written, &LostError{errnoOf(err)}
			}
			got += n
		}
		n, err := to.Write(ctx, buf[:got])
		if written += int64(n); err != nil {
			return written, err
		}
	}
	return written, nil
}

// free releases all resources.
func (s *store) free() {
	if s.made {
		unix.Close(s.file)
	}
	if s.slot != nil {
		s.shared.give(s.slot)
	}
	s.shared.forced(-counted(cap(s.mem)))
	*s = store{dir: s.dir, shared: s.shared}
}
