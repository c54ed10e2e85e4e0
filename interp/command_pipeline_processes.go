package interp

import (
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/syntax"
	"ftsh/interp/event"
	"ftsh/parser/ast"
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
	o.keepProcesses(fr, ps)
	switch {
	case ended.Divert != flow.None:
	case out.Status != 0:
		ended = out // an element could not be started
	case ended.Status != 0 && keepsFailures(fr):
		o.noteFailed(fr, ps)
	}
	return fr.errexit(ended)
}

// keepProcesses is keepStatuses for processes. One that was stopped counts as such.
func (o *pipelineOp) keepProcesses(fr *frame, ps []*proc.Process) {
	if fr.env.bash == nil {
		return
	}
	outs := make([]flow.Outcome, len(ps))
	for i, p := range ps {
		if st, over := p.Status(); over {
			outs[i] = flow.Status(st.ShellStatus())
		} else {
			outs[i] = flow.Status(flow.StatusSignalled + int(sig.SIGTSTP))
		}
	}
	keepStatuses(fr, o, outs)
}

// noteFailed records the failure of the element whose status is the pipeline's, with the first
// failed element before it. A job that was stopped has not failed yet.
func (o *pipelineOp) noteFailed(fr *frame, ps []*proc.Process) {
	outs := make([]flow.Outcome, len(ps))
	for i, p := range ps {
		st, over := p.Status()
		if !over {
			return
		}
		outs[i] = flow.Status(st.ShellStatus())
	}
	failed := func(i int) *failure {
		return failedProcess(fr, o.commands[i], o.from, int(outs[i].Status))
	}
	d := decisive(outs, fr.context.brittle && !o.inCond, fr.env.opts.Has(option.PipeFail))
	fr.regs.failure = failed(d)
	for i, out := range outs[:d] {
		if hasFailed(out) {
			fr.regs.failure.Upstream = failed(i).source() + ": " + flow.StatusText(int(out.Status))
			return
		}
	}
}

// start starts each element in a process of its own, joined by pipes. make makes an element's
// environment, without its pipes. If an element cannot be started, start returns the earlier ones
// and the failure's outcome.
//
// In a group of their own, shells among the elements begin only when all elements have joined it:
// a signal for the group reaches all of them, also one that an element sends at once.
func (o *pipelineOp) start(fr *frame, pl placement, make func() (*frame, error)) (
	ps []*proc.Process, out flow.Outcome) {
	c, status := o.from.compiler(fr.sh), o.statusOf(fr)
	var input fd.File // from the previous element
	var waiting []fd.File
	if pl.group {
		pl.waiting = &waiting
	}
	defer func() {
		releaseFile(input)
		for _, f := range waiting {
			f.Release()
		}
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

// failedProcess returns the failure of a command that ran in a process. The process leaves nothing
// but its status, so the failure names the whole command.
func failedProcess(fr *frame, n ast.Node, from origin, status int) *failure {
	return &failure{Failure: event.Failure{Place: fr.context.place(n.Pos()), Status: status},
		written: from.compiler(fr.sh).written(n), record: hasBlock(fr, n, make(map[string]bool))}
}

// hasBlock reports whether n, or a function called in it, has a block: its process may have made
// the record of the failure itself. seen are the functions looked at.
func hasBlock(fr *frame, n ast.Node, seen map[string]bool) (found bool) {
	ast.Walk(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Try, *ast.Forany, *ast.Forall:
			found = true
		case *ast.Simple:
			if len(n.Args) == 0 {
				break
			}
			name, _ := syntax.Static(n.Args[0])
			if fn := fr.env.funcs.m[name]; fn != nil && !seen[name] {
				seen[name] = true
				found = found || hasBlock(fr, fn.declaration(), seen)
			}
		}
		return !found
	})
	return found
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
