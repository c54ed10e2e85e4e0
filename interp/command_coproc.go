package interp

import (
	"slices"
	"strconv"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/proc"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// coprocOp is coproc [NAME] command of the dialect of bash: an asynchronous list with a pipe to its
// standard input and one from its standard output. The array NAME has the shell's ends of the
// second and the first, and NAME_PID its process ID.
type coprocOp struct {
	companion
	pos       ast.Pos
	name      string
	array, id vars.Ref
}

func (c *compiler) coproc(n *ast.Coproc) op {
	if !vars.IsName(n.Name) {
		return &unnamedOp{pos: n.Pos(), name: n.Name}
	}
	return &coprocOp{pos: n.Pos(), name: n.Name, array: c.sh.names.Ref(n.Name),
		id: c.sh.names.Ref(n.Name + "_PID"), companion: companion{
			forked: c.forked(asList(n.Body)), listed: true, text: c.jobText(n)}}
}

func (o *coprocOp) exec(fr *frame) flow.Outcome {
	fr.env.vars.Line = o.pos.Line
	fr.regs.pos = o.pos
	return fr.errexit(o.begin(fr))
}

func (o *coprocOp) begin(fr *frame) flow.Outcome {
	for _, r := range [...]vars.Ref{o.array, o.id} {
		if fr.env.vars.Attrs(r)&vars.Readonly != 0 {
			return fr.notBegun(1, "coproc: %s: is read only", fr.sh.names.Name(r))
		}
	}
	if fr.env.bash == nil || len(fr.sh.opts.Standalone.Reexec) == 0 {
		return fr.notBegun(flow.StatusUsage, "coproc: there is no other shell to run it")
	}
	fr.env.reapCoproc()
	if old := fr.env.bash.coproc; old != nil && (old.ends[0].n >= 0 || old.ends[1].n >= 0) {
		fr.say("warning: coproc: %s with process %d has not ended, and is not known any more",
			old.name, old.p.Pid())
	}
	from, write, err := fd.Pipe()
	if err != nil {
		return fr.noPipe(err)
	}
	read, to, err := fd.Pipe()
	if err != nil {
		from.Release()
		write.Release()
		return fr.noPipe(err)
	}
	p, out, err := o.start(fr, func(sub *frame) {
		sub.env.fds.Set(0, read.Retain(), fd.BySubstitution)
		sub.env.fds.Set(1, write.Retain(), fd.BySubstitution)
	}, func() {})
	read.Release()
	write.Release()
	if p == nil {
		from.Release()
		to.Release()
		if err != nil {
			return fr.noSubshell(err)
		}
		return out
	}
	o.keep(fr, p, from, to)
	return out
}

// keep makes the two ends descriptors, and sets the variables.
func (o *coprocOp) keep(fr *frame, p *proc.Process, from, to fd.File) {
	// bash has four descriptors for a while, and closes the second and the third.
	var free [4]int
	for i, n := 0, lastSubst; i < len(free); i++ {
		n = freeHigh(fr, n)
		free[i] = n
		if n > lastSubst {
			n++
		} else {
			n--
		}
	}
	if old := fr.env.bash.coproc; old != nil && old.inBlock {
		fr.env.bash.lost = append(slices.Clone(fr.env.bash.lost), old)
	}
	co := &coproc{name: o.name, array: o.array, id: o.id, p: p,
		inBlock: len(fr.context.scope.Trees()) > 0,
		ends:    [2]coprocEnd{{free[0], from}, {free[3], to}}}
	for _, end := range co.ends {
		fr.env.fds.Set(end.n, end.file, fd.ByCoproc)
	}
	fr.env.bash.coproc = co
	_ = fr.env.vars.Unset(o.array)
	co.setArray(&fr.env)
	_ = fr.env.vars.Set(o.id, strconv.Itoa(p.Pid()))
}
