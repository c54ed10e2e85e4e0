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

// The keys understood while a block waits in the foreground of a prompt.
const (
	keyRetry  = 'r' // ends the wait
	keyGiveUp = 'q' // ends the block
)

// keyPause is the pause required after such a key. A command beginning with the same letter is
// typed faster.
const keyPause = 300 * time.Millisecond

// A keyboard collects the keys typed while a try waits at a prompt, and those left unread before.
// Keys without a meaning for the wait are kept for the next read of the terminal by a builtin, and
// for the next command line.
type keyboard struct {
	mu   sync.Mutex
	kept []byte
	// undecided are keys after the kept ones. The wait ended before it could tell them from the
	// beginning of a line.
	undecided []byte
	running   *keyReader // nil: none
}

// A keyReader reads keys during one wait.
type keyReader struct {
	pressed chan byte // gets at most one of the keys above
	cancel  context.CancelFunc
	over    chan struct{} // closed when the terminal's modes are restored
}

// readKeys starts reading keys, until stop. It begins with the keys typed earlier. It returns nil
// if keys cannot be read.
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

// answered returns a key read just as the wait ended for another reason, or 0 if there is none.
func answered(pressed <-chan byte) (key byte) {
	select {
	case key = <-pressed:
	default:
	}
	return key
}

// answersWait reports whether keys may be meant for a wait: one of the two keys, typed once or
// more, and nothing else. Anything longer is a command line or the input of a program.
func answersWait(typed []byte) bool {
	if len(typed) == 0 || typed[0] != keyRetry && typed[0] != keyGiveUp {
		return false
	}
	return len(bytes.Trim(typed, string(typed[:1]))) == 0
}

// read reads keys. One of the two keys acts at the beginning of a line, if nothing follows it for a
// while. Otherwise it belongs to the text being typed. pending are such keys typed earlier.
func (k *keyboard) read(
	ctx context.Context, tty fd.File, clk clock.Clock, r *keyReader, pending []byte,
) {
	for {
		c, heard := nextKey(ctx, tty, clk, len(pending) > 0)
		switch heard {
		case keyPaused:
			r.pressed <- pending[0]
			return
		// The wait is over. The next wait or the next line gets the keys.
		case keysOver:
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

// The results of nextKey.
const (
	keyTyped  = iota
	keyPaused // no key for keyPause
	keysOver  // no more keys
)

// nextKey reads a key. If pause is set it waits no longer than keyPause.
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
		// The process may have been stopped during the pause. Keys typed meanwhile count.
		n, err = tty.Read(within, key[:])
		if err != nil && within.Err() != nil && ctx.Err() == nil {
			return 0, keyPaused
		}
	}
	if err != nil || n == 0 {
		return 0, keysOver
	}
	return key[0], keyTyped
}

// typing reports whether the kept keys end in the middle of a line.
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

// takeLine removes and returns the kept keys up to and including end, at most limit bytes (0 means
// no limit). It serves reads of the terminal before the next command line.
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

// keepUndecided adds the undecided keys to the kept ones.
func (k *keyboard) keepUndecided() {
	k.kept = append(k.kept, k.undecided...)
	k.undecided = nil
}

// stop stops reading keys, and returns when the terminal's modes are restored. r may be nil.
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

// stopReading stops the current reader. Callers use it before something else reads the terminal.
func (k *keyboard) stopReading() {
	k.mu.Lock()
	r := k.running
	k.mu.Unlock()
	k.stop(r)
}

// take removes and returns the kept keys.
func (k *keyboard) take() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keepUndecided()
	kept := string(k.kept)
	k.kept = nil
	return kept
}
