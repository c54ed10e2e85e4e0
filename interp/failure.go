package interp

import (
	"fmt"
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/quote"
	"ftsh/parser/ast"
)

// A failure is the command that failed last in an attempt: what FTSH_ERROR and
// the log tell.
type failure struct {
	script string
	pos    ast.Pos
	args   []string
	source string // instead of args: the text of what is no simple command
	said   string // the diagnostic, where the shell itself found the error
	status int
	guard  bool // a test on the left of && ended its list
	cut    bool // it ran when a time limit passed
}

// failed notes a simple command that failed inside a block. before is what was
// noted when the command began: where it ran others (a function, eval, a sourced
// file) and passes their status on, the innermost one is what failed.
func (fr *frame) failed(before *failure, pos ast.Pos, args []string, out flow.Outcome) {
	if f := fr.failure; f != nil && f != before && f.status == int(out.Status) {
		if f.said != "" && f.args == nil && f.pos == pos {
			f.args = args // one of its redirections or assignments
		}
		return
	}
	fr.failure = &failure{script: fr.script, pos: pos, args: args, status: int(out.Status), cut: out.Divert == flow.Cancel}
}

// failedIn notes what failed inside a block without being a command that ran: a
// redirection, an expansion, a header. said is the diagnostic.
func (fr *frame) failedIn(pos ast.Pos, said string, status int) {
	if fr.blocks > 0 {
		fr.failure = &failure{script: fr.script, pos: pos, said: said, status: status}
	}
}

// describe gives it in one line: where, which command, how.
func (f *failure) describe() string {
	text := fmt.Sprintf("%s:%d:%d: ", f.script, f.pos.Line, f.pos.Col)
	switch {
	case f.args != nil:
		text += commandText(f.args) + ": "
	case f.source != "":
		text += shorten(oneLine(f.source)) + ": "
	}
	if f.said != "" {
		text += strings.ReplaceAll(f.said, "\n", `\n`)
	} else {
		text += howEnded(f.status)
	}
	if f.cut {
		text += " (time limit)"
	}
	if f.guard {
		text += " (a test before && ends a brittle list: for a guard, use if)"
	}
	return text
}

// noteGuard marks a test whose failure ended an and-list: what most likely was
// meant as a guard.
func (f *failure) noteGuard() {
	f.guard = len(f.args) > 0 && (f.args[0] == "[" || f.args[0] == "test")
}

func howEnded(status int) string {
	if n := status - flow.StatusSignalled; n > 0 && n <= lastSignal {
		return fmt.Sprintf("exit status %d (signal %d)", status, n)
	}
	return fmt.Sprintf("exit status %d", status)
}

// commandText is a command as it could be typed, shortened, on one line.
func commandText(args []string) string {
	var b strings.Builder
	for i, a := range args {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(strings.ReplaceAll(wordText(a), "\n", `\n`))
		if b.Len() > maxCommandText {
			return shorten(b.String())
		}
	}
	return b.String()
}

// noteCommand records a command and its status.
func (fr *frame) noteCommand(pos ast.Pos, args []string, status int) {
	fr.note(LevelCommand, pos, commandText(args)+": "+howEnded(status), status)
}

// noteProcess records what happened to a process.
func (fr *frame) noteProcess(p *proc.Process, what string, args []string) {
	if fr.logs(LevelProcess) {
		fr.note(LevelProcess, fr.pos, "process "+strconv.Itoa(p.Pid())+": "+what+commandText(args), 0)
	}
}

const (
	maxCommandText = 200
	lastSignal     = 64 // no status above 128 + 64 tells of a signal
)

// shorten cuts a command's text to what a record may hold of it.
func shorten(text string) string {
	if len(text) <= maxCommandText {
		return text
	}
	return strings.ToValidUTF8(text[:maxCommandText], "") + "…"
}

// wordText is a word as most would type it.
func wordText(a string) string {
	if quote.OfTest(a) {
		return a
	}
	return quote.Word(a)
}

// adopt takes over what a subshell of this process leaves for the block around:
// the command that failed last, and what failure --after asked for.
func (fr *frame) adopt(sub *frame) {
	if sub.failure != nil {
		fr.failure = sub.failure
	}
	if fr.cancelled() {
		fr.pos = sub.pos // where the time limit found it
	}
	if sub.hasAfter {
		fr.after, fr.hasAfter = sub.after, true
	}
}
