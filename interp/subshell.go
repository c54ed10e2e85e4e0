package interp

import "ftsh/internal/flow"

// subshellOp is ( list ), on a forked frame.
type subshellOp struct {
	body *separableOp
	text string // the source, for jobs
}

func (o *subshellOp) exec(fr *frame) flow.Outcome {
	sub, err := fr.fork(forSubshell)
	if err != nil {
		return fr.noSubshell(err)
	}
	if fr.monitoring() && o.body.separates(sub) {
		return fr.errexit(o.body.asJob(fr, sub))
	}
	out := fr.asJob(o.text, []*frame{sub}, func() flow.Outcome {
		defer sub.close()
		return sub.finish(o.body.exec(sub))
	})
	if sub.group == nil || fr.blocks > 0 { // else it may still run
		adopt(fr, sub)
	}
	return fr.errexit(out)
}

// finish is the end of a subshell: its EXIT trap, then its outcome as the
// parent sees it.
func (fr *frame) finish(out flow.Outcome) flow.Outcome {
	return subshellOutcome(fr.runExitTrap(out))
}

// subshellOutcome is that of a subshell which has ended with out, as the parent sees it.
func subshellOutcome(out flow.Outcome) flow.Outcome {
	switch out.Divert {
	case flow.Cancel, flow.Failure, flow.Abort:
		return out // these take effect in the parent
	}
	return flow.Outcome{Status: out.Status}
}
