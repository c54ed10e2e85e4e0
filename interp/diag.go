package interp

import (
	"errors"
	"fmt"
	"strings"

	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

// say writes a diagnostic to the frame's standard error:
// script:line:col: name: message (name only inside a builtin).
func (fr *frame) say(format string, args ...any) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: ", fr.script, fr.pos.Line, fr.pos.Col)
	if fr.name != "" {
		b.WriteString(fr.name)
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, format, args...)
	b.WriteByte('\n')
	fr.writeErr(b.String())
}

// writeErr writes to descriptor 2; there is nowhere to report that this failed.
func (fr *frame) writeErr(s string) {
	if f := fr.fds.Get(2); f != nil {
		_, _ = f.Write(fr.scope.ctx, []byte(s))
	}
}

// fail reports and yields a plain status.
func (fr *frame) fail(status int, format string, args ...any) flow.Outcome {
	fr.say(format, args...)
	return flow.Status(status)
}

// fatal reports an error at which XCU 2.8.1 ends a non-interactive shell.
func (fr *frame) fatal(pos ast.Pos, err error) flow.Outcome {
	if pos.IsValid() {
		fr.pos = pos
	}
	message := messageOf(err)
	fr.say("%s", message)
	fr.failedIn(fr.pos, message, flow.StatusUsage)
	return flow.Outcome{Status: flow.StatusUsage, Divert: flow.Fatal}
}

// messageOf is an error's text as a diagnostic has it.
func messageOf(err error) string {
	var e *expand.Error
	if errors.As(err, &e) {
		return e.Error()
	}
	return err.Error()
}
