package watchdog

import (
	"errors"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Files to hold are passed to the process over the socket from which it reads its lines.

// A held file is also open in the process.
type held struct {
	number int
	file   *os.File
}

// Hold makes the process hold a file open until Drop, and starts the process if it does not run. A
// lock on the file is thus free only after everything left of the blocks by SIGKILL has been ended.
// From then on the process is replaced if it is killed, as after EnterWatched. If nothing is
// watched Hold does nothing. Call it only between Enter and Leave.
func (g *Guard) Hold(f *os.File) error {
	if g.Launch == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.steady {
		if g.steady = true; g.pipe != nil {
			go g.outlive(g.process)
		}
	}
	h := g.add(f)
	if g.pipe == nil {
		g.launch()
	} else {
		g.give(h)
	}
	if g.pipe == nil {
		g.held = g.held[:len(g.held)-1]
		return errors.New("cannot start its watchdog")
	}
	return nil
}

// add notes a file to be held. g.mu must be held.
func (g *Guard) add(f *os.File) held {
	h := held{1, f}
	if n := len(g.held); n > 0 {
		h.number = g.held[n-1].number + 1
	}
	g.held = append(g.held, h)
	return h
}

// Drop undoes Hold, or the hold of EnterWatched.
func (g *Guard) Drop(f *os.File) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for i, h := range g.held {
		if h.file == f {
			g.held = append(g.held[:i:i], g.held[i+1:]...)
			g.send("drop " + strconv.Itoa(h.number) + "\n")
			return
		}
	}
}

// give passes a file to the process. g.mu must be held.
func (g *Guard) give(h held) {
	text := []byte("hold " + strconv.Itoa(h.number) + "\n")
	conn, err := g.pipe.SyscallConn()
	if err == nil {
		_ = g.pipe.SetWriteDeadline(time.Now().Add(time.Second))
		rights := syscall.UnixRights(int(h.file.Fd()))
		var failed error
		err = conn.Write(func(n uintptr) bool {
			failed = syscall.Sendmsg(int(n), text, rights, nil, 0)
			return failed != syscall.EAGAIN && failed != syscall.EINTR
		})
		err = errors.Join(err, failed)
	}
	if err != nil {
		g.lose()
	}
}

// passed reads the lines written by a Guard, and the files sent with them.
type passed struct {
	in    io.Reader
	files []int
	open  map[string]int
}

func (p *passed) Read(buf []byte) (int, error) {
	f, ok := p.in.(*os.File)
	if !ok {
		return p.in.Read(buf)
	}
	for {
		rights := make([]byte, syscall.CmsgSpace(4*64))
		n, oob, _, _, err := syscall.Recvmsg(int(f.Fd()), buf, rights, closeOnExec)
		switch {
		case err == syscall.EINTR:
			continue
		case err == syscall.ENOTSOCK:
			return f.Read(buf)
		case err != nil:
			return 0, err
		}
		p.take(rights[:oob])
		if n == 0 {
			return 0, io.EOF
		}
		return n, nil
	}
}

func (p *passed) take(rights []byte) {
	all, err := syscall.ParseSocketControlMessage(rights)
	if err != nil {
		return
	}
	for i := range all {
		if files, err := syscall.ParseUnixRights(&all[i]); err == nil {
			p.files = append(p.files, files...)
		}
	}
}

// line handles a line about files, and reports whether it was one.
func (p *passed) line(line string) bool {
	if number, ok := strings.CutPrefix(line, "hold "); ok {
		if len(p.files) > 0 {
			p.open[number] = p.files[0]
			p.files = p.files[1:]
		}
		return true
	}
	number, ok := strings.CutPrefix(line, "drop ")
	if n, has := p.open[number]; ok && has {
		syscall.Close(n)
		delete(p.open, number)
	}
	return ok
}
