package interp

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// selectOp is select name in words, of the dialect of bash: a loop over the choices of a user.
type selectOp struct {
	pos        ast.Pos
	ref, reply vars.Ref
	in         bool
	words      []*expand.Word
	body       op
	head       ast.Node // for set -x
}

func (c *compiler) selectLoop(n *ast.Select) op {
	if !vars.IsName(n.Name) {
		return &unnamedOp{pos: n.Pos(), name: n.Name}
	}
	return &selectOp{pos: n.Pos(), ref: c.sh.names.Ref(n.Name), reply: c.sh.names.Ref("REPLY"),
		in: n.In, words: c.fields(n.Words), body: c.list(n.Body), head: n}
}

func (o *selectOp) exec(fr *frame) flow.Outcome {
	fr.env.vars.Line = o.pos.Line
	traceHead(fr, o.head)
	words, failed := blockWords(fr, o.pos, o.in, o.words)
	if failed != (flow.Outcome{}) || len(words) == 0 {
		return failed
	}
	flushReports(fr)
	fr.context.loops++
	defer func() { fr.context.loops-- }()
	for shows := true; ; {
		if fr.cancelled() {
			return fr.cancelOutcome()
		}
		if shows {
			fr.writeErr(menu(words, lineWidth(fr)))
		}
		fr.writeErr(choicePrompt(fr))
		line, err := o.read(fr)
		if err != nil {
			if fr.cancelled() {
				return fr.cancelOutcome()
			}
			if f := fr.env.fds.Get(1); f != nil {
				fd.WriteMessage(fr.context.scope.Context(), f, []byte("\n"))
			}
			if !fr.context.brittle { // set -e and ERR of bash do not count it
				return flow.Status(1)
			}
			return fr.errexit(flow.Status(1))
		}
		if shows = line == ""; shows {
			continue
		}
		choice := ""
		if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(words) {
			choice = words[n-1]
		}
		if err := errors.Join(fr.env.vars.Set(o.reply, line),
			fr.env.vars.Set(o.ref, choice)); err != nil {
			return notLooped(fr, o.pos, err)
		}
		if out, stop := turn(fr, o.body); stop {
			return out
		}
	}
}

// read reads the answer. At the end of the input the error is io.EOF.
func (o *selectOp) read(fr *frame) (string, error) {
	f := fr.env.fds.Get(0)
	if f == nil {
		return "", io.EOF
	}
	back := fr.context.group.blocking()
	line, err := f.ReadLine(fr.context.scope.Context(), '\n', 0)
	back()
	if text, whole := strings.CutSuffix(string(line), "\n"); whole {
		return text, nil
	}
	if err == nil {
		err = io.EOF
	}
	return "", err
}

// choicePrompt is the value of PS3, or bash's default.
func choicePrompt(fr *frame) string {
	if text, ok := fr.env.vars.Lookup("PS3"); ok {
		return text
	}
	return "#? "
}

// lineWidth is the width of a line: COLUMNS, or 80.
func lineWidth(fr *frame) int {
	if n, err := strconv.Atoi(fr.env.vars.Value("COLUMNS")); err == nil && n > 0 {
		return n
	}
	return 80
}

// menu lays numbered words out as bash does, in as many columns as a line of width has room for.
func menu(words []string, width int) string {
	n := len(words)
	digits, widest := len(strconv.Itoa(n)), 0
	for _, w := range words {
		widest = max(widest, utf8.RuneCountInString(w))
	}
	widest += digits + len(") ") + 2
	columns := max(width/widest, 1)
	rows := (n + columns - 1) / columns
	if columns = (n + rows - 1) / rows; rows == 1 {
		rows, columns = columns, 1
	}
	first := len(strconv.Itoa(rows))
	var b strings.Builder
	for row := range rows {
		for i, at := row, 0; ; at += widest {
			number := digits
			if at == 0 {
				number = first
			}
			fmt.Fprintf(&b, "%*d) %s", number, i+1, words[i])
			end := at + number + len(") ") + utf8.RuneCountInString(words[i])
			if i += rows; i >= n {
				break
			}
			indent(&b, end, at+widest)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// indent moves from one column to another, by tabs where they fit.
func indent(b *strings.Builder, from, to int) {
	const tab = 8
	for from < to {
		if to/tab > from/tab {
			b.WriteByte('\t')
			from += tab - from%tab
		} else {
			b.WriteByte(' ')
			from++
		}
	}
}
