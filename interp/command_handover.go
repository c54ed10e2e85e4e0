package interp

import (
	"strconv"
	"time"

	"ftsh/internal/builtin"
	"ftsh/internal/clock"
	"ftsh/internal/flow"
	"ftsh/internal/handover"
	"ftsh/internal/history"
	"ftsh/internal/job"
	"ftsh/internal/journal"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// stateOf and restore do for a re-executed subshell what fork does for a subshell in this process.
// command_handover_test.go lists the fields left out, with reasons. Of the registers only the
// failure is handed over, since no command runs there yet.

// stateOf returns the state of a forked frame that another process needs to run a list.
func stateOf(fr *frame, run *ast.List) *handover.State {
	fr.wantsEvents(event.LevelFailure) // brings the level up to date with its variable
	s := &handover.State{Environment: environmentState(&fr.env),
		Context: contextState(&fr.context, fr.sh.id.pid), Run: run}
	s.Context.Failure = failureState(fr.regs.failure)
	s.Context.Mark, s.Context.Around = markOf(fr), journalAround(fr.sh, fr.context.block)
	for _, t := range turns(fr.context.block) {
		s.Context.Tries = append(s.Context.Tries, handover.Turn{ID: t.ID, Attempt: t.Attempt})
	}
	return s
}

// restore sets the state of the main frame of a resumed shell.
func restore(fr *frame, s *handover.State) {
	restoreEnvironment(&fr.env, &s.Environment)
	restoreContext(&fr.context, &s.Context)
	fr.regs.failure = restoreFailure(s.Context.Failure)
	js := &fr.sh.blocks.journals
	js.mark, js.around, js.inner = s.Context.Mark, s.Context.Around, true
	fr.watchTraps()
}

func environmentState(e *environment) handover.Environment {
	s := handover.Environment{
		Variables: handover.Variables{
			All: e.vars.All(), Extra: e.vars.Extra(), InScope: e.vars.InScope(), Line: e.vars.Line,
		},
		Pid: e.sh.id.shellPid(), Arg0: e.arg0, Params: e.params, Status: e.status, Bang: e.bang,
		Options: e.opts, Shopts: e.shopts, Aliases: e.aliases.m, Traps: e.traps.State(), Jobs: e.jobs.Snapshot(),
		Hashed: e.places().paths, Pwd: e.pwd, Files: e.fds.Layout(),
		LogLevel: int(e.log.level), LogSaid: e.log.wrong,
	}
	if h := e.sh.prompt.history; h != nil || e.bash != nil && e.bash.past != nil {
		if e.bash != nil && e.bash.past != nil {
			h = e.bash.past
		}
		s.History.First, s.History.Commands = h.Commands()
	}
	s.Bash = e.bash.state()
	for _, fn := range e.funcs.m {
		f := handover.Function{Script: fn.script, Shown: fn.shown, Decl: fn.declaration()}
		if e.bash != nil {
			f.Body, _ = fn.text()
		}
		s.Functions = append(s.Functions, f)
	}
	if g := &e.getopts; g.Seq == e.vars.Seq(e.sh.refs.optind) {
		s.Getopts = handover.Getopts{Index: g.Index, Offset: g.Offset, Args: g.Args, Arg: g.Arg}
	}
	for _, l := range e.limits.Changed() {
		s.Limits = append(s.Limits, handover.Limit{Resource: l.Resource, Soft: l.Cur, Hard: l.Max})
	}
	return s
}

// restoreEnvironment sets the environment, except for the parameters, which New has set.
func restoreEnvironment(e *environment, s *handover.Environment) {
	for _, v := range e.vars.All() {
		_ = e.vars.Unset(e.sh.names.Ref(v.Name)) // set by New; the list may not have the variable
	}
	for _, v := range s.Variables.All {
		e.vars.Restore(v)
	}
	e.restoreBash(s.Bash, s.Variables.All)
	e.vars.SetExtra(s.Variables.Extra)
	if s.Variables.InScope {
		e.vars.Push()
	}
	e.vars.Line = s.Variables.Line
	e.vars.SetAllExport(s.Options.Has(option.AllExport))
	e.sh.root.SetTree(proc.NewTreeInside(e.vars.Value(treeVariable), ""))
	e.sh.id.pidText = strconv.Itoa(s.Pid)
	e.status, e.bang, e.opts, e.pwd = s.Status, s.Bang, s.Options, s.Pwd
	e.shopts = s.Shopts
	e.log = logLevel{level: Level(s.LogLevel), seq: e.vars.Seq(e.sh.events.refLogLevel),
		wrong: s.LogSaid}
	e.sh.events.level.Store(int64(s.LogLevel))
	for _, f := range s.Functions {
		e.funcs.own(e.sh)
		e.funcs.traps = true // unknown here, so functions are scanned when needed
		e.funcs.m[f.Decl.Name] = &function{decl: f.Decl, script: f.Script, shown: f.Shown, kept: f.Body,
			sh: e.sh, dialect: dialectOf(f.Decl)}
	}
	if s.History.First > 0 {
		e.sh.prompt.history = history.Restore(s.History.First, s.History.Commands)
	}
	e.fds.Lay(s.Files)
	e.aliases.m = s.Aliases
	e.jobs = job.Restore(s.Jobs)
	e.getopts = builtin.Getopts{
		Index: s.Getopts.Index, Offset: s.Getopts.Offset, Args: s.Getopts.Args, Arg: s.Getopts.Arg,
		Seq: e.vars.Seq(e.sh.refs.optind),
	}
	e.hash = &hashTable{paths: s.Hashed, seq: e.vars.Seq(e.sh.refs.path)}
	for _, l := range s.Limits {
		_ = e.limits.Set(e.attrs, proc.Limit{Resource: l.Resource, Cur: l.Soft, Max: l.Hard})
	}
	e.traps = trap.Restore(s.Traps)
	e.sh.signals.registerMain(e)
	if e.sh.signals.dispatcher != nil {
		for c := range e.traps.Ignored().All() {
			_ = e.sh.signals.dispatcher.Set(c, sig.Ignore)
		}
	}
}

func contextState(x *execContext, pid int) handover.Context {
	end := x.scope.Tree().Ending()
	return handover.Context{
		Deadline: int64(x.scope.Deadline()), Blocks: x.blocks, Script: x.script, Shown: x.shown,
		Functions: x.functions, Sources: x.sources,
		Nested: x.depth.nested, Shells: x.depth.shells, Spawner: pid, Brittle: x.brittle,
		Expr: x.arithmetic, Catching: x.catching,
		Tested: x.tested, Judged: x.judged, InBlock: x.block != nil, InBranch: x.branch != nil,
		Member: x.member, Prompted: x.prompted,
		Signal: int(end.Signal), Grace: int64(end.KillTimeout),
	}
}

func restoreContext(x *execContext, s *handover.Context) {
	if s.Deadline != 0 {
		x.scope.Limit(clock.Instant(s.Deadline), &scope.Cause{Kind: scope.Deadline,
			Status: flow.StatusDeadline})
	}
	x.scope.Tree().SetEnding(proc.Ending{Signal: sig.Signal(s.Signal),
		KillTimeout: time.Duration(s.Grace)})
	x.blocks, x.script, x.shown = s.Blocks, s.Script, s.Shown
	x.functions, x.sources = s.Functions, s.Sources
	x.brittle, x.catching, x.tested, x.judged = s.Brittle, s.Catching, s.Tested, s.Judged
	x.member, x.prompted, x.arithmetic = s.Member, s.Prompted, s.Expr
	if s.InBlock {
		x.block = new(block) // marks a block; the other process runs it
		for _, t := range s.Tries {
			x.block.turns = append(x.block.turns, journal.Turn{ID: t.ID, Attempt: t.Attempt})
		}
	}
	if s.InBranch {
		x.branch = new(branch)
	}
	x.depth = depth{
		calledBefore: s.Functions + s.Sources, blocksBefore: s.Blocks,
		nested: s.Nested, shells: s.Shells, spawner: s.Spawner,
	}
}
