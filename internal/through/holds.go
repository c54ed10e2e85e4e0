package through

import (
	"os"
	"slices"
	"sync"
)

// Holds are the descriptors by which a process holds slots, one for each file. They are close-on-exec; whoever is to keep
// the slots beyond the process's own end, a watchdog, is given them. A few that hold nothing stay open, for who comes back.
// A Holds is safe for concurrent use; its zero value holds nothing.
type Holds struct {
	// Drop is told of a file that Watch was called for, before it is closed; nil: nobody is.
	Drop func(*os.File)

	mu       sync.Mutex
	files    map[[2]uint64]*held
	order    []*held // the one that was taken last is the last
	watching sync.Mutex
}

type held struct {
	id      [2]uint64
	file    *os.File
	rows    map[int]bool
	watched bool
}

// idle is how many files stay open of which nothing is held.
const idle = 4

// Files are the descriptors.
func (h *Holds) Files() (files []*os.File) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.order {
		files = append(files, e.file)
	}
	return files
}

// Close lets go of everything.
func (h *Holds) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.order {
		e.file.Close()
	}
	h.files, h.order = nil, nil
}

// Watch has watch called for a file of which a row is held, unless it was before.
func (h *Holds) Watch(file *os.File, watch func(*os.File) error) error {
	h.watching.Lock()
	defer h.watching.Unlock()
	e := h.with(file)
	if e == nil || e.watched {
		return nil
	}
	err := watch(file)
	e.watched = err == nil
	return err
}

// with is what has a file open; nil: nothing has any more.
func (h *Holds) with(file *os.File) *held {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.order {
		if e.file == file {
			return e
		}
	}
	return nil
}

// of is the descriptor for the file that another one has open.
func (h *Holds) of(f *File) (*held, error) {
	id, err := identity(f.file)
	if err != nil {
		return nil, err
	}
	e := h.files[id]
	if e == nil {
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
		e = &held{id: id, file: file, rows: make(map[int]bool)}
		h.files[id] = e
	} else {
		h.order = slices.DeleteFunc(h.order, func(o *held) bool { return o == e })
	}
	h.order = append(h.order, e)
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
	free := 0
	for _, e := range slices.Backward(h.order) {
		if e.file == file {
			letGo(file, row)
			delete(e.rows, row)
		}
		if len(e.rows) > 0 {
			continue
		}
		if free++; free > idle {
			h.drop(e)
		}
	}
}

// drop closes a file of which nothing is held.
func (h *Holds) drop(e *held) {
	if e.watched && h.Drop != nil {
		h.Drop(e.file)
	}
	e.file.Close()
	delete(h.files, e.id)
	h.order = slices.DeleteFunc(slices.Clone(h.order), func(o *held) bool { return o == e })
}
