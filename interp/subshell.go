package interp

import "ftsh/internal/flow"

// subshellOp is ( list ): it runs in this process, on a forked frame.
type subshellOp struct {
	body op
	text string // the source, for jobs
}

func (o *subshellOp) exec(fr *frame) flow.Outcome {
	sub := fr.fork()
	sub.loops = 0
	out := fr.asJob(o.text, []*frame{sub}, func() flow.Outcome {
		defer sub.close()
		return sub.finish(o.body.exec(sub))
	})
	if sub.group == nil {
		fr.adopt(sub)
	}
	return fr.errexit(out)
}
