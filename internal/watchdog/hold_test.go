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
	held := func() (ended <-chan error, w *os.File) {
		t.Helper()
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Hold(w); err != nil {
			t.Fatal(err)
		}
		end := make(chan error, 1)
		go func() {
			_, err := io.ReadAll(r)
			end <- err
		}()
		return end, w
	}
	g.Enter(g.Clock.Now())
	first, file := held()
	again, third := held() // the process already runs
	second, other := held()
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

// After a failed start the next process holds the file, unless it was dropped.
func TestFilesAreHeldAfterAFailedStart(t *testing.T) {
	fail := true
	started := make(chan struct{})
	g := &Guard{Clock: clock.System(), Launch: func(in *os.File) (Process, error) {
		if fail {
			fail = false
			return nil, syscall.EAGAIN
		}
		defer close(started)
		return serve(in)
	}}
	pipe := func() (r, w *os.File) {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		return r, w
	}
	kept, file := pipe()
	dropped, other := pipe()
	g.Enter(g.Clock.Now())
	if err := g.Hold(file, other); err == nil {
		t.Error("no error")
	}
	g.Drop(other)
	other.Close()
	<-started
	if _, err := io.ReadAll(dropped); err != nil {
		t.Error(err)
	}
	end := make(chan error, 1)
	go func() {
		_, err := io.ReadAll(kept)
		end <- err
	}()
	g.Drop(other) // waits for the launch, and so for the passing of the file
	file.Close()
	select {
	case <-end:
		t.Error("not held")
	default:
	}
	g.Leave()
	g.Close()
	if err := <-end; err != nil {
		t.Error(err)
	}
}
