package txn

import (
	"bytes"
	"context"
	"io"
	"testing"

	"ftsh/internal/fd"
)

// numbered is the content of the store with this number in these tests.
func numbered(n, size int) []byte {
	p := make([]byte, size)
	for i := range p {
		p[i] = byte(i>>12 + i + n*7)
	}
	return p
}

// written returns the bytes a store writes to a File of a kind.
func written(t *testing.T, s *store, kind fd.Kind) []byte {
	t.Helper()
	to := &sink{kind: kind}
	if n, err := s.writeTo(context.Background(), to); n != s.size || err != nil {
		t.Errorf("wrote %d of %d, %v", n, s.size, err)
	}
	return to.all
}

// A sink is a File that keeps its input.
type sink struct {
	fd.File
	kind   fd.Kind
	all    []byte
	writes int
}

func (s *sink) Retain() fd.File { return s }

func (s *sink) Release() {}

func (s *sink) Kind() fd.Kind { return s.kind }

func (s *sink) Write(_ context.Context, p []byte) (int, error) {
	s.all = append(s.all, p...)
	s.writes++
	return len(p), nil
}

// Beyond the bound on total memory, stores move to slots of one file, and keep their content; slots
// are used again.
func TestSharedMemory(t *testing.T) {
	shared := &Shared{}
	place := Spill{Dir: t.TempDir(), Shared: shared}
	all40 := numbered(0, 900_040)
	for round := range 2 {
		var all []*store
		for n := range 40 {
			s := place.store()
			p := all40[n:][:900_000]
			for len(p) > 0 { // in pieces, alternating
				piece := p[:min(7001, len(p))]
				if _, err := s.append(piece); err != nil {
					t.Fatal(err)
				}
				p = p[len(piece):]
			}
			all = append(all, &s)
		}
		if shared.taken > sharedMemory || len(shared.files) != 1 ||
			shared.files[place.Dir].end > 16<<20 {
			t.Errorf("round %d: %d bytes in memory, %d files, %d bytes in slots", round,
				shared.taken, len(shared.files), shared.files[place.Dir].end)
		}
		for n, s := range all {
			want := all40[n:][:900_000]
			got := make([]byte, 10_000)
			for at := 0; at < len(want); at += 9_999 {
				if k, err := s.readAt(got, int64(at)); err != nil || k == 0 ||
					!bytes.Equal(got[:k], want[at:at+k]) {
					t.Fatalf("store %d at %d: %d, %v", n, at, k, err)
				}
			}
			if !bytes.Equal(written(t, s, fd.KindRegular), want) {
				t.Errorf("store %d was written otherwise", n)
			}
			s.free()
			if n == 20 { // in place of one now gone
				again := place.store()
				if _, err := again.append(numbered(99, 3<<20)); err != nil ||
					!bytes.Equal(written(t, &again, fd.KindMemory), numbered(99, 3<<20)) {
					t.Error(err)
				}
				again.free()
			}
		}
		if shared.taken != 0 || len(shared.files) != 0 {
			t.Errorf("round %d: left %d bytes and %d files", round, shared.taken, len(shared.files))
		}
	}
}

// Bytes from a pipe get into a slot, and out of it into a pipe, and small stores need no slot.
func TestSlotsAndPipes(t *testing.T) {
	shared := &Shared{taken: sharedMemory}
	place := Spill{Dir: t.TempDir(), Shared: shared}
	small := place.store()
	if _, err := small.append(numbered(1, ownMemory)); err != nil || small.slot != nil {
		t.Error(err, small.slot)
	}
	small.free()
	to := NewOutput(&sink{kind: fd.KindRegular}, Spill{}, never(t))
	o := NewOutput(to, place, never(t))
	if _, err := o.Fd(); err != nil { // a pipe, as for a program
		t.Fatal(err)
	}
	want := numbered(2, 2<<20)
	if _, err := o.Write(context.Background(), want); err != nil {
		t.Fatal(err)
	}
	text, size, err := o.Held()
	if o.held.slot == nil || err != nil {
		t.Fatal(o.held.slot, err)
	}
	got := make([]byte, size)
	if _, err := io.ReadFull(io.NewSectionReader(text, 0, size), got); err != nil ||
		!bytes.Equal(got, want) {
		t.Error(size, err)
	}
	r, w, err := fd.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	read := make(chan []byte)
	go func() {
		var all []byte
		buf := make([]byte, 64<<10)
		for {
			n, err := r.Read(context.Background(), buf)
			if all = append(all, buf[:n]...); err != nil {
				break
			}
		}
		read <- all
	}()
	if n, err := o.held.writeTo(context.Background(), w); n != size || err != nil {
		t.Error(n, err)
	}
	w.Release()
	if !bytes.Equal(<-read, want) {
		t.Error("the pipe got something else")
	}
	r.Release()
	o.Discard()
	o.Close()
	to.Discard()
	to.Close()
	if shared.taken != sharedMemory || len(shared.files) != 0 {
		t.Errorf("left %d bytes, %d files", shared.taken-sharedMemory, len(shared.files))
	}
}

// A write that would be one write from memory stays one, unless it has to wait.
func TestSlotsAreWrittenAsAWhole(t *testing.T) {
	place := Spill{Dir: t.TempDir(), Shared: &Shared{taken: sharedMemory}}
	s := place.store()
	defer s.free()
	if _, err := s.append(numbered(3, 900_000)); err != nil || s.slot == nil {
		t.Fatal(err)
	}
	to := &sink{kind: fd.KindMemory}
	if _, err := s.writeTo(context.Background(), to); err != nil || to.writes != 1 {
		t.Error(err, to.writes)
	}
}

// If there is no file, memory holds as much as without other stores.
func TestNoRoomForSlots(t *testing.T) {
	place := Spill{Dir: t.TempDir() + "/missing", Shared: &Shared{taken: sharedMemory}}
	s := place.store()
	if _, err := s.append(numbered(4, inMemory)); err != nil || s.slot != nil ||
		len(s.mem) != inMemory {
		t.Error(err)
	}
	s.free()
	if place.Shared.taken != sharedMemory {
		t.Error(place.Shared.taken)
	}
}
