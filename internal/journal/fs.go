package journal

import (
	"errors"
	"io"
	"os"
)

// ErrLocked means another process has the lock.
var ErrLocked = errors.New("locked")

// ErrRemoved means the file has no name any more, so data written to it is lost.
var ErrRemoved = errors.New("it has been removed")

// A FS holds the files of journals: the operating system's files, or a test's. Its errors are like
// those of package os, such as fs.ErrNotExist.
type FS interface {
	// Open opens a regular file for reading and writing, but no link. With create it makes an empty
	// one, for its owner alone, if there is none.
	Open(path string, create bool) (File, error)
	// Read calls content with the content of a regular file, but no link. The error is from opening
	// it, or the function's.
	Read(path string, content func(*io.SectionReader) error) error
	// Make makes a file with a content, and syncs it. The file must not exist. If reading the
	// content fails, Make returns that error and there is no file.
	Make(path string, content io.Reader) error
	Rename(from, to string) error
	Remove(path string) error
	// MakeDir makes a directory for its owner alone, and its missing parents, and syncs the
	// parents.
	MakeDir(path string) error
	// SyncDir syncs the entries of a directory.
	SyncDir(path string) error
}

// A File is an open file of an FS.
type File interface {
	// Lock takes the lock. The lock ends with Close, or when all processes with a descriptor of the
	// file have ended. The error is ErrLocked if another process has it.
	Lock() error
	// Current reports whether the path is still the name of this file.
	Current() bool
	// Content returns the present content, readable until Close.
	Content() (*io.SectionReader, error)
	WriteAt(p []byte, off int64) error
	// Reserve takes room for n bytes from off on, after the end of the file. The size may grow,
	// then the room is filled with zeros.
	Reserve(off, n int64) error
	Truncate(size int64) error
	// Sync syncs the content. The error is ErrRemoved if the file has no name any more.
	Sync() error
	Close() error
	// OS returns the open file of the operating system, or nil.
	OS() *os.File
}

// there returns nil if there is a file to read at path, otherwise the reason.
func there(l FS, path string) error {
	return l.Read(path, func(*io.SectionReader) error { return nil })
}
