package txn

import (
	"context"
	"errors"
	"os"
	"time"

	"ftsh/internal/fd"

	"golang.org/x/sys/unix"
)

// A Pump moves further output from the pipe of an Output to the destination of Publish, until
// the pipe ends.
type Pump struct {
	r    *os.File
	to   fd.File
	over chan struct{} // closed when it has ended
	left bool          // by Leave, before the pipe's end
}

func newPump(r *os.File, to fd.File) *Pump {
	p := &Pump{r: r, to: to, over: make(chan struct{})}
	go p.move()
	return p
}

func (p *Pump) move() {
	defer close(p.over)
	buf := make([]byte, 32<<10)
	for {
		n, err := p.r.Read(buf)
		if n > 0 {
			if _, err := p.to.Write(context.Background(), buf[:n]); err != nil {
				break
			}
		}
		if p.left = errors.Is(err, os.ErrDeadlineExceeded); p.left {
			return
		}
		if err != nil {
			break
		}
	}
	p.r.Close()
	p.to.Release()
}

// Over reports whether the Pump has ended.
func (p *Pump) Over() bool {
	select {
	case <-p.over:
		return true
	default:
		return false
	}
}

// Leave ends the Pump early, and returns the read end of the pipe and the destination, for a
// process to continue. The caller owns their references. false: there is nothing to continue.
func (p *Pump) Leave() (from, to fd.File, ok bool) {
	_ = p.r.SetReadDeadline(time.Unix(1, 0))
	<-p.over
	if !p.left {
		return nil, nil, false
	}
	if !ended(p.r) {
		if from, err := fd.FromOS(p.r); err == nil {
			if n, err := from.Fd(); err == nil && unix.SetNonblock(n, false) == nil {
				return from, p.to, true
			}
			from.Release()
		}
	}
	p.r.Close()
	p.to.Release()
	return nil, nil, false
}

// ended reports whether a pipe is empty and has no writer any more.
func ended(r *os.File) bool {
	conn, err := r.SyscallConn()
	if err != nil {
		return true
	}
	gone := false
	err = conn.Control(func(n uintptr) { gone = hungUp(int(n)) && waiting(int(n)) == 0 })
	return gone || err != nil
}
