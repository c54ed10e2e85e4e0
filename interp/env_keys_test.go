package interp

import (
	"context"
	"os"
	"testing"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
)

// A handClock has timers that run out when the test lets them, or at once.
type handClock struct {
	clock.Clock
	timers chan func() // gets each that is made; nil: they run out at once
}

func (c handClock) AfterFunc(_ time.Duration, f func()) clock.Timer {
	if c.timers == nil {
		f()
	} else {
		c.timers <- f
	}
	return stoppedTimer{}
}

type stoppedTimer struct{}

func (stoppedTimer) Stop() bool { return true }

// A typing is keys that a wait reads: from a pipe, which what is written is in at once.
type typing struct {
	t     *testing.T
	w     *os.File
	clock handClock
	k     keyboard
	r     *keyReader
	stop  context.CancelFunc
	over  chan struct{}
}

// newTyping begins to read.
func newTyping(t *testing.T) *typing {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ty := &typing{t: t, w: w, clock: handClock{timers: make(chan func())}, over: make(chan struct{})}
	ty.r = &keyReader{pressed: make(chan byte, 1)}
	t.Cleanup(func() { w.Close(); ty.stop(); <-ty.over; r.Close() })
	ctx, stop := context.WithCancel(context.Background())
	ty.stop = stop
	go func() {
		defer close(ty.over)
		ty.k.read(ctx, fd.Wrap(int(r.Fd()), false), ty.clock, ty.r, nil)
	}()
	return ty
}

func (ty *typing) keys(text string) {
	if _, err := ty.w.WriteString(text); err != nil {
		ty.t.Fatal(err)
	}
}

func (ty *typing) pressed(want byte) {
	ty.t.Helper()
	if got := <-ty.r.pressed; got != want {
		ty.t.Errorf("pressed %q, want %q", got, want)
	}
	<-ty.over
}

func (ty *typing) kept(want string) {
	ty.t.Helper()
	if got := ty.k.take(); got != want {
		ty.t.Errorf("kept %q, want %q", got, want)
	}
}

// A key acts if nothing follows it for a while.
func TestKeyAlone(t *testing.T) {
	ty := newTyping(t)
	ty.keys("q")
	(<-ty.clock.timers)()
	ty.pressed(keyGiveUp)
	ty.kept("")
}

// It may be pressed again: it acts when that is over.
func TestKeyTwice(t *testing.T) {
	ty := newTyping(t)
	ty.keys("rr")
	<-ty.clock.timers
	(<-ty.clock.timers)()
	ty.pressed(keyRetry)
	ty.kept("")
}

// A key that something follows is the beginning of a line, which is kept whole.
func TestKeyBeginsLine(t *testing.T) {
	ty := newTyping(t)
	ty.keys("q")
	late := <-ty.clock.timers
	ty.keys("uota\rr") // the line, and a key after it
	last := <-ty.clock.timers
	late() // as a timer may run out while it is stopped
	last()
	ty.pressed(keyRetry)
	ty.kept("quota\r")
}

// A key that nobody could tell from the beginning of a line yet goes to what comes after the wait.
func TestKeyAtTheEndOfAWait(t *testing.T) {
	ty := newTyping(t)
	ty.keys("echo\rq")
	<-ty.clock.timers
	ty.stop()
	<-ty.over
	ty.kept("echo\rq")
}

// What was typed while the process did not run counts, though the time is over.
func TestNextKeyLate(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if _, err := w.WriteString("s"); err != nil {
		t.Fatal(err)
	}
	tty := fd.Wrap(int(r.Fd()), false)
	if c, heard := nextKey(context.Background(), tty, handClock{}, true); c != 's' || heard != keyTyped {
		t.Errorf("%q, %d", c, heard)
	}
	if c, heard := nextKey(context.Background(), tty, handClock{}, true); heard != keyPaused {
		t.Errorf("%q, %d", c, heard)
	}
	w.Close()
	if c, heard := nextKey(context.Background(), tty, handClock{}, false); heard != keysOver {
		t.Errorf("%q, %d", c, heard)
	}
}
