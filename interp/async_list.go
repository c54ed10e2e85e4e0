package interp

import (
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/parser/ast"
)

// backgroundOp is an asynchronous list (XCU 2.9.3.1). It needs a process id that
// other programs can signal, so it runs in a process of its own, a pipeline in one for
// each element, the last of which $! names.
type backgroundOp struct {
	forked *forked
	script string
	pipes  *pipelineOp // the list is this pipeline; nil: it is another
}

func (c *compiler) background(a *ast.AndOr) op {
	o := &backgroundOp{forked: c.forked(a), script: c.script}
	if len(a.Pipelines) == 1 {
		if p := a.Pipelines[0]; len(p.Commands) > 1 && !p.Negated && !p.Timed {
			o.pipes = c.pipes(p, false)
		}
	}
	return o
}

// exec begins it. Where that fails, set -e ends the shell, as for any subshell that cannot be made.
func (o *backgroundOp) exec(fr *frame) flow.Outcome { return fr.errexit(o.begin(fr)) }

func (o *backgroundOp) begin(fr *frame) flow.Outcome {
	fr.env.vars.Line = o.forked.list.Pos().Line
	fr.regs.pos = o.forked.list.Pos()
	pl := placement{background: true, group: fr.env.monitoring()}
	if o.pipes != nil && len(fr.sh.opts.Reexec) > 0 {
		ps, out := o.pipes.start(fr, pl, func() (*frame, error) { return o.fork(fr) })
		if len(ps) > 0 {
			fr.addJob(ps, pgidOf(fr, ps[0]), o.forked.text, o.pipes.statusOf(fr), false)
		}
		return out
	}
	p, detached, sub, rest, err := o.forked.direct(fr, pl, func() (*frame, error) { return o.fork(fr) })
	if err != nil {
		return fr.noSubshell(err)
	}
	if p == nil {
		if len(fr.sh.opts.Reexec) == 0 {
			return o.runAside(fr, sub, inForeground(rest))
		}
		var out flow.Outcome
		if p, out = spawn(fr, sub, rest, o.forked.text, pl); p == nil {
			return out
		}
	}
	fr.addJob([]*proc.Process{p}, pgidOf(fr, p), o.forked.text, job.OfLast, detached)
	return flow.Outcome{}
}

// fork makes the list's environment, or that of an element of its pipeline. Unless job
// control is on it reads /dev/null (XCU 2.9.3.1), and begins with SIGINT and SIGQUIT
// ignored (XCU 2.12).
func (o *backgroundOp) fork(fr *frame) (*frame, error) {
	sub, err := fr.fork(forList)
	if err != nil || fr.env.monitoring() {
		return sub, err
	}
	sub.env.traps.BeginIgnoring(sig.SIGINT)
	sub.env.traps.BeginIgnoring(sig.SIGQUIT)
	if null, err := fd.Open(sub.context.scope.Context(), fd.AtCwd, "/dev/null", syscall.O_RDONLY, 0); err == nil {
		sub.env.fds.Set(0, null, fd.ByBackground)
	}
	return sub, nil
}

// pgidOf is the process group that a job got whose first process is p, 0 for the shell's.
func pgidOf(fr *frame, p *proc.Process) int {
	if fr.env.monitoring() {
		return p.Pid()
	}
	return 0
}
