package interp

import (
	"context"
	"io"
	"time"

	"ftsh/internal/fd"
	"ftsh/internal/txn"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// A stderr is a standard error of the shell as given to the receiver of an event.
type stderr struct {
	ctx  context.Context // bounds how long a Write may wait
	file fd.File         // nil: closed
}

// Write writes p as a whole, or drops it: the receiver of an event cannot do anything about it.
func (w stderr) Write(p []byte) (int, error) {
	if w.file != nil {
		fd.WriteMessage(w.ctx, w.file, p)
	}
	return len(p), nil
}

// Context returns the context of the event.
func (w stderr) Context() context.Context { return w.ctx }

// Terminal reports whether the file is a terminal.
func (w stderr) Terminal() bool { return w.file != nil && fd.IsTerminal(w.file) }

// Untagged returns the file without the tags of a tagged forall.
func (w stderr) Untagged() io.Writer {
	if w.file == nil {
		return w
	}
	return stderr{w.ctx, txn.Untagged(w.file)}
}

// note reports an event outside of any environment. It is safe for concurrent use. It is called
// while processes are being ended or a signal is being handled, so the receiver must return soon.
func (sh *Shell) note(k event.Kind, fill func(*Event)) {
	if sh.opts.Log.Events == nil || int64(k.Level()) > sh.events.level.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), maxEventWait)
	defer cancel()
	f := sh.events.original.hold()
	if f != nil {
		defer f.Release()
	}
	sh.emit(ctx, f, k, event.Place{Script: sh.opts.Name}, fill)
}

// maxEventWait is how long a record outside of any command may wait for the reader of the log.
const maxEventWait = time.Second

// emit makes an event and delivers it to the host at once.
func (sh *Shell) emit(ctx context.Context, f fd.File, k event.Kind, at event.Place,
	fill func(*Event)) {
	ev := Event{Kind: k, Level: k.Level(), Time: sh.clock.Wall(), Place: at}
	fill(&ev)
	deliver(ctx, sh, f, &ev)
}

// deliver passes an event to the host; all events go through it. f is the standard error of the
// event's place.
func deliver(ctx context.Context, sh *Shell, f fd.File, ev *Event) {
	ev.Stderr = stderr{ctx, f}
	sh.opts.Log.Events(*ev)
}

// place returns pos as a place in the running script.
func (c *execContext) place(pos ast.Pos) event.Place {
	return event.Place{Script: c.script, Line: int(pos.Line), Col: int(pos.Col)}
}
