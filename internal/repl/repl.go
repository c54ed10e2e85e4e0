// Package repl reads command lines from a terminal.
//
// The model: a [Reader] yields one command line at a time. The shell supplies the prompt, the
// editing mode and the history. If the terminal can move its cursor, this package draws and edits
// the line (package edit has the meaning of keys). If it cannot (TERM=dumb), the terminal's own
// driver edits the line, and the output is nothing but text.
//
// Invariants: the prompt and the line are written to standard error (XCU sh, PS1). No byte after
// the end of a line is read: it belongs to the command. Between two lines the terminal is as
// commands left it.
//
// Not here: running the lines and keeping the history (package interp), and finding completions
// (package complete).
package repl

import (
	"io"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	"ftsh/internal/complete"
	"ftsh/internal/compspec"
	"ftsh/internal/edit"
	"ftsh/internal/standalone"

	"golang.org/x/sys/unix"
)

// A Reader reads lines from the terminal. One Line runs at a time; Close may run concurrently.
type Reader struct {
	in      int // the terminal's descriptor
	out     io.Writer
	dumb    bool
	kill    edit.Kill // text cut in one line is available in the next
	reading atomic.Bool
	typed   []byte // keys read before the line was asked for

	mu     sync.Mutex // guards the fields below
	saved  *unix.Termios
	closed bool

	wake [2]int // a pipe to end a wait for keys
}

// Open returns a reader of the process's terminal, standard input. term is the value of TERM.
func Open(term string) (*Reader, error) {
	r := &Reader{in: 0, out: os.Stderr, dumb: isDumb(term)}
	if err := wakePipe(&r.wake); err != nil {
		return nil, err
	}
	return r, nil
}

// isDumb reports whether a terminal cannot move its cursor, or is not known to.
func isDumb(term string) bool {
	switch term {
	case "", "dumb", "unknown", "emacs":
		return true
	}
	return false
}

// watch ends waits for keys when the size of the terminal changes, until the line is done.
func (r *Reader) watch(resized <-chan struct{}, done <-chan struct{}) {
	for {
		select {
		case <-resized:
			r.interrupt()
		case <-done:
			return
		}
	}
}

func (r *Reader) interrupt() { _, _ = unix.Write(r.wake[1], []byte{0}) }

// Close restores the terminal. It does not wait for a Line left by a shell that a signal ended.
func (r *Reader) Close() error {
	left := r.reading.Load()
	if left && !r.dumb {
		_, _ = io.WriteString(r.out, pasteOff+"\n")
	}
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	err := r.restore()
	r.interrupt()
	if !left {
		unix.Close(r.wake[0])
		unix.Close(r.wake[1])
	}
	return err
}

// Line reads one command line, with its newline; several lines if they came together, from the
// history or by pasting. The error is io.EOF at the end, standalone.ErrInterrupted and
// standalone.ErrQuit when the user gave the line up, and standalone.EditCommand when it must be
// edited in a program.
func (r *Reader) Line(p standalone.Prompt) (string, error) {
	r.typed = append(r.typed, p.Typed...)
	r.reading.Store(true)
	defer r.reading.Store(false)
	if r.dumb {
		return r.plain(p)
	}
	if err := r.raw(); err != nil {
		return "", io.EOF // the terminal is gone
	}
	defer r.restore()
	done := make(chan struct{})
	defer close(done)
	go r.watch(p.Resized, done)
	s := &session{r: r, screen: newScreen(r.out, p.Text)}
	s.decoder.Vi = p.Vi
	s.editor = edit.New(edit.Config{History: p.History, Vi: p.Vi, Kill: &r.kill,
		Complete: completer(p), Alias: p.Alias})
	s.screen.width, s.screen.height = r.size()
	s.screen.begin()
	state, err := s.run()
	switch {
	case err != nil:
		s.screen.end(s.editor, "")
		return "", io.EOF
	case state == edit.Interrupted:
		s.screen.end(s.editor, "^C")
		return "", standalone.ErrInterrupted
	case state == edit.Quit:
		s.screen.end(s.editor, "^\\Quit")
		return "", standalone.ErrQuit
	case state == edit.EOF:
		s.screen.end(s.editor, "")
		return "", io.EOF
	case state == edit.Elsewhere:
		s.screen.end(s.editor, "")
		return s.editor.Text() + "\n", standalone.EditCommand{Number: s.editor.Number()}
	}
	s.screen.end(s.editor, "")
	return s.editor.Text() + "\n", nil
}

// completer returns a function that completes words for the shell asking for a line.
func completer(p standalone.Prompt) func(string, int) edit.Completion {
	if p.Names == nil {
		return nil
	}
	return func(line string, pos int) edit.Completion {
		start, found := complete.At(line, pos, shell{p})
		c := edit.Completion{Start: start}
		for _, f := range found {
			c.Candidates = append(c.Candidates, edit.Candidate{Text: f.Text, Shown: f.Shown,
				Open: f.Open})
		}
		return c
	}
}

// shell gives completion access to a shell.
type shell struct{ p standalone.Prompt }

func (s shell) Names(k complete.Kind) []string {
	return s.p.Names(map[complete.Kind]standalone.NameKind{
		complete.Aliases: standalone.AliasNames, complete.Functions: standalone.FunctionNames,
		complete.Builtins: standalone.BuiltinNames, complete.Variables: standalone.VariableNames,
		complete.Jobs: standalone.JobNames,
	}[k])
}

func (s shell) Program(r compspec.Request) (compspec.Result, bool) {
	if s.p.Program == nil {
		return compspec.Result{}, false
	}
	return s.p.Program(r)
}

func (s shell) Value(name string) (string, bool) { return s.p.Value(name) }

// plain reads a line edited by the terminal's driver.
func (r *Reader) plain(p standalone.Prompt) (string, error) {
	if err := r.cooked(); err != nil {
		return "", io.EOF
	}
	defer r.restore()
	_, _ = io.WriteString(r.out, p.Text)
	line, err := readLine(r.byte, "\x03\x1c")
	for mark, given := range map[string]error{"\x03": standalone.ErrInterrupted,
		"\x1c": standalone.ErrQuit} {
		if strings.HasSuffix(line, mark) {
			_, _ = io.WriteString(r.out, "\n")
			return "", given
		}
	}
	return line, err
}

// Plain reads a line from standard input that is no terminal, after a prompt on standard error.
func Plain(p standalone.Prompt) (string, error) {
	r := &Reader{}
	_, _ = io.WriteString(os.Stderr, p.Text)
	return readLine(r.byte, "")
}

// readLine reads bytes to the end of a line, or to one of givesUp, and none after it. Text without
// a newline before the end of input is a line, too.
func readLine(read func() (byte, error), givesUp string) (string, error) {
	var line []byte
	for {
		c, err := read()
		if err != nil {
			if len(line) > 0 {
				return string(line), nil
			}
			return "", err
		}
		line = append(line, c)
		if c == '\n' || strings.IndexByte(givesUp, c) >= 0 {
			return string(line), nil
		}
	}
}
