package interp

import (
	"os"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/handover"
	"ftsh/internal/sig"
)

// resume makes a shell that continues with the list of Standalone.Resume: an asynchronous list or a
// subshell with a process of its own, handed over by the shell that started this process. opts
// holds the settings of the program rather than the script: hooks, events, Reexec, OwnProcess.
func resume(opts Options) (*Shell, error) {
	s, err := handover.Decode(opts.Standalone.Resume)
	if err != nil {
		return nil, err
	}
	alone := *opts.Standalone
	alone.Interactive = false
	opts.Env, opts.Set, opts.Standalone = nil, nil, &alone
	opts.Name, opts.Args, opts.Dir = s.Environment.Arg0, s.Environment.Params, ""
	if s.Reply == 0 {
		opts.Log.Waiting = nil // in the background
	} else {
		syscall.CloseOnExec(s.Reply) // before New adopts it for the script
	}
	sh, err := newShell(opts)
	if err != nil {
		return nil, err
	}
	sh.pending = pending{list: s.Run, condition: s.Condition, reply: s.Reply}
	restore(sh.main, s)
	if s.Reply != 0 {
		sh.pending.files = make(map[fd.File]int)
		sh.main.env.fds.Each(func(n int, f fd.File) { sh.pending.files[f] = n })
		sh.main.facts = new(facts) // the reply has its count
	}
	return sh, nil
}

// jobOfPrompt makes SIGINT cancel a list in the foreground of a prompt, as it cancels a command
// line. Programs that catch the signal, such as a pager, may go on. The returned function must be
// called at the end of the list; afterwards the signal ends the shell.
func jobOfPrompt(fr *frame) (over func()) {
	if !fr.context.prompted {
		return func() {}
	}
	ended := make(chan struct{})
	fr.context.scope.WaitFor(ended)
	fr.sh.signals.line.Store(fr.context.scope)
	return func() {
		fr.sh.deliverPending() // signals before the end count
		fr.sh.signals.line.Store(nil)
		close(ended)
		if c := fr.context.scope.Cause(); c != nil && c.Signal == sig.SIGINT {
			fr.sh.root.Cancel(c)
		}
	}
}

// finish runs the list of a resumed shell, and ends the shell.
func finish(fr *frame) flow.Outcome {
	c := fr.sh.compiler(fr.context.script)
	c.shown = fr.context.shown
	c.speak(fr.env.dialect())
	compile := c.list
	if fr.sh.pending.condition {
		compile = c.condition
	}
	over := jobOfPrompt(fr)
	list := compile(fr.sh.pending.list)
	if l, ok := list.(*listOp); ok && len(l.items) == 1 && fr.sh.pending.reply == 0 {
		if r, ok := l.items[0].(*redirectedOp); ok {
			r.last = true
		}
	}
	out := list.exec(fr)
	over()
	if fr.context.judged > 0 && fr.sh.pending.reply == 0 { // else the waiting shell decides
		handle(fr)
	}
	if out.Divert == flow.None {
		out.Divert = flow.Exit
	}
	return out
}

// sendReply writes the resumed shell's reply for the waiting shell. If this fails, that shell still
// has the exit status.
func sendReply(sh *Shell, out flow.Outcome) {
	data, err := replyOf(sh.main, out, sh.pending.files).Append(nil)
	if err != nil {
		return
	}
	f := os.NewFile(uintptr(sh.pending.reply), "reply")
	_, _ = f.WriteAt(data, 0)
	f.Close()
}
