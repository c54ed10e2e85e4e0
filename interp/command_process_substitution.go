package interp

import (
	"slices"
	"strconv"

	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

// procSubst is <( list ) or >( list ) of the dialect of bash: a companion of the command, with a
// pipe whose name in /dev/fd is the value. No job lists it.
type procSubst struct {
	companion
	pos ast.Pos
	out bool // the process reads what the command writes
}

// compileProcess compiles a process substitution.
func compileProcess(c *compiler, n *ast.ProcSubst) expand.Subst {
	c.processes++
	cmd := ast.Command(&ast.Subshell{Span: n.Span, Body: n.Body})
	o := &procSubst{pos: n.From, out: n.Out,
		companion: companion{forked: c.forked(asList(cmd)), body: c.list(n.Body)}}
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

// freeHigh returns a closed descriptor for a pipe: the first one from n down or, if there is none
// down to firstNamed, one above lastSubst.
func freeHigh(fr *frame, n int) int {
	if n > lastSubst {
		return free(fr, n)
	}
	for ; n >= firstNamed; n-- {
		if fr.env.fds.Get(n) == nil {
			return n
		}
	}
	return free(fr, lastSubst+1)
}

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
	number := 1
	if o.out {
		number = 0
	}
	over := make(chan struct{})
	_, out, err := o.start(fr, func(sub *frame) {
		sub.env.fds.Set(number, theirs.Retain(), fd.BySubstitution)
		if b := sub.env.bash; b != nil {
			b.indent++
			b.substitution = true
		}
	}, func() { close(over) })
	theirs.Release()
	switch {
	case err != nil:
		ours.Release()
		return "", &expand.Error{Pos: o.pos, Msg: "cannot start a process: " + why(fr, err)}
	case out.Divert != flow.None || out.Status != 0:
		ours.Release()
		return "", &divertError{out}
	}
	n := freeHigh(fr, lastSubst)
	fr.env.fds.Set(n, ours, fd.BySubstitution)
	fr.env.substs = append(slices.Clip(fr.env.substs), startedSubst{n, ours, o.out, over})
	return "/dev/fd/" + strconv.Itoa(n), nil
}
