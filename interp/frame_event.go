package interp

import (
	"sync/atomic"

	"ftsh/internal/vars"
)

// logLevel is the greatest level of events that an environment tells: that of the
// options, until FTSH_LOG_LEVEL is assigned.
type logLevel struct {
	level Level
	seq   uint64 // of the variable's value that was looked at
	wrong bool   // a bad value has been said
}

// eventState is what a shell has for what it tells its host.
type eventState struct {
	refLogLevel vars.Ref
	level       atomic.Int64 // that of the main environment, for what belongs to no environment
	original    original
	waiting     atomic.Bool // a wait is shown at the terminal
}

// wantsEvents reports whether somebody gets the events of a level.
func (fr *frame) wantsEvents(level Level) bool {
	if fr.sh.opts.Events == nil {
		return false
	}
	if seq := fr.env.vars.Seq(fr.sh.events.refLogLevel); seq != fr.env.log.seq {
		fr.env.log.seq = seq
		fr.readLogLevel()
	}
	return level <= max(fr.env.log.level, fr.sh.opts.AtLeast)
}

// readLogLevel takes over what FTSH_LOG_LEVEL says. A bad value changes nothing.
func (fr *frame) readLogLevel() {
	text, _ := fr.env.vars.Get(fr.sh.events.refLogLevel)
	level, err := fr.sh.opts.LogLevel, error(nil)
	if text != "" {
		level, err = ParseLevel(text)
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

// note tells of what happens in an environment. Nothing is made of an event that nobody gets:
// fill, which sets the fields that the kind names, is not called then.
func (fr *frame) note(k EventKind, at Place, fill func(*Event)) {
	if fr.wantsEvents(kinds[k].level) {
		defer fr.context.group.blocking()()
		fr.sh.tell(fr.context.scope.Context(), fr.env.fds.Get(2), k, at, func(e *Event) {
			e.Unasked = e.Level > fr.env.log.level
			fill(e)
		})
	}
}
