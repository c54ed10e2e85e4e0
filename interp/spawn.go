package interp

import (
	"context"
	"errors"
	"io"
	"strconv"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/handover"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
	"ftsh/parser/ast"
)

// HandoverOption is the option that Reexec's command is given, with the number
// of the descriptor that a list arrives over.
const HandoverOption = "--handover"

// spawn runs an asynchronous list in a shell process of its own: it gets this
// environment's whole state over a descriptor (package handover).
func (o *backgroundOp) spawn(fr *frame) flow.Outcome {
	if len(fr.sh.opts.Reexec) == 0 {
		return o.runAside(fr)
	}
	shells, out, deep := fr.shellsBelow()
	if deep {
		return out
	}
	list := *o.list
	list.Background = false
	state := fr.state(&ast.List{Span: list.Span, AndOrs: []*ast.AndOr{&list}})
	state.Shells = shells
	data, err := state.Append(nil)
	if err != nil {
		return fr.fail(flow.StatusUsage, "asynchronous list: %s", err)
	}
	sub := fr.fork()
	defer sub.close()
	o.detachInput(fr, sub)
	p, err := sub.startShell(fr, data)
	if err != nil {
		return fr.fail(flow.StatusNoExec, "asynchronous list: %s", errorText(err))
	}
	if fr.logs(LevelProcess) {
		fr.noteProcess(p, "started: "+shorten(oneLine(o.text))+" &", nil)
	}
	fr.addJob([]*proc.Process{p}, pgidOf(fr, p), o.text)
	return flow.Outcome{}
}

// startShell starts the shell that goes on with a state.
func (sub *frame) startShell(fr *frame, data []byte) (*proc.Process, error) {
	n := sub.freeDescriptor()
	if old := sub.fds.Replace(n, fd.FromBytes(string(data))); old != nil {
		old.Release()
	}
	argv := append([]string{fr.arg0}, fr.sh.opts.Reexec[1:]...)
	argv = append(argv, HandoverOption+"="+strconv.Itoa(n))
	spec, err := sub.spec(fr.sh.reexecProgram(), argv, placement{background: true, group: fr.monitoring()})
	if err != nil {
		return nil, err
	}
	// The limits are for what the list runs: the shell itself could not live with
	// some. They are in the state.
	spec.Limits = fr.sh.startLimits
	return sub.launch(spec)
}

// freeDescriptor is a number that the list does not use.
func (fr *frame) freeDescriptor() int {
	n := 10
	for fr.fds.Get(n) != nil {
		n++
	}
	return n
}

// state is the environment as another process needs it.
func (fr *frame) state(run *ast.List) *handover.State {
	s := &handover.State{
		Vars: fr.vars.All(), InScope: fr.vars.InScope(), Extra: fr.vars.Extra(),
		Arg0: fr.arg0, Params: fr.params, Pid: fr.sh.shellPid(), Status: fr.status, Bang: fr.bang,
		Aliases: fr.aliases.m, Options: fr.opts.Without(option.Monitor),
		Getopts: handover.Getopts{Index: fr.getopts.Index, Offset: fr.getopts.Offset},
		Run:     run, Script: fr.script, Line: fr.vars.Line,
		Brittle: fr.brittle, Calls: fr.functions, Sources: fr.sources, Blocks: fr.blocks,
		Nested: fr.depth.nested, Spawner: fr.sh.pid,
		Deadline: int64(fr.scope.deadline), Interrupt: fr.monitoring(),
		Traps: fr.traps.Fork().State(), Pwd: fr.pwd, Umask: -1,
	}
	for _, fn := range fr.funcs.m {
		s.Functions = append(s.Functions, handover.Function{Script: fn.script, Decl: fn.declaration()})
	}
	for _, l := range fr.limits {
		s.Limits = append(s.Limits, handover.Limit{Resource: l.Resource, Soft: l.Cur, Hard: l.Max})
	}
	for _, j := range fr.Jobs().Fork().All() {
		s.Jobs = append(s.Jobs, *j)
	}
	return s
}

// Resume makes a shell that goes on with an asynchronous list, which arrives
// over r from the shell that started this process. Finish runs the list.
func Resume(opts Options, r io.Reader) (*Shell, error) {
	s, err := handover.Decode(r)
	if err != nil {
		return nil, err
	}
	opts.Env, opts.Set, opts.Interactive, opts.Posix = nil, nil, false, false
	opts.Name, opts.Args, opts.Dir = s.Arg0, s.Params, ""
	sh, err := New(opts)
	if err != nil {
		return nil, err
	}
	sh.pidText = strconv.Itoa(s.Pid)
	sh.pending = s.Run
	sh.main.restoreState(s)
	return sh, nil
}

// restoreState gives the main environment of a resumed shell the state that it
// goes on with.
func (fr *frame) restoreState(s *handover.State) {
	for _, v := range s.Vars {
		fr.vars.Restore(v)
	}
	fr.vars.SetExtra(s.Extra)
	fr.sh.root.tree = proc.NewTreeInside(fr.vars.Value(treeVariable), "")
	if s.InScope {
		fr.vars.Push()
	}
	fr.pwd, fr.status, fr.bang, fr.opts = s.Pwd, s.Status, s.Bang, s.Options
	fr.vars.SetAllExport(s.Options.Has(option.AllExport))
	fr.aliases.m = s.Aliases
	fr.getopts.Index, fr.getopts.Offset = s.Getopts.Index, s.Getopts.Offset
	fr.getopts.Seq = fr.vars.Seq(fr.sh.names.Ref("OPTIND"))
	fr.script, fr.vars.Line, fr.brittle = s.Script, s.Line, s.Brittle
	fr.functions, fr.sources, fr.blocks = s.Calls, s.Sources, s.Blocks
	fr.depth = depth{calledBefore: s.Calls + s.Sources, nested: s.Nested, shells: s.Shells, spawner: s.Spawner}
	for _, f := range s.Functions {
		fr.funcs.own()
		fr.funcs.m[f.Decl.Name] = &function{decl: f.Decl, script: f.Script, sh: fr.sh}
	}
	for _, l := range s.Limits {
		_ = fr.SetLimit(proc.Limit{Resource: l.Resource, Cur: l.Soft, Max: l.Hard})
	}
	s.Traps.Hard |= fr.sh.entry.Ignored
	fr.traps = trap.Restore(s.Traps)
	fr.watchTraps()
	if fr.sh.signals != nil {
		for c := range fr.traps.Ignored().All() {
			_ = fr.sh.signals.Set(c, sig.Ignore)
		}
	}
	if s.Deadline != 0 {
		fr.sh.root.limit(clock.Instant(s.Deadline), &cause{scope: fr.sh.root, status: flow.StatusDeadline, reason: reasonDeadline})
	}
}

// Finish runs the list of a resumed shell, and ends it.
func (sh *Shell) Finish(ctx context.Context) (int, error) {
	if sh.pending == nil {
		return flow.StatusUsage, errors.New("there is no list to run")
	}
	return sh.do(ctx, func(fr *frame) flow.Outcome {
		out := sh.compiler(fr.script).list(sh.pending).exec(fr)
		if out.Divert == flow.None {
			out.Divert = flow.Exit
		}
		return out
	})
}

// shellPid is $$: the main shell's, in a resumed shell too.
func (sh *Shell) shellPid() int {
	n, _ := strconv.Atoi(sh.pidText)
	return n
}
