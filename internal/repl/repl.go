// Package repl reads command lines from a terminal: line editing.
//
// The model: a [Reader] yields one line at a time; the shell says with which prompt,
// in which way of editing, and what the history is. It is the only user of the readline
// library. What is not here: running the lines and keeping the history (package interp),
// completion.
package repl

import (
	"errors"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"ftsh/interp"

	"github.com/chzyer/readline"
)

// A Reader reads lines from the terminal.
type Reader struct {
	rl      *readline.Instance
	reading atomic.Bool // a Line call is in progress
}

// Open returns a reader of the process's terminal.
func Open() (*Reader, error) {
	rl, err := readline.NewEx(&readline.Config{
		HistoryLimit:           math.MaxInt, // the shell's list has its own
		DisableAutoSaveHistory: true,
		InterruptPrompt:        "^C",
		Stdout:                 os.Stderr,
		Painter:                joins{},
	})
	if err != nil {
		return nil, err
	}
	r := &Reader{rl: rl}
	r.setVi(false)
	return r, nil
}

// setVi says how lines are edited. The library's goroutines look at their configuration while they
// finish a line, so they get another one, under their locks. The first one stays with what
// handles the keys of vi, and is looked at only while a line is read: SetVimMode changes that.
func (r *Reader) setVi(on bool) {
	cfg := r.rl.Config.Clone()
	cfg.VimMode = on
	r.rl.SetConfig(cfg)
	r.rl.SetVimMode(on)
}

// Close restores the terminal. A Line that a shell which ended by a signal left behind is
// not waited for.
func (r *Reader) Close() error {
	if r.reading.Load() {
		return r.rl.Terminal.ExitRawMode()
	}
	return r.rl.Close()
}

// Line reads one line, with its newline; several where a command of the history has them. The
// error is io.EOF at the end, and interp.ErrInterrupted when the user gave the line up.
func (r *Reader) Line(p interp.Prompt) (string, error) {
	prompt := p.Text
	// A prompt of several lines: only the last can be edited behind.
	if i := strings.LastIndexByte(prompt, '\n'); i >= 0 {
		_, _ = io.WriteString(os.Stderr, prompt[:i+1])
		prompt = prompt[i+1:]
	}
	if p.Vi != r.rl.IsVimMode() {
		r.setVi(p.Vi)
	}
	r.rl.SetPrompt(prompt)
	r.recall(p.History)
	if p.Typed != "" {
		_, _ = r.rl.WriteStdin([]byte(p.Typed))
	}
	r.reading.Store(true)
	defer r.reading.Store(false)
	line, err := r.rl.Readline()
	switch {
	case errors.Is(err, readline.ErrInterrupt):
		return "", interp.ErrInterrupted
	case err != nil:
		return "", io.EOF
	}
	return strings.ReplaceAll(line, string(join), "\n") + "\n", nil
}

// recall gives the editor the shell's history, and takes back what the user changed in it
// without running it.
func (r *Reader) recall(history []string) {
	r.rl.ResetHistory()
	for _, command := range history {
		_ = r.rl.SaveHistory(strings.ReplaceAll(command, "\n", string(join)))
	}
}

// join stands for a newline in a command while it is edited: the editor's lines have none. It is
// for private use, so that nobody types it.
const join = '\uf8e0'

// joins shows a join as what it stands for, as wide as the editor takes it to be.
type joins struct{}

// Paint returns what is shown of a line.
func (joins) Paint(line []rune, _ int) []rune {
	if !slices.Contains(line, join) {
		return line
	}
	shown := slices.Clone(line)
	for i, c := range shown {
		if c == join {
			shown[i] = '␤'
		}
	}
	return shown
}
