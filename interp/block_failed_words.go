package interp

// nameWords adds the failed words to the failure of a forany or forall, for FTSH_ERROR and for the
// records of blocks around. The command alone shows a variable without its value. The FTSH_ERROR of
// a forall itself does not change, since FTSH_FAILED lists its words.
func (b *block) nameWords(p plan) {
	name := p.variable(b.env.fr.sh.names)
	if name == "" {
		return
	}
	failures := []**failure{&b.env.fr.regs.failure}
	if b.kind != "forall" {
		failures = append(failures, &b.errors.Last)
	}
	for _, f := range failures {
		if *f == nil {
			continue
		}
		if words := b.errors.Words((*f).Status, b.list); words != "" {
			g := **f
			g.Among = name + ": " + words
			g.alternatives = b.errors.Each
			*f = &g
		}
	}
}
