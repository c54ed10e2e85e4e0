package event

import (
	"context"
	"io"
)

// An output is the Stderr of an event sent by a shell.
type output interface {
	Context() context.Context
	Terminal() bool
	Untagged() io.Writer
}

// Context bounds how long the receiver may make the shell wait, for instance while it writes a
// record. It ends when the block or the command of the event is cancelled. It is never nil.
func (e *Event) Context() context.Context {
	if o, ok := e.Stderr.(output); ok {
		return o.Context()
	}
	return context.Background()
}

// Terminal reports whether Stderr is a terminal. Its reader needs neither the shell's name nor the
// time in a record.
func (e *Event) Terminal() bool {
	o, ok := e.Stderr.(output)
	return ok && o.Terminal()
}

// Untagged returns Stderr without the tags of a tagged forall before each line, for records read by
// programs. Each Write must consist of whole lines.
func (e *Event) Untagged() io.Writer {
	if o, ok := e.Stderr.(output); ok {
		return o.Untagged()
	}
	return e.Stderr
}
