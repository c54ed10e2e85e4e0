package watchdog

import (
	"context"
	"io"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/proc"
)

// hand is a clock moved by hand. It has one timer.
type hand struct {
	now clock.Instant
	at  clock.Instant
	f   func()
}

func (h *hand) Now() clock.Instant                         { return h.now }
func (h *hand) Wall() time.Time                            { return time.Time{} }
func (h *hand) Sleep(context.Context, time.Duration) error { return nil }
func (h *hand) Stop() bool                                 { return false }

func (h *hand) AfterFunc(d time.Duration, f func()) clock.Timer {
	h.at, h.f = h.now.Add(d), f
	return h
}

// pass moves the clock, and calls due timers.
func (h *hand) pass(d time.Duration) {
	h.now = h.now.Add(d)
	if f := h.f; f != nil && h.at <= h.now {
		h.f = nil
		f()
	}
}

// done is a process that ends when it is closed.
type done chan struct{}

func (d done) Signal(syscall.Signal) error { return nil }
func (d done) Done() <-chan struct{}       { return d }

func TestLinesToTheWatchdog(t *testing.T) {
	h := &hand{now: 1}
	var pipe *os.File
	launched := 0
	ended := make(chan struct{})
	g := &Guard{Clock: h, KillTimeout: 5 * time.Second, Launch: func(in *os.File) (Process, error) {
		launched++
		n, err := syscall.Dup(int(in.Fd()))
		pipe = os.NewFile(uintptr(n), "pipe")
		return done(ended), err
	}}
	wrote := func(want string) {
		t.Helper()
		buf := make([]byte, 100)
		n, err := pipe.Read(buf)
		if got := string(buf[:n]); got != want || err != nil {
			t.Errorf("wrote %q, %v; want %q", got, err, want)
		}
	}
	attempt := func(tag string) {
		tree := proc.Tagged(tag)
		g.Begin(tree)
		g.End(tree)
	}
	third, fourth := proc.Tagged("r/3"), proc.Tagged("r/4")

	// A loop over short blocks.
	for range 5 {
		g.Enter(h.now)
		attempt("r/1")
		h.pass(Patience / 2)
		g.Leave()
	}
	if launched != 0 {
		t.Fatal("launched for short blocks")
	}
	g.Enter(h.now)
	attempt("r/2")
	g.Begin(third)
	h.pass(Patience - 1)
	if launched != 0 {
		t.Fatal("launched too soon")
	}
	h.pass(Patience)
	if launched != 1 {
		t.Fatal("not launched for a long block")
	}
	wrote("timeout 5s\n+r/3\n")
	g.End(third)
	g.Begin(fourth)
	wrote("-r/3\n+r/4\n")
	g.Carry(fourth, proc.Numbers{First: 7, Last: 9})
	wrote("=7 9 r/4\n")
	g.Enter(h.now) // inside the attempt
	g.Leave()
	rest := make(chan string, 1)
	g.End(fourth)
	g.Leave()
	wrote("-r/4\n")
	g.Enter(h.now)
	g.Leave()
	go func() {
		text, _ := io.ReadAll(pipe)
		rest <- string(text)
		close(ended)
	}()
	g.Close()
	if text := <-rest; text != "" {
		t.Errorf("wrote %q of a block without processes", text)
	}
}

// A SIGKILL of the shell at any moment after the start of the process finds it informed. The lines
// that any system takes without a reader come before, whole ones only.
func TestLinesComeBeforeTheProcess(t *testing.T) {
	for _, c := range []struct {
		trees int
		early int // bytes
	}{{1, len("timeout 5s\n+tree-100\n")}, {1000, len("timeout 5s\n") + 408*len("+tree-100\n")}} {
		var in *os.File
		var atLaunch []byte
		h := &hand{now: 1}
		g := &Guard{Clock: h, KillTimeout: 5 * time.Second,
			Launch: func(r *os.File) (Process, error) {
				buf := make([]byte, 1<<20)
				n, _, err := syscall.Recvfrom(int(r.Fd()), buf, syscall.MSG_PEEK|syscall.MSG_DONTWAIT)
				if err != nil {
					t.Error(err)
				}
				atLaunch = buf[:n]
				copied, err := syscall.Dup(int(r.Fd()))
				in = os.NewFile(uintptr(copied), "in")
				return done(make(chan struct{})), err
			}}
		g.Enter(h.now)
		want := "timeout 5s\n"
		for i := range c.trees {
			tag := "tree-" + strconv.Itoa(100+i%900)
			g.Begin(proc.Tagged(tag))
			want += "+" + tag + "\n"
		}
		h.pass(Patience)
		if got := string(atLaunch); got != want[:c.early] {
			t.Errorf("%d trees: %d bytes before the launch, want %d", c.trees, len(got), c.early)
		}
		all := make([]byte, len(want))
		if _, err := io.ReadFull(in, all); err != nil || string(all) != want {
			t.Errorf("%d trees: %v, wrote %q", c.trees, err, all)
		}
		in.Close()
	}
}
