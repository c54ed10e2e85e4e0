package cron

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/fd"
	"ftsh/internal/txn"
)

// report prints the job's output, each stream to its own destination. Then it prints the result and
// the records of attempts to standard error.
func (r *run) report(ctx context.Context, out *outcome, row int) {
	if r.keep != nil {
		if err := r.replay(ctx, r.keep); err != nil {
			r.note("the job's output cannot be printed: %v", err)
		}
	}
	result := "succeeded"
	if out.failed() {
		result = "failed"
	}
	host, _ := os.Hostname()
	line := fmt.Sprintf("%s%s on %s %s after %s, started %s", r.prefix(), r.config.title(), host, result,
		duration.Human(out.end.Sub(out.began).Round(time.Millisecond)),
		out.start.Format("2006-01-02 15:04:05"))
	if out.failed() {
		line += ": " + out.result()
	}
	if row > 1 {
		line += fmt.Sprintf("; failed %d times in a row", row)
	}
	r.print(ctx, line+"\n"+out.attempts.text()+r.traceLine())
}

// replay prints the content of a Keep.
func (r *run) replay(ctx context.Context, keep *txn.Keep) error {
	broken := map[byte]error{}
	last := byte('\n')
	err := keep.Replay(ctx, func(stream byte, p []byte) error {
		f := r.files.Get(int(stream))
		if f == nil || broken[stream] != nil {
			return nil // the other stream may work
		}
		if _, err := f.Write(ctx, p); err != nil {
			broken[stream] = err
			return ctx.Err()
		}
		last = p[len(p)-1]
		return nil
	}, func(lost int64, why error) error {
		r.print(ctx, fmt.Sprintf("%s%s… %d bytes of held output are missing here: %v …\n",
			newline(last), r.prefix(), lost, why))
		last = '\n'
		return nil
	})
	if s := newline(last); s != "" && err == nil {
		r.print(ctx, s)
	}
	for _, stream := range []byte{toStdout, toStderr} {
		if err == nil {
			err = broken[stream]
		}
	}
	return err
}

// newline returns the text that completes a line ending in last.
func newline(last byte) string {
	if last == '\n' {
		return ""
	}
	return "\n"
}

// print prints to standard error. A failure cannot be reported anywhere.
func (r *run) print(ctx context.Context, text string) {
	if f := r.files.Get(2); f != nil {
		fd.WriteMessage(ctx, f, []byte(text))
	}
}

// printNotes prints the trouble outside the job.
func (r *run) printNotes(ctx context.Context) {
	var b strings.Builder
	for _, n := range r.notes {
		b.WriteString(r.prefix() + r.config.title() + ": " + n + "\n")
	}
	if b.Len() > 0 {
		r.print(ctx, b.String())
	}
}
