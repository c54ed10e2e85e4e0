package interp

import (
	"strconv"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
)

// A companion is a list in a process next to the command that started it: a process substitution or
// a coprocess. It is an asynchronous list, $! included, except that in a block it ends with the
// attempt that started it.
type companion struct {
	forked *forked
	body   op      // for a guest without another shell to run the list
	listed bool    // it is a job
	text   jobText // of the job
}

// start starts the process. give gives its environment the descriptors, and over is called when it
// has ended, perhaps in another goroutine. If there is no process, the result is the error or the
// outcome, and over may have been called. p is nil in a guest without another shell.
func (o *companion) start(fr *frame, give func(sub *frame), over func()) (
	p *proc.Process, out flow.Outcome, err error) {
	own := fr.context.scope
	inBlock := len(own.Trees()) > 0
	reexec := len(fr.sh.opts.Standalone.Reexec) > 0
	bound := inBlock || !reexec
	if bound {
		own = own.Sub(fr.sh.newTree(own.Tree()))
		own.Bind()
	}
	end := func() {
		if bound {
			own.Close(false)
		}
		over()
	}
	fork := func() (*frame, error) {
		sub, err := o.fork(fr, give, own)
		if err == nil && inBlock {
			_, _ = sub.env.vars.Shadow(fr.sh.names.Ref(treeVariable), own.Tree().Tag())
		}
		return sub, err
	}
	if !reexec {
		return nil, out, o.inProcess(fr, fork, end)
	}
	pl := placement{background: true, group: o.listed && fr.env.monitoring()}
	p, detached, sub, rest, err := o.forked.direct(fr, pl, fork)
	if err == nil && p == nil {
		p, out = spawn(fr, sub, rest, o.forked.text, pl)
	}
	if p == nil {
		end()
		return nil, out, err
	}
	o.watch(fr, p, own, inBlock && !detached, end)
	return p, out, nil
}

// watch enters a started process into its trees and the job table, and sets $!.
func (o *companion) watch(fr *frame, p *proc.Process, own *scope.Scope, inBlock bool, end func()) {
	table := fr.env.Jobs()
	var j *job.Job
	if o.listed {
		j = table.Add([]*proc.Process{p}, pgidOf(fr, p), o.text.String())
	} else {
		table.AddUnlisted(p, o.forked.text.String())
	}
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
	report := func(st proc.Status) {
		if st.Stopped() || st.Continued() {
			table.Report(p.Pid(), job.Of(st))
			return
		}
		for _, t := range trees {
			t.Remove(p)
		}
		table.Report(p.Pid(), job.Of(st))
		end()
	}
	if j == nil {
		fr.env.bang = strconv.Itoa(p.Pid())
		p.Watch(report)
		return
	}
	fr.env.follow(p, report)
	announce(fr, j)
}

// fork makes the environment of the process. Pipes of process substitutions are not for it. As in
// asynchronous lists, SIGINT and SIGQUIT are ignored without job control.
func (o *companion) fork(fr *frame, give func(sub *frame), own *scope.Scope) (*frame, error) {
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
	give(sub)
	sub.context.scope = own
	return sub, nil
}

// inProcess runs the list in this process, in a guest without another shell to run it. There is no
// $! then.
func (o *companion) inProcess(fr *frame, fork func() (*frame, error), end func()) error {
	sub, err := fork()
	if err != nil {
		end()
		return err
	}
	fr.sh.guest.lists.Add(1)
	go func() {
		sub.finish(o.body.exec(sub))
		flushReports(sub)
		sub.env.close()
		end()
		fr.sh.guest.lists.Done()
	}()
	return nil
}
