package txn

import (
	"context"
	"io"

	"ftsh/internal/fd"
)

// Spool reads a pipe to its end and returns its content, to be read from the beginning: in memory,
// or in a temporary file without a name in dir. It waits as Read does. The error is ctx's, or a
// syscall.Errno.
func Spool(ctx context.Context, from fd.File, dir string) (fd.File, error) {
	s := store{dir: dir} // only its file is used
	var head []byte
	var at int64
	buf := make([]byte, 64<<10)
	for {
		n, err := from.Read(ctx, buf)
		piece := buf[:n]
		if !s.made && len(head)+n > inMemory {
			if err := s.spill(); err != nil {
				return nil, err
			}
			head, piece = nil, append(head, piece...)
		}
		if !s.made {
			head = append(head, piece...)
		} else if at, err = s.put(piece, at, err); err != nil && err != io.EOF {
			s.free()
			return nil, err
		}
		switch {
		case err == io.EOF && s.made:
			return fd.Wrap(s.file, true), nil
		case err == io.EOF:
			return fd.FromBytes(string(head)), nil
		case err != nil:
			return nil, err
		}
	}
}

// put writes p to the file at an offset, and returns the offset after it. After a complete write
// the error is instead.
func (s *store) put(p []byte, at int64, instead error) (int64, error) {
	for len(p) > 0 {
		next, err := s.write(p, at)
		if err != nil {
			return at, err
		}
		p = p[next-at:]
		at = next
	}
	return at, instead
}
