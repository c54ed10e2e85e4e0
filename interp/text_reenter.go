package interp

import (
	"io"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// reenter runs text like eval, but as if it had been typed.
func reenter(fr *frame, text string) flow.Outcome {
	r := &reentry{fr: fr, rest: text}
	r.Parser = fr.env.lineParser(r.line, fr.context.script, max(fr.env.vars.Line, 1))
	return evalCommands(fr, "fc", "", "", r)
}

// A reentry reads the commands of a text. It shows each and enters it in the history before it
// runs.
type reentry struct {
	*syntax.Parser
	fr   *frame
	rest string
	read strings.Builder // of the next command
}

// line returns the next line of the text.
func (r *reentry) line() (string, error) {
	if r.rest == "" {
		return "", io.EOF
	}
	line, rest, _ := strings.Cut(r.rest, "\n")
	r.rest = rest
	r.read.WriteString(line + "\n")
	return line + "\n", nil
}

// Next returns the next complete command.
func (r *reentry) Next() (*ast.List, error) {
	r.read.Reset()
	list, err := r.Parser.Next()
	if text := r.read.String(); text != "" {
		r.fr.writeErr(text)
		remember(r.fr, strings.Trim(text, "\n"))
	}
	return list, err
}

// remember enters a typed command into the history before it runs. A command that begins with a
// blank is private and left out.
func remember(fr *frame, text string) {
	if fr.env.opts.Has(option.Bash) {
		l := fr.env.history()
		if fr.sh.prompt.history != nil {
			text = strings.TrimRight(text, "\n")
		}
		if strings.TrimSpace(text) != "" && remembering(&fr.env) && entersHistory(&fr.env, l, text) {
			l.Begin(text)
		} else {
			l.Commit() // the one before has ended
		}
		return
	}
	text = strings.TrimRight(text, "\n")
	if strings.TrimSpace(text) == "" || text[0] == ' ' || text[0] == '\t' {
		return
	}
	fr.sh.prompt.history.Begin(text)
}
