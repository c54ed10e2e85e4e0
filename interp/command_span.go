package interp

import (
	"ftsh/internal/flow"
	"ftsh/interp/event"
)

// dispatchSpan is dispatch with a span. Like the log it shows the words as they are written in the
// script, and as the command was called only if the log does.
func (o *simpleOp) dispatchSpan(fr *frame, args []string) flow.Outcome {
	s := beginSpan(fr, event.SpanCommand, fr.context.place(o.pos), func(s *Span) {
		s.Process.Source = o.written.shown(args[0])
		if fr.wantsEvents(event.LevelCommand) {
			s.Process.Args = args
		}
	})
	out := o.dispatch(fr, args)
	endSpan(fr, s, func(s *Span) { s.Result.Status = int(out.Status) })
	return out
}
