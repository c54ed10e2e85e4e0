package interp

import (
	"context"
	"errors"
	"os"

	"ftsh/internal/bashism"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/internal/syntax"
	"ftsh/interp/event"
	"ftsh/parser"
)

// Run runs text as a script; messages call it name. It returns the script's status. A syntax error
// is reported on descriptor 2, and the status is 2. The error is a *SignalError if a signal ended
// the shell, or the cause of ctx if ctx was cancelled. In a shell that has exited nothing runs, and
// Run returns an error.
//
// Cancelling ctx cancels everything started by this call, including its jobs, but not the jobs of
// earlier calls. The shell can run another script afterwards; its EXIT trap runs when it is closed.
// If ctx is cancelled before the call, nothing runs. If the script exits while ctx is being
// cancelled, either may come first: see Exited.
func (sh *Shell) Run(ctx context.Context, name, text string) (int, error) {
	return sh.do(ctx, func(fr *frame) flow.Outcome {
		if out := sourceStart(fr); out.Divert == flow.Exit {
			return out
		}
		return runText(fr, name, text)
	})
}

// RunScript runs a script read by parser.Parse, with the same result as Run for its text. The tree
// is final: its blocks and aliases were decided by the parser. The shell's own aliases and set -o
// posix do not change it. The shell does not modify the tree, and any number of shells may run it
// concurrently. If the tree's positions lie in script.Text, job lists and set -v show that text; a
// tree made in another way needs none.
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

// A SignalError reports the signal that ended the shell, sent by the script itself (kill $$) or, in
// a shell that is a whole process, by anybody. Signal is a syscall.Signal.
type SignalError struct{ Signal os.Signal }

func (e *SignalError) Error() string { return "ended by signal: " + e.Signal.String() }

// do runs f in the main environment. It ends the shell if the outcome requires it, and returns the
// status and the reason.
func (sh *Shell) do(ctx context.Context, f func(*frame) flow.Outcome) (int, error) {
	if sh.exited {
		return flow.StatusUsage, errors.New("the shell has exited")
	}
	// This also orders the host's earlier use of its writers before the shell's.
	sh.flush()
	if sh.opts.Log.Level > event.LevelFailure {
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
		cancel() // at once, so that nothing runs
	} else {
		beginShellSpan(fr)
		out = f(fr)
	}
	if sh.pending.reply == 0 { // else the waiting shell judges the status
		flushReports(fr)
		if sh.pending.list == nil {
			noteScriptEnd(fr, out)
		}
	}
	fr.wantsEvents(event.LevelFailure) // reports a bad FTSH_LOG_LEVEL
	stop()
	defer sh.flush()
	if out.Divert == flow.None && fr.cancelled() || out.Divert == flow.Cancel {
		out = fr.cancelOutcome() // with the cause's status
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
		if sh.opts.Standalone.Interactive {
			fr.env.status = int(out.Status)
			return fr.env.status, nil
		}
	}
	return sh.leave(out)
}

// leave ends the main environment: it runs the EXIT trap and returns the cause of a cancellation.
func (sh *Shell) leave(out flow.Outcome) (int, error) {
	sh.exited = true
	why := sh.root.Cause()
	out = sh.main.runExitTrap(out)
	sh.endLineJobs()
	sh.blocks.guard.Close()
	sh.signals.pid1.awaitAll()
	if why == nil && sh.signals.diesOf == 0 {
		saveHistory(&sh.main.env)
	}
	if why == nil {
		why = sh.root.Cause() // a signal during the trap ends the shell as well
	}
	sh.main.env.status = int(out.Status)
	well := out.Status == 0 && sh.signals.diesOf == 0 && why == nil && sh.pending.list == nil
	handOverPumps(sh.main)
	// This is last: if the shell is killed after it, the next run repeats the script.
	if err := endJournals(sh, well); err != nil {
		sh.main.say("the journals cannot be completed: %s", errorText(err))
		sh.main.env.status = 1
	}
	endShellSpan(sh.main, sh.main.env.status)
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

// Exited reports whether the shell has ended: by exit, by an error that ends it, by a signal, or by
// Close. An exited shell runs no further script.
func (sh *Shell) Exited() bool { return sh.exited }

// Status returns $?: the status of the last command or, once the shell has exited, the shell's own
// status, including its EXIT trap. Only the goroutine using the shell may call it, and not while
// the shell runs commands.
func (sh *Shell) Status() int { return sh.main.env.status }

// RunInput runs commands read from descriptor 0, as sh does without operands; messages call the
// input name. It reads no further than they need, so that commands may read the following input
// (XCU sh, standard input). The results are as for Run.
//
// The input of a standalone shell may be its user at a prompt, or a list of another shell.
func (sh *Shell) RunInput(ctx context.Context, name string) (int, error) {
	prompt := sh.opts.Standalone.Read != nil
	if prompt {
		sh.startSignals()
	}
	return sh.do(ctx, func(fr *frame) flow.Outcome {
		if sh.pending.list != nil {
			return finish(fr)
		}
		if out := sourceStart(fr); out.Divert == flow.Exit {
			return out
		}
		if prompt {
			return runPrompt(fr)
		}
		return runStdin(fr, name)
	})
}

// runStdin runs commands read from descriptor 0.
func runStdin(fr *frame, name string) flow.Outcome {
	fr.context.script = name
	fr.sh.startSignals()
	first, err := inputLine(fr)
	bash := bashism.Dialect(first)
	if bash && fr.sh.opts.Standalone.FirstLine {
		_ = fr.setOption(option.Bash, true) // FirstLine is off where this fails
	}
	s := &source{c: fr.sh.compiler(name), watch: &syntax.Watch{}, bash: bash, input: true}
	begun := false
	s.lines = func() (string, error) {
		if !begun {
			begun = true
			return first, err
		}
		return inputLine(fr)
	}
	s.p = fr.env.lineParser(s.lines, name, 1)
	return s.run(fr)
}
