package interp

import (
	"context"
	"errors"
	"os"

	"ftsh/internal/bashism"
	"ftsh/internal/flow"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/internal/syntax"
	"ftsh/parser"
)

// Run runs text as a script that messages call name. The status is the
// script's. The error is not nil when the shell was ended by a signal (a
// SignalError) or ctx ended (its cause): that cancels what this call has started, in
// a shell that does not own its process its jobs as well, but not the jobs of earlier
// calls. The shell can run another script then; its EXIT trap runs when it is closed.
// When ctx has ended before, nothing runs. A script that ends the shell (exit) while
// ctx ends has done one of both: see Exited.
func (sh *Shell) Run(ctx context.Context, name, text string) (int, error) {
	return sh.do(ctx, func(fr *frame) flow.Outcome {
		if out := sourceStart(fr); out.Divert == flow.Exit {
			return out
		}
		return runText(fr, name, text)
	})
}

// RunScript runs a script that parser.Parse has read, as Run does its text, and with
// the same result. What the tree says holds: whether a word opens a block was decided
// when it was read, and so were aliases; the shell's own, and set -o posix, change
// nothing in it. The shell does not change the tree, and any number of shells may run
// it at the same time. Where its places lie in script.Text, job lists and set -v show
// that text; a tree of other making needs none.
func (sh *Shell) RunScript(ctx context.Context, script *parser.Script) (int, error) {
	return sh.do(ctx, func(fr *frame) flow.Outcome {
		if out := sourceStart(fr); out.Divert == flow.Exit {
			return out
		}
		fr.context.script = script.Name
		s := &source{c: sh.compiler(script.Name)}
		return s.runTree(fr, script)
	})
}

// A SignalError says that a signal ended the shell.
type SignalError struct{ Signal os.Signal }

func (e *SignalError) Error() string { return "ended by signal: " + e.Signal.String() }

// do runs f in the main environment, ends the shell's environment when f says
// so, and tells how.
func (sh *Shell) do(ctx context.Context, f func(*frame) flow.Outcome) (int, error) {
	if sh.exited {
		return flow.StatusUsage, errors.New("the shell has exited")
	}
	sh.flush() // also makes what the host did with its writers come before what they get now
	if sh.opts.LogLevel > LevelFailure {
		sh.startSignals() // a record of any command may have to wait
	}
	fr := sh.main
	run := sh.apart(sh.root)
	fr.context.run, fr.context.scope = run, run
	cancel := func() {
		run.Cancel(&scope.Cause{Kind: scope.Context,
			Status: flow.StatusSignalled + int(sig.SIGTERM), Err: context.Cause(ctx)})
	}
	stop := context.AfterFunc(ctx, cancel)
	out := flow.Outcome{Divert: flow.Cancel}
	if ctx.Err() != nil {
		cancel() // now, so that nothing runs
	} else {
		out = f(fr)
	}
	if sh.pending.reply == 0 { // else its status is for others to judge
		flushReports(fr)
		if sh.pending.list == nil {
			noteScriptEnd(fr, out)
		}
	}
	fr.wantsEvents(LevelFailure) // says that FTSH_LOG_LEVEL is bad
	stop()
	defer sh.flush()
	if out.Divert == flow.None && fr.cancelled() || out.Divert == flow.Cancel {
		out = fr.cancelOutcome() // the status is the cause's
	}
	run.Close(false)
	fr.context.run, fr.context.scope = sh.root, sh.root
	if c := run.Cause(); c != nil && c.Kind == scope.Context && out.Divert == flow.Cancel {
		fr.env.status = int(out.Status)
		return fr.env.status, c.Err // the shell can run another script
	}
	switch out.Divert {
	case flow.None:
		fr.env.status = int(out.Status)
		return int(out.Status), nil
	case flow.Fatal:
		if sh.opts.Interactive {
			fr.env.status = int(out.Status)
			return fr.env.status, nil
		}
	}
	return sh.leave(out)
}

// leave ends the main environment: its EXIT trap runs, and what caused a
// cancellation is told.
func (sh *Shell) leave(out flow.Outcome) (int, error) {
	sh.exited = true
	why := sh.root.Cause()
	out = sh.main.runExitTrap(out)
	sh.endLineJobs()
	sh.blocks.guard.Close()
	sh.signals.pid1.awaitAll()
	if why == nil {
		why = sh.root.Cause() // what came during the trap ends the shell as well
	}
	sh.main.env.status = int(out.Status)
	well := out.Status == 0 && sh.signals.diesOf == 0 && why == nil && sh.pending.list == nil
	handOverPumps(sh.main)
	if err := endJournals(sh, well); err != nil { // last: a shell that is killed behind it has its script run again
		sh.main.say("the journals cannot be made complete: %s", errorText(err))
		sh.main.env.status = 1
	}
	if sh.pending.reply != 0 {
		sendReply(sh, out)
	}
	switch {
	case sh.signals.diesOf != 0:
		return sh.main.env.status, &SignalError{sh.signals.diesOf}
	case why != nil && why.Signal != 0:
		return sh.main.env.status, &SignalError{why.Signal}
	}
	return sh.main.env.status, nil
}

// Exited reports whether the shell has left: by exit, by an error that ends it, by
// a signal, or because it was closed. It runs no further script then.
func (sh *Shell) Exited() bool { return sh.exited }

// Status is $?: the status of the last command, and of the shell once it has exited,
// with what its EXIT trap made of it. It is for the goroutine that uses the shell,
// while nothing runs in it.
func (sh *Shell) Status() int { return sh.main.env.status }

// RunInput runs the commands of descriptor 0, reading no further than they need,
// so that commands may read what follows them (XCU sh, standard input).
func (sh *Shell) RunInput(ctx context.Context, name string) (int, error) {
	return sh.do(ctx, func(fr *frame) flow.Outcome {
		if out := sourceStart(fr); out.Divert == flow.Exit {
			return out
		}
		fr.context.script = name
		sh.startSignals()
		s := &source{c: sh.compiler(name), watch: &syntax.Watch{}}
		begun := false
		s.p = syntax.NewLines(func() (string, error) {
			line, err := inputLine(fr)
			s.bash = s.bash || !begun && bashism.Interpreter(line)
			begun = true
			return line, err
		}, fr.env.parserOptions(name, 1))
		return s.run(fr)
	})
}
