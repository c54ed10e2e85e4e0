package interp

import (
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
)

// endsHere reports whether the last element runs in this environment, as the option lastpipe of
// bash wants it. Under job control it does not, since the terminal must be able to stop the
// pipeline.
func (o *pipelineOp) endsHere(fr *frame) bool {
	return o.bash && fr.env.shopts.Has(option.LastPipe) && !fr.env.monitoring()
}

// runLast runs the last element in fr, whose standard input is the pipe by now, and gives it stdin
// back. The other elements run on meanwhile, so fr shares nothing with them that it writes
// (forFeeder), and exec must not end them with this process.
func (o *pipelineOp) runLast(fr *frame, stdin fd.Entry) flow.Outcome {
	n := len(o.elements) - 1
	fr.context.depth.nested++
	fr.context.depth.feeders += n
	if b := fr.env.bash; b != nil {
		b.here = true
	}
	out := o.elements[n].body.exec(fr)
	fr.context.depth.feeders -= n
	fr.context.depth.nested--
	fr.restore([]replaced{{0, stdin}})
	return out
}
