package interp

import (
	"fmt"
	"time"

	"ftsh/internal/journal"
	"ftsh/internal/quote"
	"ftsh/internal/via"
)

// A forall via a batch system may have a journal. When the shell is killed, the block's directory
// stays, the journal records its path, and the next run goes on with it.

// away returns the earlier run's directory with which this run goes on; "": there is none.
func (d *durable) away() via.Dir {
	if d == nil {
		return ""
	}
	return d.left
}

// findAway looks for the directory of an earlier run.
func (d *durable) findAway() {
	dir := via.Dir(d.found.Away)
	if d.found.Phase == journal.Running && dir != "" && dir.Adoptable() {
		d.left = dir
	}
}

// fitsAway returns an error if a block with the batch system a (nil: none) cannot go on with the
// directory of its journal.
func (d *durable) fitsAway(a *remote) error {
	dir := d.away()
	if dir == "" {
		return nil
	}
	system := dir.System()
	if a != nil && a.name == system {
		return nil
	}
	return fmt.Errorf("the journal %q has branches that were submitted via %s; to cancel them: ftsh-state journal remove %s", d.name, system, quote.Word(d.name))
}

// stands keeps the journal from recording the end of the block if branches submitted by an earlier
// run could not be waited for.
func (d *durable) stands(err error) {
	if d.away() != "" {
		d.mu.Lock()
		d.err = err
		d.mu.Unlock()
	}
}

// endAway cancels the branches submitted by an earlier run if the list has become empty. False:
// they could not be cancelled.
func (b *block) endAway() (ending, bool) {
	dir := b.durable.away()
	if dir == "" {
		return ending{}, true
	}
	back := b.env.fr.context.group.blocking()
	err := dir.Abandon()
	back()
	if err != nil {
		b.durable.stands(err)
		return b.undone(reasonJournal, 1, journalFault(b.durable.name, err)), false
	}
	return ending{}, true
}

// prepareDir makes the directory, or takes over the journal's, and numbers the branches.
func (a *remote) prepareDir(b *block, n int) (*via.Found, error) {
	d, fr := b.durable, b.env.fr
	found := &via.Found{Run: 1, Next: 1}
	dir, err := d.away(), error(nil)
	back := fr.context.group.blocking()
	defer back()
	if dir != "" {
		if a.lock, err = dir.Reopen(b.scope.Context()); err != nil {
			return nil, err
		}
		a.dir = dir
		if found, err = dir.Find(); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
	} else {
		id := b.id
		if d != nil && d.found.ID != "" {
			id = fr.sh.id.newID() // the batch system may remember jobs under the old ID
		}
		if a.dir, a.lock, err = via.Create(a.root, id); err != nil {
			return nil, err
		}
	}
	a.number(d, found, n)
	return found, nil
}

// number numbers the branches. Branches submitted by an earlier run keep their numbers.
func (a *remote) number(d *durable, found *via.Found, n int) {
	known := make(map[journal.Branch]via.FoundBranch)
	for _, f := range found.Branches {
		known[f.Branch] = f
	}
	next := found.Next
	for i := range n {
		if d != nil {
			of := d.branches[i]
			if f := known[of]; f.Sent && d.found.Branches[of].Open() {
				if d.going == nil {
					d.going = make(map[int]bool)
				}
				d.going[i] = true
				a.numbers = append(a.numbers, f.Number)
				continue
			}
		}
		a.numbers = append(a.numbers, next)
		next++
	}
}

// recordWords records the words of the numbers and the journal's path in the directory, and the
// directory's path in the journal.
func (a *remote) recordWords(b *block, found *via.Found) error {
	d := b.durable
	var fresh []journal.Branch
	wanted := make(map[int]bool)
	for i, n := range a.numbers {
		if wanted[n] = true; !d.going[i] {
			fresh = append(fresh, d.branches[i])
		}
	}
	if err := a.dir.WriteWords(found.Run, found.Next, fresh); err != nil {
		return err
	}
	if d.away() != "" {
		return found.Want(a.dir, wanted)
	}
	if err := a.dir.Own(d.file.Path()); err != nil {
		return err
	}
	b.recorded(b.env.fr, journal.Record{Kind: journal.Away, Place: journal.Text(a.dir)})
	return d.failure()
}

// formerly reports whether a branch was ended on its machine by the deadline of an earlier run. The
// blocks around now have a later deadline, or none.
func (o *remoteBranchOp) formerly(fr *frame) bool {
	d := fr.context.scope.Deadline()
	return o.going && (d == 0 || d.Sub(fr.sh.clock.Now()) > time.Minute)
}

// goesOn reports whether a branch's attempt of an earlier run still runs.
func (d *durable) goesOn(place int) bool { return d != nil && d.going[place] }
