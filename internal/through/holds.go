package through

import (
	"os"
	"slices"
	"sync"
	"sync/atomic"
)

// Holds are the descriptors by which a process holds slots, one for each file. They are
// close-on-exec. A watchdog, which keeps the slots beyond the end of the process, is given them. A
// few descriptors holding nothing stay open, ready for the next attempt. A Holds is safe for
// concurrent use; its zero value holds nothing.
type Holds struct {
	// Drop is called with a watched file before it is closed, and if watching it failed; nil: no
	// call.
	Drop func(*os.File)

	mu       sync.Mutex
	files    map[[2]uint64]*held
	order    []*held // least recently taken first
	watching sync.Mutex

	turns  turns
	spares spares
	boot   atomic.Pointer[string] // of the kernel; nil: not read yet
}

// bootID is the function bootID, and reads the file once.
func (h *Holds) bootID() (string, error) {
	if id := h.boot.Load(); id != nil {
		return *id, nil
	}
	id, err := bootID()
	if err == nil {
		h.boot.Store(&id)
	}
	return id, err
}

type held struct {
	id      [2]uint64
	file    *os.File
	rows    map[int]bool
	watched bool
}

// idle is the number of files kept open without a held row.
const idle = 4

// Files returns the open descriptors.
func (h *Holds) Files() (files []*os.File) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.order {
		files = append(files, e.file)
	}
	return files
}

// Close closes all files.
func (h *Holds) Close() {
	h.spares.close()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, e := range h.order {
		e.file.Close()
	}
	h.files, h.order = nil, nil
}

// Watch calls watch for a file with a held row, once for each file.
func (h *Holds) Watch(file *os.File, watch func(*os.File) error) error {
	h.watching.Lock()
	defer h.watching.Unlock()
	e := h.with(file)
	if e == nil || e.watched {
		return nil
	}
	err := watch(file)
	if e.watched = err == nil; !e.watched && h.Drop != nil {
		h.Drop(file)
	}
	return err
}

// with returns the entry for an open file; nil: the file is closed.
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

// of returns the entry for the file that f has open, and opens a descriptor if there is none.
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

// take locks a free holder's row; -1: all are held.
func (h *Holds) take(f *File, s *State) (row int, file *os.File, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	e, err := h.of(f)
	if err != nil {
		return -1, nil, err
	}
	// Rows that look unused come first. A dead holder may have left a row that looks used.
	for _, dead := range []bool{false, true} {
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

// drop closes a file without held rows.
func (h *Holds) drop(e *held) {
	if e.watched && h.Drop != nil {
		h.Drop(e.file)
	}
	e.file.Close()
	delete(h.files, e.id)
	h.order = slices.DeleteFunc(slices.Clone(h.order), func(o *held) bool { return o == e })
}
