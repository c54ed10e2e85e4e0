package txn

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"syscall"

	"ftsh/internal/fd"
)

// An Input is a pipe that is kept as it is read, so that it can be read again.
//
// Builtins read what is kept, and then the pipe itself, exactly. A program gets a pipe of
// its own, the feed, which a goroutine fills with what is kept and what comes; builtins read
// that too then. What the goroutine has read ahead is not lost: it is kept. Begin and Finish
// are for who made it, in one goroutine, while nothing else of the block reads.
type Input struct {
	refs atomic.Int32
	from fd.File

	mu      sync.Mutex
	failure Failure
	err     error
	kept    store // the feed's goroutine's, while there is one
	at      int64 // of what is kept, where builtins read
	last    bool  // nothing is read again
	feed    *feed
}

// A feed is what programs read.
type feed struct {
	r    fd.File
	w    fd.File // fill's own
	stop context.CancelFunc
	over chan struct{} // closed when it has stopped
}

// NewInput returns an Input of a pipe, with one reference. dir says where a temporary file
// is made, if one has to be.
func NewInput(from fd.File, dir string) *Input {
	in := &Input{from: from.Retain()}
	in.kept.dir = dir
	in.refs.Store(1)
	return in
}

// Begin makes the next attempt read from the beginning. failure is told, at most once, that
// what is read cannot be kept.
func (in *Input) Begin(failure Failure) {
	in.end()
	in.mu.Lock()
	defer in.mu.Unlock()
	in.at, in.err, in.failure = 0, nil, failure
}

// end takes the feed away.
func (in *Input) end() {
	in.mu.Lock()
	f := in.feed
	in.feed = nil
	in.mu.Unlock()
	if f == nil {
		return
	}
	f.stop()
	<-f.over
	f.r.Release()
}

// Err is why what is read cannot be kept; nil: it can.
func (in *Input) Err() error {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.err
}

// Retain adds a reference.
func (in *Input) Retain() fd.File {
	in.refs.Add(1)
	return in
}

// Release drops a reference. With the last one the feed ends, unless a process goes
// on reading it.
func (in *Input) Release() {
	if in.refs.Add(-1) != 0 {
		return
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.last = true
	f := in.feed
	if f == nil {
		in.drop()
		return
	}
	f.r.Release()
	if Broken(f.w) {
		f.stop()
	}
	go func() {
		<-f.over
		in.drop()
	}()
}

// drop gives everything back.
func (in *Input) drop() {
	in.kept.free()
	in.from.Release()
}

// Read reads what is kept, and then the pipe.
func (in *Input) Read(ctx context.Context, p []byte) (int, error) {
	in.mu.Lock()
	if f := in.feed; f != nil {
		in.mu.Unlock()
		return f.r.Read(ctx, p)
	}
	defer in.mu.Unlock()
	n, err := in.kept.readAt(p, in.at)
	if n == 0 && err == nil && len(p) > 0 {
		if n, err = in.from.Read(ctx, p); n > 0 {
			in.keep(p[:n])
		}
	}
	in.at += int64(n)
	return n, err
}

// ReadLine is Read to the end of a line.
func (in *Input) ReadLine(ctx context.Context, delim byte, limit int) ([]byte, error) {
	in.mu.Lock()
	if f := in.feed; f != nil {
		in.mu.Unlock()
		return f.r.ReadLine(ctx, delim, limit)
	}
	defer in.mu.Unlock()
	var line []byte
	var buf [4096]byte
	for in.at < in.kept.size {
		piece := buf[:]
		if limit > 0 {
			piece = piece[:min(len(piece), limit-len(line))]
		}
		n, err := in.kept.readAt(piece, in.at)
		if err != nil {
			return line, err
		}
		end := bytes.IndexByte(piece[:n], delim) + 1
		if end > 0 {
			n = end
		}
		line = append(line, piece[:n]...)
		in.at += int64(n)
		if end > 0 || limit > 0 && len(line) == limit {
			return line, nil
		}
	}
	if limit > 0 {
		limit -= len(line)
	}
	rest, err := in.from.ReadLine(ctx, delim, limit)
	in.keep(rest)
	in.at += int64(len(rest))
	return append(line, rest...), err
}

// keep keeps what was read. The lock is held.
func (in *Input) keep(p []byte) {
	if in.err != nil || in.last {
		return
	}
	if err := in.kept.append(p); err != nil {
		in.err = err
		in.failure(err)
	}
}

// Mode is Readable.
func (in *Input) Mode() fd.Mode { return fd.Readable }

// Write fails: an Input is only read.
func (in *Input) Write(context.Context, []byte) (int, error) { return 0, syscall.EBADF }

// Fd returns the read end of the feed, which it makes if need be.
func (in *Input) Fd() (int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.feed == nil {
		r, w, err := fd.Pipe()
		if err != nil {
			return -1, err
		}
		ctx, stop := context.WithCancel(context.Background())
		in.feed = &feed{r: r, w: w, stop: stop, over: make(chan struct{})}
		go in.fill(ctx, w, in.feed.over, in.at)
	}
	return in.feed.r.Fd()
}

// fill fills the feed from what is kept at an offset, and then from the pipe.
func (in *Input) fill(ctx context.Context, w fd.File, over chan<- struct{}, at int64) {
	defer close(over)
	defer w.Release()
	buf := make([]byte, 64<<10)
	for {
		n, err := in.kept.readAt(buf, at)
		if n == 0 && err == nil {
			if n, err = in.from.Read(ctx, buf); n > 0 {
				in.mu.Lock()
				in.keep(buf[:n])
				err = errors.Join(err, in.err)
				in.mu.Unlock()
			}
		}
		if n > 0 {
			at += int64(n)
			if _, err := w.Write(ctx, buf[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// Sync has nothing to give back.
func (in *Input) Sync() {}

// Kind is KindPipe.
func (in *Input) Kind() fd.Kind { return fd.KindPipe }
