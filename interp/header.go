package interp

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ftsh/backoff"
	"ftsh/internal/duration"
	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

// countWord is a number in a block's header: times and jobs.
type countWord struct {
	word  *expand.Word
	fixed int // > 0: literal
}

func (c *compiler) count(w *ast.Word) *countWord {
	if w == nil {
		return nil
	}
	o := &countWord{word: c.words.Word(w)}
	if t, ok := o.word.Literal(); ok {
		o.fixed, _ = parseCount(t)
	}
	return o
}

func (o *countWord) value(fr *frame) (int, error) {
	if o.fixed > 0 {
		return o.fixed, nil
	}
	text, err := o.word.Text(fr)
	if err != nil {
		return 0, err
	}
	return parseCount(text)
}

func parseCount(text string) (int, error) {
	n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
	if err != nil || n <= 0 || int64(int(n)) != n {
		return 0, fmt.Errorf("expected a whole number greater than zero, found %q", text)
	}
	return int(n), nil
}

// durationWord is a duration in a header.
type durationWord struct {
	words   []*expand.Word
	fixed   time.Duration
	literal bool
}

func (c *compiler) duration(d *ast.Duration) *durationWord {
	if d == nil {
		return nil
	}
	o := &durationWord{words: c.wordList(d.Words)}
	if texts := literals(o.words); texts != nil {
		v, err := duration.Parse(texts...)
		o.fixed, o.literal = v, err == nil
	}
	return o
}

// value returns the duration; nil has the value 0. positive says that zero is
// an error.
func (o *durationWord) value(fr *frame, positive bool) (time.Duration, error) {
	if o == nil {
		return 0, nil
	}
	d := o.fixed
	if !o.literal {
		texts, err := texts(fr, o.words)
		if err != nil {
			return 0, err
		}
		if d, err = duration.Parse(strings.Join(texts, " ")); err != nil {
			return 0, err
		}
	}
	if positive && d <= 0 {
		return 0, errors.New("expected a duration greater than zero, found 0")
	}
	return d, nil
}

// texts expands header words, which are neither split nor globbed.
func texts(fr *frame, words []*expand.Word) ([]string, error) {
	out := make([]string, len(words))
	for i, w := range words {
		var err error
		if out[i], err = w.Text(fr); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// policyWords is the backoff clause.
type policyWords struct{ words []*expand.Word }

func (c *compiler) policy(b *ast.Backoff) *policyWords {
	if b == nil {
		return nil
	}
	return &policyWords{c.wordList(b.Words)}
}

// value returns the policy: the default, that of FTSH_BACKOFF or of the
// original's variables, modified by the clause.
func (o *policyWords) value(fr *frame) (backoff.Policy, error) {
	spec, err := backoff.FromEnv(fr.vars.Lookup)
	if err != nil {
		return nil, err
	}
	if o != nil {
		var words []string
		if words, err = texts(fr, o.words); err != nil {
			return nil, err
		}
		if spec, err = backoff.Parse(words, spec); err != nil {
			return nil, err
		}
	}
	return spec.Policy(), nil
}

// headerFailed reports a bad value in a header: status 2, reason usage.
func (fr *frame) headerFailed(pos ast.Pos, err error) flow.Outcome {
	var diverted *divertError
	if errors.As(err, &diverted) {
		return diverted.out
	}
	fr.pos = pos
	fr.failedIn(pos, messageOf(err), flow.StatusUsage)
	return fr.fail(flow.StatusUsage, "%s", messageOf(err))
}
