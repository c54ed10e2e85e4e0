package interp

import (
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/handover"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/interp/event"
)

// A re-executed subshell returns a Reply when it ends: the registers that a subshell in this
// process would leave.

// replyOf returns the reply of a resumed shell whose main frame has ended with out. files are the
// descriptors that it began with. A record for any other standard error is written here, since no
// other process can write there.
func replyOf(fr *frame, out flow.Outcome, files map[fd.File]int) *handover.Reply {
	r := &handover.Reply{
		Outcome: subshellOutcome(out), Pos: fr.regs.pos, Failure: failureState(fr.regs.failure),
		Delayed: fr.regs.after.Asked, Delay: int64(fr.regs.after.Delay),
	}
	if t := fr.facts; t != nil {
		r.Retries = t.retries.Load()
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
	fr.regs.after = retry.After{Delay: time.Duration(r.Delay), Asked: r.Delayed}
	if t := fr.facts; t != nil {
		t.retries.Add(r.Retries)
	}
	for i := range r.Records {
		fr.regs.reports.open = append(fr.regs.reports.open, restoreRecord(fr, &r.Records[i]))
	}
}

func failureState(f *failure) *handover.Failure {
	if f == nil {
		return nil
	}
	return &handover.Failure{
		Script: f.Place.Script, Line: f.Place.Line, Col: f.Place.Col, Args: f.Args,
		Source: f.source(), Said: f.Said, Status: f.Status,
		Guard: f.Guard, Cut: f.Cut, Unfound: f.unfound, Raised: f.raised, Among: f.Among,
		Killed: int64(f.Killed), Upstream: f.Upstream, Reason: f.Reason,
	}
}

func restoreFailure(f *handover.Failure) *failure {
	if f == nil {
		return nil
	}
	return &failure{
		Failure: event.Failure{
			Place: event.Place{Script: f.Script, Line: f.Line, Col: f.Col},
			Args:  f.Args, Source: f.Source, Said: f.Said,
			Status: f.Status, Guard: f.Guard, Cut: f.Cut, Among: f.Among,
			Killed: time.Duration(f.Killed), Upstream: f.Upstream, Reason: f.Reason,
		},
		unfound: f.Unfound, raised: f.Raised,
	}
}

func recordState(r *record, stderr int) handover.Record {
	e := &r.event
	s := handover.Record{
		Level: int(e.Level), Time: e.Time.UnixNano(), Script: e.Place.Script,
		Line: e.Place.Line, Col: e.Place.Col, Block: e.Block.Kind, ID: e.Block.ID,
		Times: e.Block.Times, Limit: int64(e.Block.Limit), Attempt: e.Block.Attempt,
		Status: e.Result.Status, Reason: e.Result.Reason, Omitted: e.Result.Omitted,
		Elapsed: int64(e.Elapsed),
		Asked:   int(r.level), Deadline: int64(r.deadline), Stderr: stderr, Quiet: r.quiet,
	}
	for _, f := range e.Result.Errors {
		state := failureState(&failure{Failure: f.Failure})
		t := handover.Failed{Words: f.Words, Count: f.Count, Failure: *state}
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
			Kind: event.BlockFailed, Level: Level(s.Level), Time: time.Unix(0, s.Time),
			Place: event.Place{Script: s.Script, Line: s.Line, Col: s.Col},
			Block: event.Block{
				Kind: s.Block, ID: s.ID, Times: s.Times, Limit: time.Duration(s.Limit),
				Attempt: s.Attempt,
			},
			Result:  event.Result{Status: s.Status, Reason: s.Reason, Omitted: s.Omitted},
			Elapsed: time.Duration(s.Elapsed),
		},
		level: Level(s.Asked), deadline: clock.Instant(s.Deadline), quiet: s.Quiet,
	}
	for _, f := range s.Errors {
		t := event.FailedAttempts{Words: f.Words, Count: f.Count,
			Failure: restoreFailure(&f.Failure).Failure}
		for _, a := range f.Attempts {
			t.Attempts = append(t.Attempts, event.AttemptRange(a))
		}
		r.event.Result.Errors = append(r.event.Result.Errors, t)
	}
	if r.stderr = fr.env.fds.Get(s.Stderr); r.stderr != nil {
		r.stderr.Retain()
	}
	return r
}
