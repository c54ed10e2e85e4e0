package interp

import (
	"errors"
	"io"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/parser/ast"
)

// fileSubst compiles $(<file) of bash: the substitution is the file's contents. It returns nil for
// other substitutions.
func (c *compiler) fileSubst(n *ast.CmdSubst) op {
	r := n.File()
	if r == nil {
		return nil
	}
	return &redirectedOp{pos: r.Pos(), inner: copyInput{}, inCond: c.cond,
		redirs: c.redirects([]*ast.Redirect{r}, fd.ByCompound)}
}

// fileContents is substitute for $(<file). The shell itself opens the file, as in bash: set -e ends it
// if it cannot, in conditions too.
func fileContents(fr *frame, body op, depth int) (string, error) {
	text, err := substitute(fr, body, depth)
	if err == nil && fr.regs.subst.status != 0 && fr.env.opts.Has(option.ErrExit) &&
		fr.env.opts.Has(option.Bash) && !fr.context.brittle {
		return "", &divertError{flow.Outcome{Status: int32(fr.regs.subst.status), Divert: flow.Exit}}
	}
	return text, err
}

// copyInput copies the standard input to the standard output.
type copyInput struct{}

func (copyInput) exec(fr *frame) flow.Outcome {
	in, out := fr.env.fds.Get(0), fr.env.fds.Get(1)
	fr.sh.startSignals()
	ctx := fr.context.scope.Context()
	buffer := make([]byte, 32<<10)
	for {
		back := fr.context.group.blocking()
		n, err := in.Read(ctx, buffer)
		if n > 0 && err == nil {
			_, err = out.Write(ctx, buffer[:n])
		}
		back()
		switch {
		case errors.Is(err, io.EOF):
			return flow.Outcome{}
		case fr.cancelled():
			return fr.cancelOutcome()
		case err != nil:
			return fr.fail(1, "%s", errorText(err))
		}
	}
}
