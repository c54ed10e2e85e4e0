package through

import "os"

// A File is one open of a State's file. Its locks conflict with those of every other File.
type File struct {
	dir     *Dir
	encoded string
	file    *os.File

	state State // last State read; its memory is reused
	// Number of the head with which the waiters were last read or written; 0: not yet.
	fresh uint64
	heads []byte

	// Rows of holders found without a right checksum by the last read.
	unread []int
	table  []byte

	// Shared with the other Files of the process; nil: with none.
	turn    *turn
	sleeper *sleeper
	leave   func()

	spares *spares // to go to after use; nil: it is closed
	mem    []byte  // the futex words, mapped; nil: not yet
}

// Open opens the State of a name in the form made by Encode, and creates its file if it is missing.
func (d *Dir) Open(encoded string) (*File, error) {
	f, err := d.open(encoded)
	if err != nil {
		return nil, err
	}
	return &File{dir: d, encoded: encoded, file: f}, nil
}

// Close ends the use of a File that holds no lock but those of a waiter.
func (f *File) Close() {
	if f.spares != nil {
		f.spares.keep(f)
		return
	}
	f.close()
}

// close closes the file and releases its locks.
func (f *File) close() {
	if f.leave != nil {
		f.leave()
	}
	f.unmap()
	f.file.Close()
}
