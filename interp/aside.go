package interp

import (
	"strconv"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/parser/ast"
)

// runAside runs an asynchronous list in this process, for a host that gave no
// command to run it with. It has the process id of a process that only waits: a
// signal that ends that one runs the list's trap for it, or else ends the list. The
// list ends with the shell at the latest, since nothing is left then to run it.
func (o *backgroundOp) runAside(fr *frame) flow.Outcome {
	shells, out, deep := fr.shellsBelow()
	if deep {
		return out
	}
	sub := fr.fork()
	sub.depth.shells = shells
	o.detachInput(fr, sub)
	sub.loops, sub.tested, sub.trapping = 0, 0, false
	sub.block, sub.failure, sub.branch = nil, nil, nil
	ignore := sub.traps.Ignored()
	if !fr.opts.Has(option.Monitor) {
		ignore.Add(sig.SIGINT)
		ignore.Add(sig.SIGQUIT)
	}
	p, release, err := proc.StartIdle(ignore, -1)
	if err != nil {
		sub.close()
		return fr.fail(flow.StatusNoExec, "asynchronous list: %s", errorText(err))
	}
	scope := fr.sh.newScope(fr.sh.root, true)
	sub.scope = scope
	list := *o.list
	list.Background = false
	body := fr.sh.compiler(o.script).list(&ast.List{Span: list.Span, AndOrs: []*ast.AndOr{&list}})

	table, trees, outer := fr.Jobs(), fr.scope.trees(), fr.scope.deadline
	for _, t := range trees {
		t.Add(p) // ended with the attempt that fails, by its process
	}
	if len(trees) > 0 && fr.scope.over() {
		fr.scope.missed()
	}
	table.AddPids([]int{p.Pid()}, 0, o.text) // no Add: the list may outlast its process
	fr.bang = strconv.Itoa(p.Pid())

	done := make(chan job.Change, 1)
	fr.sh.asides.Add(1)
	p.Watch(func(st proc.Status) {
		if st.Signaled() && !sub.wakeFor(st.Signal()) {
			scope.cancel(&cause{status: st.ShellStatus(), signal: st.Signal(), reason: "signal " + sig.Name(st.Signal())})
		}
		change := <-done
		if scope.ctx.Err() != nil && st.Signaled() && change.Status == st.ShellStatus() {
			change = job.Of(st)
		}
		for _, t := range trees {
			t.Remove(p)
		}
		table.Report(p.Pid(), change)
		scope.close(false)
		fr.sh.asides.Done()
	})
	go func() {
		defer release()
		if outer != 0 {
			stop := scope.limit(outer, &cause{scope: scope, status: flow.StatusDeadline, reason: reasonDeadline})
			defer stop()
		}
		out := sub.finish(body.exec(sub))
		sub.close()
		done <- job.Exited(int(out.Status))
	}()
	return flow.Outcome{}
}

// wakeFor hands a signal to the environment's trap; false when it has none.
func (fr *frame) wakeFor(s sig.Signal) bool {
	if !fr.traps.Arrived(s) {
		return false
	}
	fr.sh.wakeAll()
	return true
}
