package through

import (
	"os"
	"slices"
	"sync"
)

// Holds are the descriptors by which a process holds slots, one for each file. They are close-on-exec; whoever is to keep
// the slots beyond the process's own end, a watchdog, is given them. A Holds is safe for concurrent use; its zero value
// holds nothing.
type Holds struct {
	mu    sync.Mutex
	files map[[2]uint64]*held
	order []*os.File
}

type held struct {
	file *os.File
	rows map[int]bool
}

// Files are the descriptors, in the order in which they were opened.
func (h *Holds) Files() []*os.File {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.order)
}

// Close lets go of everything.
func (h *Holds) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, f := range h.order {
		f.Close()
	}
	h.files, h.order = nil, nil
}

// of is the descriptor for the file that another one has open.
func (h *Holds) of(f *File) (*held, error) {
	id, err := identity(f.file)
	if err != nil {
		return nil, err
	}
	if e := h.files[id]; e != nil {
		return e, nil
	}
	file, err := f.dir.open(f.encoded)
	if err != nil {
		return nil, err
	}
	if other, err := identity(file); err != nil || other != id {
		file.Close()
		return nil, os.ErrNotExist // replaced just now
	}
	if h.files == nil {
		h.files = make(map[[2]uint64]*held)
	}
	e := &held{file, make(map[int]bool)}
	h.files[id] = e
	h.order = append(h.order, file)
	return e, nil
}

// take locks a row that nobody holds; -1: all are held.
func (h *Holds) take(f *File, s *State) (row int, file *os.File, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e, err := h.of(f)
	if err != nil {
		return -1, nil, err
	}
	for _, dead := range []bool{false, true} { // who died has left a row that says otherwise
		for row := range maxHolders {
			used := row < len(s.Holders) && s.Holders[row].Serial != 0
			if used && !dead || e.rows[row] || !hold(e.file, row) {
				continue
			}
			e.rows[row] = true
			return row, e.file, nil
		}
	}
	return -1, nil, nil
}

// release unlocks a row.
func (h *Holds) release(file *os.File, row int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.files {
		if e.file == file {
			letGo(file, row)
			delete(e.rows, row)
		}
	}
}
