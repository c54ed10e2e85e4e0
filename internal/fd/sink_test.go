package fd

import (
	"bytes"
	"context"
	"strings"
	"sync"
	"testing"

	"golang.org/x/sys/unix"
)

// A gate is a writer that can be read while it is written to.
type gate struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (g *gate) Write(p []byte) (int, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.buf.Write(p)
}

func (g *gate) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.buf.String()
}

// poke writes as a process does: to the descriptor.
func poke(t *testing.T, d int, text string) {
	t.Helper()
	if _, err := unix.Write(d, []byte(text)); err != nil {
		t.Fatal(err)
	}
}

func TestSinkKeepsOrder(t *testing.T) {
	var g gate
	s := NewSink(&g)
	ctx := context.Background()
	if _, err := s.Write(ctx, []byte("one ")); err != nil {
		t.Fatal(err)
	}
	d, err := s.Fd() // a process comes in: it becomes a pipe
	if err != nil {
		t.Fatal(err)
	}
	poke(t, d, "two ")
	if _, err := s.Write(ctx, []byte("three ")); err != nil {
		t.Fatal(err)
	}
	poke(t, d, "four")
	s.Flush()
	if got := g.String(); got != "one two three four" {
		t.Errorf("got %q", got)
	}
	s.Close()
}

// Flush does not wait for a process that goes on writing.
func TestSinkFlushEnds(t *testing.T) {
	var g gate
	s := NewSink(&g)
	d, err := s.Fd()
	if err != nil {
		t.Fatal(err)
	}
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-stop:
				return
			default:
				_, _ = unix.Write(d, []byte("y\n"))
			}
		}
	}()
	for range 50 {
		s.Flush()
	}
	close(stop)
	<-ended
	s.Close()
}

// After Close the writer is the host's again, though a process holds the pipe.
func TestSinkCloseWithWriterLeft(t *testing.T) {
	var g gate
	s := NewSink(&g)
	d, err := s.Fd()
	if err != nil {
		t.Fatal(err)
	}
	other, err := unix.FcntlInt(uintptr(d), unix.F_DUPFD_CLOEXEC, 10)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(other)
	poke(t, other, "before")
	s.Close()
	if got := g.String(); got != "before" {
		t.Errorf("got %q", got)
	}
	if _, err := unix.Write(other, []byte("after")); err != unix.EPIPE {
		t.Errorf("a write after Close: %v, want EPIPE", err)
	}
	if got := g.String(); got != "before" {
		t.Errorf("got %q after Close", got)
	}
}

func TestSinkWithoutPipe(t *testing.T) {
	var g gate
	s := NewSink(&g)
	if _, err := s.Write(context.Background(), []byte("x")); err != nil {
		t.Fatal(err)
	}
	s.Flush()
	s.Close()
	if got := g.String(); got != "x" {
		t.Errorf("got %q", got)
	}
}

func TestSinkConcurrentWriters(t *testing.T) {
	var g gate
	s := NewSink(&g)
	var wg sync.WaitGroup
	for i := range 8 {
		f := s.Retain()
		wg.Go(func() {
			defer f.Release()
			for j := range 200 {
				if i == 3 && j == 100 {
					f.Fd()
				}
				f.Write(context.Background(), []byte("0123456789\n"))
			}
		})
	}
	wg.Wait()
	s.Close()
	if got, want := g.String(), strings.Repeat("0123456789\n", 1600); got != want {
		t.Errorf("got %d bytes, want %d", len(got), len(want))
	}
}
