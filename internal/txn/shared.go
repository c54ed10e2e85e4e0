package txn

import (
	"sync"

	"golang.org/x/sys/unix"
)

// Shared is the common part of a shell's stores: a bound on their total memory, and files for the
// rest. There is one file for each directory, with a slot for every store. So the number of held
// outputs affects neither memory nor descriptors. The zero value is ready. It is safe for
// concurrent use.
type Shared struct {
	mu    sync.Mutex
	taken int // bytes of memory
	files map[string]*slots

	// Its holder has a slot's content in memory, to write it as a whole.
	joining sync.Mutex
}

const (
	sharedMemory = 32 << 20 // memory of all stores
	ownMemory    = 8 << 10  // memory of each in addition
)

// A Spill is the store for bytes beyond memory: temporary files in Dir. Shared is shared with other
// stores; nil: nothing is shared.
type Spill struct {
	Dir    string
	Shared *Shared
}

// store returns a new store at the Spill.
func (p Spill) store() store { return store{dir: p.Dir, shared: p.Shared} }

// A slots is a temporary file without a name, divided into slots of inMemory bytes.
type slots struct {
	dir  string
	file int
	used int     // slots
	free []int64 // offsets of returned slots
	end  int64   // of all
}

// A slot is the part of a slots file that belongs to a store.
type slot struct {
	of *slots
	at int64
}

// memory takes n more bytes, unless this passes the bound.
func (s *Shared) memory(n int) bool {
	if s == nil {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.taken+n > sharedMemory {
		return false
	}
	s.taken += n
	return true
}

// forced takes n bytes in any case; a negative n gives them back.
func (s *Shared) forced(n int) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken += n
}

// slot takes a slot in a directory; nil: none is available, since the file cannot be made, or it or
// the file system has no room.
func (s *Shared) slot(dir string) *slot {
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.files[dir]
	if f == nil {
		n, err := nameless(dir)
		if err != nil {
			return nil
		}
		if s.files == nil {
			s.files = make(map[string]*slots)
		}
		f = &slots{dir: dir, file: n}
		s.files[dir] = f
	}
	f.used++
	at := f.end
	if n := len(f.free); n > 0 {
		at = f.free[n-1]
		f.free = f.free[:n-1]
	} else {
		f.end += inMemory
	}
	got := &slot{f, at}
	if !f.room(at) {
		s.put(got)
		return nil
	}
	return got
}

// room reports whether a slot may be written.
func (f *slots) room(at int64) bool {
	if at+inMemory > sizeLimit() {
		return false
	}
	free, all, ok := space(f.file)
	return !ok || free-min(all/reservePart, maxReserve) >= inMemory
}

// give returns a slot.
func (s *Shared) give(g *slot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	dig(g.of.file, g.at, inMemory)
	s.put(g)
}

// put is give under the lock.
func (s *Shared) put(g *slot) {
	f := g.of
	f.free = append(f.free, g.at)
	if f.used--; f.used == 0 {
		unix.Close(f.file)
		delete(s.files, f.dir)
	}
}

// sizeLimit is the maximal size of a file: a write beyond it would kill the process by SIGXFSZ.
func sizeLimit() int64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) == nil && uint64(limit.Cur) < 1<<62 {
		return int64(limit.Cur)
	}
	return 1 << 62
}
