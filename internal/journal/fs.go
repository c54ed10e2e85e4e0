package journal

import (
	"errors"
	"io"
	"os"
)

// ErrLocked says that another process has the lock.
var ErrLocked = errors.New("locked")

// ErrRemoved says that nobody will find what is written.
var ErrRemoved = errors.New("it has been removed")

// A FS is the files that journals are in: those of the operating system, or a test's. Its errors are as
// package os has them, fs.ErrNotExist say.
type FS interface {
	// Open opens a regular file for reading and writing, and no link; create: an empty one, for its owner
	// alone, if there is none.
	Open(path string, create bool) (File, error)
	// Read calls a function with what a regular file holds, which is no link. The error is that of opening it, or the
	// function's.
	Read(path string, content func(*io.SectionReader) error) error
	// Make makes a file with a content, which is synced; it must not be there. Where the content cannot be read the error is
	// that of reading, and there is no file.
	Make(path string, content io.Reader) error
	Rename(from, to string) error
	Remove(path string) error
	// MakeDir makes a directory, for its owner alone, and those around it where there are none, and syncs
	// what they stand in.
	MakeDir(path string) error
	// SyncDir syncs which files are in a directory.
	SyncDir(path string) error
}

// A File is an open file of a Layer.
type File interface {
	// Lock takes the lock, which ends with Close, or when the process has ended and so has whoever got a descriptor
	// of it.
	// The error is ErrLocked if another process has it.
	Lock() error
	// Current reports whether the path that was opened still is this file.
	Current() bool
	// Content is what it holds now, to be read until Close.
	Content() (*io.SectionReader, error)
	WriteAt(p []byte, off int64) error
	// Reserve takes room for n bytes from off on, which is behind the end. The size may change, then
	// zeros are there.
	Reserve(off, n int64) error
	Truncate(size int64) error
	// Sync's error is ErrRemoved if the file has no name any more.
	Sync() error
	Close() error
	// OS is the open file of the operating system; nil: there is none.
	OS() *os.File
}

// there is why there is nothing to read at a path; nil: there is.
func there(l FS, path string) error {
	return l.Read(path, func(*io.SectionReader) error { return nil })
}
