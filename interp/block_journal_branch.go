package interp

import (
	"context"

	"ftsh/internal/flow"
	"ftsh/internal/journal"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/internal/txn"
	"ftsh/interp/event"
)

// holdBranch holds the output of a branch of a forall with a journal, for the record, if the shell
// itself made the block's standard output. It is published when the branch ends, even if the branch
// has failed.
func (b *block) holdBranch(at *attemptEnv, sc *scope.Scope) {
	fr := at.fr
	e := fr.env.fds.Entry(1)
	if b.durable == nil || b.kind != "forall" || !given(e) || at.print == nil &&
		!txn.Holdable(e.File) {
		return
	}
	at.out = txn.NewOutput(e.File, heldIn(fr), failing(sc))
	swap(fr, 1, e.File, at.out)
}

// publishBranch publishes a branch's held output.
func (b *block) publishBranch(at *attemptEnv, a *attempt) {
	o, fr := at.out, at.fr
	if o == nil || b.kind != "forall" {
		return
	}
	at.out = nil
	ctx := b.scope.Context
	if b.scope.Cancelled() {
		last, cancel := context.WithTimeout(context.Background(), lastWords)
		defer cancel()
		ctx = func() context.Context { return last }
	}
	_, err := publish(fr, o, ctx)
	takeBack(fr, o)
	switch {
	case at.print != nil: // the printing reports its own errors
	case a.verdict == retry.Unheld:
		b.spoiled(fr, a, spoiling{unkept: o.Err()})
	case err != nil && a.verdict == retry.Succeeded:
		b.unprinted(fr, a, err)
	}
}

// branchAgain repeats a branch after its success in an earlier run: it writes the recorded output.
func (b *block) branchAgain(at *attemptEnv, number int, word string, s *journal.Record) attempt {
	fr := at.fr
	a := attempt{number: number, word: word, began: fr.sh.clock.Now()}
	sc := fr.sh.ending(fr.context.scope, b.clauses.ending)
	if b.streams.print != nil {
		b.streams.print.begin(at, sc)
	}
	b.note(fr, event.BlockSkipped, func(e *Event) {
		e.Block.ID, e.Block.Attempt, e.Block.Word = b.durable.found.ID, s.Attempt, word
		e.Result.Status = s.Status
	})
	if unwritten, err := b.writeAgain(fr, s.Output); unwritten {
		b.unprinted(fr, &a, err)
	} else if err != nil {
		message := journalFault(b.durable.name, err)
		fr.regs.pos = b.pos
		fr.say("%s", message)
		failedIn(fr, b.pos, message, 1)
		a.verdict, a.out = retry.FailedOnce, flow.Status(1)
		a.failure = fr.regs.failure
	}
	if cause := sc.Close(false); cause != nil {
		a.verdict, a.out = retry.Cancelled, fr.cancelOutcome()
	}
	return a
}

// take returns the words of the attempts to make. In a forany it leaves out words with a failure
// since the block began.
func (d *durable) take(words []string, made int) []string {
	if d == nil {
		return words
	}
	d.before = 0
	seen, left := make(map[string]int), words[:0:0]
	for _, w := range words {
		seen[w]++
		of := journal.Branch{Word: w, Occurrence: seen[w]}
		if p := d.found.Branches[of]; d.found.Block == "forany" {
			d.before = made
			if d.found.Phase == journal.Running && p != nil && p.Failed {
				continue
			}
		}
		d.branches, left = append(d.branches, of), append(left, w)
	}
	return left
}

// status returns the status of the latest failed alternative, in this or an earlier run, or first
// if none has failed.
func (d *durable) status(first int) int {
	if d == nil || d.found.Phase != journal.Running || d.found.Status == 0 {
		return first
	}
	return d.found.Status
}

// success returns the record of a branch's success in an earlier run; nil: there is none.
func (d *durable) success(place int) *journal.Record {
	if p := d.progress(place); p != nil {
		return p.Success
	}
	return nil
}

// progress returns what earlier runs did of a branch; nil: nothing.
func (d *durable) progress(place int) *journal.Progress {
	if d == nil {
		return nil
	}
	return d.found.Branches[d.branches[place]]
}
