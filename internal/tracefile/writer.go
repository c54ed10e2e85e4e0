package tracefile

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"ftsh/internal/fd"
	"ftsh/interp/event"
)

// Variable is the environment variable with the name of the file, for nested shells.
const Variable = "FTSH_TRACE_FILE"

// firstLines is how a file begins.
const firstLines = "[\n{\"name\":\""

// secondLine is how the second line of a span begins.
const secondLine = "{\"cat\":\""

// A Writer appends spans to a file. It is safe for concurrent use. The first error of the file ends
// the writing: a run does not depend on its trace.
type Writer struct {
	mu    sync.Mutex
	path  string
	file  fd.File          // nil: closed
	fifo  bool             // its reader may be slow
	err   error            // of the file
	lanes [][]event.SpanID // the open spans of each lane, the outermost first
	lane  map[event.SpanID]int
}

// Open opens the file of a run. fresh: the run begins here, and the file is emptied. Otherwise lines
// are added to it. A missing file is made. A file that is no trace, such as the script, stays as it is:
// that is an error.
func Open(path string, fresh bool) (*Writer, error) {
	if err := mayWrite(path, fresh); err != nil {
		return nil, err
	}
	flags := syscall.O_WRONLY | syscall.O_CREAT | syscall.O_APPEND
	if fresh {
		flags |= syscall.O_TRUNC
	}
	f, fifo, err := open(path, flags)
	if err != nil {
		return nil, err
	}
	w := &Writer{path: path, file: f, fifo: fifo, lane: map[event.SpanID]int{}}
	var st syscall.Stat_t
	if n, err := f.Fd(); err == nil && syscall.Fstat(n, &st) == nil && st.Size == 0 {
		w.write([]byte("[\n"))
	}
	return w, nil
}

// open opens a file, and reports whether it is a fifo. It does not wait for the reader of one.
func open(path string, flags int) (f fd.File, fifo bool, err error) {
	info, err := os.Stat(path)
	fifo = err == nil && info.Mode()&fs.ModeNamedPipe != 0
	if fifo {
		flags |= syscall.O_NONBLOCK
	}
	f, err = fd.Open(context.Background(), fd.AtCwd, path, flags, 0o666)
	switch {
	case fifo && err == syscall.ENXIO:
		return nil, fifo, fmt.Errorf("nobody reads the fifo %s: start its reader first, or name a file", path)
	case err != nil:
		return nil, fifo, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	if n, err := f.Fd(); fifo && err == nil {
		_ = syscall.SetNonblock(n, false)
	}
	return f, fifo, nil
}

// mayWrite returns an error if the lines of a trace would damage a file.
func mayWrite(path string, fresh bool) error {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil // opening it says what is wrong
	}
	for n, name := range []string{1: "output", 2: "error"} {
		var st, std syscall.Stat_t
		if fresh && n > 0 && syscall.Fstat(n, &std) == nil && syscall.Stat(path, &st) == nil &&
			st.Dev == std.Dev && st.Ino == std.Ino {
			return fmt.Errorf("%s is the file of standard %s: name another file", path, name)
		}
	}
	f, err := os.Open(path)
	if err != nil {
		return nil // it need not be readable
	}
	defer f.Close()
	head := make([]byte, len(firstLines))
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return &fs.PathError{Op: "read", Path: path, Err: err}
	}
	// Half of the first lines: the disk was full. None of the first: something emptied the file of a run.
	if h := string(head[:n]); !strings.HasPrefix(firstLines, h) && !strings.HasPrefix(h, firstLines[len("[\n"):]) &&
		!strings.HasPrefix(h, secondLine) {
		return fmt.Errorf("%s is no trace, and stays as it is: name another file, or remove it", path)
	}
	return nil
}

// Close closes the file, and returns the error that ended the writing. Spans after it are dropped.
func (w *Writer) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file != nil {
		w.file.Release()
		w.file = nil
	}
	return w.err
}

// Span writes the first or the second line of a span.
func (w *Writer) Span(s event.Span) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s.Ended() {
		w.write(ends(&s, w.leave(&s)).bytes())
		return
	}
	l := begins(&s, w.enter(&s))
	text := l.bytes()
	if s.Kind == event.SpanShell {
		text = append((&line{Phase: "M", Name: "process_name", Pid: s.Pid,
			Args: fields{Name: "ftsh " + l.Name + " (" + strconv.Itoa(s.Pid) + ")"}}).bytes(), text...)
	}
	w.write(text)
}

// Add adds the lines of a file written by a shell on another machine. An error of the reader ends it.
func (w *Writer) Add(r io.Reader) {
	in := bufio.NewReader(r)
	for {
		text, err := in.ReadBytes('\n')
		if err != nil {
			return // the half of a line, too
		}
		if string(text) != "[\n" {
			w.mu.Lock()
			w.write(text)
			w.mu.Unlock()
		}
	}
}

// enter returns the thread of a new span for viewers. The events of a thread are nested in each other:
// a span is in its parent's thread unless another child of the parent is.
func (w *Writer) enter(s *event.Span) int {
	if s.Kind == event.SpanProcess {
		return s.Pid
	}
	n, ok := w.lane[s.Parent]
	if ok {
		open := w.lanes[n]
		ok = open[len(open)-1] == s.Parent
	}
	if !ok {
		if n = slices.IndexFunc(w.lanes, func(l []event.SpanID) bool { return len(l) == 0 }); n < 0 {
			n = len(w.lanes)
			w.lanes = append(w.lanes, nil)
		}
	}
	w.lanes[n] = append(w.lanes[n], s.ID)
	w.lane[s.ID] = n
	return thread(s.Pid, n)
}

// leave returns the thread of an ended span.
func (w *Writer) leave(s *event.Span) int {
	n, ok := w.lane[s.ID]
	if !ok {
		return s.Pid
	}
	delete(w.lane, s.ID)
	w.lanes[n] = slices.DeleteFunc(w.lanes[n], func(id event.SpanID) bool { return id == s.ID })
	return thread(s.Pid, n)
}

// thread returns the number of a lane. It is no number of another process's thread: numbers of
// processes end at 2^22.
func thread(pid, lane int) int {
	if lane == 0 {
		return pid
	}
	return pid + lane<<22
}

// write appends text in one write.
func (w *Writer) write(text []byte) {
	if w.file == nil {
		return
	}
	ctx := context.Background()
	if w.fifo {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, patience)
		defer cancel()
	}
	if _, err := w.file.Write(ctx, text); err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("its reader takes nothing for %v", patience)
		}
		w.err = &fs.PathError{Op: "write", Path: w.path, Err: err}
		w.file.Release()
		w.file = nil
	}
}

// patience is how long the reader of a fifo may keep the shell, and the limits of its blocks, from
// going on.
const patience = 2 * time.Second
