package interp

import (
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/handover"
	"ftsh/internal/scope"
)

// A re-executed subshell returns a Reply when it ends: the registers that a subshell in this
// process would leave.

// replyOf returns the reply of a resumed shell whose main frame has ended with out. files are the
// descriptors that it began with. A record for any other standard error is written here, since no
// other process can write there.
func replyOf(fr *frame, out flow.Outcome, files map[fd.File]int) *handover.Reply {
	r := &handover.Reply{
		Outcome: subshellOutcome(out), Pos: fr.regs.pos, Failure: failureState(fr.regs.failure),
		Delayed: fr.regs.after.asked, Delay: int64(fr.regs.after.delay),
	}
	if why := fr.sh.root.Cause(); why != nil && why.Kind == scope.Runaway {
		r.Runaway = true
	}
	for _, rec := range fr.regs.reports.open {
		n, ok := files[rec.stderr]
		if rec.stderr == nil {
			n, ok = -1, true
		}
		if !ok {
			rec.end(fr, fr.context.judged > 0 || rec.quiet)
			continue
		}
		r.Records = append(r.Records, recordState(rec, n))
	}
	fr.regs.reports.open = nil
	return r
}

// restoreReply applies a reply to the frame of a subshell.
func restoreReply(fr *frame, r *handover.Reply) {
	fr.regs.pos, fr.regs.failure = r.Pos, restoreFailure(r.Failure)
	fr.regs.after = retryAfter{time.Duration(r.Delay), r.Delayed}
	for i := range r.Records {
		fr.regs.reports.open = append(fr.regs.reports.open, restoreRecord(fr, &r.Records[i]))
	}
}

func failureState(f *Failure) *handover.Failure {
	if f == nil {
		return nil
	}
	return &handover.Failure{
		Script: f.Script, Line: f.Line, Col: f.Col, Args: f.Args, Source: f.source(), Said: f.Said,
		Status: f.Status,
		Guard:  f.Guard, Cut: f.Cut, Unfound: f.unfound, Told: f.told, Among: f.Among,
		Killed: int64(f.Killed), Upstream: f.Upstream,
	}
}

func restoreFailure(f *handover.Failure) *Failure {
	if f == nil {
		return nil
	}
	return &Failure{
		Place: Place{f.Script, f.Line, f.Col}, Args: f.Args, Source: f.Source, Said: f.Said,
		Status: f.Status,
		Guard:  f.Guard, Cut: f.Cut, unfound: f.Unfound, told: f.Told, Among: f.Among,
		Killed: time.Duration(f.Killed), Upstream: f.Upstream,
	}
}

func recordState(r *record, stderr int) handover.Record {
	e := &r.event
	s := handover.Record{
		Level: int(e.Level), Time: e.Time.UnixNano(), Script: e.Script, Line: e.Line, Col: e.Col,
		Block: e.Block, ID: e.ID,
		Times: e.Times, Limit: int64(e.Limit), Attempt: e.Attempt, Status: e.Status,
		Reason:  e.Reason,
		Elapsed: int64(e.Elapsed), Omitted: e.Omitted,
		Asked: int(r.level), Deadline: int64(r.deadline), Stderr: stderr, Quiet: r.quiet,
	}
	for _, f := range e.Errors {
		t := handover.Failed{Words: f.Words, Count: f.Count, Failure: *failureState(&f.Failure)}
		for _, a := range f.Attempts {
			t.Attempts = append(t.Attempts, handover.Run(a))
		}
		s.Errors = append(s.Errors, t)
	}
	return s
}

// restoreRecord rebuilds a record. Its standard error is a descriptor number that fr had at the
// start of the subshell.
func restoreRecord(fr *frame, s *handover.Record) *record {
	r := &record{
		event: Event{
			Kind: BlockFailed, Level: Level(s.Level), Time: time.Unix(0, s.Time),
			Place: Place{s.Script, s.Line, s.Col},
			Block: s.Block, ID: s.ID, Times: s.Times, Limit: time.Duration(s.Limit),
			Attempt: s.Attempt, Status: s.Status,
			Reason: s.Reason, Elapsed: time.Duration(s.Elapsed), Omitted: s.Omitted,
		},
		level: Level(s.Asked), deadline: clock.Instant(s.Deadline), quiet: s.Quiet,
	}
	for _, f := range s.Errors {
		t := FailedAttempts{Words: f.Words, Count: f.Count, Failure: *restoreFailure(&f.Failure)}
		for _, a := range f.Attempts {
			t.Attempts = append(t.Attempts, AttemptRange(a))
		}
		r.event.Errors = append(r.event.Errors, t)
	}
	if r.stderr = fr.env.fds.Get(s.Stderr); r.stderr != nil {
		r.stderr.Retain()
	}
	return r
}
