package txn

import (
	"bytes"
	"context"
	"errors"
	"os"
	"sync/atomic"
	"syscall"

	"ftsh/internal/fd"
)

// A Stream takes the output of a branch, or its errors: see Branch.
type Stream struct {
	fd.ForWriting
	refs   atomic.Int32
	branch *Branch
	to     fd.File

	// Guarded by the branch's lock.
	part    []byte // a line without an end yet
	queue   []byte // lines not written yet
	err     error  // the reason why no more can be written
	w       fd.File
	r       *os.File      // of the pipe; with w
	drained chan struct{} // closed when the pipe has no reader any more
}

// To is the destination of the Stream. The reference stays the Stream's.
func (s *Stream) To() fd.File { return s.to }

// Retain adds a reference.
func (s *Stream) Retain() fd.File {
	s.refs.Add(1)
	return s
}

// Release drops a reference.
func (s *Stream) Release() {
	if s.refs.Add(-1) != 0 {
		return
	}
	s.branch.mu.Lock()
	defer s.branch.mu.Unlock()
	if s.w != nil {
		s.w.Release()
	}
	s.to.Release()
}

// Kind is KindPipe: it may have to wait.
func (s *Stream) Kind() fd.Kind { return fd.KindPipe }

// Fd returns the write end of a pipe, and makes the pipe if need be.
func (s *Stream) Fd() (int, error) {
	b := s.branch
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case s.w != nil:
		return s.w.Fd()
	case b.passing:
		return s.to.Fd()
	}
	r, w, err := fd.PolledPipe()
	if err != nil {
		return -1, err
	}
	s.r, s.w, s.drained = r, w, make(chan struct{})
	go s.drain(r, s.drained)
	return w.Fd()
}

// Write writes p, after the writes of programs.
func (s *Stream) Write(ctx context.Context, p []byte) (int, error) {
	b := s.branch
	b.mu.Lock()
	if b.passing {
		b.mu.Unlock()
		return s.to.Write(ctx, p)
	}
	defer b.mu.Unlock()
	b.catchUp()
	if err := s.deliver(ctx, p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// deliver passes all writes on. The lock is held.
func (s *Stream) deliver(ctx context.Context, p []byte) error {
	if s.err != nil {
		return s.err
	}
	if s.branch.tag == "" {
		return s.emit(ctx, p)
	}
	end := bytes.LastIndexByte(p, '\n') + 1
	if end == 0 && len(s.part)+len(p) < maxLine {
		s.part = append(s.part, p...)
		return nil
	}
	lines := append(s.part, p[:end]...)
	s.part = bytes.Clone(p[end:])
	if len(s.part) >= maxLine || end == 0 {
		lines = append(lines, s.part...)
		lines = append(lines, '\n')
		s.part = nil
	}
	return s.emit(ctx, lines)
}

// emit holds p or writes it, whole lines if there is a tag.
func (s *Stream) emit(ctx context.Context, p []byte) error {
	b := s.branch
	if b.tag != "" {
		p = tagged(b.tag, p)
	}
	if s.broken() {
		return s.err
	}
	if b.grouped {
		return s.held(p, false)
	}
	s.queue = append(s.queue, p...)
	return s.flush(ctx)
}

// broken reports whether the destination has no reader any more.
func (s *Stream) broken() bool {
	if Broken(s.to) {
		s.err = syscall.EPIPE
		return true
	}
	return false
}

// held holds p.
func (s *Stream) held(p []byte, untagged bool) error {
	err := s.branch.hold(piece{s, untagged, int64(len(p))}, p)
	if err != nil {
		s.err = err
	}
	return err
}

// tagged returns lines with a tag before each.
func tagged(tag string, lines []byte) []byte {
	out := make([]byte, 0, len(lines)+(bytes.Count(lines, []byte{'\n'})+1)*len(tag))
	for line := range bytes.Lines(lines) {
		out = append(out, tag...)
		out = append(out, line...)
	}
	return out
}

// An untagged is a Stream for lines without a tag.
type untagged struct{ *Stream }

// Untagged returns f without tags, if f is a Stream with tags. Each write must be one or more whole
// lines. There is no new reference.
func Untagged(f fd.File) fd.File {
	if s, ok := f.(*Stream); ok {
		return untagged{s}
	}
	return f
}

// Write writes lines, before an unfinished line of the branch.
func (u untagged) Write(ctx context.Context, p []byte) (int, error) {
	b := u.branch
	b.mu.Lock()
	if b.passing {
		b.mu.Unlock()
		return Untagged(u.to).Write(ctx, p)
	}
	defer b.mu.Unlock()
	b.catchUp()
	if err := u.asItIs(ctx, p); err != nil {
		return 0, err
	}
	return len(p), nil
}

// asItIs holds lines or writes them, without a tag here and later.
func (s *Stream) asItIs(ctx context.Context, p []byte) error {
	if s.broken() || s.err != nil {
		return s.err
	}
	if s.branch.grouped {
		return s.held(p, true)
	}
	err := s.flush(ctx)
	if err == nil {
		p, err = s.branch.turn.write(ctx, Untagged(s.to), p)
	}
	if s.failed(err); s.err == nil {
		s.queue = append(s.queue, p...)
	}
	return err
}

// flush writes the queue. If ctx ends, the rest stays queued.
func (s *Stream) flush(ctx context.Context) (err error) {
	s.queue, err = s.branch.turn.write(ctx, s.to, s.queue)
	s.failed(err)
	if len(s.queue) == 0 {
		s.queue = nil
	}
	return err
}

// failed records an error of a write, except for a context's.
func (s *Stream) failed(err error) {
	var errno syscall.Errno
	if errors.As(err, &errno) {
		s.err, s.queue = err, nil
	}
}
