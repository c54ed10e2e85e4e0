package interp

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"ftsh/internal/diag"
	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// say writes a diagnostic to the frame's standard error, in the form script:line:col: name:
// message. The name appears only inside a builtin, the position only if the tree has one. For a
// command typed at a prompt, an excerpt of the line replaces the position.
func (fr *frame) say(format string, args ...any) {
	var b strings.Builder
	typed := fr.typed()
	if typed != nil || fr.context.prompted && fr.context.script == promptScript(fr.env.arg0) {
		b.WriteString(fr.context.script + ": ")
	} else {
		b.WriteString(fr.context.place(fr.regs.pos).String() + ": ")
	}
	if fr.regs.name != "" {
		b.WriteString(fr.regs.name)
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, format, args...)
	b.WriteByte('\n')
	if typed != nil && fr.context.functions == 0 && fr.context.evals == 0 {
		b.WriteString(typed.excerpt(fr.regs.pos))
	}
	fr.hear(b.String())
	fr.writeErr(b.String())
}

// maxText is how much of a command's standard error a block looks at, in bytes.
const maxText = 1 << 10

// hear keeps a diagnostic of the shell's own as what the running command says.
func (fr *frame) hear(text string) {
	if fr.context.watched {
		fr.regs.text += text
		fr.regs.text = fr.regs.text[max(len(fr.regs.text)-maxText, 0):]
	}
}

// typedText is a command typed at a prompt.
type typedText struct{ script, text string }

// promptScript returns the script's name for commands typed at a prompt: the program's name without
// its path.
func promptScript(program string) string { return strings.TrimPrefix(filepath.Base(program), "-") }

// typed returns the prompt's running command if fr runs part of it or of an earlier one, else nil.
func (fr *frame) typed() *typedText {
	t := fr.sh.prompt.running.Load()
	if t == nil || t.script != fr.context.script {
		return nil
	}
	return t
}

// excerpt returns the line with a caret at pos. It returns "" for the first word of the text,
// because the message names it.
func (t *typedText) excerpt(pos ast.Pos) string {
	rest, first := t.text, true // only comments and blanks so far
	for range pos.Line - 1 {
		var before string
		before, rest, _ = strings.Cut(rest, "\n")
		before = strings.TrimSpace(before)
		first = first && (before == "" || before[0] == '#')
	}
	line, _, _ := strings.Cut(rest, "\n")
	if n := int(pos.Col) - 1; n < 0 || n > len(line) || first && strings.TrimSpace(line[:n]) == "" {
		return ""
	}
	return diag.Excerpt(line, pos)
}

// writeErr writes to descriptor 2. A failure is ignored, as there is nowhere to report it.
func (fr *frame) writeErr(s string) { writeTo(fr, fr.env.fds.Get(2), s) }

// writeTo is writeErr for any file; nil is a closed descriptor.
func writeTo(fr *frame, f fd.File, s string) {
	if f == nil {
		return
	}
	defer beginWrite(fr, f)()
	fd.WriteMessage(fr.context.scope.Context(), f, []byte(s))
}

// fail reports an error and returns a plain status.
func (fr *frame) fail(status int, format string, args ...any) flow.Outcome {
	fr.say(format, args...)
	return flow.Status(status)
}

// notBegun is fail for a construct, other than a simple command, that could not be started. It
// records the error for the enclosing block, as failed does for simple commands.
func (fr *frame) notBegun(status int, format string, args ...any) flow.Outcome {
	message := fmt.Sprintf(format, args...)
	failedIn(fr, fr.regs.pos, message, status)
	return fr.fail(status, "%s", message)
}

// errorStatus is the status of an error in an expansion, an assignment or a redirection: that of the
// shell whose dialect is spoken.
func errorStatus(fr *frame) int32 {
	if fr.env.opts.Has(option.Bash) {
		return 1
	}
	return flow.StatusUsage
}

// fatal reports an error that ends a non-interactive shell (XCU 2.8.1).
func fatal(fr *frame, pos ast.Pos, err error) flow.Outcome {
	if pos.IsValid() {
		fr.regs.pos = pos
	}
	message := messageOf(err)
	fr.say("%s", message)
	status := errorStatus(fr)
	failedIn(fr, fr.regs.pos, message, int(status))
	out := flow.Outcome{Status: status, Divert: flow.Fatal}
	if fr.env.opts.Has(option.Bash) && fr.env.opts.Has(option.ErrExit) && !fr.context.brittle &&
		fr.context.evals == 0 && fr.context.sources == 0 &&
		!noValue(err) {
		out.Divert = flow.Exit // set -e of bash counts it, in conditions too
	}
	return out
}

// noValue reports whether err says that an expression has no value.
func noValue(err error) bool {
	var e *expand.Error
	var expression *vars.ExpressionError
	return errors.As(err, &e) && e.Value || errors.As(err, &expression)
}

// messageOf returns an error's text for a diagnostic.
func messageOf(err error) string {
	var e *expand.Error
	if errors.As(err, &e) {
		return e.Error()
	}
	return err.Error()
}

// errorText returns the customary text of a system error.
func errorText(err error) string {
	var errno syscall.Errno
	if !errors.As(err, &errno) {
		return err.Error()
	}
	switch errno {
	case syscall.ENOENT:
		return "no such file or directory"
	case syscall.EEXIST:
		return "file exists"
	}
	return fmt.Sprint(errno)
}

// why is errorText for an action of the shell itself. It counts errors caused by a lack of
// resources: a check for a thing's presence must not take such an error for a no.
func why(fr *frame, err error) string {
	var errno syscall.Errno
	if errors.As(err, &errno) && slices.Contains(wants, errno) {
		fr.sh.counters.wants.Add(1)
	}
	return errorText(err)
}

// wants are errors of a machine lacking a resource, or broken, for the time being.
var wants = []syscall.Errno{
	syscall.EAGAIN, syscall.EDQUOT, syscall.EIO, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM,
	syscall.ENOSPC, syscall.ESTALE,
}

// A divertError carries an outcome through an expansion.
type divertError struct{ out flow.Outcome }

func (*divertError) Error() string { return "diverted" }

// expansionFailed returns the outcome of a command whose expansion failed. The error is reported,
// and ends a non-interactive shell (XCU 2.8.1).
func expansionFailed(fr *frame, pos ast.Pos, err error) flow.Outcome {
	var diverted *divertError
	if errors.As(err, &diverted) {
		return diverted.out
	}
	if fr.cancelled() {
		return fr.cancelOutcome()
	}
	var e *expand.Error
	if errors.As(err, &e) && e.Pos.IsValid() {
		pos = e.Pos
	}
	out := fatal(fr, pos, err)
	if e != nil && e.Unset && fr.env.opts.Has(option.Bash) && !fr.context.brittle {
		// even where bash goes on after other errors
		out = flow.Outcome{Status: unsetStatus(fr), Divert: flow.Exit}
	}
	return out
}

// unsetStatus is the status of a shell of bash that ends at a parameter that is not set: the
// command of -c has its own.
func unsetStatus(fr *frame) int32 {
	if fr.sh.opts.Standalone.CommandString && !fr.env.opts.Has(option.ErrExit) &&
		fr.env.bash != nil && fr.env.bash.level == 0 {
		return flow.StatusNotFound
	}
	return 1
}
