package interp

import (
	"slices"
	"strconv"

	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/parser/ast"
)

// procSubst is <( list ) or >( list ) of the dialect of bash: a process of its own, with a pipe
// whose name in /dev/fd is the value. It is an asynchronous list, $! included, except that no job
// lists it, and that in a block it ends with the attempt that started it.
type procSubst struct {
	pos    ast.Pos
	out    bool // the process reads what the command writes
	forked *forked
	body   op
}

// compileProcess compiles a process substitution.
func compileProcess(c *compiler, n *ast.ProcSubst) expand.Subst {
	c.processes++
	cmd := ast.Command(&ast.Subshell{Span: n.Span, Body: n.Body})
	o := &procSubst{pos: n.From, out: n.Out, forked: c.forked(asList(cmd)), body: c.list(n.Body)}
	return func(sh expand.Shell) (string, error) { return o.begin((*frame)(sh.(*expander))) }
}

// A startedSubst is a process substitution of a running command.
type startedSubst struct {
	n    int     // the descriptor of the pipe
	file fd.File // the command's end
	out  bool
	over <-chan struct{} // closed when the process has ended
}

// withProcesses compiles a command of the dialect of bash. The pipes of the process substitutions
// in its own words are closed after it.
func withProcesses(c *compiler, cmd ast.Command) op {
	outer := c.processes
	c.processes = 0
	o := c.sh.up.command(c, cmd)
	if c.processes > 0 {
		o = &processesOp{o}
	}
	c.processes = outer
	return o
}

// processesOp is a command with process substitutions in its words.
type processesOp struct{ inner op }

func (o *processesOp) exec(fr *frame) flow.Outcome {
	before := len(fr.env.substs)
	out := o.inner.exec(fr)
	if closeSubsts(fr, before) && fr.cancelled() {
		return fr.cancelOutcome()
	}
	return out
}

// closeSubsts closes the pipes of the process substitutions begun after the first n. In a block it
// waits for the processes that read from the command: their output belongs to the attempt. It
// reports whether it waited.
func closeSubsts(fr *frame, n int) (waited bool) {
	all := fr.env.substs[n:]
	fr.env.substs = fr.env.substs[:n:n]
	for _, s := range all {
		if fr.env.fds.Get(s.n) == s.file {
			fr.env.fds.Replace(s.n, fd.Entry{}).Release()
		}
	}
	if fr.context.blocks == 0 {
		return false
	}
	for _, s := range all {
		if !s.out || fr.env.fds.Has(s.file) { // exec keeps it
			continue
		}
		waited = true
		back := fr.context.group.blocking()
		select {
		case <-s.over:
		case <-fr.context.scope.Context().Done():
		}
		back()
	}
	return waited
}

// lastSubst is the descriptor that the first process substitution of a command gets, as in bash;
// the next ones get those below, and those above it if all down to firstNamed are open.
const lastSubst = 63

// begin starts the process and returns the name of its pipe.
func (o *procSubst) begin(fr *frame) (string, error) {
	r, w, err := fd.Pipe()
	if err != nil {
		return "", &expand.Error{Pos: o.pos, Msg: "cannot make a pipe: " + why(fr, err)}
	}
	ours, theirs := r, w
	if o.out {
		ours, theirs = w, r
	}
	over := make(chan struct{})
	out, err := o.start(fr, theirs, over)
	theirs.Release()
	if err != nil || out.Divert != flow.None || out.Status != 0 {
		ours.Release()
		if err == nil {
			err = &divertError{out}
		}
		return "", err
	}
	n := lastSubst
	for n >= firstNamed && fr.env.fds.Get(n) != nil {
		n--
	}
	if n < firstNamed {
		n = free(fr, lastSubst+1)
	}
	fr.env.fds.Set(n, ours, fd.BySubstitution)
	fr.env.substs = append(slices.Clip(fr.env.substs), startedSubst{n, ours, o.out, over})
	return "/dev/fd/" + strconv.Itoa(n), nil
}

// start starts the process with its end of the pipe. over is closed when it has ended.
func (o *procSubst) start(fr *frame, theirs fd.File, over chan struct{}) (flow.Outcome, error) {
	own := fr.context.scope
	inBlock := len(own.Trees()) > 0
	reexec := len(fr.sh.opts.Standalone.Reexec) > 0
	bound := inBlock || !reexec
	if bound {
		own = own.Sub(fr.sh.newTree(own.Tree()))
		own.Bind()
	}
	end := func() { // perhaps in another goroutine, while fr goes on
		if bound {
			own.Close(false)
		}
		close(over)
	}
	fork := func() (*frame, error) { return o.fork(fr, theirs, own) }
	if !reexec {
		return o.inProcess(fr, fork, end)
	}
	pl := placement{background: true}
	p, detached, sub, rest, err := o.forked.direct(fr, pl, fork)
	if err == nil && p == nil {
		var out flow.Outcome
		if p, out = spawn(fr, sub, rest, o.forked.text, pl); p == nil {
			end()
			return out, nil
		}
	}
	if err != nil {
		end()
		return flow.Outcome{}, &expand.Error{Pos: o.pos, Msg: "cannot start a process: " + why(fr, err)}
	}
	if detached {
		inBlock = false
	}
	o.watch(fr, p, own, inBlock, end)
	return flow.Outcome{}, nil
}

// watch enters a started process into its trees and the job table, and sets $!.
func (o *procSubst) watch(fr *frame, p *proc.Process, own *scope.Scope, inBlock bool, end func()) {
	table := fr.env.Jobs()
	table.AddUnlisted(p, o.forked.text.String())
	var trees []*proc.Tree
	if inBlock {
		trees = own.Trees()
	}
	for _, t := range trees {
		t.Add(p)
	}
	switch {
	case len(trees) == 0 && fr.sh.opts.Standalone.OwnProcess:
		own.Tree().Remove(p) // it outlives the shell
	case own.Cancelled():
		own.Missed()
	}
	p.Watch(func(st proc.Status) {
		for _, t := range trees {
			t.Remove(p)
		}
		table.Report(p.Pid(), job.Of(st))
		end()
	})
	fr.env.bang = strconv.Itoa(p.Pid())
}

// fork makes the environment of the process. Pipes of other process substitutions are not for it.
// As in asynchronous lists, SIGINT and SIGQUIT are ignored without job control.
func (o *procSubst) fork(fr *frame, theirs fd.File, own *scope.Scope) (*frame, error) {
	sub, err := fr.fork(forList)
	if err != nil {
		return nil, err
	}
	for _, s := range sub.env.substs {
		if sub.env.fds.Get(s.n) == s.file {
			sub.env.fds.Replace(s.n, fd.Entry{}).Release()
		}
	}
	sub.env.substs = nil
	if !fr.env.monitoring() {
		sub.env.traps.BeginIgnoring(sig.SIGINT)
		sub.env.traps.BeginIgnoring(sig.SIGQUIT)
	}
	n := 1
	if o.out {
		n = 0
	}
	sub.env.fds.Set(n, theirs.Retain(), fd.BySubstitution)
	sub.context.scope = own
	if b := sub.env.bash; b != nil {
		b.indent++
		b.substitution = true
	}
	return sub, nil
}

// inProcess runs the list in this process, in a guest without another shell to run it. There is no
// $! then.
func (o *procSubst) inProcess(fr *frame, fork func() (*frame, error), end func()) (flow.Outcome, error) {
	sub, err := fork()
	if err != nil {
		end()
		return flow.Outcome{}, &expand.Error{Pos: o.pos, Msg: why(fr, err)}
	}
	fr.sh.guest.lists.Add(1)
	go func() {
		sub.finish(o.body.exec(sub))
		flushReports(sub)
		sub.env.close()
		end()
		fr.sh.guest.lists.Done()
	}()
	return flow.Outcome{}, nil
}
