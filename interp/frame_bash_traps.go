package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
)

// The traps of bash's events: ERR, DEBUG and RETURN.

// runErrTrap runs the trap of ERR for a command that failed with out.
func runErrTrap(fr *frame, out flow.Outcome) flow.Outcome {
	b := fr.env.bash
	if b == nil || b.unheard {
		return flow.Outcome{}
	}
	if b.simple {
		b.pipe = nil
	}
	outer := fr.env.status
	fr.env.status = int(out.Status)
	a := runEvent(fr, trap.Err)
	fr.env.status = outer
	return a
}

// hearErr notes for a command that begins whether ERR has a trap. The caller calls back at its end.
func hearErr(fr *frame) (back func()) {
	outer := fr.env.bash.unheard
	fr.env.bash.unheard = !fr.env.traps.Heeds(trap.Err)
	return func() {
		if b := fr.env.bash; b != nil {
			b.unheard = outer
		}
	}
}

// runEvent runs the trap of an event, unless it runs already. $? is restored, and so is what the
// variables of bash say about the command.
func runEvent(fr *frame, c sig.Signal) flow.Outcome {
	out := runEventStatus(fr, c)
	if out.Divert == flow.None {
		out = flow.Outcome{}
	}
	return out
}

// runDebug runs the trap of DEBUG. With the option extdebug an action that fails skips the command,
// and one with status 2 returns from the running function or file.
func runDebug(fr *frame) (out flow.Outcome, skip bool) {
	out = runEventStatus(fr, trap.Debug)
	switch {
	case out.Divert != flow.None:
		return out, false
	case out.Status == 0 || !fr.env.shopts.Has(option.ExtDebug):
		return flow.Outcome{}, false
	case out.Status == 2 && fr.context.functions+fr.context.sources > 0:
		return flow.Outcome{Status: 2, Divert: flow.Return}, false
	}
	return flow.Status(int(out.Status)), true
}

// runEventStatus is runEvent, with the status of the action.
func runEventStatus(fr *frame, c sig.Signal) flow.Outcome {
	b, bit := fr.env.bash, uint8(1)<<(c-trap.Debug)
	if b == nil || b.running&bit != 0 {
		return flow.Outcome{}
	}
	line, action, saved := fr.env.vars.Line, fr.env.traps.Action(c), *b
	b.running |= bit
	out := runTrap(fr, action, "trap "+trap.Name(c), true)
	if b = fr.env.bash; b != nil {
		b.running, b.pipe, b.last, b.command, b.simple = saved.running, saved.pipe, saved.last,
			saved.command, saved.simple
	}
	fr.env.vars.Line = line
	return out
}
