// Package eventlog writes the shell's events as log records (docs/language.md, section 8).
//
// The model: a [Log] is a file opened for appending, or the standard error at the place of each
// event. Every record is one write, so the records of nested and parallel shells never mix. One
// function makes the text of an event, another its JSON form. [Status] shows a line on a terminal
// while a try waits.
//
// Not here: the kinds of events and their receivers (package interp), and the text of a failure,
// the same as in FTSH_ERROR (event.Failure).
package eventlog

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/interp/event"
)

// A Log receives events. It is safe for concurrent use.
type Log struct {
	file fd.File // nil: standard error
	form Form
	// Annotate also writes failures to standard error as GitHub Actions wants them.
	Annotate bool
}

// A Form is the form of a Log's records.
type Form uint8

// The forms of records.
const (
	// Text is DATE TIME [PID] SCRIPT:LINE MESSAGE; on a terminal without date, time and process.
	Text Form = iota
	// JSON is one object a line.
	JSON
)

// Open returns a log that appends to path; "" is the standard error of each event. The error is
// that of opening the file.
func Open(path string, form Form) (*Log, error) {
	if path == "" {
		return &Log{form: form}, nil
	}
	f, err := fd.Open(context.Background(), fd.AtCwd, path,
		syscall.O_WRONLY|syscall.O_CREAT|syscall.O_APPEND, 0o666)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return &Log{file: f, form: form}, nil
}

// Close closes the file opened by Open.
func (l *Log) Close() {
	if l.file != nil {
		l.file.Release()
	}
}

// Event writes one record, in one write. An event without a line, such as the arrival of a signal,
// has SCRIPT alone. If the file accepts no output, Event waits no longer than the event's context
// lives: see fd.WriteMessage.
func (l *Log) Event(e event.Event) {
	if l.Annotate {
		if text := annotation(&e); text != "" {
			defer func() { _, _ = io.WriteString(e.Untagged(), text) }()
		}
	}
	record := object
	if l.form == Text {
		record = dated
	}
	switch {
	case l.file != nil:
		fd.WriteMessage(e.Context(), l.file, record(&e))
	case l.form == JSON:
		_, _ = e.Untagged().Write(record(&e))
	case reported(&e):
	case e.Terminal():
		_, _ = e.Stderr.Write(lines(&e, e.Place.Script))
	default:
		_, _ = e.Stderr.Write(dated(&e))
	}
}

// reported reports whether the shell has printed the whole record on standard error already: a bad
// value in a header.
func reported(e *event.Event) bool {
	if e.Kind != event.BlockFailed || e.Result.Reason != "usage" || len(e.Result.Errors) != 1 {
		return false
	}
	f := &e.Result.Errors[0].Failure
	return f.Said != "" && f.Place.Line == e.Place.Line
}

// dated returns a record as text for a file.
func dated(e *event.Event) []byte {
	return lines(e, e.Time.Format("2006-01-02 15:04:05.000")+" ["+strconv.Itoa(os.Getpid())+"] "+
		e.Place.Script)
}

// lines returns a record as text beginning with head. Its further lines are indented.
func lines(e *event.Event, head string) []byte {
	var buf bytes.Buffer
	buf.WriteString(head)
	if e.Place.Line > 0 {
		buf.WriteString(":" + strconv.Itoa(e.Place.Line))
	}
	buf.WriteByte(' ')
	for i, line := range text(e) {
		if i > 0 {
			buf.WriteString("    ")
		}
		harmless(&buf, line)
		buf.WriteByte('\n')
	}
	return buf.Bytes()
}

// harmless writes text without line breaks and without effects on a terminal.
func harmless(buf *bytes.Buffer, text string) {
	for _, r := range text {
		switch {
		case r == '\n':
			buf.WriteString(`\n`)
		case r == '\r':
			buf.WriteString(`\r`)
		case r < ' ' && r != '\t' || 0x7f <= r && r < 0xa0:
			fmt.Fprintf(buf, `\x%02x`, r)
		default:
			buf.WriteRune(r)
		}
	}
}
