package interp

import (
	"context"
	"slices"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
)

// A block's failure is told unless somebody handled it (docs/language.md, section 8), which is known
// only later. Until then its record goes along with the status that the failure became: a
// construct that hands a status on leaves the records alone; what judges it holds them, while what
// the judgement chose runs, and decides then; and where a status is lost, because another
// command begins, they are told.

// A record is what is to be told of a block that failed.
type record struct {
	event    Event
	level    Level         // in force when the block failed
	deadline clock.Instant // of the block, beyond which nobody waits for who reads the record; 0: none
	stderr   fd.File       // of the place where it stands, retained; nil: closed
	quiet    bool          // ! has judged it: it is handled unless what follows fails
}

// pendingReports are the records of an environment of which it is not known whether the
// failure was handled.
type pendingReports struct {
	open []*record // they belong to the status that is at hand
	held *heldRecords
}

// heldRecords belong to a status that was judged, while what the judgement chose runs.
type heldRecords struct {
	records []*record
	outer   *heldRecords
}

// flushReports writes the records of a status that nobody will judge any more.
func flushReports(fr *frame) {
	if len(fr.regs.reports.open) > 0 { // between all commands: the rest is not inlined
		tellAll(fr)
	}
}

func tellAll(fr *frame) {
	all := fr.regs.reports.open
	fr.regs.reports.open = nil
	for _, r := range all {
		r.end(fr, r.quiet)
	}
}

// handle ends the records of a status that somebody else judges: it counts as handled.
func handle(fr *frame) {
	all := fr.regs.reports.open
	fr.regs.reports.open = nil
	for _, r := range all {
		r.end(fr, true)
	}
}

// end tells a record, or drops it.
func (r *record) end(fr *frame, handled bool) {
	if handled || r.event.Told {
		r.event.Level = LevelAttempt
	}
	r.event.Unasked = r.event.Level > r.level
	if r.event.Level <= max(r.level, fr.sh.opts.AtLeast) {
		ctx := fr.context.scope.Context()
		if r.deadline != 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, r.deadline.Sub(fr.sh.clock.Now()))
			defer cancel()
		}
		back := fr.context.group.blocking()
		deliver(ctx, fr.sh, r.stderr, &r.event)
		back()
	}
	if r.stderr != nil {
		r.stderr.Release()
	}
}

// holdRecords puts the records of a status apart that has just been judged, beside those of h, of which
// the same is to be decided; nil: there are none.
func holdRecords(fr *frame, h *heldRecords) *heldRecords {
	if len(fr.regs.reports.open) == 0 {
		return h
	}
	if h == nil {
		h = &heldRecords{outer: fr.regs.reports.held}
		fr.regs.reports.held = h
	}
	h.records = append(h.records, fr.regs.reports.open...)
	fr.regs.reports.open = nil
	return h
}

// decide ends what holdRecords began, once what was chosen has ended with out: without a failure
// it has handled the others, else they belong to its status now.
func decide(fr *frame, h *heldRecords, out flow.Outcome) {
	if h != nil {
		decideAll(fr, h, out)
	}
}

func decideAll(fr *frame, h *heldRecords, out flow.Outcome) {
	fr.regs.reports.held = h.outer
	if out.Status != 0 && out.Divert != flow.Break && out.Divert != flow.Continue {
		for _, r := range h.records {
			r.quiet = false
		}
		fr.regs.reports.open = append(h.records, fr.regs.reports.open...)
		return
	}
	for _, r := range h.records {
		r.end(fr, true)
	}
}

// unholdRecords ends what holdRecords began for something that judges nothing, a trap.
func unholdRecords(fr *frame, h *heldRecords) {
	if h != nil {
		fr.regs.reports.held = h.outer
		fr.regs.reports.open = append(h.records, fr.regs.reports.open...)
	}
}

// judgeAll is the end of all judging: another program takes the shell's place.
func judgeAll(fr *frame) {
	for h := fr.regs.reports.held; h != nil; h = h.outer {
		for _, r := range h.records {
			r.end(fr, true)
		}
		h.records = nil
	}
}

// muteReports is !: what failed behind it is handled, unless the command that follows from that fails.
func muteReports(fr *frame) {
	for _, r := range fr.regs.reports.open {
		r.quiet = true
	}
}

// carry makes the status of an environment that has ended the status at hand in fr.
func carry(fr, sub *frame) {
	fr.regs.reports.open = append(fr.regs.reports.open, sub.regs.reports.open...)
	sub.regs.reports.open = nil
}

// closing decides on records that cannot wait, since nobody could write to f any more: a status
// in a tested position counts as handled.
func closing(fr *frame, f fd.File, handled bool) {
	if len(fr.regs.reports.open) == 0 || f == nil {
		return
	}
	fr.regs.reports.open = slices.DeleteFunc(fr.regs.reports.open, func(r *record) bool {
		if r.stderr == f {
			r.end(fr, handled || r.quiet)
		}
		return r.stderr == f
	})
}
