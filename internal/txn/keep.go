package txn

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"ftsh/internal/fd"

	"golang.org/x/sys/unix"
)

// A Keep holds the output of a whole job, to several streams in one order, and never makes it fail.
// If there is no more room (as for a store), the beginning stays, and also the end, the last
// keptEnd bytes, in memory. It is safe for concurrent use.
type Keep struct {
	mu   sync.Mutex
	held store // frames: a stream's number, a length and so many bytes
	end  int64 // of the whole frames in it
	full error // why it does not grow any more; nil: it does

	tail []kept // written since
	size int    // of the tail, with its own overhead
	lost int64  // bytes neither in held nor in the tail

	pipes []*keptPipe
}

// A kept is a piece of a stream.
type kept struct {
	stream byte
	p      []byte
}

const (
	keptEnd     = 64 << 10
	keptPiece   = 64 // overhead of a piece of the tail
	frameHeader = 5
)

// NewKeep returns a Keep with its temporary file, if needed, in dir.
func NewKeep(dir string) *Keep { return &Keep{held: store{dir: dir}} }

// Add appends p to the Keep.
func (k *Keep) Add(stream byte, p []byte) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.full != nil {
		k.addEnd(stream, p)
		return
	}
	frame := make([]byte, frameHeader, frameHeader+len(p))
	frame[0] = stream
	binary.LittleEndian.PutUint32(frame[1:], uint32(len(p)))
	n, err := k.held.append(append(frame, p...))
	if n > frameHeader || err == nil {
		k.end += int64(n)
	}
	if err != nil {
		k.full = err
		k.addEnd(stream, p[max(n-frameHeader, 0):])
	}
}

// addEnd adds p to the tail. The lock is held.
func (k *Keep) addEnd(stream byte, p []byte) {
	if n := len(p) - keptEnd; n > 0 {
		k.lost += int64(n)
		p = p[n:]
	}
	k.tail = append(k.tail, kept{stream, append([]byte(nil), p...)})
	k.size += len(p) + keptPiece
	drop := 0
	for ; k.size > keptEnd && drop < len(k.tail)-1; drop++ {
		k.size -= len(k.tail[drop].p) + keptPiece
		k.lost += int64(len(k.tail[drop].p))
		k.tail[drop].p = nil
	}
	k.tail = k.tail[drop:]
}

// A keptPipe is a pipe whose content a Keep holds.
type keptPipe struct {
	stream  byte
	r       *os.File
	drained chan struct{} // closed when it has no reader any more
	over    bool          // it is at its end
}

// Pipe returns the write end of a pipe whose content is held as a stream.
func (k *Keep) Pipe(stream byte) (fd.File, error) {
	r, w, err := fd.PolledPipe()
	if err != nil {
		return nil, err
	}
	p := &keptPipe{stream: stream, r: r, drained: make(chan struct{})}
	k.pipes = append(k.pipes, p)
	go k.drain(p)
	return w, nil
}

func (k *Keep) drain(p *keptPipe) {
	defer close(p.drained)
	buf := make([]byte, 64<<10)
	for {
		n, err := p.r.Read(buf)
		if n > 0 {
			k.Add(p.stream, buf[:n])
		}
		if err != nil {
			p.over = !errors.Is(err, os.ErrDeadlineExceeded)
			return
		}
	}
}

// StopReading ends the reading of the pipes: bytes written before the call are held. It returns the read
// ends, now the caller's, of those that a process may still write to. Pipe is not called again.
func (k *Keep) StopReading() (left []*os.File) {
	for _, p := range k.pipes {
		_ = p.r.SetReadDeadline(time.Unix(1, 0))
		<-p.drained
		if !p.over {
			_ = p.r.SetReadDeadline(time.Time{})
			k.rest(p)
		}
		if p.over || ended(p.r) {
			p.r.Close()
			continue
		}
		left = append(left, p.r)
	}
	k.pipes = nil
	return left
}

// rest takes the content of a pipe, without later writes.
func (k *Keep) rest(p *keptPipe) {
	conn, err := p.r.SyscallConn()
	if err != nil {
		return
	}
	_ = conn.Control(func(pipe uintptr) {
		buf := make([]byte, 64<<10)
		for left := waiting(int(pipe)); left > 0; {
			n, err := unix.Read(int(pipe), buf[:min(left, len(buf))])
			if n > 0 {
				k.Add(p.stream, buf[:n])
				left -= n
			} else if err != unix.EINTR {
				return
			}
		}
	})
}

// Empty reports whether nothing was written.
func (k *Keep) Empty() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.end == 0 && len(k.tail) == 0
}

// Replay calls each with the held bytes, piece by piece, in order, and gap, between the beginning
// and the end, with the number of missing bytes and the reason. It stops at the first error of
// either or of ctx, and returns it. Nothing is written meanwhile.
func (k *Keep) Replay(ctx context.Context, each func(stream byte, p []byte) error,
	gap func(lost int64, why error) error) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	at, err := k.replayHeld(ctx, each)
	var gone *LostError
	if errors.As(err, &gone) {
		err = gap(k.end-at+k.lost, gone)
	} else if err == nil && k.lost > 0 {
		err = gap(k.lost, k.full)
	}
	for i := 0; err == nil && i < len(k.tail); i++ {
		if err = ctx.Err(); err == nil {
			err = each(k.tail[i].stream, k.tail[i].p)
		}
	}
	return err
}

// replayHeld replays the store, and returns how far it came. The lock is held.
func (k *Keep) replayHeld(ctx context.Context,
	each func(stream byte, p []byte) error) (at int64, err error) {
	buf := make([]byte, 64<<10)
	for at < k.end {
		if err := ctx.Err(); err != nil {
			return at, err
		}
		header := buf[:frameHeader]
		if err := k.read(header, at); err != nil {
			return at, err
		}
		stream := header[0]
		size := int64(binary.LittleEndian.Uint32(header[1:]))
		at += frameHeader
		for last := min(at+size, k.end); at < last; {
			p := buf[:min(last-at, int64(len(buf)))]
			if err := k.read(p, at); err != nil {
				return at, err
			}
			at += int64(len(p))
			if err := each(stream, p); err != nil {
				return at, err
			}
		}
	}
	return at, nil
}

// read fills p from the store.
func (k *Keep) read(p []byte, at int64) error {
	for len(p) > 0 {
		n, err := k.held.readAt(p, at)
		if err == nil && n == 0 {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return &LostError{errnoOf(err)}
		}
		p, at = p[n:], at+int64(n)
	}
	return nil
}

// Close gives everything back.
func (k *Keep) Close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.held.free()
	k.tail, k.end = nil, 0
}
