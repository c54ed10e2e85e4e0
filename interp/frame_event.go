package interp

import (
	"sync/atomic"

	"ftsh/internal/vars"
	"ftsh/interp/event"
)

// logLevel is the highest level of an environment's events: the options' level, until
// FTSH_LOG_LEVEL is assigned.
type logLevel struct {
	level Level
	seq   uint64 // of the variable's value when it was last read
	wrong bool   // a bad value has been reported
}

// eventState is a shell's state for its events.
type eventState struct {
	refLogLevel vars.Ref
	level       atomic.Int64 // the main environment's, for events of no environment
	original    original
	waiting     atomic.Bool // the terminal shows a wait
	spans       spanState
}

// wantsEvents reports whether the host wants events of a level.
func (fr *frame) wantsEvents(level Level) bool {
	if fr.sh.opts.Log.Events == nil {
		return false
	}
	if seq := fr.env.vars.Seq(fr.sh.events.refLogLevel); seq != fr.env.log.seq {
		fr.env.log.seq = seq
		fr.readLogLevel()
	}
	return level <= max(fr.env.log.level, fr.sh.opts.Standalone.AtLeast)
}

// readLogLevel adopts the value of FTSH_LOG_LEVEL. A bad value changes nothing.
func (fr *frame) readLogLevel() {
	text, _ := fr.env.vars.Get(fr.sh.events.refLogLevel)
	level, err := fr.sh.opts.Log.Level, error(nil)
	if text != "" {
		level, err = event.ParseLevel(text)
	}
	switch {
	case err == nil:
		fr.env.log.level = level
		if !fr.env.subshell {
			fr.sh.events.level.Store(int64(level))
		}
	case !fr.env.log.wrong:
		fr.env.log.wrong = true
		fr.say("FTSH_LOG_LEVEL: %s", err)
	}
}

// note reports an event of an environment. fill sets the fields of the event's kind; it is not
// called if the event is not wanted.
func (fr *frame) note(k event.Kind, at event.Place, fill func(*Event)) {
	if fr.wantsEvents(k.Level()) {
		defer fr.context.group.blocking()()
		fr.sh.emit(fr.context.scope.Context(), fr.env.fds.Get(2), k, at, func(e *Event) {
			e.Unasked = e.Level > fr.env.log.level
			fill(e)
		})
	}
}
