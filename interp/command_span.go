package interp

import (
	"ftsh/interp/event"
)

// beginCommandSpan begins the span of a simple command. Like the log it shows the words as they are written
// in the script, and as the command was called only if the log does.
func beginCommandSpan(fr *frame, o *simpleOp, args []string) *span {
	return beginSpan(fr, event.SpanCommand, fr.context.place(o.pos), func(s *Span) {
		s.Process.Source = o.written.shown(args[0])
		if fr.wantsEvents(event.LevelCommand) {
			s.Process.Args = args
		}
	})
}
