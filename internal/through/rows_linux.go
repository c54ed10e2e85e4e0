package through

import (
	"io"
	"os"
)

// read reads the State, valid until the next read. The lock is held, or the State is only
// displayed. Rows of waiters may be thousands and lengthen the time under the lock. They are read
// only if one may have changed since the last read.
func (f *File) read() (s *State, was head, err error) {
	s = &f.state
	*s = State{Holders: s.Holders, Waiters: s.Waiters, changedHolder: s.changedHolder[:0],
		changedWaiter: s.changedWaiter[:0]}
	f.heads = sized(f.heads, 2*headSize)
	if err := readZeros(f.file, f.heads, 0); err != nil {
		return nil, was, err
	}
	if was = decodeHead(f.heads, s); was.number == 0 {
		// The State is new or lost. No number repeats, since a change takes longer than a
		// nanosecond.
		was.number = uint64(Now())
		was.queued, was.lost = was.number, true
	}
	if err := f.readHolders(s, was.holders); err != nil {
		return nil, was, err
	}
	if f.fresh == 0 || was.number < f.fresh || was.queued > f.fresh {
		if err := f.readWaiters(s, was.waiters); err != nil {
			f.fresh = 0
			return nil, was, err
		}
		f.fresh = was.number
	}
	s.trim()
	return s, was, nil
}

func (f *File) readHolders(s *State, n int) error {
	table, err := f.readTable(holdersAt, n*holderSize)
	if err != nil {
		return err
	}
	s.Holders = sized(s.Holders, n)
	clear(s.Holders)
	f.unread = f.unread[:0]
	rows(table, holderSize,
		func(row int, c *codec) { c.holder(&s.Holders[row]) },
		func(row int) { f.unread = append(f.unread, row) })
	return nil
}

func (f *File) readWaiters(s *State, n int) error {
	table, err := f.readTable(waitersAt, n*waiterSize)
	if err != nil {
		return err
	}
	s.Waiters = sized(s.Waiters, n)
	for row := range s.Waiters {
		decodeWaiter((*[waiterSize]byte)(table[row*waiterSize:]), &s.Waiters[row])
	}
	return nil
}

func (f *File) readTable(at int64, size int) ([]byte, error) {
	f.table = sized(f.table, size)
	if size == 0 {
		return nil, nil
	}
	return f.table, readZeros(f.file, f.table, at)
}

// readZeros reads a part of a file, with zeros after its end.
func readZeros(f *os.File, buf []byte, at int64) error {
	n, err := f.ReadAt(buf, at)
	if clear(buf[n:]); err == io.EOF {
		return nil
	}
	return err
}

// sized returns a slice of n elements of unspecified content, in the memory of s if there is room.
func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4+8)
	}
	return s[:n]
}

// write writes the changes since a head was read. Rows come first, so that a head never refers to
// missing rows. The lock is held.
func (f *File) write(s *State, was head) error {
	f.fresh = 0 // in case write fails
	for _, row := range s.changedHolder {
		var h Holder
		if row < len(s.Holders) {
			h = s.Holders[row]
		}
		if _, err := f.file.WriteAt(encodeHolder(h), holdersAt+int64(row)*holderSize); err != nil {
			return err
		}
	}
	now := head{number: was.number + 1, queued: was.queued, holders: len(s.Holders),
		waiters: len(s.Waiters)}
	for _, row := range s.changedWaiter {
		var w Waiter
		if row < len(s.Waiters) {
			w = s.Waiters[row]
		}
		if _, err := f.file.WriteAt(encodeWaiter(w), waitersAt+int64(row)*waiterSize); err != nil {
			return err
		}
		now.queued = now.number
	}
	encodeHead(s, now, f.heads[:headSize])
	if _, err := f.file.WriteAt(f.heads[:headSize], int64(now.number%2)*headSize); err != nil {
		return err
	}
	f.fresh = now.number
	return nil
}
