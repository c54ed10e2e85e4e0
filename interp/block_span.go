package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/interp/event"
)

// endBlockSpan ends the span of a block after leave.
func endBlockSpan(b *block, fr *frame, end ending, out flow.Outcome) {
	if b.span == nil {
		return
	}
	endSpan(fr, b.span, func(s *Span) {
		s.Block.Times, s.Block.Limit, s.Block.Attempt = b.limits.times, b.limits.duration, b.made
		s.Result.Status, s.Result.Reason = int(out.Status), end.reason
		s.Result.GivenUp = b.givenUp
		if end.reason != "" {
			s.Result.Omitted, s.Result.Errors = b.errors.Omitted, b.failures(fr)
		}
	})
}

// beginAttemptSpan begins the span of an attempt. TRACEPARENT names it for the attempt's commands.
func beginAttemptSpan(b *block, at *attemptEnv, number int, word string) *span {
	if at.fr.sh.opts.Log.Spans == nil {
		return nil
	}
	s := beginSpan(at.fr, event.SpanAttempt, b.around.place(b.pos), func(s *Span) {
		s.Block = event.Block{Kind: b.kind, ID: b.id, Times: b.limits.times, Limit: b.limits.duration,
			Attempt: number, Word: word, Timeout: b.clauses.timeout}
	})
	at.set(at.fr.sh.events.spans.ref, traceParent(at.fr))
	return s
}

// beginListSpan begins the span of a sense, check or catch list.
func beginListSpan(b *block, kind event.SpanKind, number int) *span {
	return beginSpan(b.env.fr, kind, b.around.place(b.pos), func(s *Span) {
		s.Block = event.Block{Kind: b.kind, ID: b.id, Attempt: number}
	})
}

// endAttemptSpan ends the span of an attempt, or of a list tried like one.
func endAttemptSpan(fr *frame, a *attempt) {
	if a.span == nil {
		return
	}
	endSpan(fr, a.span, func(s *Span) {
		s.Outcome, s.Result.Status = outcome(a), int(a.out.Status)
		if s.Outcome == event.Succeeded || s.Outcome == event.Left {
			return
		}
		if fr.wantsEvents(event.LevelCommand) {
			s.Result.Output = string(a.last)
		}
		if a.failure != nil {
			s.Result.Errors = []event.FailedAttempts{a.failed(fr.wantsEvents(event.LevelCommand))}
		}
	})
}

// outcome returns how an ended attempt counts for its block.
func outcome(a *attempt) event.Outcome {
	switch {
	case a.deferred:
		return event.Deferred
	case a.verdict == retry.Succeeded:
		return event.Succeeded
	case a.verdict == retry.TimedOut, a.verdict == retry.Overdue:
		return event.TimeLimit
	case a.verdict == retry.Cancelled:
		return event.Cancelled
	case a.verdict == retry.Diverted:
		return event.Left
	case a.verdict == retry.FailedOnce:
		return event.Failed
	}
	return event.Permanent
}
