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
	"ftsh/parser/ast"
)

// say writes a diagnostic to the frame's standard error:
// script:line:col: name: message (name only inside a builtin; no place where the tree has none). What was
// typed at a prompt is shown instead.
func (fr *frame) say(format string, args ...any) {
	var b strings.Builder
	typed := fr.typed()
	if typed != nil || fr.context.prompted && fr.context.script == promptScript(fr.env.arg0) {
		b.WriteString(fr.context.script + ": ")
	} else {
		b.WriteString(fr.context.place(fr.regs.pos).inMessages() + ": ")
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
	fr.writeErr(b.String())
}

// typedText is a command that was typed at a prompt.
type typedText struct{ script, text string }

// promptScript names what is typed at a shell's prompt: as the program, whose path tells nobody more.
func promptScript(program string) string { return strings.TrimPrefix(filepath.Base(program), "-") }

// typed is the command at the prompt that runs, if what fr runs is part of it or was typed before; else nil.
func (fr *frame) typed() *typedText {
	t := fr.sh.prompt.running.Load()
	if t == nil || t.script != fr.context.script {
		return nil
	}
	return t
}

// excerpt is the line with a caret under a place; "" where that is the line's first word: it is named by the
// message.
func (t *typedText) excerpt(pos ast.Pos) string {
	rest, first := t.text, true // nothing but comments and blanks so far
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

// writeErr writes to descriptor 2; there is nowhere to report that this failed.
func (fr *frame) writeErr(s string) {
	f := fr.env.fds.Get(2)
	if f == nil {
		return
	}
	if k := f.Kind(); k != fd.KindRegular && k != fd.KindMemory {
		fr.sh.startSignals()
	}
	defer fr.context.group.blocking()()
	fd.Tell(fr.context.scope.Context(), f, []byte(s))
}

// fail reports and yields a plain status.
func (fr *frame) fail(status int, format string, args ...any) flow.Outcome {
	fr.say(format, args...)
	return flow.Status(status)
}

// notBegun is fail for what could not be begun and is no simple command, which would be noted: so it is
// the error of the block around.
func (fr *frame) notBegun(status int, format string, args ...any) flow.Outcome {
	message := fmt.Sprintf(format, args...)
	failedIn(fr, fr.regs.pos, message, status)
	return fr.fail(status, "%s", message)
}

// fatal reports an error at which XCU 2.8.1 ends a non-interactive shell.
func fatal(fr *frame, pos ast.Pos, err error) flow.Outcome {
	if pos.IsValid() {
		fr.regs.pos = pos
	}
	message := messageOf(err)
	fr.say("%s", message)
	failedIn(fr, fr.regs.pos, message, flow.StatusUsage)
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

// errorText is the text of a system error as users know it.
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

// why is errorText for what the shell itself could not do, which it counts where it was for want
// of something: who looks whether a thing is there must not take that for no.
func why(fr *frame, err error) string {
	var errno syscall.Errno
	if errors.As(err, &errno) && slices.Contains(wants, errno) {
		fr.sh.counters.wants.Add(1)
	}
	return errorText(err)
}

// wants are the errors of a machine that lacks something, or is broken, for the time being.
var wants = []syscall.Errno{
	syscall.EAGAIN, syscall.EDQUOT, syscall.EIO, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.ENOSPC, syscall.ESTALE,
}

// A divertError carries an outcome through an expansion.
type divertError struct{ out flow.Outcome }

func (*divertError) Error() string { return "diverted" }

// expansionFailed is the outcome of a command whose expansion failed: reported,
// and fatal to a non-interactive shell (XCU 2.8.1).
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
	return fatal(fr, pos, err)
}
