package through

import "os"

// A File is a State's file, opened once more: its locks conflict with those of every other File.
type File struct {
	dir     *Dir
	encoded string
	file    *os.File

	state State  // what was read last, and its memory
	fresh uint64 // the number of the head with which its waiters have been read or written; 0: they have not been
	heads []byte

	unread []int // rows of holders that the last read found without a right checksum
	table  []byte
}

// Open opens the State of a name, as Encode has made it. It is made where it is not there.
func (d *Dir) Open(encoded string) (*File, error) {
	f, err := d.open(encoded)
	if err != nil {
		return nil, err
	}
	return &File{dir: d, encoded: encoded, file: f}, nil
}

// Close ends what it locks.
func (f *File) Close() { f.file.Close() }
