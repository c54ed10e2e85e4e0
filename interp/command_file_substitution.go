package interp

import (
	"errors"
	"io"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

// fileSubst compiles $(<file) of bash: the substitution is the file's contents. It returns nil for
// other lists.
func (c *compiler) fileSubst(l *ast.List) op {
	if len(l.AndOrs) != 1 || l.AndOrs[0].Background || len(l.AndOrs[0].Pipelines) != 1 {
		return nil
	}
	p := l.AndOrs[0].Pipelines[0]
	if p.Negated || p.Timed || len(p.Commands) != 1 {
		return nil
	}
	n, ok := p.Commands[0].(*ast.Simple)
	if !ok || len(n.Assigns)+len(n.Args) > 0 || len(n.Redirs) != 1 {
		return nil
	}
	if r := n.Redirs[0]; r.Op != ast.RedirIn || r.N > 0 || r.Var != "" {
		return nil
	}
	return &redirectedOp{pos: n.Pos(), inner: copyInput{}, inCond: c.cond,
		redirs: c.redirects(n.Redirs, fd.ByCompound)}
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
