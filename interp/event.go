package interp

import (
	"time"

	"ftsh/parser/ast"
)

// The levels of events (LANGUAGE.md section 8).
const (
	LevelFailure   = 10 // a block that failed in the end
	LevelCommand   = 20 // every failed attempt, every command and its status
	LevelStructure = 30 // blocks, attempts, delays
	LevelProcess   = 40 // processes and signals
)

// An Event is something that happened, for a log.
type Event struct {
	Time    time.Time
	Level   int
	Script  string
	Line    int
	Message string
	Status  int
}

// note reports an event if somebody listens at its level.
func (fr *frame) note(level int, pos ast.Pos, message string, status int) {
	if level > fr.sh.opts.LogLevel || fr.sh.opts.Events == nil {
		return
	}
	fr.sh.opts.Events(Event{
		Time: fr.sh.clock.Wall(), Level: level, Script: fr.script, Line: int(pos.Line),
		Message: message, Status: status,
	})
}

// logs reports whether somebody listens at level, so that a message need not be
// made in vain.
func (fr *frame) logs(level int) bool {
	return level <= fr.sh.opts.LogLevel && fr.sh.opts.Events != nil
}
