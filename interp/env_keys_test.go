package interp

import (
	"context"
	"os"
	"testing"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
)

// A handClock has timers that expire when the test says so, or at once.
type handClock struct {
	clock.Clock
	timers chan func() // receives each new timer; nil: timers expire at once
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

// A typing feeds keys to a wait through a pipe, so that written keys are readable at once.
type typing struct {
	t     *testing.T
	w     *os.File
	clock handClock
	k     keyboard
	r     *keyReader
	stop  context.CancelFunc
	over  chan struct{}
}

// newTyping starts reading.
func newTyping(t *testing.T) *typing {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ty := &typing{t: t, w: w, clock: handClock{timers: make(chan func())},
		over: make(chan struct{})}
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

// The key may be repeated. It acts after the pause.
func TestKeyTwice(t *testing.T) {
	ty := newTyping(t)
	ty.keys("rr")
	<-ty.clock.timers
	(<-ty.clock.timers)()
	ty.pressed(keyRetry)
	ty.kept("")
}

// A key followed by another one begins a line, and the whole line is kept.
func TestKeyBeginsLine(t *testing.T) {
	ty := newTyping(t)
	ty.keys("q")
	late := <-ty.clock.timers
	ty.keys("uota\rr") // the line, and one of the keys after it
	last := <-ty.clock.timers
	late() // a timer may expire while being stopped
	last()
	ty.pressed(keyRetry)
	ty.kept("quota\r")
}

// A key possibly beginning a line goes to the reader after the wait.
func TestKeyAtTheEndOfAWait(t *testing.T) {
	ty := newTyping(t)
	ty.keys("echo\rq")
	<-ty.clock.timers
	ty.stop()
	<-ty.over
	ty.kept("echo\rq")
}

// Keys typed while the process was stopped count, although the pause is over.
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
	c, heard := nextKey(context.Background(), tty, handClock{}, true)
	if c != 's' || heard != keyTyped {
		t.Errorf("%q, %d", c, heard)
	}
	if c, heard = nextKey(context.Background(), tty, handClock{}, true); heard != keyPaused {
		t.Errorf("%q, %d", c, heard)
	}
	w.Close()
	if c, heard = nextKey(context.Background(), tty, handClock{}, false); heard != keysOver {
		t.Errorf("%q, %d", c, heard)
	}
}
