package interp

import (
	"context"
	"errors"
	"io"

	"ftsh/internal/flow"
	"ftsh/internal/handover"
	"ftsh/internal/sig"
)

// Resume makes a shell that goes on with an asynchronous list, which arrives
// over r from the shell that started this process. Finish runs the list.
func Resume(opts Options, r io.Reader) (*Shell, error) {
	s, err := handover.Decode(r)
	if err != nil {
		return nil, err
	}
	opts.Env, opts.Set, opts.Interactive, opts.Posix = nil, nil, false, false
	opts.Name, opts.Args, opts.Dir = s.Environment.Arg0, s.Environment.Params, ""
	sh, err := New(opts)
	if err != nil {
		return nil, err
	}
	sh.pending = s.Run
	restore(sh.main, s)
	return sh, nil
}

// jobOfPrompt makes SIGINT end a list that is in the foreground of a prompt as it ends a command
// line, but programs that go on after it, as a pager does, may. The function it returns is called
// when the list has ended: then the signal ends the shell.
func jobOfPrompt(fr *frame) (over func()) {
	if !fr.prompted {
		return func() {}
	}
	ended := make(chan struct{})
	fr.scope.WaitFor(ended)
	fr.sh.line.Store(fr.scope)
	return func() {
		fr.sh.settle() // what came before the end counts
		fr.sh.line.Store(nil)
		close(ended)
		if c := fr.scope.Cause(); c != nil && c.Signal == sig.SIGINT {
			fr.sh.root.Cancel(c)
		}
	}
}

// Finish runs the list of a resumed shell, and ends it.
func (sh *Shell) Finish(ctx context.Context) (int, error) {
	if sh.pending == nil {
		return flow.StatusUsage, errors.New("there is no list to run")
	}
	return sh.do(ctx, func(fr *frame) flow.Outcome {
		c := sh.compiler(fr.script)
		c.shown = fr.shown
		over := jobOfPrompt(fr)
		out := c.list(sh.pending).exec(fr)
		over()
		if fr.judged > 0 {
			handle(fr)
		}
		if out.Divert == flow.None {
			out.Divert = flow.Exit
		}
		return out
	})
}
