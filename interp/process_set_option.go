package interp

import "ftsh/internal/option"

// setOption turns an option on or off, with what goes with it.
func (fr *frame) setOption(o option.Opt, on bool) error {
	switch o {
	case option.AllExport:
		fr.env.vars.SetAllExport(on)
	case option.Monitor:
		if on == fr.env.opts.Has(option.Monitor) {
			return nil // as of `eval "$saved"`: the terminal is not taken twice
		}
		if err := fr.setMonitor(on); err != nil {
			return err
		}
	case option.Brittle:
		setBrittle(fr, on)
		return nil
	}
	fr.env.opts = fr.env.opts.Put(o, on)
	return nil
}

// setBrittle gives the whole script brittle lists, or lifts them until the
// enclosing function, subshell or block ends (docs/language.md section 3).
func setBrittle(fr *frame, on bool) {
	fr.context.brittle = on
	if on || fr.context.functions == 0 && fr.context.blocks == 0 && !fr.env.subshell {
		fr.env.opts = fr.env.opts.Put(option.Brittle, on)
	}
}

// restoreOptions gives a function's caller its options back.
func (fr *frame) restoreOptions() {
	if fr.context.callerOpts == nil {
		return
	}
	fr.env.snapshot.giveOptions(fr.context.functions)
	for _, o := range option.All() {
		switch was := fr.context.callerOpts.Has(o); {
		case was == fr.env.opts.Has(o):
		case o == option.Brittle: // the call ends it in its own way
			fr.env.opts = fr.env.opts.Put(o, was)
		default:
			_ = fr.setOption(o, was) // it was so before
		}
	}
}
