package interp

import (
	"sync"

	"ftsh/internal/fd"
)

// original is a shell's initial standard error. It gets the records outside of blocks. In a process
// running a list of another shell, it is the current standard error of the list, so it keeps no
// file open after the list has closed it. It is safe for concurrent use.
type original struct {
	mu   sync.Mutex
	file fd.File // nil: closed
}

// begin sets it at the start of the shell.
func (o *original) begin(f fd.File) {
	if f != nil {
		o.file = f.Retain()
	}
}

// follow replaces it with f.
func (o *original) follow(f fd.File) {
	o.mu.Lock()
	was := o.file
	o.file = nil
	o.begin(f)
	o.mu.Unlock()
	fd.Abandon(was)
}

// hold returns a new reference to it, or nil if it is closed.
func (o *original) hold() fd.File {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.file == nil {
		return nil
	}
	return o.file.Retain()
}

// end releases it.
func (o *original) end() {
	if o.file != nil {
		o.file.Release()
	}
}
