package interp

import (
	"errors"

	"ftsh/internal/flow"
	"ftsh/internal/journal"
	"ftsh/internal/txn"
	"ftsh/interp/event"
)

// diversions are the ways to leave a block. A skipped block repeats them.
var diversions = [...]struct {
	name   string
	divert flow.Divert
}{{"return", flow.Return}, {"exit", flow.Exit}, {"break", flow.Break}, {"continue", flow.Continue}}

// givenAgain ends a block after its success in an earlier run: it writes the recorded output again
// and repeats the diversion.
func (o *blockOp) givenAgain(b *block, r *journal.Record) ending {
	fr, d := b.env.fr, b.durable
	d.done.Store(true)
	b.note(fr, event.BlockSkipped, func(e *Event) {
		e.Block.ID, e.Block.Attempt, e.Result.Status = d.found.ID, r.Attempt, r.Status
	})
	if p, ok := o.plan.(*foranyPlan); ok {
		if err := fr.env.vars.Set(p.ref, string(r.Word)); err != nil {
			return b.badHeader(err)
		}
	}
	switch unwritten, err := b.writeAgain(fr, r.Output); {
	case unwritten:
		a := attempt{}
		b.spoiled(fr, &a, spoiling{unpublished: err, partly: true})
		end, _ := b.conclude(&a)
		return end
	case err != nil:
		return b.undone(reasonJournal, 1, journalFault(d.name, err))
	}
	out := flow.Outcome{Status: int32(r.Status), Depth: uint16(r.Depth)}
	for _, v := range diversions {
		if v.name == r.Divert {
			out.Divert = v.divert
		}
	}
	return ending{out: out}
}

// errNotKept is the error for an output that was not kept in the earlier run.
var errNotKept = errors.New("it has succeeded, but its output was not kept: it went elsewhere then")

// oneByOne is the size above which outputs are written again one at a time.
const oneByOne = 16 << 10

// writeAgain writes the recorded output of a success. unwritten: the error is a write error.
func (b *block) writeAgain(fr *frame, o *journal.Output) (unwritten bool, err error) {
	e := fr.env.fds.Entry(1)
	if o == nil {
		if given(e) && txn.Holdable(e.File) {
			return false, errNotKept
		}
		return false, nil
	}
	if e.File == nil {
		return false, nil
	}
	d := b.durable
	back := fr.context.group.blocking()
	defer back()
	// The outputs of branches all go to the same place, and need not be in memory together.
	if o.Size > oneByOne {
		d.again.Lock()
		defer d.again.Unlock()
	}
	err = d.file.Give(o, func(p []byte) error {
		_, err := e.File.Write(fr.context.scope.Context(), p)
		unwritten = err != nil
		return err
	})
	return unwritten, err
}
