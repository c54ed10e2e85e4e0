package through

import (
	"os"
	"slices"
	"sync"
)

// spares are the Files that the last blocks of a process have left. A block in a loop takes its
// File again, with the memory of what it has read: without them opening, mapping and reading it
// were a third of the cost of an admission. The zero value is empty; it is safe for concurrent use.
type spares struct {
	mu     sync.Mutex
	files  []*File // the last one left comes last
	closed bool
}

// open returns a File of a process for a name: a spare one, or a new one. Its Close gives it back.
func (h *Holds) open(dir *Dir, encoded string) (*File, error) {
	path := dir.file(encoded)
	for f := h.spares.take(path); f != nil; f = h.spares.take(path) {
		if f.at(path) {
			f.dir = dir
			return f, nil
		}
		f.close()
	}
	f, err := dir.Open(encoded)
	if err != nil {
		return nil, err
	}
	h.turns.join(f, path)
	f.spares = &h.spares
	return f, nil
}

// at reports whether a path still names the open file. Somebody may have replaced its directory.
func (f *File) at(path string) bool {
	mine, err := f.file.Stat()
	if err != nil {
		return false
	}
	his, err := os.Lstat(path)
	return err == nil && os.SameFile(mine, his)
}

// take returns a File for a path; nil: there is none.
func (s *spares) take(path string) *File {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, f := range slices.Backward(s.files) {
		if f.dir.file(f.encoded) == path {
			s.files = slices.Delete(s.files, i, i+1)
			return f
		}
	}
	return nil
}

// keep keeps a File that holds no lock, and closes the one that was left first if there are too
// many.
func (s *spares) keep(f *File) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files = append(s.files, f)
	if s.closed || len(s.files) > idle {
		s.files[0].close()
		s.files = slices.Delete(s.files, 0, 1)
	}
}

// close closes all Files, and those to come.
func (s *spares) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, f := range s.files {
		f.close()
	}
	s.files, s.closed = nil, true
}
