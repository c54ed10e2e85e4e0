package interp

import (
	"context"
	"errors"
	"io"

	"ftsh/internal/flow"
	"ftsh/internal/handover"
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

// Finish runs the list of a resumed shell, and ends it.
func (sh *Shell) Finish(ctx context.Context) (int, error) {
	if sh.pending == nil {
		return flow.StatusUsage, errors.New("there is no list to run")
	}
	return sh.do(ctx, func(fr *frame) flow.Outcome {
		c := sh.compiler(fr.script)
		c.shown = fr.shown
		out := c.list(sh.pending).exec(fr)
		if fr.judged > 0 {
			handle(fr)
		}
		if out.Divert == flow.None {
			out.Divert = flow.Exit
		}
		return out
	})
}
