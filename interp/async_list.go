package interp

import (
	"sync"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/parser/ast"
)

// backgroundOp is an asynchronous list (XCU 2.9.3.1). Other programs must be able to signal it, so
// it runs in a process of its own. A pipeline runs in one process for each element, and $! is the
// last one's PID.
type backgroundOp struct {
	forked *forked
	script string
	pipes  *pipelineOp // the list as a pipeline; nil: it is another list

	once     sync.Once
	compiled op // the list, if it was short
}

func (c *compiler) background(a *ast.AndOr) op {
	if s := jobAlone(a); s != nil && c.bash {
		if n := withJob(s, "bg"); n != s {
			return c.noted(n, c.simple(n))
		}
	}
	o := &backgroundOp{forked: c.forked(a), script: c.script}
	if len(a.Pipelines) == 1 {
		if p := a.Pipelines[0]; len(p.Commands) > 1 && !p.Negated && !p.Timed {
			o.pipes = c.pipes(p, false)
		}
	}
	return o
}

// jobAlone returns the simple command that a list consists of, or nil.
func jobAlone(a *ast.AndOr) *ast.Simple {
	if len(a.Pipelines) != 1 {
		return nil
	}
	p := a.Pipelines[0]
	if len(p.Commands) != 1 || p.Negated || p.Timed {
		return nil
	}
	s, _ := p.Commands[0].(*ast.Simple)
	return s
}

// exec starts the list. If that fails, set -e ends the shell, as for any failed subshell.
func (o *backgroundOp) exec(fr *frame) flow.Outcome { return fr.errexit(o.begin(fr)) }

func (o *backgroundOp) begin(fr *frame) flow.Outcome {
	fr.env.vars.Line = o.forked.list.Pos().Line
	fr.regs.pos = o.forked.list.Pos()
	if out, done := o.runShort(fr); done {
		return out
	}
	pl := placement{background: true, group: fr.env.monitoring()}
	if o.pipes != nil && len(fr.sh.opts.Standalone.Reexec) > 0 {
		ps, out := o.pipes.start(fr, pl, func() (*frame, error) { return o.fork(fr) })
		if len(ps) > 0 {
			fr.addJob(ps, pgidOf(fr, ps[0]), o.forked.text, o.pipes.statusOf(fr), false)
		}
		return out
	}
	p, detached, sub, rest, err := o.forked.direct(fr, pl, func() (*frame, error) {
		return o.fork(fr)
	})
	if err != nil {
		return fr.noSubshell(err)
	}
	if p == nil {
		if len(fr.sh.opts.Standalone.Reexec) == 0 {
			return o.runInProcess(fr, sub, inForeground(rest))
		}
		var out flow.Outcome
		if p, out = spawn(fr, sub, rest, o.forked.text, pl); p == nil {
			return out
		}
	}
	fr.addJob([]*proc.Process{p}, pgidOf(fr, p), o.forked.text, job.OfLast, detached)
	return flow.Outcome{}
}

// testedInList returns the tested positions that an asynchronous list is in. In the dialect of bash
// those of its command count, so that set -e does not hold in the list either. A block's lists stay
// brittle.
func testedInList(fr *frame) int {
	if fr.env.opts.Has(option.Bash) && !fr.context.brittle {
		return fr.context.tested
	}
	return 0
}

// fork makes the environment of the list, or of an element of its pipeline. Without job control it
// reads /dev/null (XCU 2.9.3.1), and SIGINT and SIGQUIT are ignored (XCU 2.12).
func (o *backgroundOp) fork(fr *frame) (*frame, error) {
	sub, err := fr.fork(forList)
	if err != nil {
		return nil, err
	}
	sub.context.tested = testedInList(fr)
	if fr.env.monitoring() {
		return sub, nil
	}
	sub.env.traps.BeginIgnoring(sig.SIGINT)
	sub.env.traps.BeginIgnoring(sig.SIGQUIT)
	ctx := sub.context.scope.Context()
	if null, err := fd.Open(ctx, fd.AtCwd, "/dev/null", syscall.O_RDONLY, 0); err == nil {
		sub.env.fds.Set(0, null, fd.ByBackground)
	}
	return sub, nil
}
