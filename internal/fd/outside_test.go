package fd_test

import (
	"context"
	"io"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ftsh/internal/fd"
)

// held is a File of another package, as the package comment describes: it keeps written bytes in
// memory, and in a file once a process has needed one.
type held struct {
	fd.ForWriting
	t    *testing.T
	mu   sync.Mutex
	refs int
	text strings.Builder
	file *os.File
}

func (h *held) Retain() fd.File {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refs++
	return h
}

func (h *held) Release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.refs--
}

func (h *held) Kind() fd.Kind { return fd.KindMemory }

func (h *held) Write(_ context.Context, p []byte) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.file != nil {
		return h.file.Write(p)
	}
	return h.text.Write(p)
}

func (h *held) Fd() (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.file == nil {
		var err error
		if h.file, err = os.CreateTemp(h.t.TempDir(), "held"); err != nil {
			return -1, syscall.EIO
		}
		if _, err := h.file.WriteString(h.text.String()); err != nil {
			return -1, syscall.EIO
		}
	}
	return int(h.file.Fd()), nil
}

func TestFileOfAnotherPackage(t *testing.T) {
	h := &held{t: t}
	tab := fd.NewTable()
	tab.Set(1, h.Retain(), fd.ByBlock)
	sub := tab.Fork()
	write := func(t *fd.Table, s string) { _, _ = t.Get(1).Write(context.Background(), []byte(s)) }
	write(sub, "one ")
	if fd.IsTerminal(h) {
		t.Error("a terminal")
	}
	if _, err := h.Read(context.Background(), nil); err != syscall.EBADF {
		t.Errorf("Read: %v, want EBADF", err)
	}
	again, err := fd.Reopen(tab.Get(1), syscall.O_WRONLY|syscall.O_TRUNC)
	if err != nil || again != fd.File(h) {
		t.Fatalf("Reopen = %v, %v", again, err)
	}
	again.Release()
	m, err := sub.Map()
	if err != nil || len(m) != 1 || m[0].Child != 1 {
		t.Fatalf("Map = %v, %v", m, err)
	}
	if _, err := syscall.Write(m[0].Parent, []byte("two ")); err != nil {
		t.Fatal(err)
	}
	write(tab, "three")
	tab.Sync()
	sub.CloseAll()
	tab.CloseAll()
	if h.refs != 0 {
		t.Errorf("%d references left", h.refs)
	}
	defer h.file.Close()
	if _, err := h.file.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(h.file); string(got) != "one two three" || err != nil {
		t.Errorf("held %q, %v", got, err)
	}
}
