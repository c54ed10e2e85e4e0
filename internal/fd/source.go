package fd

import (
	"os"

	"golang.org/x/sys/unix"
)

// A source is data to be read: a here-document.
type source struct {
	data string // what is left
}

// FromBytes makes a read-only File of data, with one reference. Reads take it
// from memory; a process that needs a descriptor gets what is left in a pipe, or,
// where that is too small, in a nameless file.
func FromBytes(data string) *File {
	f := newFile(-1, true)
	f.src = &source{data}
	return f
}

func (s *source) read(p []byte) int {
	n := copy(p, s.data)
	s.data = s.data[n:]
	return n
}

// pipeCapacity is the size of a new pipe, unless the user already has so many
// that the system makes them smaller: the write says.
const pipeCapacity = 65536

func (s *source) materialise() (int, error) {
	if len(s.data) <= pipeCapacity {
		n, ok, err := s.intoPipe()
		if ok || err != nil {
			return n, err
		}
	}
	n, err := anonymous()
	if err != nil {
		return -1, err
	}
	data := []byte(s.data)
	for len(data) > 0 {
		c, err := write(n, data)
		if err != nil {
			unix.Close(n)
			return -1, err
		}
		data = data[c:]
	}
	if _, err := unix.Seek(n, 0, 0); err != nil {
		unix.Close(n)
		return -1, err
	}
	return n, nil
}

// intoPipe puts all data into a new pipe; not ok when it does not fit.
func (s *source) intoPipe() (int, bool, error) {
	r, w, err := rawPipe()
	if err != nil {
		return -1, false, err
	}
	defer unix.Close(w)
	if len(s.data) == 0 {
		return r, true, nil
	}
	// The flag is on the write end alone, which nobody else has.
	if err := unix.SetNonblock(w, true); err == nil {
		if c, err := write(w, []byte(s.data)); err == nil && c == len(s.data) {
			return r, true, nil
		}
	}
	unix.Close(r)
	return -1, false, nil
}

// tempFile returns a descriptor of an unlinked temporary file.
func tempFile() (int, error) {
	f, err := os.CreateTemp("", "ftsh")
	if err != nil {
		return -1, unix.EIO
	}
	defer f.Close()
	if err := os.Remove(f.Name()); err != nil {
		return -1, unix.EIO
	}
	n, err := unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, firstOwn)
	return n, err
}
