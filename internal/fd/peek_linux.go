package fd

import (
	"bytes"
	"io"
	"syscall"

	"golang.org/x/sys/unix"
)

// A peeker looks into a pipe without consuming, by tee(2) into a pipe of its own.
//
// If nothing else can read the pipe, lines are served from the bytes seen, and the pipe itself is
// read later, all at once. Otherwise it is looked at anew for each line, and read at once.
type peeker struct {
	r, w   int
	have   bool   // r and w are open
	never  bool   // tee does not work here
	seen   []byte // content of the pipe after the owed bytes
	owed   int    // bytes served but not read yet
	space  []byte
	length int // how much to look at next time
}

func (p *peeker) close() {
	if p.have {
		unix.Close(p.r)
		unix.Close(p.w)
		p.have = false
	}
	p.seen, p.space = nil, nil
}

// giveBack reads the owed bytes from the pipe n, and forgets its content: another process may read it
// now.
func (p *peeker) giveBack(n int) {
	p.seen = nil
	for p.owed > 0 {
		c, err := read(n, p.space[:min(p.owed, len(p.space))])
		if err != nil || c == 0 {
			break
		}
		p.owed -= c
	}
	p.owed = 0
}

const (
	minPeek = 256
	maxPeek = 16 << 10
)

// look finds the content of the pipe n: EAGAIN if it is empty; no bytes and no error at the end of
// file.
func (p *peeker) look(n int) error {
	if !p.have {
		var err error
		if p.r, p.w, err = rawPipe(); err != nil {
			return err
		}
		p.have = true
	}
	if p.space == nil {
		p.length = minPeek
	}
	if len(p.space) < p.length {
		p.space = make([]byte, p.length)
	}
	for {
		c, err := unix.Tee(n, p.w, p.length, unix.SPLICE_F_NONBLOCK)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return errno(err)
		}
		if c == 0 {
			p.seen = nil
			return nil
		}
		got, err := read(p.r, p.space[:c])
		p.seen = p.space[:max(got, 0)]
		return err
	}
}

// peekLine takes from a pipe, having looked for the end of the line. Not ok: peeking is impossible.
func (d *descriptor) peekLine(delim byte, limit int) (part []byte, done bool, err error, ok bool) {
	p := &d.ahead.peek
	if p.never {
		return nil, false, nil, false
	}
	n := d.number()
	private := d.private && !d.shared.Load()
	if !private || len(p.seen) == 0 {
		p.giveBack(n)
		err := p.look(n)
		if err == syscall.EINVAL || err == syscall.ENOSYS || err == syscall.EMFILE ||
			err == syscall.ENFILE {
			p.never = true
			p.close()
			return nil, false, nil, false
		}
		if err != nil {
			return nil, false, err, true
		}
		if len(p.seen) == 0 {
			return nil, false, io.EOF, true
		}
	}
	c := bytes.IndexByte(p.seen, delim) + 1
	done = c > 0
	if !done {
		c = len(p.seen)
	}
	if !done || private {
		p.length = min(2*p.length, maxPeek)
	}
	if c > limit {
		c, done = limit, false
	}
	if private {
		part = bytes.Clone(p.seen[:c])
		p.seen = p.seen[c:]
		p.owed += c
		return part, done, nil, true
	}
	part = make([]byte, c)
	// The bytes seen are there, unless another reader was faster: then wait like any reader.
	got, err := d.tryRead(part)
	p.seen = nil
	if err != nil {
		return nil, false, err, true
	}
	if got == 0 {
		return nil, false, io.EOF, true
	}
	part = part[:got]
	return part, part[got-1] == delim, nil, true
}
