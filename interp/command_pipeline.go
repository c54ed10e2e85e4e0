package interp

import (
	"fmt"
	"syscall"
	"time"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/sig"
	"ftsh/parser/ast"
)

// statusPipe is the status of a command killed by SIGPIPE: it wrote to a pipe without readers.
const statusPipe = flow.StatusSignalled + int(sig.SIGPIPE)

func (c *compiler) pipeline(p *ast.Pipeline) op {
	inCond := c.cond
	if p.Negated {
		saved := c.cond
		c.cond = true
		defer func() { c.cond = saved }()
	}
	var o op
	if len(p.Commands) == 1 {
		o = c.command(p.Commands[0])
	} else {
		o = c.pipes(p, inCond || p.Negated)
	}
	if p.Timed {
		o = &timeOp{inner: o, posix: p.TimeP, bash: c.bash}
	}
	if p.Negated {
		o = &negateOp{o, p.Pos(), c.written(p)}
	}
	return o
}

// pipelineOp is two or more commands joined by |. All elements run at the same time, each in a
// subshell environment of its own.
type pipelineOp struct {
	pos      ast.Pos
	elements []*subshellOrProcessOp
	commands []ast.Command // the source of the elements
	blocks   []bool        // the element is a try or forany, so the pipe is the block's
	inCond   bool
	bash     bool // lastpipe counts
	from     origin
	text     jobText
}

func (c *compiler) pipes(p *ast.Pipeline, inCond bool) *pipelineOp {
	o := &pipelineOp{pos: p.Pos(), commands: p.Commands, inCond: inCond, bash: c.bash,
		from: c.origin(), text: c.jobText(p)}
	for _, cmd := range p.Commands {
		o.elements = append(o.elements, c.element(cmd))
		o.blocks = append(o.blocks, isBlock(cmd))
	}
	return o
}

func isBlock(c ast.Command) bool {
	switch c := c.(type) {
	case *ast.Try, *ast.Forany:
		return true
	case *ast.Redirected:
		return isBlock(c.Inner)
	}
	return false
}

func (o *pipelineOp) exec(fr *frame) flow.Outcome {
	if out, deep := fr.nestedTooDeep(o.pos); deep {
		return out
	}
	if out, skip := debugElements(fr, o); skip || out.Divert != flow.None {
		return out
	}
	if fr.env.bash != nil {
		defer hearErr(fr)()
	}
	if fr.forks() {
		return o.asProcesses(fr)
	}
	n, before, here := len(o.elements), fr.regs.failure, o.endsHere(fr)
	if out, ok := fr.enlist(o.pos, n); !ok {
		return out
	}
	defer fr.sh.discharge(n)
	outs := make([]flow.Outcome, n)
	frames := make([]*frame, n)
	stdin, err := o.connect(fr, frames, here)
	if err != nil {
		fr.regs.pos = o.pos
		return fr.noPipe(err)
	}
	brittle, pipefail := fr.context.brittle && !o.inCond, fr.env.opts.Has(option.PipeFail)
	subshells := frames
	if here {
		subshells = frames[:n-1]
	}
	out := fr.asJob(o.text, subshells, func() flow.Outcome {
		done := make(chan struct{}, n)
		for i := range n - 1 {
			over := fr.context.group.goroutine()
			go func() {
				defer over()
				outs[i] = runElement(frames[i], o.elements[i], frames[i].env.fds.Get(1))
				done <- struct{}{}
			}()
		}
		if here {
			outs[n-1] = o.runLast(fr, stdin)
			frames[n-1] = &frame{regs: fr.regs} // what adopt needs of it
		} else {
			outs[n-1] = runElement(frames[n-1], o.elements[n-1], nil)
		}
		back := fr.context.group.blocking()
		for range n - 1 {
			<-done
		}
		back()
		if !brittle && !pipefail {
			for _, f := range frames[:n-1] {
				flushReports(f) // their status is not used
			}
		}
		return outs[decisive(outs, brittle, pipefail)]
	})
	keepStatuses(fr, o, outs)
	// Otherwise the job was stopped and may still be running.
	if frames[0].context.group == fr.context.group || fr.context.blocks > 0 {
		for i, out := range outs {
			if out.Status != 0 || out.Divert != flow.None {
				adopt(fr, frames[i])
			}
			if out.Divert == flow.Cancel {
				break // the others most likely waited for it
			}
		}
		if d := decisive(outs, brittle, pipefail); outs[d] != (flow.Outcome{}) &&
			outs[d].Divert != flow.Cancel {
			adopt(fr, frames[d])
			noteUpstream(fr, before, outs[:d], frames)
		}
	}
	return fr.errexit(out)
}

// connect forks a frame for each element and joins them by pipes. If the last element runs here, in
// fr, connect returns the standard input that the pipe has replaced.
func (o *pipelineOp) connect(fr *frame, frames []*frame, here bool) (stdin fd.Entry, err error) {
	fr.sh.startSignals()
	subshells, use := frames, forElement
	if here {
		last := len(frames) - 1
		subshells, frames[last], use = frames[:last], fr, forFeeder
	}
	for i := range subshells {
		if frames[i], err = fr.fork(use); err != nil {
			closeAll(frames[:i])
			return fd.Entry{}, err
		}
		if _, simple := o.commands[i].(*ast.Simple); simple && fr.env.bash != nil {
			frames[i].env.bash.level-- // BASH_SUBSHELL counts no such element
		}
	}
	for i := range len(frames) - 1 {
		r, w, err := fd.Pipe()
		if err != nil {
			closeAll(subshells)
			return fd.Entry{}, err
		}
		frames[i].env.fds.Set(1, w, fd.ByPipeline)
		in := fd.Entry{File: r, Origin: fd.ByPipeline}
		if o.blocks[i+1] {
			in.Block = uint16(frames[i+1].context.blocks + 1)
		}
		stdin = frames[i+1].env.fds.Replace(0, in)
		if frames[i+1] != fr {
			stdin.Release()
		}
	}
	return stdin, nil
}

func closeAll(frames []*frame) {
	for _, f := range frames {
		f.env.close()
	}
}

// runElement runs an element that writes to the pipe w.
func runElement(fr *frame, o op, w fd.File) flow.Outcome {
	out := fr.finish(o.exec(fr))
	closing(fr, w, fr.context.judged > 0)
	fr.env.close()
	return out
}

// decisive returns the index of the element whose outcome is the pipeline's: the last one. In
// brittle code, and with pipefail, it is the last failed element. Brittle code does not count an
// earlier element that was killed by SIGPIPE.
func decisive(outs []flow.Outcome, brittle, pipefail bool) int {
	last := len(outs) - 1
	for i := last; i >= 0; i-- {
		if outs[i].Divert != flow.None {
			return i
		}
	}
	if !brittle && !pipefail || outs[last].Status != 0 {
		return last
	}
	for i := last - 1; i >= 0; i-- {
		if s := outs[i].Status; s != 0 && !(brittle && int(s) == statusPipe) {
			return i
		}
	}
	return last
}

// noteUpstream adds the first failed element to the failure of a later one. It is the likely cause:
// grep found nothing, because curl got nothing. One that SIGPIPE ended only met a reader that left.
// before is the failure recorded when the pipeline began.
func noteUpstream(fr *frame, before *failure, earlier []flow.Outcome, frames []*frame) {
	f := fr.regs.failure
	for i, out := range earlier {
		first := frames[i].regs.failure
		if !hasFailed(out) || first == nil || first == before || first.source() == "" {
			continue
		}
		if f != nil && f != before && f != first {
			g := *f
			g.Upstream = first.source() + ": " + flow.StatusText(int(out.Status))
			fr.regs.failure = &g
		}
		return
	}
}

// hasFailed reports whether an element may be the cause of a later one's failure.
func hasFailed(out flow.Outcome) bool {
	return out.Divert == flow.None && out.Status != 0 && int(out.Status) != statusPipe
}

// timeOp is the reserved word time before a pipeline.
type timeOp struct {
	inner op
	posix bool // time -p
	bash  bool // TIMEFORMAT counts
}

func (o *timeOp) exec(fr *frame) flow.Outcome {
	start := time.Now()
	self, children := usage(syscall.RUSAGE_SELF), usage(syscall.RUSAGE_CHILDREN)
	out := o.inner.exec(fr)
	real := time.Since(start)
	u := usage(syscall.RUSAGE_SELF).sub(self)
	k := usage(syscall.RUSAGE_CHILDREN).sub(children)
	if out.Divert != flow.Cancel {
		text := o.report(real, u.user+k.user, u.sys+k.sys)
		if format, ok := fr.env.vars.Lookup("TIMEFORMAT"); ok && o.bash && !o.posix {
			text = timeFormat(format, real, u.user+k.user, u.sys+k.sys)
		}
		fr.writeErr(text)
	}
	return out
}

func (o *timeOp) report(real, user, sys time.Duration) string {
	if o.posix {
		return fmt.Sprintf("real %.2f\nuser %.2f\nsys %.2f\n", real.Seconds(), user.Seconds(),
			sys.Seconds())
	}
	return fmt.Sprintf("\nreal\t%s\nuser\t%s\nsys\t%s\n", timeText(real, 3, true),
		timeText(user, 3, true), timeText(sys, 3, true))
}

type cpuTimes struct{ user, sys time.Duration }

func (t cpuTimes) sub(o cpuTimes) cpuTimes { return cpuTimes{t.user - o.user, t.sys - o.sys} }

func usage(who int) cpuTimes {
	var ru syscall.Rusage
	if syscall.Getrusage(who, &ru) != nil {
		return cpuTimes{}
	}
	return cpuTimes{time.Duration(ru.Utime.Nano()), time.Duration(ru.Stime.Nano())}
}
