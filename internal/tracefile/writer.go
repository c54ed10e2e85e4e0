package tracefile

import (
	"bufio"
	"context"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"sync"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/interp/event"
)

// Variable is the environment variable with the name of the file, for nested shells.
const Variable = "FTSH_TRACE_FILE"

// A Writer appends spans to a file. It is safe for concurrent use. The first error of the file ends
// the writing: a run does not depend on its trace.
type Writer struct {
	mu    sync.Mutex
	file  fd.File          // nil: closed
	lanes [][]event.SpanID // the open spans of each lane, the outermost first
	lane  map[event.SpanID]int
}

// Open opens the file of a run. fresh: the run begins here, and the file is emptied. Otherwise lines
// are added to it. A missing file is made. The error is a *PathError.
func Open(path string, fresh bool) (*Writer, error) {
	flags := syscall.O_WRONLY | syscall.O_CREAT | syscall.O_APPEND
	if fresh {
		flags |= syscall.O_TRUNC
	}
	f, err := fd.Open(context.Background(), fd.AtCwd, path, flags, 0o666)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	w := &Writer{file: f, lane: map[event.SpanID]int{}}
	var st syscall.Stat_t
	if n, err := f.Fd(); err == nil && syscall.Fstat(n, &st) == nil && st.Size == 0 {
		w.write([]byte("[\n"))
	}
	return w, nil
}

// Close closes the file. Spans after it are dropped.
func (w *Writer) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.file != nil {
		w.file.Release()
		w.file = nil
	}
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
	if _, err := w.file.Write(context.Background(), text); err != nil {
		w.file.Release()
		w.file = nil
	}
}
