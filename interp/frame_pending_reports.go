package interp

import (
	"context"
	"slices"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/interp/event"
)

// A block's failure is reported unless something handles it (docs/language.md, section 8). Whether
// it does becomes known later. Until then its record travels with the status of the failure. A
// construct passing the status on leaves the records alone. A construct judging the status holds
// the records while the list it chose runs, and decides then. When another command begins and the
// status is lost, the records are reported.

// A record is the pending report of a failed block.
type record struct {
	event Event
	level Level // in force when the block failed
	// The block's deadline; nobody waits longer for the reader of the record. 0: none.
	deadline clock.Instant
	stderr   fd.File // of the block's place, retained; nil: closed
	quiet    bool    // judged by !, and handled unless the next command fails
}

// pendingReports are an environment's records of failures that may still be handled.
type pendingReports struct {
	open []*record // belong to the current status
	held *heldRecords
}

// heldRecords belong to a judged status, while the list chosen by the judgement runs.
type heldRecords struct {
	records []*record
	outer   *heldRecords
}

// flushReports reports the records of a status, when nothing will judge it any more.
func flushReports(fr *frame) {
	if len(fr.regs.reports.open) > 0 { // called between all commands: the rest is not inlined
		reportAll(fr)
	}
}

func reportAll(fr *frame) {
	all := fr.regs.reports.open
	fr.regs.reports.open = nil
	for _, r := range all {
		r.end(fr, r.quiet)
	}
}

// handle ends the records of a status judged elsewhere: the failures count as handled.
func handle(fr *frame) {
	all := fr.regs.reports.open
	fr.regs.reports.open = nil
	for _, r := range all {
		r.end(fr, true)
	}
}

// end delivers a record, or drops it.
func (r *record) end(fr *frame, handled bool) {
	if handled || r.event.Result.Reported {
		r.event.Level = event.LevelAttempt
	}
	r.event.Unasked = r.event.Level > r.level
	if r.event.Level <= max(r.level, fr.sh.opts.Standalone.AtLeast) {
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

// holdRecords sets aside the records of a status just judged. It adds them to those of h, to be
// decided together. If there are none it returns h, possibly nil.
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

// decide ends a holdRecords after the chosen list ended with out. Success means the list handled
// the failures. Otherwise the records belong to the list's status.
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

// unholdRecords ends a holdRecords without a judgement, after a trap.
func unholdRecords(fr *frame, h *heldRecords) {
	if h != nil {
		fr.regs.reports.held = h.outer
		fr.regs.reports.open = append(h.records, fr.regs.reports.open...)
	}
}

// judgeAll ends all held records, as handled. Another program is about to replace the shell.
func judgeAll(fr *frame) {
	for h := fr.regs.reports.held; h != nil; h = h.outer {
		for _, r := range h.records {
			r.end(fr, true)
		}
		h.records = nil
	}
}

// muteReports is the effect of !: the failures count as handled, unless the command that results
// from them fails.
func muteReports(fr *frame) {
	for _, r := range fr.regs.reports.open {
		r.quiet = true
	}
}

// carry moves the records of sub, an ended environment, to fr's current status.
func carry(fr, sub *frame) {
	fr.regs.reports.open = append(fr.regs.reports.open, sub.regs.reports.open...)
	sub.regs.reports.open = nil
}

// closing decides about the records to be written to f, before it is closed. A status in a tested
// position counts as handled.
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
