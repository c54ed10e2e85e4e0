package fd

import (
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"unsafe"

	"golang.org/x/sys/unix"
)

// A source is data to be read: a here-document. When a process needs a descriptor, it becomes that
// descriptor, with the rest of the data.
type source struct {
	references
	mu   sync.Mutex  // guards the fields below
	data string      // the unread rest
	real *descriptor // the descriptor it has become; nil: it is in memory
}

// FromBytes makes a read-only File of data, with one reference. Reads take it from memory; a
// process that needs a descriptor gets the rest in a pipe or, if that is too small, in a nameless
// file.
func FromBytes(data string) File {
	s := &source{data: data}
	s.retain()
	return s
}

// A HereDocumentError tells why a here-document cannot be given to a process.
type HereDocumentError struct{ Err error }

func (e *HereDocumentError) Error() string {
	return "cannot make a here-document: " + e.Err.Error()
}
func (e *HereDocumentError) Unwrap() error { return e.Err }

// Text returns the rest of a here-document, as long as it is in memory.
func Text(f File) (string, bool) {
	s, ok := f.(*source)
	if !ok {
		return "", false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.data, s.real == nil
}

func (s *source) Retain() File {
	s.retain()
	return s
}

func (s *source) Release() {
	if !s.drop() {
		return
	}
	if d := s.became(); d != nil {
		d.Release()
	}
}

// became returns the descriptor that replaced the source; nil while it is in memory.
func (s *source) became() *descriptor {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.real
}

func (s *source) Read(ctx context.Context, p []byte) (int, error) {
	s.mu.Lock()
	if s.real != nil {
		s.mu.Unlock()
		return s.real.Read(ctx, p)
	}
	defer s.mu.Unlock()
	if len(p) == 0 {
		return 0, nil
	}
	n := copy(p, s.data)
	s.data = s.data[n:]
	return eof(n, nil)
}

func (s *source) ReadLine(ctx context.Context, delim byte, limit int) ([]byte, error) {
	s.mu.Lock()
	if s.real != nil {
		s.mu.Unlock()
		return s.real.ReadLine(ctx, delim, limit)
	}
	defer s.mu.Unlock()
	head := s.data
	if limit > 0 && limit < len(head) {
		head = head[:limit] // a search in all of it for each character would take long
	}
	n := strings.IndexByte(head, delim) + 1
	var err error
	if n == 0 {
		if n = len(head); limit <= 0 || n < limit {
			err = io.EOF
		}
	}
	line := []byte(s.data[:n])
	s.data = s.data[n:]
	return line, err
}

// Mode is Readable: a here-document is only read.
func (s *source) Mode() Mode { return Readable }

func (s *source) Write(context.Context, []byte) (int, error) { return 0, syscall.EBADF }

func (s *source) Fd() (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.real == nil {
		n, err := s.materialise()
		if err != nil {
			return -1, errno(err)
		}
		s.data, s.real = "", newDescriptor(n, true)
	}
	return s.real.Fd()
}

func (s *source) Sync() {
	if d := s.became(); d != nil {
		d.Sync()
	}
}

func (s *source) Kind() Kind {
	if d := s.became(); d != nil {
		return d.Kind()
	}
	return KindMemory
}

// pipeCapacity is the size of a new pipe, unless the user already has so many that the system makes
// them smaller: then the write fails.
const pipeCapacity = 65536

// materialise puts the rest into a pipe or a nameless file. The lock is held.
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
	data := unsafe.Slice(unsafe.StringData(s.data), len(s.data)) // write does not change it
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

// intoPipe puts all data into a new pipe; not ok if it does not fit.
func (s *source) intoPipe() (int, bool, error) {
	r, w, err := rawPipe()
	if err != nil {
		return -1, false, err
	}
	defer unix.Close(w)
	if len(s.data) == 0 {
		return r, true, nil
	}
	// The flag is on the write end alone, and no other process has that.
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
