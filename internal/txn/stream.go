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

// A Stream is what a branch writes its output to, or its errors: see Branch.
type Stream struct {
	fd.ForWriting
	refs   atomic.Int32
	branch *Branch
	to     fd.File

	// Guarded by the branch's lock.
	part    []byte // a line that has no end yet
	queue   []byte // lines that are to be written yet
	err     error  // nothing can be written any more
	w       fd.File
	r       *os.File      // of the pipe; with w
	drained chan struct{} // closed when nobody moves from the pipe
}

// To is where the Stream writes to. The reference stays the Stream's.
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

// Fd returns the write end of a pipe, which it makes if need be.
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

// Write writes p, behind what programs have written.
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

// deliver is the way of all that is written. The lock is held.
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
	if Broken(s.to) {
		s.err = syscall.EPIPE
		return s.err
	}
	if b.grouped {
		err := b.hold(s, p)
		if err != nil {
			s.err = err
		}
		return err
	}
	s.queue = append(s.queue, p...)
	return s.flush(ctx)
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

// flush writes what is to be written yet. What the end of ctx keeps from being written stays.
func (s *Stream) flush(ctx context.Context) (err error) {
	s.queue, err = s.branch.turn.write(ctx, s.to, s.queue)
	var errno syscall.Errno
	if errors.As(err, &errno) {
		s.err, s.queue = err, nil
	}
	if len(s.queue) == 0 {
		s.queue = nil
	}
	return err
}
