package interp

import (
	"errors"

	"ftsh/internal/option"
)

// setOption turns an option on or off and applies its side effects.
func (fr *frame) setOption(o option.Opt, on bool) error {
	switch o {
	case option.AllExport:
		fr.env.vars.SetAllExport(on)
	case option.Monitor:
		if on == fr.env.opts.Has(option.Monitor) {
			// As in `eval "$saved"`: the terminal must not be taken twice.
			return nil
		}
		if err := fr.setMonitor(on); err != nil {
			return err
		}
	case option.Posix:
		if fr.env.opts.Has(option.Bash) && on != fr.env.opts.Has(option.Posix) {
			fr.env.markPosix(on)
		}
	case option.Bash:
		if on && fr.env.opts.Has(option.Posix) && !fr.env.opts.Has(option.Bash) {
			return errors.New("not as sh, nor with -o posix: there text keeps the meaning that it " +
				"has for sh")
		}
		if on {
			fr.env.startBash()
		}
	case option.Commands:
		if on && fr.env.opts.Has(option.Bash) && !fr.env.opts.Has(option.Commands) {
			startHistory(&fr.env)
		}
	case option.Brittle:
		setBrittle(fr, on)
		return nil
	}
	fr.env.opts = fr.env.opts.Put(o, on)
	return nil
}

// setBrittle turns brittle lists on for the whole script, or off until the enclosing function,
// subshell or block ends (docs/language.md section 3).
func setBrittle(fr *frame, on bool) {
	fr.context.brittle = on
	if on || fr.context.functions == 0 && fr.context.blocks == 0 && !fr.env.subshell {
		fr.env.opts = fr.env.opts.Put(option.Brittle, on)
	}
}

// restoreOptions restores the options of a function's caller.
func (fr *frame) restoreOptions() {
	if fr.context.callerOpts == nil {
		return
	}
	fr.env.snapshot.giveOptions(fr.context.functions)
	fr.env.opts = fr.env.opts&^option.OnlyBash | *fr.context.callerOpts&option.OnlyBash
	for _, o := range option.All() {
		switch was := fr.context.callerOpts.Has(o); {
		case was == fr.env.opts.Has(o):
		case o == option.Brittle: // the call restores context.brittle itself
			fr.env.opts = fr.env.opts.Put(o, was)
		default:
			_ = fr.setOption(o, was) // the value was valid before
		}
	}
}
