//go:build linux

package watchdog

import (
	"io"
	"os"
	"syscall"
	"testing"

	"ftsh/internal/clock"
)

// A held file stays open in the process, and in a process replacing it, until it is dropped or the
// process ends.
func TestFilesAreHeld(t *testing.T) {
	var p *served
	g := &Guard{Clock: clock.System(), Launch: func(in *os.File) (_ Process, err error) {
		p, err = serve(in)
		return p, err
	}}
	held := func(hold func(*os.File) error) (ended <-chan error, w *os.File) {
		t.Helper()
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := hold(w); err != nil {
			t.Fatal(err)
		}
		end := make(chan error, 1)
		go func() {
			_, err := io.ReadAll(r)
			end <- err
		}()
		return end, w
	}
	entered := func(f *os.File) error { g.EnterWatched(f); return nil }
	first, file := held(entered)
	again, third := held(entered) // a process already runs
	second, other := held(g.Hold)
	resume := g.Pause()
	resume()
	file.Close()
	other.Close()
	third.Close()
	select {
	case <-first:
		t.Fatal("not held")
	case <-again:
		t.Fatal("not held")
	case <-second:
		t.Fatal("not held")
	default:
	}
	g.Drop(file)
	if err := <-first; err != nil {
		t.Error(err)
	}
	select {
	case <-second:
		t.Error("dropped")
	default:
	}
	if err := p.Signal(syscall.SIGKILL); err != nil {
		t.Error(err)
	}
	for _, end := range []<-chan error{second, again} {
		if err := <-end; err != nil {
			t.Error(err)
		}
	}
	g.Leave()
	g.Leave()
	g.Close()
}
