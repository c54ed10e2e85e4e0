// Package trap holds the traps of a shell environment: which action belongs to
// which condition, and which trapped signals have arrived (XCU trap, 2.12).
//
// The model: a [Condition] is EXIT or a signal. Its action is the default, to
// ignore it (an empty string), or a text to run. [Table.Arrived] notes a signal,
// from any goroutine; the environment looks with [Table.Pending], which costs one
// load, between two commands, and takes with [Table.Take] what to run.
//
// Invariants: a signal that was ignored when a non-interactive shell started
// stays so, in its subshells as well: setting its trap does nothing. A forked table (a subshell) ignores
// what its parent ignores and has default actions for the rest, but lists its
// parent's traps until it sets one itself, for the sake of $(trap). Several
// arrivals of a signal before it is taken count as one.
//
// A Table is for the goroutine of its environment, Arrived apart.
//
// What is not here: catching signals and changing dispositions (package sig),
// running actions (package interp).
package trap

import (
	"math/bits"
	"strings"
	"sync/atomic"

	"ftsh/internal/sig"
)

// A Condition is a signal, or Exit.
type Condition = sig.Signal

// Exit is the condition that the environment ends.
const Exit Condition = 0

// Parse reads a condition as the trap utility takes it: EXIT, 0, or a signal's
// name or number.
func Parse(text string) (Condition, bool) {
	if text == "EXIT" || text == "0" {
		return Exit, true
	}
	return sig.Parse(text)
}

// Name is the condition's name as the trap utility prints it.
func Name(c Condition) string {
	if c == Exit {
		return "EXIT"
	}
	return sig.Name(c)
}

// Default is the action that resets a condition to its default.
const Default = "-"

// A Table is the traps of one environment. Changed, when not nil, is called
// after a signal's action has changed, to change its disposition; a fork does not
// inherit it.
type Table struct {
	Changed func(s sig.Signal, d sig.Disposition)

	actions map[Condition]string // those to run, and "" of an EXIT that is ignored
	ignored sig.Set
	hard    sig.Set              // ignored at the start of a shell that is not interactive: for good
	outer   map[Condition]string // what is listed until the first Set; nil: nothing of the kind

	caught  atomic.Uint64 // the signals in actions, for Arrived
	pending atomic.Uint64
	shut    atomic.Uint64 // ignored and hard, for Ignored
}

// NewTable returns the table of a shell that was started with ignored ignored.
func NewTable(ignored sig.Set) *Table {
	t := &Table{hard: ignored}
	t.publish()
	return t
}

// publish tells other goroutines which signals are ignored.
func (t *Table) publish() { t.shut.Store(uint64(t.ignored | t.hard)) }

// AllowAll lets the traps of signals ignored at the start be set, as in an
// interactive shell.
func (t *Table) AllowAll() {
	t.ignored |= t.hard
	t.hard = 0
}

// BeginIgnoring makes the table of a subshell begin with s ignored: SIGINT and SIGQUIT
// of an asynchronous list (XCU 2.12). The list was not started with it ignored, as a
// shell may be: it can set the trap.
func (t *Table) BeginIgnoring(s sig.Signal) {
	if t.hard.Has(s) {
		return
	}
	t.ignored.Add(s)
	t.publish()
}

// Set gives c an action: a text to run, "" to ignore it, or Default. SIGKILL and
// SIGSTOP, and signals that were ignored at the start, stay as they are.
func (t *Table) Set(c Condition, action string) {
	t.outer = nil
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

// drop ends the catching of s, and forgets that it arrived.
func (t *Table) drop(s sig.Signal) {
	t.caught.And(^(uint64(1) << (s - 1)))
	t.pending.And(^(uint64(1) << (s - 1)))
}

// Action returns the action of c: a text, "" when it is ignored, Default.
func (t *Table) Action(c Condition) string {
	if a, ok := t.actions[c]; ok {
		return a
	}
	if c != Exit && (t.ignored | t.hard).Has(c) {
		return ""
	}
	return Default
}

// Ignored returns the signals that are ignored, and are to be in children. It may
// be called from any goroutine.
func (t *Table) Ignored() sig.Set { return sig.Set(t.shut.Load()) }

// Caught returns the signals that have an action to run.
func (t *Table) Caught() sig.Set { return sig.Set(t.caught.Load()) }

// Arrived notes that s arrived and reports whether it has an action to run. It
// may be called from any goroutine.
func (t *Table) Arrived(s sig.Signal) bool {
	if s < 1 || s > 64 || t.caught.Load()&(1<<(s-1)) == 0 {
		return false
	}
	t.pending.Or(1 << (s - 1))
	return true
}

// Pending reports whether there is something to Take.
func (t *Table) Pending() bool { return t.pending.Load() != 0 }

// Take returns a signal that arrived, the lowest number first, and its action.
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

// TakeExit returns the EXIT action, which then is no more: it runs once.
func (t *Table) TakeExit() (action string, ok bool) {
	action = t.actions[Exit]
	delete(t.actions, Exit)
	return action, action != ""
}

// ClearExit drops the EXIT action, of an environment that will not end here.
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

// keepExitIgnored makes EXIT ignored if it is among actions: a subshell keeps what is
// ignored.
func (t *Table) keepExitIgnored(actions map[Condition]string) {
	if action, set := actions[Exit]; set && action == "" {
		t.actions = map[Condition]string{Exit: ""}
	}
}

// Adopt gives a table the traps that a fork of it has set, which is not used any more.
// What has arrived there arrives here.
func (t *Table) Adopt(f *Table) {
	for c := Exit; c <= 64; c++ {
		if a := f.Action(c); a != Default && a != t.Action(c) {
			t.Set(c, a)
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

// shown is what the trap utility lists.
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

// Lines returns what `trap` without operands prints, a line for every condition
// that is not at its default, which the shell can read again; among them the
// signals that were ignored at the start of the shell or of the asynchronous list.
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

// Line returns what `trap -p c` prints.
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

// quote puts s into single quotes, and single quotes into double ones, as dash
// does.
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

// A State is a forked table as another process needs it to go on (package handover).
type State struct {
	Listed  map[Condition]string // what is listed until the first Set
	Ignored sig.Set
	Hard    sig.Set
}

// State returns what a forked table holds that has not been Set.
func (t *Table) State() State {
	return State{Listed: t.outer, Ignored: t.ignored, Hard: t.hard}
}

// Restore returns the table that a State was taken of.
func Restore(s State) *Table {
	t := &Table{outer: s.Listed, ignored: s.Ignored, hard: s.Hard}
	t.keepExitIgnored(s.Listed)
	t.publish()
	return t
}

// Next is what Take would return next; it stays pending.
func (t *Table) Next() (sig.Signal, bool) {
	set := t.pending.Load()
	if set == 0 {
		return 0, false
	}
	return sig.Signal(bits.TrailingZeros64(set) + 1), true
}
