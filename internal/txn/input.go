package txn

import (
	"bytes"
	"context"
	"sync"
	"sync/atomic"
	"syscall"

	"ftsh/internal/fd"
)

// An Input is a pipe kept as it is read, so that it can be read again.
//
// Builtins read the kept bytes, and then the pipe itself, exactly. A program gets a pipe of its
// own, the feed; a goroutine fills it with the kept bytes and new ones, and builtins then read the
// feed too. Bytes read ahead by the goroutine are kept, not lost.
//
// Bytes that cannot be kept are not lost either: they stay in memory, and nothing more is read from
// the pipe until they can. Nor does the feed end there, for its reader would take this for the end
// of the input. Begin, Halt and Finish are for the maker, in one goroutine, while nothing else of
// the block reads.
type Input struct {
	refs atomic.Int32
	from fd.File

	// For the reader: the feed's goroutine while there is a feed, else a builtin, which holds
	// reading.
	reading sync.Mutex
	kept    store
	rest    []byte // bytes read after kept that could not be kept
	at      int64  // position of builtins in kept and rest

	mu      sync.Mutex
	failure Failure
	err     error
	last    bool // nothing is read again
	feed    *feed
}

// A feed is the pipe read by programs.
type feed struct {
	r    fd.File
	w    fd.File // fill's own
	stop context.CancelFunc
	over chan struct{} // closed when it has stopped

	resumed sync.Once
	resume  chan struct{} // closed to end the wait in await
}

// goOn ends the wait for room to keep bytes.
func (f *feed) goOn() { f.resumed.Do(func() { close(f.resume) }) }

// NewInput returns an Input of a pipe, with one reference. place is the store for bytes beyond
// memory.
func NewInput(from fd.File, place Spill) *Input {
	in := &Input{from: from.Retain()}
	in.kept = place.store()
	in.refs.Store(1)
	return in
}

// Begin makes the next attempt read from the beginning. failure is called at most once, if bytes
// cannot be kept, or kept bytes cannot be read.
func (in *Input) Begin(failure Failure) {
	in.end()
	in.reading.Lock()
	in.at = 0
	in.reading.Unlock()
	in.mu.Lock()
	defer in.mu.Unlock()
	in.err, in.failure = nil, failure
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

// Halt ends an attempt if another may follow: remaining readers get no further than the bytes that
// can be kept.
func (in *Input) Halt() {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.feed != nil {
		in.feed.goOn()
	}
}

// Finish ends the last attempt: from now on nothing is kept.
func (in *Input) Finish() {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.finish()
}

// finish is Finish under the lock.
func (in *Input) finish() {
	in.last = true
	if in.feed != nil {
		in.feed.goOn()
	}
}

// finished reports whether nothing is read again.
func (in *Input) finished() bool {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.last
}

// Err returns why bytes cannot be kept, or kept bytes cannot be read; nil: they can.
func (in *Input) Err() error {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.err
}

// fail reports, once, that the attempt cannot go on.
func (in *Input) fail(err error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.err == nil && !in.last {
		in.err = err
		in.failure(err)
	}
}

// Retain adds a reference.
func (in *Input) Retain() fd.File {
	in.refs.Add(1)
	return in
}

// Release drops a reference. The last one ends the feed, unless a process goes on reading it.
func (in *Input) Release() {
	if in.refs.Add(-1) != 0 {
		return
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.finish()
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

// Read reads the kept bytes, and then the pipe.
func (in *Input) Read(ctx context.Context, p []byte) (int, error) {
	in.reading.Lock()
	if f := in.fed(); f != nil {
		in.reading.Unlock()
		return f.r.Read(ctx, p)
	}
	defer in.reading.Unlock()
	n, _, err := in.read(ctx, p, in.at)
	in.at += int64(n)
	return n, err
}

// fed returns the feed; nil: there is none.
func (in *Input) fed() *feed {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.feed
}

// read reads at an offset, and after all bytes read before, the pipe. stuck: it cannot, but this is
// not the end.
func (in *Input) read(ctx context.Context, p []byte, at int64) (n int, stuck bool, err error) {
	if n, err = in.again(p, at); n > 0 || err != nil || len(p) == 0 {
		return n, err != nil, err
	}
	if err := in.keepRest(); err != nil {
		return 0, true, err
	}
	n, err = in.from.Read(ctx, p)
	in.keep(p[:n])
	return n, false, err
}

// again reads bytes read before, at an offset; 0: there are none.
func (in *Input) again(p []byte, at int64) (int, error) {
	n, err := in.kept.readAt(p, at)
	if err != nil {
		err = errnoOf(err)
		in.fail(&LostError{err})
		return 0, err
	}
	if past := at - in.kept.size; n == 0 && past < int64(len(in.rest)) {
		n = copy(p, in.rest[past:])
	}
	return n, nil
}

// ReadLine is Read to the end of a line.
func (in *Input) ReadLine(ctx context.Context, delim byte, limit int) ([]byte, error) {
	in.reading.Lock()
	if f := in.fed(); f != nil {
		in.reading.Unlock()
		return f.r.ReadLine(ctx, delim, limit)
	}
	defer in.reading.Unlock()
	var line []byte
	var buf [4096]byte
	for {
		piece := buf[:]
		if limit > 0 {
			piece = piece[:min(len(piece), limit-len(line))]
		}
		n, err := in.again(piece, in.at)
		if err != nil {
			return line, err
		}
		if n == 0 {
			break
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
	if err := in.keepRest(); err != nil {
		return line, err
	}
	if limit > 0 {
		limit -= len(line)
	}
	rest, err := in.from.ReadLine(ctx, delim, limit)
	in.keep(rest)
	in.at += int64(len(rest))
	return append(line, rest...), err
}

// keep keeps bytes just read.
func (in *Input) keep(p []byte) {
	if len(p) == 0 || in.finished() {
		return
	}
	n, err := in.kept.append(p)
	if err != nil {
		in.rest = bytes.Clone(p[n:])
		in.fail(err)
	}
}

// keepRest keeps the bytes that could not be kept. The error tells why they still cannot.
func (in *Input) keepRest() error {
	if len(in.rest) == 0 || in.finished() {
		return nil
	}
	n, err := in.kept.append(in.rest)
	in.rest = in.rest[n:]
	if err != nil {
		in.fail(err)
	}
	return err
}

// Mode is Readable.
func (in *Input) Mode() fd.Mode { return fd.Readable }

// Write fails: an Input is only read.
func (in *Input) Write(context.Context, []byte) (int, error) { return 0, syscall.EBADF }

// Fd returns the read end of the feed, and makes the feed if need be.
func (in *Input) Fd() (int, error) {
	in.reading.Lock()
	defer in.reading.Unlock()
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.feed == nil {
		r, w, err := fd.Pipe()
		if err != nil {
			return -1, err
		}
		ctx, stop := context.WithCancel(context.Background())
		in.feed = &feed{r: r, w: w, stop: stop, over: make(chan struct{}),
			resume: make(chan struct{})}
		go in.fill(ctx, in.feed, in.at)
	}
	return in.feed.r.Fd()
}

// fill fills the feed from the bytes read before, at an offset, and then from the pipe.
func (in *Input) fill(ctx context.Context, f *feed, at int64) {
	defer close(f.over)
	defer f.w.Release()
	buf := make([]byte, 64<<10)
	for {
		last := in.finished() // then waiting cannot help
		n, stuck, err := in.read(ctx, buf, at)
		if n > 0 {
			at += int64(n)
			if _, err := f.w.Write(ctx, buf[:n]); err != nil {
				return
			}
		}
		if err != nil && !(stuck && !last && in.await(ctx, f)) {
			return
		}
	}
}

// await waits for Finish; false: Halt came first, or the feed was stopped.
func (in *Input) await(ctx context.Context, f *feed) bool {
	select {
	case <-f.resume:
		return in.finished()
	case <-ctx.Done():
		return false
	}
}

// Sync has nothing to give back.
func (in *Input) Sync() {}

// Kind is KindPipe.
func (in *Input) Kind() fd.Kind { return fd.KindPipe }
