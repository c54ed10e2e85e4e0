package interp

import (
	"bytes"
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

// A keyboard is what is typed while a try waits at a prompt, and what was typed before and nobody had read. What means
// nothing to the wait is kept for the next read of the terminal by a builtin, and for the next command line.
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

// readKeys reads keys until the reader is stopped; nil: they are not to be read. What has been typed already comes
// before them.
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
	if c, ok := answersWait(typed); ok && !inLine(k.kept) {
		r.pressed <- c
		restore()
		close(r.over)
		return r
	}
	k.kept = append(k.kept, typed...)
	go func() {
		defer close(r.over)
		defer restore()
		k.read(ctx, tty, r)
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

// answersWait is what was meant by what was typed before a wait began, if it was for the wait: one of its keys and nothing
// else. What more begins with one is a command line, or the input of a program.
func answersWait(typed []byte) (key byte, ok bool) {
	if len(typed) == 0 || typed[0] != keyRetry && typed[0] != keyGiveUp {
		return 0, false
	}
	return typed[0], len(bytes.Trim(typed, string(typed[:1]))) == 0
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
