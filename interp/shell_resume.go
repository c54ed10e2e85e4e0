package interp

import (
	"context"
	"errors"
	"io"
	"os"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/handover"
	"ftsh/internal/sig"
)

// Resume makes a shell that continues with a list read from r. The list is an asynchronous list or
// a subshell with a process of its own, handed over by the shell that started this process. Finish
// runs it. opts holds the settings of the program rather than the script: hooks, builtins, Events,
// Reexec, OwnProcess.
func Resume(opts Options, r io.Reader) (*Shell, error) {
	s, err := handover.Decode(r)
	if err != nil {
		return nil, err
	}
	opts.Env, opts.Set, opts.Interactive, opts.Posix = nil, nil, false, false
	opts.Name, opts.Args, opts.Dir = s.Environment.Arg0, s.Environment.Params, ""
	if s.Reply == 0 {
		opts.Waiting = nil // in the background
	} else {
		syscall.CloseOnExec(s.Reply) // before New adopts it for the script
	}
	sh, err := New(opts)
	if err != nil {
		return nil, err
	}
	sh.pending = pending{list: s.Run, condition: s.Condition, reply: s.Reply}
	restore(sh.main, s)
	if s.Reply != 0 {
		sh.pending.files = make(map[fd.File]int)
		sh.main.env.fds.Each(func(n int, f fd.File) { sh.pending.files[f] = n })
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

// Finish runs the list of a resumed shell and ends the shell.
func (sh *Shell) Finish(ctx context.Context) (int, error) {
	if sh.pending.list == nil {
		return flow.StatusUsage, errors.New("there is no list to run")
	}
	return sh.do(ctx, func(fr *frame) flow.Outcome {
		c := sh.compiler(fr.context.script)
		c.shown = fr.context.shown
		compile := c.list
		if sh.pending.condition {
			compile = c.condition
		}
		over := jobOfPrompt(fr)
		list := compile(sh.pending.list)
		if l, ok := list.(*listOp); ok && len(l.items) == 1 && sh.pending.reply == 0 {
			if r, ok := l.items[0].(*redirectedOp); ok {
				r.last = true
			}
		}
		out := list.exec(fr)
		over()
		if fr.context.judged > 0 && sh.pending.reply == 0 { // else the waiting shell decides
			handle(fr)
		}
		if out.Divert == flow.None {
			out.Divert = flow.Exit
		}
		return out
	})
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
