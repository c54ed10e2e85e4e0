package main

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

const (
	columns, rows = 116, 40
	prompt        = "$ "
	word          = 70 * time.Millisecond  // between typed words
	pause         = 500 * time.Millisecond // before a line is begun
	guard         = time.Minute            // limit for the next prompt of a session
)

// A screen is the content of a terminal from a time on.
type screen struct {
	at   time.Duration // since the recording's start
	rows []string      // without blanks at their ends, nor empty ones at the end
}

// A recorder is a terminal that keeps every screen.
type recorder struct {
	tty     *os.File
	vt      vt10x.Terminal
	output  chan []byte // closed when no process has the terminal open any more
	over    chan struct{}
	start   time.Time
	screens []screen
}

// record runs a shell on a terminal and types lines to it, each after a prompt.
func record(cmd *exec.Cmd, lines []string) ([]screen, error) {
	tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: rows, Cols: columns})
	if err != nil {
		return nil, err
	}
	r := &recorder{tty: tty, vt: vt10x.New(vt10x.WithSize(columns, rows), vt10x.WithWriter(tty)),
		output: make(chan []byte), over: make(chan struct{}), start: time.Now()}
	go func() {
		defer close(r.output)
		for {
			buf := make([]byte, 4096)
			n, err := tty.Read(buf)
			if err != nil {
				return
			}
			select {
			case r.output <- buf[:n]:
			// Processes left by a broken session may keep the terminal open.
			case <-r.over:
				return
			}
		}
	}()
	err = r.session(lines)
	_ = cmd.Process.Kill()
	tty.Close()
	close(r.over)
	_ = cmd.Wait() // the shell was killed
	return r.screens, err
}

func (r *recorder) session(lines []string) error {
	for _, line := range lines {
		if err := r.prompted(); err != nil {
			return fmt.Errorf("before %q: %w", line, err)
		}
		r.watch(pause)
		for _, w := range strings.SplitAfter(line, " ") {
			if _, err := r.tty.WriteString(w); err != nil {
				return err
			}
			r.watch(word)
		}
		if _, err := r.tty.WriteString("\r"); err != nil {
			return err
		}
		r.watch(word) // so the next prompt is not this one
	}
	return r.prompted()
}

// prompted waits for a prompt with nothing after it.
func (r *recorder) prompted() error {
	limit := time.After(guard)
	for {
		if n := len(r.screens); n > 0 && r.vt.Cursor().X == len(prompt) {
			last := r.screens[n-1].rows
			if y := r.vt.Cursor().Y; y < len(last) && last[y] == strings.TrimRight(prompt, " ") {
				return nil
			}
		}
		select {
		case out, ok := <-r.output:
			if !ok {
				return fmt.Errorf("the shell has ended:\n%s", r.last())
			}
			r.show(out)
		case <-limit:
			return fmt.Errorf("no prompt:\n%s", r.last())
		}
	}
}

// watch takes the output of a time.
func (r *recorder) watch(d time.Duration) {
	end := time.After(d)
	for {
		select {
		case out, ok := <-r.output:
			if !ok {
				return
			}
			r.show(out)
		case <-end:
			return
		}
	}
}

// show passes output to the screen, and keeps the screen if it has changed.
func (r *recorder) show(out []byte) {
	_, _ = r.vt.Write(out) // it takes everything
	var now []string
	for y := range rows {
		var row strings.Builder
		for x := range columns {
			row.WriteRune(max(r.vt.Cell(x, y).Char, ' '))
		}
		now = append(now, strings.TrimRight(row.String(), " "))
	}
	for len(now) > 0 && now[len(now)-1] == "" {
		now = now[:len(now)-1]
	}
	if n := len(r.screens); n == 0 || !slices.Equal(now, r.screens[n-1].rows) {
		r.screens = append(r.screens, screen{time.Since(r.start), now})
	}
}

func (r *recorder) last() string {
	if len(r.screens) == 0 {
		return ""
	}
	return strings.Join(r.screens[len(r.screens)-1].rows, "\n")
}
