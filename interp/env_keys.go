package interp

import (
	"bytes"
	"context"
	"sync"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/proc"
)

// The keys that mean something while a block waits in the foreground of a prompt.
const (
	keyRetry  = 'r' // the wait is over
	keyGiveUp = 'q' // and so is the block
)

// keyPause is how long nothing must follow such a key. Somebody who types a command that begins with it goes on
// sooner.
const keyPause = 300 * time.Millisecond

// A keyboard is what is typed while a try waits at a prompt, and what was typed before and nobody had read. What means
// nothing to the wait is kept for the next read of the terminal by a builtin, and for the next command line.
type keyboard struct {
	mu        sync.Mutex
	kept      []byte
	undecided []byte     // keys behind these which a wait that ended could not tell from the beginning of a line
	running   *keyReader // nil: nobody reads keys
}

// A keyReader reads keys in one wait.
type keyReader struct {
	pressed chan byte // gets one of the keys above, at most
	cancel  context.CancelFunc
	over    chan struct{} // closed when the terminal is what it was
}

// readKeys reads keys until the reader is stopped; nil: they are not to be read. What has been typed already comes
// before them.
func (k *keyboard) readKeys(tty fd.File, clk clock.Clock) *keyReader {
	if tty == nil {
		return nil
	}
	n, err := tty.Fd()
	if err != nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.running != nil {
		return nil
	}
	typed, restore, err := proc.ReadKeys(n)
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &keyReader{pressed: make(chan byte, 1), cancel: cancel, over: make(chan struct{})}
	k.running = r
	typed = append(k.undecided, typed...)
	k.undecided = nil
	if inLine(k.kept) || !answersWait(typed) {
		k.kept = append(k.kept, typed...)
		typed = nil
	}
	go func() {
		defer close(r.over)
		defer restore()
		k.read(ctx, tty, clk, r, typed)
	}()
	return r
}

// answered is a key that was read as something else ended the showing of a wait, which is over; 0: there is none.
func answered(pressed <-chan byte) (key byte) {
	select {
	case key = <-pressed:
	default:
	}
	return key
}

// answersWait reports whether keys can be meant for a wait: one that means something, typed once or more, and
// nothing else. What more begins with one is a command line, or the input of a program.
func answersWait(typed []byte) bool {
	if len(typed) == 0 || typed[0] != keyRetry && typed[0] != keyGiveUp {
		return false
	}
	return len(bytes.Trim(typed, string(typed[:1]))) == 0
}

// read takes keys. One that means something does so at the beginning of a line, and if nothing follows it for a
// while: else it belongs to what is being typed. pending are such keys that were typed already.
func (k *keyboard) read(ctx context.Context, tty fd.File, clk clock.Clock, r *keyReader, pending []byte) {
	for {
		c, heard := nextKey(ctx, tty, clk, len(pending) > 0)
		switch heard {
		case keyPaused:
			r.pressed <- pending[0]
			return
		case keysOver: // the wait is over: the next one, or a line, gets them
			k.mu.Lock()
			k.undecided = pending
			k.mu.Unlock()
			return
		}
		pending = append(pending, c)
		k.mu.Lock()
		if inLine(k.kept) || !answersWait(pending) {
			k.kept = append(k.kept, pending...)
			pending = nil
		}
		k.mu.Unlock()
	}
}

// What nextKey has heard.
const (
	keyTyped  = iota
	keyPaused // none for keyPause
	keysOver  // none comes any more
)

// nextKey reads a key, and waits for it no longer than keyPause if it is to look for a pause.
func nextKey(ctx context.Context, tty fd.File, clk clock.Clock, pause bool) (c byte, heard int) {
	var key [1]byte
	within := ctx
	if pause {
		var cancel context.CancelFunc
		within, cancel = context.WithCancel(ctx)
		defer cancel()
		defer clk.AfterFunc(keyPause, cancel).Stop()
	}
	n, err := tty.Read(within, key[:])
	if err != nil && within.Err() != nil && ctx.Err() == nil {
		// The process may not have run in all that time: what has been typed meanwhile counts.
		if n, err = tty.Read(within, key[:]); err != nil && within.Err() != nil && ctx.Err() == nil {
			return 0, keyPaused
		}
	}
	if err != nil || n == 0 {
		return 0, keysOver
	}
	return key[0], keyTyped
}

// typing reports whether what was kept ends in the middle of a line.
func (k *keyboard) typing() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return inLine(k.kept)
}

// inLine reports whether keys end in the middle of a line.
func inLine(keys []byte) bool {
	n := len(keys)
	return n > 0 && keys[n-1] != '\n' && keys[n-1] != '\r'
}

// takeLine hands over what was kept as far as the end of a line, at most limit bytes (0: no limit): to a read of the
// terminal, which comes before the next command line.
func (k *keyboard) takeLine(end byte, limit int) []byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keepUndecided()
	n := bytes.IndexByte(k.kept, end) + 1
	if n == 0 {
		n = len(k.kept)
	}
	if limit > 0 {
		n = min(n, limit)
	}
	line := bytes.Clone(k.kept[:n])
	k.kept = k.kept[n:]
	return line
}

// keepUndecided makes what no wait took part of what was kept.
func (k *keyboard) keepUndecided() {
	k.kept = append(k.kept, k.undecided...)
	k.undecided = nil
}

// stop ends the reading of keys, and returns when the terminal is what it was; also of a nil reader.
func (k *keyboard) stop(r *keyReader) {
	if r == nil {
		return
	}
	r.cancel()
	<-r.over
	k.mu.Lock()
	if k.running == r {
		k.running = nil
	}
	k.mu.Unlock()
}

// stopReading is for who is about to let something else read the terminal.
func (k *keyboard) stopReading() {
	k.mu.Lock()
	r := k.running
	k.mu.Unlock()
	k.stop(r)
}

// take hands over what was kept.
func (k *keyboard) take() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keepUndecided()
	kept := string(k.kept)
	k.kept = nil
	return kept
}
