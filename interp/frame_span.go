package interp

import (
	"math/rand/v2"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/vars"
	"ftsh/interp/event"
)

// A span is a span after its begin. A nil span has no receiver.
type span struct {
	sh *Shell
	Span
	outer event.SpanID // of the context in which it began
}

// spanState is a shell's state for its spans.
type spanState struct {
	parent event.TraceParent // of the shell's own span; without a Span: a trace that begins here
	ref    vars.Ref          // TRACEPARENT
	base   time.Time         // a wall-clock time, and its instant …
	at     clock.Instant
	shell  *span // the shell itself; nil: none has begun
}

// now returns the wall-clock time of the shell's begin plus the time passed since then, by the clock of
// deadlines.
func (s *spanState) now(c clock.Clock) time.Time { return s.base.Add(c.Now().Sub(s.at)) }

// beginSpan reports the begin of a part of the run. Until endSpan it is the parent of the frame's new
// spans. fill sets the fields of the kind.
func beginSpan(fr *frame, kind event.SpanKind, at event.Place, fill func(*Span)) *span {
	if fr.sh.opts.Log.Spans == nil {
		return nil
	}
	s := newSpan(fr, kind, at)
	fill(&s.Span)
	fr.context.span = s.ID
	fr.sh.opts.Log.Spans(s.Span)
	return s
}

// newSpan returns a new span of a frame.
func newSpan(fr *frame, kind event.SpanKind, at event.Place) *span {
	st := &fr.sh.events.spans
	return &span{sh: fr.sh, outer: fr.context.span, Span: Span{
		Kind: kind, Trace: st.parent.Trace, ID: newSpanID(), Parent: fr.context.span,
		Pid: fr.sh.id.pid, Place: at, Begin: st.now(fr.sh.clock),
	}}
}

// newSpanID returns a number unique among all spans of a trace, for all practical purposes.
func newSpanID() event.SpanID {
	for {
		if id := event.SpanID(rand.Uint64()); id != 0 {
			return id
		}
	}
}

// endSpan reports the end of a span, and makes the one around it the frame's innermost. fill sets the
// kind's fields known at the end.
func endSpan(fr *frame, s *span, fill func(*Span)) {
	if s == nil {
		return
	}
	fr.context.span = s.outer
	s.end(fill)
}

// end reports the end of a span. It may be called from any goroutine.
func (s *span) end(fill func(*Span)) {
	fill(&s.Span)
	s.End = s.sh.events.spans.now(s.sh.clock)
	s.sh.opts.Log.Spans(s.Span)
}

// traceParent returns the position of the frame's innermost span, as a value of TRACEPARENT.
func traceParent(fr *frame) string {
	return event.TraceParent{Trace: fr.sh.events.spans.parent.Trace, Span: fr.context.span}.String()
}

// beginShellSpan begins the span of the shell, the parent of all others.
func beginShellSpan(fr *frame) {
	if fr.sh.opts.Log.Spans == nil || fr.sh.events.spans.shell != nil {
		return
	}
	st := &fr.sh.events.spans
	st.base, st.at = fr.sh.clock.Wall(), fr.sh.clock.Now()
	st.ref = fr.sh.names.Ref("TRACEPARENT")
	text, _ := fr.env.vars.Get(st.ref)
	var ok bool
	if st.parent, ok = event.ParseTraceParent(text); !ok {
		for i := range st.parent.Trace {
			st.parent.Trace[i] = byte(rand.Uint32())
		}
	}
	fr.context.span = st.parent.Span
	st.shell = beginSpan(fr, event.SpanShell, event.Place{Script: fr.env.arg0}, func(s *Span) {
		s.Process.Args = append([]string{fr.env.arg0}, fr.env.params...)
	})
	if fr.env.vars.Set(st.ref, traceParent(fr)) == nil {
		fr.env.vars.Mark(st.ref, vars.Exported)
	}
}

// endShellSpan ends the span of the shell.
func endShellSpan(fr *frame, status int) {
	endSpan(fr, fr.sh.events.spans.shell, func(s *Span) { s.Result.Status = status })
}

// beginProcessSpan begins the span s of a started process. It ends when the process has been reaped.
func beginProcessSpan(fr *frame, s *span, p *proc.Process, args []string, pl placement) {
	s.Pid = p.Pid()
	s.Process = event.Process{Pid: s.Pid, Args: spanWords(fr, args), Background: pl.background}
	fr.sh.opts.Log.Spans(s.Span)
	p.OnEnd(func(st proc.Status, used proc.Usage) {
		s.end(func(s *Span) {
			s.Result.Status, s.Usage = st.ShellStatus(), event.Usage(used)
		})
	})
}

// beginExecSpan begins the span of a program in the shell's place: a process with the shell's number.
// Nothing of the shell ends any more. The returned function is for the case that exec fails.
func beginExecSpan(fr *frame, args []string) (failed func()) {
	s := beginSpan(fr, event.SpanProcess, fr.context.place(fr.regs.pos), func(s *Span) {
		s.Process.Pid, s.Process.Args = s.Pid, spanWords(fr, args)
	})
	return func() {
		endSpan(fr, s, func(s *Span) { s.Result.Status = flow.StatusNoExec })
	}
}

// spanWords returns the words of a command as spans show them: its name alone unless the log shows
// words.
func spanWords(fr *frame, args []string) []string {
	if !fr.wantsEvents(event.LevelCommand) && len(args) > 1 {
		return args[:1:1]
	}
	return args
}
