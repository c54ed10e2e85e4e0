package interp

import "ftsh/internal/option"

// setOption turns an option on or off, with what goes with it.
func (fr *frame) setOption(o option.Opt, on bool) error {
	switch o {
	case option.AllExport:
		fr.vars.SetAllExport(on)
	case option.Monitor:
		if on == fr.opts.Has(option.Monitor) {
			return nil // as of `eval "$saved"`: the terminal is not taken twice
		}
		if err := fr.setMonitor(on); err != nil {
			return err
		}
	case option.Brittle:
		setBrittle(fr, on)
		return nil
	}
	fr.opts = fr.opts.Put(o, on)
	return nil
}

// setBrittle gives the whole script brittle lists, or lifts them until the
// enclosing function, subshell or block ends (docs/language.md section 3).
func setBrittle(fr *frame, on bool) {
	fr.brittle = on
	if on || fr.functions == 0 && fr.blocks == 0 && !fr.subshell {
		fr.opts = fr.opts.Put(option.Brittle, on)
	}
}

// restoreOptions gives a function's caller its options back.
func (fr *frame) restoreOptions() {
	if fr.callerOpts == nil {
		return
	}
	fr.side.giveOptions(fr.functions)
	for _, o := range option.All() {
		switch was := fr.callerOpts.Has(o); {
		case was == fr.opts.Has(o):
		case o == option.Brittle: // the call ends it in its own way
			fr.opts = fr.opts.Put(o, was)
		default:
			_ = fr.setOption(o, was) // it was so before
		}
	}
}
