package interp

import (
	"errors"
	"syscall"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/syntax"
	"ftsh/internal/trap"
)

// Eval runs text in this environment (the eval utility).
func (h *host) Eval(text string) flow.Outcome { return evalText((*frame)(h), text, "eval") }

// Source runs the commands of a file in this environment (the dot utility). args are the arguments
// for the file, for BASH_ARGV; the caller sets the parameters.
func (h *host) Source(path string, args ...string) flow.Outcome {
	fr := (*frame)(h)
	if out, deep := fr.callTooDeep("."); deep {
		return out
	}
	text, err := readFile(fr, path)
	if err != nil {
		if fr.cancelled() {
			return fr.cancelOutcome()
		}
		fr.say("cannot open %s: %s", path, why(fr, err))
		return flow.Outcome{Status: errorStatus(fr), Divert: flow.Fatal}
	}
	outer, name, line := fr.context, fr.regs.name, fr.env.vars.Line
	fr.context.script, fr.context.shown, fr.regs.name = path, "", ""
	fr.context.sources++
	out := flow.Outcome{}
	var calling bashCalling
	if fr.env.bash != nil {
		calling = enterCall(fr, &bashCall{name: "source", source: path, line: line},
			sourceArguments(args, path))
		defer indentTrace(fr)()
	}
	opts := fr.env.parserOptions(path, 1)
	if err := refusesFile(fr, text, opts); err != nil {
		out = fr.syntaxError(err)
	} else {
		p := textParser(fr, text, opts)
		s := &source{p: p, c: fr.sh.compiler(path), file: text}
		s.c.bodies = syntax.WithoutNUL(text)
		out = s.run(fr)
		fr.sh.reuse.parsers.Release(p)
	}
	if calling.begun {
		out = calling.leave(fr, out)
	}
	brittle := fr.context.brittle
	fr.context, fr.regs.name, fr.env.vars.Line = outer, name, line
	fr.context.brittle = brittle || outer.brittle && fr.env.opts.Has(option.Brittle)
	if out.Divert == flow.Return {
		out.Divert = flow.None
	}
	return out
}

// Command runs args without looking for functions (the command utility).
func (h *host) Command(args []string, standard bool) flow.Outcome {
	fr := (*frame)(h)
	special, regular := builtinFor(fr, args[0])
	switch {
	case special != nil:
		return fr.runBuiltin(special, args)
	case regular != nil:
		return fr.runBuiltin(regular, args)
	case !standard:
		if out, ran := handleNotFound(fr, args); ran {
			return out
		}
		return fr.external(args)
	}
	path, unfound := fr.env.search(args[0], defaultPath)
	return runFound(fr, path, unfound, args)
}

// Detach runs a program outside all blocks.
func (h *host) Detach(args []string) flow.Outcome {
	fr := (*frame)(h)
	special, regular := fr.sh.builtinFor(args[0], true, false)
	_, unfound := fr.env.find(args[0])
	switch {
	case fr.env.HasFunction(args[0]) || unfound != nil && (special != nil || regular != nil):
		return fr.fail(flow.StatusUsage, "%s is not a program", args[0])
	case fr.context.depth.blocksBefore > 0 && unfound == nil && fr.sh.pending.reply != 0:
		return fr.fail(flow.StatusUsage,
			"a subshell that sets a trap cannot leave the block around it")
	case fr.context.depth.blocksBefore > 0 && unfound == nil:
		return fr.fail(flow.StatusUsage,
			"an asynchronous list cannot leave the block that started it (detach %s & can)",
			args[0])
	}
	defer detach(fr)()
	return fr.external(args)
}

// Exec replaces the shell by a command (the exec utility) and returns only if this fails. In a
// subshell of this process, next to elements of a pipeline (lastpipe), or with Hooks.Command, the
// command runs in a process of its own and the subshell ends with its status.
func (h *host) Exec(args []string, argv0 string, bare bool) flow.Outcome {
	fr := (*frame)(h)
	path, unfound := fr.env.find(args[0])
	if unfound == nil {
		if out, stop := leaveBlocks(fr); stop {
			return out
		}
	}
	named := args
	if argv0 != args[0] {
		named = append([]string{argv0}, args[1:]...)
	}
	if bare {
		fr.regs.bare = true
		defer func() { fr.regs.bare = false }()
	}
	if !fr.env.attrs.Replaceable() || fr.sh.opts.Hooks.Command != nil || fr.context.depth.feeders > 0 {
		out, err := runProgram(fr, path, unfound, named)
		if err != nil {
			return h.execFailed(fr.startFailed(args[0], unfound, err))
		}
		if out.Divert != flow.None {
			return out
		}
		fr.env.traps.Set(trap.Exit, trap.Default)
		return flow.Outcome{Status: out.Status, Divert: flow.Exit}
	}
	if unfound != nil {
		return h.execFailed(fr.startFailed(args[0], unfound, unfound))
	}
	spec, err := fr.spec(path, named, placement{})
	if err == nil {
		spec.Group, spec.Tty = -1, -1 // no job of its own: it stays in the shell's group
		fr.env.fds.Sync()
		handOverPumps(fr)
		spec.Stop = h.arrived
		judgeAll(fr)
		if l := fr.sh.prompt.history; l != nil {
			l.Commit() // the shell ends here
		}
		fr.sh.endLineJobs() // they cannot run without the shell
		defer fr.sh.blocks.guard.Pause()()
		defer beginExecSpan(fr, spec.Argv)()
		err = proc.Exec(spec)
	}
	if errors.Is(err, syscall.EINTR) {
		if out := fr.attention(); out.Divert != flow.None {
			return out
		}
		return h.Exec(args, argv0, bare)
	}
	if errors.Is(err, syscall.ENOEXEC) && fr.sh.scriptable(fr.env.Dir(), path) {
		spec.Path, spec.Argv = scriptArgs(fr, path, named)
		err = proc.Exec(spec)
	}
	return h.execFailed(fr.startFailed(args[0], nil, err))
}

// arrived reports whether a signal has arrived that the shell must act on.
func (h *host) arrived() bool {
	if h.sh.signals.dispatcher == nil {
		return false
	}
	h.sh.takeSignals()
	return h.context.scope.Cancelled() || h.env.traps.Pending()
}

// execFailed ends a non-interactive shell; an interactive one keeps the redirections (XCU exec). In
// brittle code the list fails instead, with the status of exec. The option execfail of bash keeps any
// shell.
func (h *host) execFailed(out flow.Outcome) flow.Outcome {
	stayBlocks((*frame)(h))
	switch {
	case out.Divert != flow.None || h.context.brittle:
	case h.sh.opts.Standalone.Interactive,
		h.env.opts.Has(option.Bash) && h.env.shopts.Has(option.ExecFail):
		h.regs.keepRedir = true
	default:
		out.Divert = flow.Exit
	}
	return out
}

// KeepRedirections makes the running command's redirections permanent.
func (h *host) KeepRedirections() { h.regs.keepRedir = true }

// sourceArguments is what BASH_ARGV has for a file: without arguments its name.
func sourceArguments(args []string, path string) []string {
	if len(args) == 0 {
		return []string{path}
	}
	return args
}
