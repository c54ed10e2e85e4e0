//go:build linux

package signals

// An environment is a shell execution environment (XCU 2.13), reduced to the parts relevant to the
// case's signal.
type environment struct {
	c      Case
	choice choice

	does        action // kept: the default action
	forGood     bool   // no trap can change it
	interactive bool   // main environment of an interactive shell, or treated as one
	wasReset    bool   // by an explicit trap - S
}

// A choice is a set of decisions left to the shell by POSIX. The zero value is ftsh's choice
// (docs/language.md, section 10).
type choice struct {
	// XCU trap: "An interactive shell may reset or catch signals ignored on entry."
	entryForGood bool
	// XCU sh, ASYNCHRONOUS EVENTS: an interactive shell's treatment of SIGINT, SIGQUIT and SIGTERM
	// "can be overridden by use of the trap special built-in"; XCU trap: with "-" the shell resets
	// the condition "to the default value". This may mean the system's default or the one of
	// interactive shells.
	systemDefault bool
	// In XCU 2.13 a subshell is a duplicate of the shell. 2.12 and sh do not say whether a subshell
	// of an interactive shell is still interactive.
	subshellInteractive bool
}

func choices() []choice {
	var all []choice
	for i := range 8 {
		all = append(all, choice{i&1 != 0, i&2 != 0, i&4 != 0})
	}
	return all
}

// start returns the environment of a shell started with the signal at its default or ignored.
//
// XCU 1.4, ASYNCHRONOUS EVENTS (sh refers to it as the standard action): a signal inherited as
// ignored is ignored. XCU trap: "Signals that were ignored on entry to a non-interactive shell
// cannot be trapped or reset".
func start(c Case, ch choice) *environment {
	e := &environment{c: c, choice: ch, does: kept, interactive: c.shell == isInteractive}
	if c.atEntry == ignoredAtEntry {
		e.does = ignored
		e.forGood = !e.interactive || ch.entryForGood
	}
	return e
}

// trap is the trap special built-in.
func (e *environment) trap(a action) {
	if e.forGood || a == kept {
		return
	}
	switch a {
	case reset: // "If action is '-', the shell shall reset each condition to the default value."
		e.does, e.wasReset = kept, true
	default: // "If action is null, the shell shall ignore …"; else: execute
		e.does, e.wasReset = a, false
	}
}

// subshell returns a subshell environment, of an asynchronous list or another.
func (e *environment) subshell(asynchronous bool) *environment {
	s := *e
	// XCU 2.13: a duplicate, except for traps. XCU trap: "When a subshell is entered, traps that
	// are not being ignored shall be set to the default actions".
	if s.does == set {
		s.does = kept
	}
	s.wasReset = false
	s.interactive = e.interactive && e.choice.subshellInteractive
	// XCU 2.12: "If job control is disabled when the shell executes an asynchronous AND-OR list,
	// the commands in the list shall inherit from the shell a signal action of ignored for the
	// SIGINT and SIGQUIT signals." The list does not count as a shell entered with them ignored:
	// trap may change it.
	if asynchronous && e.c.jobs == withoutJobs && (e.c.signal == "INT" || e.c.signal == "QUIT") {
		s.does = ignored
	}
	return &s
}

// An effect is the effect of the signal on a process.
type effect int

const (
	nothing effect = iota
	runsAction
	dies
)

// effect returns the effect on the process of the environment.
func (e *environment) effect() effect {
	switch e.does {
	case ignored:
		return nothing
	case set:
		return runsAction
	}
	// XCU sh, ASYNCHRONOUS EVENTS: in an interactive shell, "SIGINT signals received at other
	// times [than line editing] shall be caught but no action performed"; "SIGQUIT and
	// SIGTERM signals shall be ignored".
	if e.interactive && !(e.wasReset && e.choice.systemDefault) {
		switch e.c.signal {
		case "INT", "QUIT", "TERM":
			return nothing
		}
	}
	return e.c.signal.byDefault()
}

// programEffect returns the effect on a program run by the environment.
//
// XCU 2.12: "In all other cases, commands executed by the shell shall inherit the same signal
// actions as those inherited by the shell from its parent unless a signal action is modified by the
// trap special built-in." XSH exec: caught signals are at their default in the program. So an
// interactive shell's own treatment of signals does not reach the program.
func (e *environment) programEffect() effect {
	if e.does == ignored {
		return nothing
	}
	return e.c.signal.byDefault()
}

// byDefault returns the default action (XBD signal.h): to terminate, or nothing.
func (s signal) byDefault() effect {
	switch s {
	case "CHLD", "WINCH", "URG", "CONT":
		return nothing
	}
	return dies
}

// expected returns the trace required for a case.
func expected(c Case, ch choice) string {
	m := start(c, ch)
	e := m
	if c.place != inMain {
		m.trap(c.outerTrap)
		e = m.subshell(c.place == inList || c.place == asProgram)
	}
	e.trap(c.trap)

	var t trace
	ended := nothing // how the environment at the place ends
	switch c.target {
	case afterExec:
		// XCU exec: the program takes the environment's place.
		if ended = e.programEffect(); ended != dies {
			t.add("alive")
		}
	case child:
		if e.programEffect() == dies {
			t.add("after", string(c.signal)) // XCU 2.8.2: the status identifies the signal
		} else {
			t.add("alive", "after", "0")
		}
	case self:
		ended = e.effect()
		t.addSurvivor(c, ended, "action")
	case mainShell:
		switch m.effect() {
		case dies:
			// From here the subshell may do anything.
			return trace{"died", string(c.signal)}.of(c)
		case runsAction:
			t.addSurvivor(c, nothing, "")
			t.add("main-action") // when the foreground command has completed
		default:
			t.addSurvivor(c, nothing, "")
		}
	}
	if c.place != inMain {
		if ended == dies {
			t.add("main", string(c.signal))
		} else {
			t.add("main", "0")
		}
		ended = nothing
	}
	if ended == dies {
		t.add("died", string(c.signal))
	} else {
		t.add("exit", "0")
	}
	return t.of(c)
}

// addSurvivor adds the environment's words after the signal, unless it dies.
//
// XCU 2.12: "When a signal for which a trap has been set is received while the shell is waiting for
// the completion of a utility executing a foreground command, the trap associated with that signal
// shall not be executed until after the foreground command has completed." From outside, the signal
// comes during such a command; it writes "released". A signal sent by kill to the shell itself is
// there when kill returns (XSH kill), before the next command.
func (t *trace) addSurvivor(c Case, is effect, action string) {
	if is == dies {
		return
	}
	if c.sender == outside {
		t.add("released")
	}
	if is == runsAction {
		t.add(action)
	}
	t.add("after")
}
