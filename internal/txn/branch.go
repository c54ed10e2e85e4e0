package txn

import (
	"bytes"
	"context"
	"errors"
	"os"
	"sync"
	"syscall"
	"time"

	"ftsh/internal/fd"

	"golang.org/x/sys/unix"
)

// A Branch is the destination for the output and the errors of a branch (docs/language.md, section
// 5). It puts a tag before every line, or holds the lines until it is the branch's turn to be
// printed, or both.
//
// Writes of builtins keep their order, and come after the writes of programs that ended before. For
// one program writing to both at the same time, only the order within each is kept.
type Branch struct {
	turn    *Turn
	tag     string // before each line; "": lines are as they are
	grouped bool
	failure Failure

	mu      sync.Mutex
	streams []*Stream       // one, if output and errors go to the same File
	output  *Stream         // the stream for the output; nil: there is none
	ctx     context.Context // bounds writes on behalf of programs
	held    store
	pieces  pieces // of the held bytes
	full    bool   // holding failed
	stop    bool   // stop moving from the pipes
	passing bool   // writes go on unchanged
	buf     []byte // for bytes from a pipe
}

// A Turn is shared by the branches of a block that write lines concurrently: one writes at a time.
type Turn struct {
	taken chan struct{}
	rest  []byte // of a line cut short; it comes before all others
	to    fd.File
}

// NewTurn returns a Turn.
func NewTurn() *Turn { return &Turn{taken: make(chan struct{}, 1)} }

// maxLine is the maximal length of a tagged line: a longer one is split.
const maxLine = 1 << 20

// NewBranch returns a Branch. tag comes before each line; "": nothing. grouped: output is held
// until Print, in memory and in place; failure is called once if this fails. ctx bounds the writes
// for programs.
func NewBranch(ctx context.Context, turn *Turn, tag string, grouped bool, place Spill,
	failure Failure) *Branch {
	return &Branch{turn: turn, tag: tag, grouped: grouped, failure: failure, ctx: ctx,
		held: place.store(), pieces: pieces{store: place.store()}}
}

// Output and Errors return the stream to write to instead of to, with a reference for the caller.
// It is the same for the same File.
func (b *Branch) Output(to fd.File) *Stream {
	b.output = b.stream(to)
	return b.output
}

// Errors is described with Output.
func (b *Branch) Errors(to fd.File) *Stream { return b.stream(to) }

func (b *Branch) stream(to fd.File) *Stream {
	for _, s := range b.streams {
		if s.to == to {
			s.Retain()
			return s
		}
	}
	s := &Stream{branch: b, to: to.Retain()}
	s.refs.Store(2)
	b.streams = append(b.streams, s)
	return s
}

// End ends the branch: it takes everything written by programs so far, and completes a last line.
// Unless the branch is grouped, it then writes all of it, waiting as long as ctx lives. Later
// output of processes left running goes on untagged, by Pumps. The error tells why some output
// could not be written; a failure to write errors does not count.
func (b *Branch) End(ctx context.Context) ([]*Pump, error) {
	b.mu.Lock()
	b.stop, b.ctx = true, ctx
	b.mu.Unlock()
	for _, s := range b.streams {
		s.stopReading()
	}
	b.mu.Lock()
	for _, s := range b.streams {
		if len(s.part) > 0 && s.err == nil {
			_ = s.emit(ctx, append(s.part, '\n'))
			s.part = nil
		} else if len(s.queue) > 0 {
			_ = s.flush(ctx)
		}
	}
	var failed error
	if b.output != nil {
		failed = b.output.err
	}
	b.mu.Unlock()
	if b.grouped {
		return nil, nil
	}
	return b.pass(), failed
}

// Print writes the held output, after End, waiting as long as ctx lives. The error is as for End.
func (b *Branch) Print(ctx context.Context) ([]*Pump, error) {
	b.mu.Lock()
	var at int64
	var failed error
	for _, s := range b.streams {
		s.err = nil // the reason why no more could be held is already reported
	}
	for p, err := range b.pieces.all(b.streams) {
		if err != nil {
			failed = errors.Join(failed, err)
			break
		}
		for end := at + p.n; at < end; {
			if b.buf == nil {
				b.buf = make([]byte, 32<<10)
			}
			n, err := b.held.readAt(b.buf[:min(int64(len(b.buf)), end-at)], at)
			switch {
			case err != nil:
				err = &LostError{errnoOf(err)}
			case p.of.err == nil:
				_, err = p.write(ctx, b.buf[:n])
			}
			if at += int64(n); err != nil {
				p.of.err = err
				at = end
				if p.of == b.output || errors.As(err, new(*LostError)) {
					failed = errors.Join(failed, err)
				}
			}
		}
	}
	b.held.free()
	b.pieces.free()
	b.buf = nil
	b.mu.Unlock()
	return b.pass(), failed
}

// pass ends the Branch: later output goes on unchanged.
func (b *Branch) pass() (left []*Pump) {
	b.mu.Lock()
	b.passing = true
	b.mu.Unlock()
	for _, s := range b.streams {
		if p := s.close(); p != nil {
			left = append(left, p)
		}
	}
	return left
}

// catchUp takes waiting bytes from the pipes, so that they come before the present write. The lock
// is held.
func (b *Branch) catchUp() {
	for _, s := range b.streams {
		if s.r == nil || b.stop {
			continue
		}
		if conn, err := s.r.SyscallConn(); err == nil {
			_ = conn.Control(func(pipe uintptr) { s.take(int(pipe), waiting(int(pipe))) })
		}
	}
}

// hold holds p, a piece like of. The lock is held.
func (b *Branch) hold(of piece, p []byte) error {
	if b.full {
		return syscall.ENOSPC
	}
	_, err := b.held.append(p)
	if err == nil {
		err = b.pieces.add(of, b.streams)
	}
	if err != nil {
		b.full = true
		b.failure(err)
	}
	return err
}

// write writes lines of a stream, one branch at a time, and returns the lines not written yet.
// These are whole: the Turn keeps the rest of a line cut short.
func (t *Turn) write(ctx context.Context, to fd.File, lines []byte) ([]byte, error) {
	select {
	case t.taken <- struct{}{}:
	default:
		select {
		case t.taken <- struct{}{}:
		case <-ctx.Done():
			return lines, ctx.Err()
		}
	}
	defer func() { <-t.taken }()
	if len(t.rest) > 0 {
		n, err := t.to.Write(ctx, t.rest)
		if t.rest = t.rest[n:]; err != nil && ctx.Err() != nil {
			return lines, err
		}
		t.finished()
	}
	n, err := to.Write(ctx, lines)
	if left := lines[n:]; err != nil && ctx.Err() != nil && n > 0 && lines[n-1] != '\n' {
		end := bytes.IndexByte(left, '\n') + 1
		t.rest, t.to = bytes.Clone(left[:end]), to.Retain()
		return left[end:], err
	}
	return lines[n:], err
}

// finished forgets the rest of a line.
func (t *Turn) finished() {
	t.rest = nil
	t.to.Release()
	t.to = nil
}

// stopReading ends the drain of a stream, and takes the waiting bytes from its pipe.
func (s *Stream) stopReading() {
	b := s.branch
	b.mu.Lock()
	r, drained := s.r, s.drained
	b.mu.Unlock()
	if r == nil {
		return
	}
	_ = r.SetReadDeadline(time.Unix(1, 0))
	<-drained
	_ = r.SetReadDeadline(time.Time{})
	conn, err := r.SyscallConn()
	if err != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	_ = conn.Control(func(pipe uintptr) { s.take(int(pipe), waiting(int(pipe))) })
}

// take moves up to n bytes from the pipe. The lock is held.
func (s *Stream) take(pipe, n int) {
	b := s.branch
	if b.buf == nil {
		b.buf = make([]byte, 32<<10)
	}
	for n > 0 && s.err == nil {
		got, err := unix.Read(pipe, b.buf[:min(n, len(b.buf))])
		if err == unix.EINTR {
			continue
		}
		if err != nil || got == 0 {
			return
		}
		n -= got
		_ = s.deliver(b.ctx, b.buf[:got])
	}
}

// close ends a stream's part in the branch.
func (s *Stream) close() *Pump {
	r, to := s.r, s.to.Retain()
	s.Release()
	if r != nil && s.err == nil && !ended(r) {
		return newPump(r, to)
	}
	if r != nil {
		r.Close()
	}
	to.Release()
	return nil
}

// drain moves the content of the pipe on.
func (s *Stream) drain(r *os.File, drained chan<- struct{}) {
	defer close(drained)
	conn, err := r.SyscallConn()
	if err != nil {
		return
	}
	b := s.branch
	var buf [8 << 10]byte
	broken := false
	_ = conn.Read(func(pipe uintptr) (done bool) {
		for {
			b.mu.Lock()
			if b.stop {
				b.mu.Unlock()
				return true
			}
			n, err := unix.Read(int(pipe), buf[:])
			if n > 0 {
				_ = s.deliver(b.ctx, buf[:n])
			}
			broken = s.err != nil
			b.mu.Unlock()
			switch {
			case err == unix.EAGAIN:
				return false
			case broken, err != nil && err != unix.EINTR, n == 0:
				return true
			}
		}
	})
	if broken {
		r.Close() // further writers get SIGPIPE
	}
}
