package interp

import (
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
)

// bashCalling is a call of a function, or the reading of a file, where the dialect of bash is or has
// been on. The zero value is none.
type bashCalling struct {
	begun bool
	out   flow.Outcome // of the trap of DEBUG that runs before a function
	skip  bool         // that trap has the body left out
	args  int          // how many arguments are in BASH_ARGV for it; -1: it is not in BASH_ARGC
	outer *bashCall
	// The traps of events that the function does not keep.
	debug, err, ret string
}

// enterCall begins a call. A function has the trap of ERR only under set -E, and those of DEBUG and
// RETURN only under set -T; a file has that of DEBUG only under set -T.
func enterCall(fr *frame, call *bashCall, args []string) bashCalling {
	b := fr.env.bash
	c := bashCalling{begun: true, outer: b.calls, debug: trap.Default, err: trap.Default,
		ret: trap.Default, args: -1}
	if fr.env.shopts.Has(option.ExtDebug) {
		c.args = len(args)
		fr.env.pushArguments(args)
	}
	call.outer = b.calls
	b.calls = call
	if !fr.env.opts.Has(option.FuncTrace) {
		c.debug = fr.env.traps.Suspend(trap.Debug)
		if call.function {
			c.ret = fr.env.traps.Suspend(trap.Return)
		}
	}
	if call.function && !fr.env.opts.Has(option.ErrTrace) {
		c.err = fr.env.traps.Suspend(trap.Err)
	}
	if call.function && fr.env.traps.Heeds(trap.Debug) {
		fr.env.vars.Line = call.defined
		c.out, c.skip = runDebug(fr)
	}
	return c
}

// exits reports whether out ends the environment. At a prompt stopped jobs may keep the shell, and
// a block restores what its body changed.
func exits(fr *frame, out flow.Outcome) bool {
	return out.Divert == flow.Exit && fr.context.blocks == 0 && !fr.sh.opts.Standalone.Interactive
}

// leave ends a call: the trap of RETURN runs while the local variables are there, then the traps of
// the caller are back. A trap that the function has set stays if the caller has none.
func (c *bashCalling) leave(fr *frame, out flow.Outcome) flow.Outcome {
	if fr.env.bash == nil {
		return out
	}
	if exits(fr, out) {
		return out // the trap of EXIT knows what ran
	}
	returns := out.Divert == flow.None || out.Divert == flow.Return
	if returns && fr.env.traps.Heeds(trap.Return) {
		if call := fr.env.bash.calls; call != nil && call.function && call.defined > 0 {
			fr.env.vars.Line = call.defined
		}
		if a := runEvent(fr, trap.Return); a.Divert != flow.None && a.Divert != flow.Return {
			out = a
		}
	}
	fr.env.bash.calls = c.outer
	if c.args >= 0 {
		fr.env.popArguments(c.args)
	}
	for _, t := range [...]struct {
		event  sig.Signal
		action string
	}{{trap.Debug, c.debug}, {trap.Err, c.err}, {trap.Return, c.ret}} {
		fr.env.traps.Resume(t.event, t.action)
	}
	return out
}

// sourceName is the file of a function in BASH_SOURCE.
func (f *function) sourceName(fr *frame) string {
	script := f.script
	if script != fr.sh.opts.Name {
		return script
	}
	switch {
	case fr.sh.opts.Standalone.CommandString:
		return "environment"
	case fr.env.opts.Has(option.Stdin):
		return "main"
	}
	return script
}
