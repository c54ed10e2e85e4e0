package interp

import (
	"context"
	"sync"

	"ftsh/internal/fd"
	"ftsh/internal/proc"
)

// The keys that mean something while a block waits in the foreground of a prompt.
const (
	keyRetry  = 'r' // the wait is over
	keyGiveUp = 'q' // and so is the block
)

// A keyboard is what is typed while a try waits at a prompt. What means nothing to the wait is kept
// for the next command line.
type keyboard struct {
	mu      sync.Mutex
	kept    []byte
	running *keyReader // nil: nobody reads keys
}

// A keyReader reads keys in one wait.
type keyReader struct {
	pressed chan byte // gets one of the keys above, at most
	cancel  context.CancelFunc
	over    chan struct{} // closed when the terminal is what it was
}

// readKeys reads keys until the reader is stopped; nil: they are not to be read. What is typed already
// is no answer to a wait that begins now: it stays where it is, for who reads next.
func (k *keyboard) readKeys(tty fd.File) *keyReader {
	if tty == nil {
		return nil
	}
	n, err := tty.Fd()
	if err != nil {
		return nil
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.running != nil || proc.Typed(n) {
		return nil
	}
	restore, err := proc.ReadKeys(n)
	if err != nil {
		return nil
	}
	if proc.Typed(n) { // a line that is not complete
		restore()
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	r := &keyReader{pressed: make(chan byte, 1), cancel: cancel, over: make(chan struct{})}
	k.running = r
	go func() {
		defer close(r.over)
		defer restore()
		k.read(ctx, tty, r)
	}()
	return r
}

// read takes keys. One that means something does so at the beginning of a line: behind others it
// belongs to what is being typed.
func (k *keyboard) read(ctx context.Context, tty fd.File, r *keyReader) {
	var key [1]byte
	begun := k.typing()
	for {
		if n, err := tty.Read(ctx, key[:]); err != nil || n == 0 {
			return
		}
		if c := key[0]; !begun && (c == keyRetry || c == keyGiveUp) {
			r.pressed <- c
			return
		}
		k.mu.Lock()
		k.kept = append(k.kept, key[0])
		k.mu.Unlock()
		begun = k.typing()
	}
}

// typing reports whether what was kept ends in the middle of a line.
func (k *keyboard) typing() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	n := len(k.kept)
	return n > 0 && k.kept[n-1] != '\n' && k.kept[n-1] != '\r'
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
	kept := string(k.kept)
	k.kept = nil
	return kept
}
