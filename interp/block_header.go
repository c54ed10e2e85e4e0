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
	"ftsh/internal/sig"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// countWord is a number in a block's header: times and jobs.
type countWord struct {
	word  *expand.Word
	fixed int // >0: a literal
}

func (c *compiler) count(w *ast.Word) *countWord {
	if w == nil {
		return nil
	}
	o := &countWord{word: c.words.Word(w)}
	if t, ok := o.word.Field(); ok {
		o.fixed, _ = parseCount(t)
	}
	return o
}

func (o *countWord) value(fr *frame) (int, error) {
	if o.fixed > 0 {
		return o.fixed, nil
	}
	text, err := o.word.Text((*expander)(fr))
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

// value returns the duration; a nil word has the value 0. With positive, zero is an error.
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

// statusesWord is the word of an on or except clause.
type statusesWord struct{ word *expand.Word }

func (c *compiler) statuses(w *ast.Word) *statusesWord {
	if w == nil {
		return nil
	}
	return &statusesWord{c.words.Word(w)}
}

// value returns the statuses; a nil word has none.
func (o *statusesWord) value(fr *frame) (s flow.Statuses, err error) {
	if o == nil {
		return s, nil
	}
	text, err := o.word.Text((*expander)(fr))
	if err != nil {
		return s, err
	}
	s, ok := flow.ParseStatuses(text)
	if !ok {
		return s, fmt.Errorf("expected %s, found %q", flow.ExpectedStatuses, text)
	}
	return s, nil
}

// signalWord is the signal clause.
type signalWord struct{ word *expand.Word }

func (c *compiler) signal(w *ast.Word) *signalWord {
	if w == nil {
		return nil
	}
	return &signalWord{c.words.Word(w)}
}

func (o *signalWord) value(fr *frame) (sig.Signal, error) {
	text, err := o.word.Text((*expander)(fr))
	if err != nil {
		return 0, err
	}
	s, ok := sig.ParseEnding(text)
	if !ok {
		return 0, fmt.Errorf("expected %s, found %q", sig.ExpectedEnding, text)
	}
	return s, nil
}

// texts expands header words. They are neither split nor globbed.
func texts(fr *frame, words []*expand.Word) ([]string, error) {
	out := make([]string, len(words))
	for i, w := range words {
		var err error
		if out[i], err = w.Text((*expander)(fr)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// withEach calls do for each different word, with the variable r set to it, to expand a clause.
func withEach(fr *frame, words []string, r vars.Ref, do func(word string) error) error {
	seen := make(map[string]bool, len(words))
	for _, w := range words {
		if seen[w] {
			continue
		}
		seen[w] = true
		sh, err := fr.env.vars.Shadow(r, w)
		if err != nil {
			return err
		}
		err = do(w)
		fr.env.vars.Unshadow(sh)
		if err != nil {
			return err
		}
		if f := fr.regs.subst.failed; f.Status != 0 {
			return &divertError{f}
		}
	}
	return nil
}

// policyWords is the backoff clause.
type policyWords struct{ words []*expand.Word }

func (c *compiler) policy(b *ast.Backoff) *policyWords {
	if b == nil {
		return nil
	}
	return &policyWords{c.wordList(b.Words)}
}

// value returns the policy: the clause applied to the default. The default may come from
// FTSH_BACKOFF or from the variables of the original ftsh.
func (o *policyWords) value(fr *frame) (backoff.Spec, error) {
	spec, err := defaultPolicy(fr)
	if err != nil {
		return spec, err
	}
	if o != nil {
		var words []string
		if words, err = texts(fr, o.words); err != nil {
			return spec, err
		}
		if spec, err = backoff.Parse(words, spec); err != nil {
			return spec, err
		}
	}
	return spec, nil
}

// defaultPolicy returns the policy of a block without the clause. Few scripts set one of the
// variables.
func defaultPolicy(fr *frame) (backoff.Spec, error) {
	for _, r := range fr.sh.blocks.refs.policy {
		if _, set := fr.env.vars.Get(r); set {
			return backoff.FromEnv(fr.env.vars.Lookup)
		}
	}
	return backoff.Default(), nil
}
