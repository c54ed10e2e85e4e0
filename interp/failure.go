package interp

import (
	"fmt"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/quote"
	"ftsh/parser/ast"
)

// A failure is the command that failed last in an attempt: what FTSH_ERROR and
// the log tell.
type failure struct {
	script string
	pos    ast.Pos
	args   []string
	status int
	depth  int  // functions around it
	guard  bool // a test on the left of && ended its list
}

// failed notes a command that failed inside a block. What the innermost command
// said is kept where the outcome passes a function on.
func (fr *frame) failed(pos ast.Pos, args []string, out flow.Outcome) {
	if f := fr.failure; f != nil && f.status == int(out.Status) && f.inner(fr) {
		return
	}
	fr.failure = &failure{depth: fr.functions, script: fr.script, pos: pos, args: args, status: int(out.Status)}
}

// describe gives it in one line: where, which command, how.
func (f *failure) describe() string {
	text := fmt.Sprintf("%s:%d:%d: %s: %s", f.script, f.pos.Line, f.pos.Col, commandText(f.args), howEnded(f.status))
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
	if status > flow.StatusSignalled {
		return fmt.Sprintf("exit status %d (signal %d)", status, status-flow.StatusSignalled)
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
			return b.String()[:maxCommandText] + "…"
		}
	}
	return b.String()
}

// noteCommand records a command and its status.
func (fr *frame) noteCommand(pos ast.Pos, args []string, status int) {
	fr.note(LevelCommand, pos, commandText(args)+": "+howEnded(status), status)
}

const maxCommandText = 200

// wordText is a word as most would type it: a bracket or an equals sign alone
// needs no quotes.
func wordText(a string) string {
	switch a {
	case "[", "]", "=", "!=", "!":
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
	if sub.hasAfter {
		fr.after, fr.hasAfter = sub.after, true
	}
}

// inner reports whether the failure is that of a command inside the function that
// has just returned to fr.
func (f *failure) inner(fr *frame) bool { return f.depth > fr.functions }
