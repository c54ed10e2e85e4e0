package trap

import (
	"strings"

	"ftsh/internal/sig"
)

// The events of bash that have traps, next to EXIT and the signals: before each command, after a
// command fails, and after a function or a sourced file. No signal has their numbers.
const (
	lastSignal Condition = 64

	Debug  Condition = lastSignal + 1
	Err    Condition = lastSignal + 2
	Return Condition = lastSignal + 3
)

// ParseBash reads a condition in bash's form of the trap utility: in any case, with or without SIG.
func ParseBash(text string) (Condition, bool) {
	switch strings.TrimPrefix(strings.ToUpper(text), "SIG") {
	case "EXIT":
		return Exit, true
	case "DEBUG":
		return Debug, true
	case "ERR":
		return Err, true
	case "RETURN":
		return Return, true
	}
	return Parse(text)
}

// Speak says whether the action of c is in the dialect of bash. Set makes it plain.
func (t *Table) Speak(c Condition, bash bool) {
	switch {
	case !bash:
		delete(t.spoken, c)
	case t.spoken == nil:
		t.spoken = map[Condition]bool{c: true}
	default:
		t.spoken[c] = true
	}
}

// Bash reports whether the last action of c is in the dialect of bash.
func (t *Table) Bash(c Condition) bool { return t.spoken[c] }

// Heeds reports whether the event c has an action to run. It costs next to nothing.
func (t *Table) Heeds(c Condition) bool { return t.events&eventBit(c) != 0 }

func eventBit(c Condition) uint8 { return 1 << (c - Debug) }

// setEvent is Set for an event of bash.
func (t *Table) setEvent(c Condition, action string) {
	t.events &^= eventBit(c)
	if action == Default {
		delete(t.actions, c)
		return
	}
	if t.actions == nil {
		t.actions = make(map[Condition]string)
	}
	if t.actions[c] = action; action != "" {
		t.events |= eventBit(c)
	}
}

// KeepEvents takes over the actions of events from the table of the parent: a subshell keeps that of
// ERR if errtrace is on, and the others if functrace is.
func (t *Table) KeepEvents(parent *Table, errtrace, functrace bool) {
	for _, c := range [...]Condition{Debug, Err, Return} {
		if action, set := parent.actions[c]; set && (c == Err && errtrace || c != Err && functrace) {
			t.setEvent(c, action)
			t.Speak(c, true)
		}
	}
}

// Suspend takes the action of an event away and returns it; Default if there is none.
func (t *Table) Suspend(c Condition) string {
	action, set := t.actions[c]
	if !set {
		return Default
	}
	t.setEvent(c, Default)
	return action
}

// Resume gives an event the action returned by Suspend, if there was one.
func (t *Table) Resume(c Condition, action string) {
	if action != Default {
		t.setEvent(c, action)
		t.Speak(c, true)
	}
}

func (t *Table) eventActions() map[Condition]string {
	var m map[Condition]string
	for _, c := range [...]Condition{Debug, Err, Return} {
		if action, set := t.actions[c]; set {
			if m == nil {
				m = make(map[Condition]string)
			}
			m[c] = action
		}
	}
	return m
}

func (t *Table) restoreEvents(m map[Condition]string) {
	for c, action := range m {
		if c >= Debug && c <= Return {
			t.Resume(c, action)
		}
	}
}

// BashLines returns the output of bash's trap -p: a line for every condition with an action.
func (t *Table) BashLines() []string {
	var list []string
	for c := Exit; c <= Return; c++ {
		if line := t.BashLine(c); line != "" {
			list = append(list, line)
		}
	}
	return list
}

// BashLine returns the output of bash's trap -p c; "" if it has no action.
func (t *Table) BashLine(c Condition) string {
	action, set := t.shown()[c]
	if !set && (c < 1 || c > lastSignal || !(t.ignored | t.hard).Has(c)) {
		return ""
	}
	return "trap -- '" + strings.ReplaceAll(action, "'", `'\''`) + "' " + bashName(c)
}

// bashName is the name of a condition as bash prints it.
func bashName(c Condition) string {
	switch c {
	case Exit:
		return "EXIT"
	case Debug:
		return "DEBUG"
	case Err:
		return "ERR"
	case Return:
		return "RETURN"
	}
	return "SIG" + sig.Name(c)
}
