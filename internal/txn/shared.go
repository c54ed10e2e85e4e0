package txn

import (
	"sync"

	"golang.org/x/sys/unix"
)

// Shared is what the stores of a shell share: a bound on the memory that all of them take, and files for what is beyond it, one for each
// directory, in which every store has a slot. So neither memory nor descriptors are taken by how many outputs are held. The zero value
// is ready. It is safe for concurrent use.
type Shared struct {
	mu    sync.Mutex
	taken int // bytes of memory
	files map[string]*slots

	joining sync.Mutex // who holds it has a slot's content in memory, to write it as a whole
}

const (
	sharedMemory = 32 << 20 // what all stores may have in memory
	ownMemory    = 8 << 10  // what each may have besides
)

// A Place is where what is held or kept goes that memory is not for: temporary files in Dir. Shared is what it shares with others;
// nil: nothing.
type Place struct {
	Dir    string
	Shared *Shared
}

// store is one there.
func (p Place) store() store { return store{dir: p.Dir, shared: p.Shared} }

// A slots is a temporary file without a name, of slots that have inMemory bytes.
type slots struct {
	dir  string
	file int
	used int     // slots
	free []int64 // offsets of slots that were given back
	end  int64   // of all
}

// A slot is a store's.
type slot struct {
	of *slots
	at int64
}

// memory takes so many bytes more, unless that would be too much.
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

// forced takes them in any case; fewer than none gives them back.
func (s *Shared) forced(n int) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken += n
}

// slot takes a slot in a directory; nil: there is none to be had, since the file cannot be made, or it or the file system has no room for
// it.
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

// give gives a slot back.
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

// sizeLimit is how large a file may become: to write beyond that would be the end of the process, SIGXFSZ.
func sizeLimit() int64 {
	var limit unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_FSIZE, &limit) == nil && uint64(limit.Cur) < 1<<62 {
		return int64(limit.Cur)
	}
	return 1 << 62
}
