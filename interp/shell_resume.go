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

// Resume makes a shell that goes on with an asynchronous list, or with a subshell that
// sets the trap of a signal, which arrives over r from the shell that started this process.
// Finish runs it. In opts is what the program that runs decides, not the script: hooks,
// builtins, Events, Reexec, OwnProcess.
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
		syscall.CloseOnExec(s.Reply) // before New takes it for the script's
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

// jobOfPrompt makes SIGINT end a list that is in the foreground of a prompt as it ends a command
// line, but programs that go on after it, as a pager does, may. The function it returns is called
// when the list has ended: then the signal ends the shell.
func jobOfPrompt(fr *frame) (over func()) {
	if !fr.context.prompted {
		return func() {}
	}
	ended := make(chan struct{})
	fr.context.scope.WaitFor(ended)
	fr.sh.signals.line.Store(fr.context.scope)
	return func() {
		fr.sh.deliverPending() // what came before the end counts
		fr.sh.signals.line.Store(nil)
		close(ended)
		if c := fr.context.scope.Cause(); c != nil && c.Signal == sig.SIGINT {
			fr.sh.root.Cancel(c)
		}
	}
}

// Finish runs the list of a resumed shell, and ends it.
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
		if fr.context.judged > 0 && sh.pending.reply == 0 { // else who waits for it decides
			handle(fr)
		}
		if out.Divert == flow.None {
			out.Divert = flow.Exit
		}
		return out
	})
}

// sendReply writes what the resumed shell leaves to the one that waits for it. What cannot
// be written is as if it had not come so far: that one has the exit status.
func sendReply(sh *Shell, out flow.Outcome) {
	data, err := replyOf(sh.main, out, sh.pending.files).Append(nil)
	if err != nil {
		return
	}
	f := os.NewFile(uintptr(sh.pending.reply), "reply")
	_, _ = f.WriteAt(data, 0)
	f.Close()
}
