// Package repl reads command lines from a terminal: line editing and history.
//
// The model: a [Reader] yields one line at a time; the shell says which prompt it
// wants. It is the only user of the readline library. What is not here: running
// the lines (package interp), completion.
package repl

import (
	"errors"
	"io"
	"os"
	"path/filepath"
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

// historyLimit is how many lines the history file keeps.
const historyLimit = 5000

// Open returns a reader of the process's terminal. The history is kept in the
// file that HISTFILE names, ~/.ftsh_history if it is unset, nowhere if it is empty.
func Open() (*Reader, error) {
	rl, err := readline.NewEx(&readline.Config{
		HistoryFile:            historyFile(),
		HistoryLimit:           historyLimit,
		DisableAutoSaveHistory: true,
		InterruptPrompt:        "^C",
		Stdout:                 os.Stderr,
	})
	if err != nil {
		return nil, err
	}
	return &Reader{rl: rl}, nil
}

func historyFile() string {
	if f, ok := os.LookupEnv("HISTFILE"); ok {
		return f
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return filepath.Join(home, ".ftsh_history")
}

// Close restores the terminal. The history has been saved line by line. A Line that
// a shell which ended by a signal left behind is not waited for.
func (r *Reader) Close() error {
	if r.reading.Load() {
		return r.rl.Terminal.ExitRawMode()
	}
	return r.rl.Close()
}

// Line reads one line, with its newline. The error is io.EOF at the end, and
// interp.ErrInterrupted when the user gave the line up.
func (r *Reader) Line(prompt string) (string, error) {
	// A prompt of several lines: only the last can be edited behind.
	if i := strings.LastIndexByte(prompt, '\n'); i >= 0 {
		_, _ = io.WriteString(os.Stderr, prompt[:i+1])
		prompt = prompt[i+1:]
	}
	r.rl.SetPrompt(prompt)
	r.reading.Store(true)
	defer r.reading.Store(false)
	line, err := r.rl.Readline()
	switch {
	case errors.Is(err, readline.ErrInterrupt):
		return "", interp.ErrInterrupted
	case err != nil:
		return "", io.EOF
	}
	if strings.TrimSpace(line) != "" {
		_ = r.rl.SaveHistory(line)
	}
	return line + "\n", nil
}
