package interp

import (
	"errors"
	"time"

	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/parser/ast"
)

// clauseWords are the clauses common to all kinds of block, nil if left out. Only the block uses
// their values, never a plan.
type clauseWords struct {
	timeout *durationWord
	grace   *durationWord
	signal  *signalWord
	journal *expand.Word
	keep    bool

	contained bool
	scratch   *scratchWord
}

// clauses are the values of clauseWords.
type clauses struct {
	timeout time.Duration // of an attempt; 0: none
	ending  proc.Ending   // how to end the block's processes
	ends    bool          // ending is the block's own, not inherited
	journal *string       // its name; nil: the block has none
	keep    bool          // the journal is never complete

	contained bool // nothing that an attempt started outlives it

	// The plan evaluates scratch, since it may contain the block's variable.
	scratch   *scratchWord
	scratches scratches // where attempts make their results; nil: no clause
	memory    memory    // of a forany with a through clause; else nil
}

func (c *compiler) clauses(n *ast.Clauses) clauseWords {
	w := clauseWords{timeout: c.duration(n.Timeout), grace: c.duration(n.Grace),
		signal: c.signal(n.Signal), keep: n.Keep, contained: n.Contained,
		scratch: c.scratch(n.Scratch)}
	if n.Journal != nil {
		w.journal = c.words.Word(n.Journal)
	}
	return w
}

// value evaluates the clauses. A clause left out takes its value from around the block. The kill
// timeout around the block is an upper bound too: whoever ends the outer tree waits no longer.
func (w *clauseWords) value(fr *frame) (c clauses, err error) {
	if c.timeout, err = w.timeout.value(fr, true); err != nil {
		return c, err
	}
	c.contained, c.scratch = w.contained, w.scratch
	c.ending, c.ends = fr.context.scope.Tree().Ending(), w.grace != nil || w.signal != nil
	if w.grace != nil {
		d, err := w.grace.value(fr, false)
		if err != nil {
			return c, err
		}
		// An Ending must not have a kill timeout of 0.
		c.ending.KillTimeout = max(min(d, fr.sh.killTimeout(fr.context.scope.Tree())), 1)
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

// badHeader ends a block without an attempt because of a bad value in its header. The status is 2,
// or the status of a failed substitution in the header; the reason is usage. A diversion goes on
// outward.
func (b *block) badHeader(err error) ending {
	fr, status := b.env.fr, flow.StatusUsage
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
	b.env.set(fr.sh.blocks.refs.tryID, b.id)
	if fr.regs.failure != nil {
		b.keep(&attempt{failure: fr.regs.failure})
	}
	return failsWith(reasonUsage, status)
}
