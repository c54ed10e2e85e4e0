package interp

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/journal"
	"ftsh/internal/retry"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// tableWord is the table clause of a forany or forall.
type tableWord struct {
	word *expand.Word
	pos  ast.Pos
}

func (c *compiler) table(w *ast.Word) *tableWord {
	if w == nil {
		return nil
	}
	return &tableWord{word: c.words.Word(w), pos: w.Pos()}
}

// value returns the table, not open yet; a nil word has none.
func (w *tableWord) value(fr *frame) (*table, error) {
	if w == nil {
		return nil, nil
	}
	name, err := w.word.Text((*expander)(fr))
	if err == nil && name == "" {
		err = fmt.Errorf("table: expected %s, found \"\"", syntax.ExpectedFile)
	}
	return &table{name: name, pos: w.pos}, err
}

// A table is the file of a table clause: a line for each ended alternative or branch. It belongs to
// the goroutine of the block. A nil table takes no lines.
type table struct {
	name string
	pos  ast.Pos
	file fd.File
	err  error // why a line could not be written; there are no more lines then
}

// reasonTable is the reason of a block that failed only because its table could not be written.
const reasonTable = "table"

const tableHeader = "word\tstatus\treason\tnode\tattempts\tduration\twait\tstart\terror\n"

// Facts are what is known of an alternative or branch, apart from its result.
type facts struct {
	retries atomic.Int64  // repeated attempts of tries in it
	earlier int           // attempts of the branch before
	node    string        // the machine; "": this one
	start   time.Time     // the zero value: it never began
	wait    time.Duration // from the beginning of the block; negative: unknown
	took    time.Duration
}

func (t *facts) attempts() int { return 1 + t.earlier + int(t.retries.Load()) }

// open opens the file as the redirection > does. False: it cannot be opened, and the ending says
// so.
func (t *table) open(b *block) (ending, bool) {
	if t == nil {
		return ending{}, true
	}
	fr := b.env.fr
	e, err := (&redirOp{pos: t.pos, n: 1, op: ast.RedirOut, fixed: t.name, plain: true,
		by: fd.ByCompound}).open(fr, nil)
	var diverted *divertError
	switch {
	case err == nil:
		t.file = e.File
		t.write(b, tableHeader)
		return ending{}, true
	case errors.As(err, &diverted):
		return b.between(diverted.out), false
	case fr.cancelled():
		return b.between(fr.cancelOutcome()), false
	}
	_ = why(fr, err)
	fr.regs.pos = t.pos
	out := fr.notBegun(flow.StatusUsage, "table: %v", err)
	b.keep(&attempt{failure: fr.regs.failure})
	return ending{reason: reasonUsage, out: out}, false
}

// ended writes the line of an attempt.
func (t *table) ended(b *block, a *attempt) {
	if t == nil {
		return
	}
	status, message := "-", "-"
	if a.verdict != retry.Cancelled {
		status = strconv.Itoa(int(a.out.Status))
	}
	// What was cancelled by others has their status.
	if f := a.failure; f != nil && (a.verdict.Counts() || a.verdict == retry.Cancelled && f.Cut) {
		message = f.String()
	}
	t.row(b, a.word, status, a.reason(), a.facts, message)
}

// known writes the line of a branch that has succeeded in an earlier run.
func (t *table) known(b *block, a *attempt, p *journal.Progress) {
	if t == nil {
		return
	}
	s := p.Success
	what := &facts{node: string(s.Node), took: s.Duration, wait: -1, earlier: p.Attempts - 1}
	if s.Start != nil {
		what.start = *s.Start
	}
	t.row(b, a.word, strconv.Itoa(s.Status), "", what, "-")
}

func (t *table) row(b *block, word, status, reason string, what *facts, message string) {
	if what == nil {
		what = new(facts)
	}
	fields := []string{tableWordText(word), status, orNone(reason), orNone(what.node),
		strconv.Itoa(what.attempts()), "-", "-", "-", tableText(message)}
	if !what.start.IsZero() {
		fields[5] = inSeconds(what.took)
		fields[7] = what.start.UTC().Format("2006-01-02T15:04:05.000Z")
		if what.wait >= 0 {
			fields[6] = inSeconds(what.wait)
		}
	}
	t.write(b, strings.Join(fields, "\t")+"\n")
}

func orNone(text string) string {
	if text == "" {
		return "-"
	}
	return tableText(text)
}

func inSeconds(d time.Duration) string {
	return strconv.FormatFloat(max(d, 0).Seconds(), 'f', 3, 64)
}

// write writes a line in one piece. A reader that does not read keeps the block waiting, but not
// past its cancellation.
func (t *table) write(b *block, line string) {
	if t.err != nil || t.file == nil {
		return
	}
	fr := b.env.fr
	ctx := context.Background()
	if t.file.Kind() != fd.KindRegular {
		ctx = b.scope.Context()
	}
	back := fr.context.group.blocking()
	_, t.err = t.file.Write(ctx, []byte(line))
	back()
	if t.err != nil && !b.scope.Cancelled() {
		fr.regs.pos = t.pos
		fr.say("%s", t.message(fr))
	}
}

func (t *table) message(fr *frame) string { return "table: " + t.name + ": " + why(fr, t.err) }

// close closes the file, and returns the ending of the block. A block that only lacks a line of its
// table has failed, or nobody could trust the table.
func (t *table) close(b *block, end ending) ending {
	if t == nil || t.file == nil {
		return end
	}
	fr := b.env.fr
	t.file.Release()
	t.file = nil
	fr.sh.hooks.syncFiles()
	if t.err == nil || end.reason != "" || !end.out.OK() || end.out.Divert != flow.None ||
		b.scope.Cancelled() {
		return end
	}
	failedIn(fr, t.pos, t.message(fr), 1)
	b.keep(&attempt{failure: fr.regs.failure})
	end.reason, end.out = reasonTable, flow.Status(1)
	return end
}

// tableWordText returns a word for its column. No column is empty: read would skip it.
func tableWordText(word string) string {
	if word == "" {
		return `\c` // printf %b prints nothing for it
	}
	return tableText(word)
}

// tableText writes control characters and backslashes as escapes that printf %b understands, so
// that a line is a line, and a column has no tab.
func tableText(text string) string {
	if !strings.ContainsFunc(text, escapes) {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		switch c := text[i]; {
		case c == '\\':
			b.WriteString(`\\`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\r':
			b.WriteString(`\r`)
		case escapes(rune(c)):
			fmt.Fprintf(&b, `\0%03o`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func escapes(r rune) bool { return r < ' ' || r == '\\' || r == 0x7f }

// completeFacts completes the facts about an alternative or branch that has just ended, and adds
// its count to the one around it. A branch on another machine has brought its times along.
func completeFacts(b *block, a *attempt, outer *facts) {
	t := a.facts
	if t == nil {
		return
	}
	if outer != nil {
		outer.retries.Add(t.retries.Load())
	}
	if a.began == 0 || b.remote != nil {
		return
	}
	c := b.env.fr.sh.clock
	t.took, t.wait = c.Now().Sub(a.began), a.began.Sub(b.began)
	t.start = c.Wall().Add(-t.took)
}
