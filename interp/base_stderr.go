package interp

import (
	"sync"

	"ftsh/internal/fd"
)

// original is the standard error that a shell was started with, which gets the records of no
// block. That of a process which runs a list of another shell is the one that its list has
// now: it keeps nothing open that the list has closed. It is safe for concurrent use.
type original struct {
	mu   sync.Mutex
	file fd.File // nil: closed
}

// begin takes what the shell was started with.
func (o *original) begin(f fd.File) {
	if f != nil {
		o.file = f.Retain()
	}
}

// follow makes it f.
func (o *original) follow(f fd.File) {
	o.mu.Lock()
	was := o.file
	o.file = nil
	o.begin(f)
	o.mu.Unlock()
	fd.Abandon(was)
}

// hold returns it with a reference; nil: it is closed.
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
