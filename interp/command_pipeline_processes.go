package interp

import (
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/proc"
)

// asProcesses runs the pipeline as a job with a process for each element.
func (o *pipelineOp) asProcesses(fr *frame) flow.Outcome {
	ps, out := o.start(fr, placement{group: true, foreground: true}, func() (*frame, error) {
		return fr.fork(forProcess)
	})
	if len(ps) == 0 {
		return fr.errexit(out)
	}
	ended := fr.runJob(ps, o.text, o.statusOf(fr))
	if out.Status != 0 && ended.Divert == flow.None {
		ended = out // an element could not be started
	}
	return fr.errexit(ended)
}

// start starts each element in a process of its own, joined by pipes. make makes an element's
// environment, without its pipes. If an element cannot be started, start returns the earlier ones
// and the failure's outcome.
func (o *pipelineOp) start(fr *frame, pl placement, make func() (*frame, error)) (
	ps []*proc.Process, out flow.Outcome) {
	c, status := o.from.compiler(fr.sh), o.statusOf(fr)
	var input fd.File // from the previous element
	defer func() {
		releaseFile(input)
		if len(ps) > 0 {
			ps[0].LetGo()
		}
	}()
	for i, cmd := range o.commands {
		pl.hold = pl.group && i == 0
		var next, output fd.File
		if i < len(o.commands)-1 {
			var err error
			if next, output, err = fd.Pipe(); err != nil {
				fr.regs.pos = o.pos
				return ps, fr.noPipe(err)
			}
		}
		p, failed := c.forked(asList(cmd)).start(fr, pl, func() (*frame, error) {
			sub, err := make()
			if err != nil {
				return nil, err
			}
			sub.context.depth.nested++
			if output != nil {
				if status == job.OfLast {
					sub.context.judged = 0 // its status is not used
				}
				sub.env.fds.Set(1, output.Retain(), fd.ByPipeline)
			}
			if input != nil {
				in := fd.Entry{File: input.Retain(), Origin: fd.ByPipeline}
				if o.blocks[i] {
					in.Block = uint16(sub.context.blocks + 1)
				}
				sub.env.fds.Replace(0, in).Release()
			}
			return sub, nil
		})
		releaseFile(input)
		releaseFile(output)
		input = next
		if p == nil {
			return ps, failed
		}
		if ps = append(ps, p); pl.group {
			pl.leader = ps[0].Pid()
		}
	}
	return ps, flow.Outcome{}
}

func releaseFile(f fd.File) {
	if f != nil {
		f.Release()
	}
}

// statusOf returns the rule for the pipeline's status; it must agree with decisive.
func (o *pipelineOp) statusOf(fr *frame) job.StatusOf {
	switch {
	case fr.context.brittle && !o.inCond:
		return job.OfFailureButPipe
	case fr.env.opts.Has(option.PipeFail):
		return job.OfFailure
	}
	return job.OfLast
}
