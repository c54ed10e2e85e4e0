package event

import (
	"fmt"
	"strconv"
)

// A Level is how much detail an event is (docs/language.md, section 8). A level includes all levels
// below it.
type Level int

// The levels of events. The gaps leave room for more.
const (
	LevelNone Level = 0 // nothing
	// LevelFailure: a block failed in the end and nothing handled it, or a command ended a brittle
	// script.
	LevelFailure   Level = 10
	LevelAttempt   Level = 15 // failed attempts, the waits after them, handled failures
	LevelCommand   Level = 20 // every command and its status
	LevelStructure Level = 30 // starts of blocks and attempts
	LevelProcess   Level = 40 // processes and signals
)

// levels are the names of the levels.
var levels = [...]struct {
	name  string
	level Level
}{
	{"silent", LevelNone}, {"failures", LevelFailure}, {"attempts", LevelAttempt},
	{"commands", LevelCommand}, {"blocks", LevelStructure}, {"processes", LevelProcess},
}

// String returns the level's name, or its number if it has no name.
func (l Level) String() string {
	for _, n := range levels {
		if n.level == l {
			return n.name
		}
	}
	return strconv.Itoa(int(l))
}

// ParseLevel parses a level's name or a number from 0 to 40, as in FTSH_LOG_LEVEL.
func ParseLevel(text string) (Level, error) {
	for _, n := range levels {
		if n.name == text {
			return n.level, nil
		}
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || Level(n) > LevelProcess {
		return LevelNone, fmt.Errorf("expected silent, failures, attempts, commands, "+
			"blocks, processes or a number from 0 to %d, found %q", LevelProcess, text)
	}
	return Level(n), nil
}
