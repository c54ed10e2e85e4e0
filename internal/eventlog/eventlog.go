// Package eventlog writes the shell's events as log records (LANGUAGE.md section
// 8).
//
// The model: a [Log] is a file opened for appending, or standard error; every
// record is one write, so that the records of nested and parallel shells never
// mix. What is not here: which events there are and who gets them (package
// interp).
package eventlog

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"sync"

	"ftsh/interp"
)

// A Log receives events. It is safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	file *os.File
	own  bool
	buf  bytes.Buffer
}

// Open returns a log that appends to path; "" is standard error. The error is that
// of opening the file.
func Open(path string) (*Log, error) {
	if path == "" {
		return &Log{file: os.Stderr}, nil
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
	if err != nil {
		return nil, err
	}
	return &Log{file: f, own: true}, nil
}

// Close closes the file that Open opened.
func (l *Log) Close() error {
	if !l.own {
		return nil
	}
	return l.file.Close()
}

// Event writes one record: DATE TIME [PID] SCRIPT:LINE MESSAGE. An event of no line
// in particular, such as a signal that arrives, has SCRIPT alone.
func (l *Log) Event(e interp.Event) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.buf.Reset()
	l.buf.WriteString(e.Time.Format("2006-01-02 15:04:05.000"))
	l.buf.WriteString(" [" + strconv.Itoa(os.Getpid()) + "] " + e.Script)
	if e.Line > 0 {
		l.buf.WriteString(":" + strconv.Itoa(e.Line))
	}
	l.buf.WriteByte(' ')
	for _, r := range e.Message {
		switch { // a record is one line, and harmless to a terminal
		case r == '\n':
			l.buf.WriteString(`\n`)
		case r == '\r':
			l.buf.WriteString(`\r`)
		case r < ' ' && r != '\t' || 0x7f <= r && r < 0xa0:
			fmt.Fprintf(&l.buf, `\x%02x`, r)
		default:
			l.buf.WriteRune(r)
		}
	}
	l.buf.WriteByte('\n')
	_, _ = l.file.Write(l.buf.Bytes())
}
