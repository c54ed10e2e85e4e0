// Package trap holds the traps of a shell environment: the actions of its conditions, and the
// trapped signals that have arrived (XCU trap, 2.12).
//
// The model: a [Condition] is EXIT or a signal. Its action is the default, to ignore it (an empty
// string), or a text to run. [Table.Arrived] records a signal, from any goroutine. Between two
// commands the environment looks with [Table.Pending], at the cost of one load, and gets the action
// to run from [Table.Take].
//
// Invariants: a signal ignored at the start of a non-interactive shell stays ignored, in its
// subshells as well: setting its trap does nothing. A forked table (a subshell) ignores the same
// signals as its parent and has default actions for the rest. It lists its parent's traps until it
// sets one itself, for the sake of $(trap). Several arrivals of a signal before it is taken count
// as one.
//
// A Table is for the goroutine of its environment, except for Arrived.
//
// Elsewhere: catching signals and changing dispositions (package sig), running actions (package
// interp).
package trap

import (
	"math/bits"
	"strings"
	"sync/atomic"

	"ftsh/internal/sig"
)

// A Condition is a signal, or Exit.
type Condition = sig.Signal

// Exit is the condition for the end of the environment.
const Exit Condition = 0

// Parse reads a condition in the form of the trap utility: EXIT, 0, or a signal's name or number.
func Parse(text string) (Condition, bool) {
	if text == "EXIT" || text == "0" {
		return Exit, true
	}
	return sig.Parse(text)
}

// Name returns the condition's name as printed by the trap utility.
func Name(c Condition) string {
	if c == Exit {
		return "EXIT"
	}
	return sig.Name(c)
}

// Default is the action to reset a condition to its default.
const Default = "-"

// A Table is the traps of one environment. Changed, if not nil, is called after a change of a
// signal's action, to change its disposition; a fork does not inherit it.
type Table struct {
	Changed func(s sig.Signal, d sig.Disposition)

	actions map[Condition]string // actions to run, and "" of an ignored EXIT
	spoken  map[Condition]bool   // those whose text is in the dialect of bash
	events  uint8                // the events of bash with an action, by bit (bash.go)
	ignored sig.Set
	// Ignored at the start of a non-interactive shell: for good.
	hard  sig.Set
	outer map[Condition]string // traps listed until the first Set; nil: none

	caught  atomic.Uint64 // the signals in actions, for Arrived
	pending atomic.Uint64
	shut    atomic.Uint64 // ignored and hard, for Ignored
}

// NewTable returns the table of a shell started with the given signals ignored.
func NewTable(ignored sig.Set) *Table {
	t := &Table{hard: ignored}
	t.publish()
	return t
}

// publish makes the ignored signals visible to other goroutines.
func (t *Table) publish() { t.shut.Store(uint64(t.ignored | t.hard)) }

// AllowAll lets the traps of signals ignored at the start be set, as in an
// interactive shell.
func (t *Table) AllowAll() {
	t.ignored |= t.hard
	t.hard = 0
}

// BeginIgnoring makes the table of a subshell begin with s ignored: SIGINT and SIGQUIT of an
// asynchronous list (XCU 2.12). Unlike a shell started with it ignored, the list can set the trap.
func (t *Table) BeginIgnoring(s sig.Signal) {
	if t.hard.Has(s) {
		return
	}
	t.ignored.Add(s)
	t.publish()
}

// Set gives c an action: a text to run, "" to ignore it, or Default. SIGKILL and SIGSTOP, and
// signals ignored at the start, do not change.
func (t *Table) Set(c Condition, action string) {
	t.outer = nil
	delete(t.spoken, c)
	if c > lastSignal {
		t.setEvent(c, action)
		return
	}
	if c == sig.SIGKILL || c == sig.SIGSTOP || c != Exit && t.hard.Has(c) {
		return
	}
	d := sig.Catch
	t.ignored.Remove(c)
	switch {
	case action == Default:
		d = sig.Default
		delete(t.actions, c)
	case action == "" && c != Exit:
		d = sig.Ignore
		delete(t.actions, c)
		t.ignored.Add(c)
	default: // an empty EXIT action does nothing, like none, but is listed
		if t.actions == nil {
			t.actions = make(map[Condition]string)
		}
		t.actions[c] = action
	}
	if c == Exit {
		return
	}
	t.publish()
	if d == sig.Catch {
		t.caught.Or(1 << (c - 1))
	} else {
		t.drop(c)
	}
	if t.Changed != nil {
		t.Changed(c, d)
	}
}

// drop ends the catching of s, and forgets its arrival.
func (t *Table) drop(s sig.Signal) {
	t.caught.And(^(uint64(1) << (s - 1)))
	t.pending.And(^(uint64(1) << (s - 1)))
}

// Action returns the action of c: a text, "" if it is ignored, or Default.
func (t *Table) Action(c Condition) string {
	if a, ok := t.actions[c]; ok {
		return a
	}
	if c != Exit && c <= lastSignal && (t.ignored | t.hard).Has(c) {
		return ""
	}
	return Default
}

// Ignored returns the signals ignored here and in children. It may be called from any goroutine.
func (t *Table) Ignored() sig.Set { return sig.Set(t.shut.Load()) }

// Caught returns the signals with an action to run.
func (t *Table) Caught() sig.Set { return sig.Set(t.caught.Load()) }

// Arrived records the arrival of s and reports whether it has an action to run. It may be called
// from any goroutine.
func (t *Table) Arrived(s sig.Signal) bool {
	if s < 1 || s > 64 || t.caught.Load()&(1<<(s-1)) == 0 {
		return false
	}
	t.pending.Or(1 << (s - 1))
	return true
}

// Pending reports whether there is something to Take.
func (t *Table) Pending() bool { return t.pending.Load() != 0 }

// Take returns an arrived signal, the lowest number first, and its action.
func (t *Table) Take() (s sig.Signal, action string, ok bool) {
	for {
		set := t.pending.Load()
		if set == 0 {
			return 0, "", false
		}
		if !t.pending.CompareAndSwap(set, set&(set-1)) {
			continue
		}
		s = sig.Signal(bits.TrailingZeros64(set) + 1)
		// Its trap may have been reset while it was on its way.
		if action, ok = t.actions[s]; ok {
			return s, action, true
		}
	}
}

// TakeExit returns the EXIT action and removes it: it runs once.
func (t *Table) TakeExit() (action string, ok bool) {
	action = t.actions[Exit]
	delete(t.actions, Exit)
	return action, action != ""
}

// ClearExit drops the EXIT action of an environment with its end elsewhere.
func (t *Table) ClearExit() { delete(t.actions, Exit) }

// Fork returns the table of a subshell.
func (t *Table) Fork() *Table {
	c := &Table{ignored: t.ignored, hard: t.hard, outer: t.outer}
	c.publish()
	if t.outer == nil && (len(t.actions) > 0 || t.ignored != 0) {
		c.outer = t.shown()
	}
	c.keepExitIgnored(t.actions)
	return c
}

// keepExitIgnored makes EXIT ignored if it is among actions: a subshell keeps ignored conditions.
func (t *Table) keepExitIgnored(actions map[Condition]string) {
	if action, set := actions[Exit]; set && action == "" {
		t.actions = map[Condition]string{Exit: ""}
	}
}

// Adopt gives a table the traps set by a fork of it, which is not used any more. Signals that
// arrived there arrive here.
func (t *Table) Adopt(f *Table) {
	for c := Exit; c <= Return; c++ {
		if a := f.Action(c); a != Default && a != t.Action(c) {
			t.Set(c, a)
			t.Speak(c, f.Bash(c))
		}
	}
	for {
		s, _, ok := f.Take()
		if !ok {
			return
		}
		t.Arrived(s)
	}
}

// shown returns the traps listed by the trap utility.
func (t *Table) shown() map[Condition]string {
	if t.outer != nil {
		return t.outer
	}
	m := make(map[Condition]string, len(t.actions))
	for c, a := range t.actions {
		m[c] = a
	}
	for s := range t.ignored.All() {
		m[s] = ""
	}
	return m
}

// Lines returns the output of `trap` without operands, a line for every condition not at its
// default, suitable for reinput. It includes the signals ignored at the start of the shell or of
// the asynchronous list.
func (t *Table) Lines() []string {
	m := t.shown()
	var lines []string
	for c := Exit; c <= 64; c++ {
		if a, ok := m[c]; ok {
			lines = append(lines, line(c, a))
		} else if c != Exit && (t.ignored | t.hard).Has(c) {
			lines = append(lines, line(c, ""))
		}
	}
	return lines
}

// Line returns the output of `trap -p c`.
func (t *Table) Line(c Condition) string {
	if a, ok := t.shown()[c]; ok {
		return line(c, a)
	}
	if c != Exit && (t.ignored | t.hard).Has(c) {
		return line(c, "")
	}
	return "trap -- - " + Name(c)
}

func line(c Condition, action string) string {
	return "trap -- " + quote(action) + " " + Name(c)
}

// quote puts s into single quotes, and single quotes into double ones, as dash does.
func quote(s string) string {
	var b strings.Builder
	for {
		n := strings.IndexByte(s, '\'')
		if n < 0 {
			n = len(s)
		}
		b.WriteString("'" + s[:n] + "'")
		s = s[n:]
		if s == "" {
			return b.String()
		}
		n = len(s) - len(strings.TrimLeft(s, "'"))
		b.WriteString(`"` + s[:n] + `"`)
		if s = s[n:]; s == "" {
			return b.String()
		}
	}
}

// A State is the part of a forked table needed to continue in another process (package handover).
type State struct {
	Listed  map[Condition]string // traps listed until the first Set
	Ignored sig.Set
	Hard    sig.Set
	Events  map[Condition]string // the actions of bash's events
}

// State returns the part of a forked table not made by Set.
func (t *Table) State() State {
	return State{Listed: t.outer, Ignored: t.ignored, Hard: t.hard, Events: t.eventActions()}
}

// Restore returns the table of a State.
func Restore(s State) *Table {
	t := &Table{outer: s.Listed, ignored: s.Ignored, hard: s.Hard}
	t.keepExitIgnored(s.Listed)
	t.restoreEvents(s.Events)
	t.publish()
	return t
}

// Next returns the next signal for Take; it stays pending.
func (t *Table) Next() (sig.Signal, bool) {
	set := t.pending.Load()
	if set == 0 {
		return 0, false
	}
	return sig.Signal(bits.TrailingZeros64(set) + 1), true
}
