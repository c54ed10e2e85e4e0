package interp

import (
	"errors"
	"time"

	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/parser/ast"
)

// clauseWords are the clauses that every kind of block may have, nil where they were left
// out. Their values are used in the life of a block, and nowhere by a plan.
type clauseWords struct {
	timeout *durationWord
	grace   *durationWord
	signal  *signalWord
	journal *expand.Word
	keep    bool
}

// clauses are their values.
type clauses struct {
	timeout time.Duration // of an attempt; 0: none
	ending  proc.Ending   // of what the block starts
	ends    bool          // that is its own, not that of what is around it
	journal *string       // its name; nil: the block has none
	keep    bool          // it is never complete
}

func (c *compiler) clauses(n *ast.Clauses) clauseWords {
	w := clauseWords{timeout: c.duration(n.Timeout), grace: c.duration(n.Grace),
		signal: c.signal(n.Signal), keep: n.Keep}
	if n.Journal != nil {
		w.journal = c.words.Word(n.Journal)
	}
	return w
}

// value gives them their values. What is around the block is ended in a way of its own,
// which holds where a clause was left out; and who ends it waits no longer than its
// kill timeout.
func (w *clauseWords) value(fr *frame) (c clauses, err error) {
	if c.timeout, err = w.timeout.value(fr, true); err != nil {
		return c, err
	}
	c.ending, c.ends = fr.context.scope.Tree().Ending(), w.grace != nil || w.signal != nil
	if w.grace != nil {
		d, err := w.grace.value(fr, false)
		if err != nil {
			return c, err
		}
		c.ending.KillTimeout = max(min(d, fr.sh.killTimeout(fr.context.scope.Tree())), 1) // 0 is no value of an Ending
	}
	if w.signal != nil {
		if c.ending.Signal, err = w.signal.value(fr); err != nil {
			return c, err
		}
	}
	if w.journal != nil {
		var name string
		name, err = w.journal.Text((*expander)(fr))
		c.journal, c.keep = &name, w.keep
	}
	return c, err
}

// badHeader ends a block without an attempt, for a bad value in its header: status 2, or
// that of a substitution in it, and reason usage. A diversion goes on outward.
func (b *block) badHeader(err error) ending {
	fr, status := b.stage.fr, flow.StatusUsage
	var carried *divertError
	if !errors.As(err, &carried) {
		fr.regs.pos = b.pos
		failedIn(fr, b.pos, messageOf(err), status)
		fr.say("%s", messageOf(err))
	} else if out := carried.out; out.Divert == flow.None {
		status = int(out.Status)
	} else if out.Divert != flow.Fatal {
		return ending{out: out}
	}
	b.stage.set(fr.sh.blocks.refs.tryID, b.id)
	if fr.regs.failure != nil {
		b.keep(&attempt{failure: fr.regs.failure})
	}
	return failsWith(reasonUsage, status)
}
