package txn

import (
	"context"
	"testing"

	"ftsh/internal/fd"

	"golang.org/x/sys/unix"
)

// meter is the destination of a store. It measures the disk space of the store's file.
type meter struct {
	fd.File
	store *store
	sum   uint64
	last  int64 // the size then, in bytes
}

func (m *meter) Kind() fd.Kind { return fd.KindRegular }

func (m *meter) Write(_ context.Context, p []byte) (int, error) {
	for _, c := range p {
		m.sum = m.sum*31 + uint64(c)
	}
	var st unix.Stat_t
	if err := unix.Fstat(m.store.file, &st); err != nil {
		return 0, err
	}
	m.last = st.Blocks * 512
	return len(p), nil
}

// TestPublishingGivesThePlaceBack: when the last piece is written, no more of the temporary file is
// left than one stride.
func TestPublishingGivesThePlaceBack(t *testing.T) {
	s := &store{dir: t.TempDir()}
	defer s.free()
	var sum uint64
	piece := make([]byte, 1<<20)
	for i := range 33 {
		for j := range piece {
			piece[j] = byte(i*7 + j>>8 + j)
			sum = sum*31 + uint64(piece[j])
		}
		if _, err := s.append(piece); err != nil {
			t.Fatal(err)
		}
	}
	if unix.Fallocate(s.file, unix.FALLOC_FL_PUNCH_HOLE|unix.FALLOC_FL_KEEP_SIZE, 1<<40,
		1) == unix.EOPNOTSUPP {
		t.Skip("this file system gives nothing back")
	}
	m := &meter{store: s}
	n, err := s.writeTo(context.Background(), m)
	if n != 33<<20 || err != nil || m.sum != sum {
		t.Errorf("wrote %d of %d, %v; the same: %v", n, 33<<20, err, m.sum == sum)
	}
	if m.last > stride+chunk {
		t.Errorf("at the end the file took %d bytes", m.last)
	}
}
