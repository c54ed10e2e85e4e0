package interp

import (
	"errors"
	"strconv"
	"strings"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// withoutErrexit runs a command substitution of the dialect of bash, where set -e does not hold
// without the option inherit_errexit. It is a level of set -x.
type withoutErrexit struct{ inner op }

func (o *withoutErrexit) exec(fr *frame) flow.Outcome {
	if b := fr.env.bash; b != nil {
		b.indent++
		b.substitution = true
	}
	if !fr.env.shopts.Has(option.InheritErrExit) {
		fr.env.opts = fr.env.opts.Without(option.ErrExit)
	}
	return o.inner.exec(fr)
}

// isFile reports whether >&word names a file: its word is literal, and neither a number nor -.
func isFile(o *redirOp) bool {
	if o.op != ast.RedirDupOut || !o.plain || o.fixed == "-" {
		return false
	}
	_, err := strconv.ParseUint(strings.TrimSuffix(o.fixed, "-"), 10, 32)
	return err != nil // >&3- moves a descriptor
}

// A redirName is the variable of {name}>file.
type redirName struct {
	ref  vars.Ref
	name string
}

// firstNamed is the least descriptor given to a variable, as in bash.
const firstNamed = 10

// free returns the first descriptor from n on that is closed.
func free(fr *frame, n int) int {
	for fr.env.fds.Get(n) != nil {
		n++
	}
	return n
}

// toVariable makes the redirection of {name}: a new descriptor, which lasts, or for - the end of the
// one in the variable. laid are the command's redirections before it. With the option
// varredir_close, the result has the redirection to be undone after the command.
func (r *redirOp) toVariable(fr *frame, laid []replaced) ([]replaced, error) {
	o := *r
	o.n = free(fr, firstNamed)
	e, err := o.open(fr, laid)
	if err != nil {
		return laid, err
	}
	if e.File == nil {
		value, _ := fr.env.vars.Get(r.name.ref)
		n, err := strconv.ParseUint(value, 10, 20)
		if err != nil {
			return laid, &redirError{r.pos, fr.env.vars.Names().Name(r.name.ref), errNoDescriptor}
		}
		fr.env.discard([]replaced{{int(n), fr.env.fds.Replace(int(n), fd.Entry{Origin: r.by})}})
		return laid, nil
	}
	if err := fr.env.vars.Set(r.name.ref, strconv.Itoa(o.n)); err != nil {
		e.Release()
		return laid, &redirError{r.pos, fr.env.vars.Names().Name(r.name.ref), err}
	}
	was := replaced{o.n, fr.env.fds.Replace(o.n, e)}
	if fr.env.shopts.Has(option.VarRedirClose) {
		return append(laid, was), nil
	}
	fr.env.discard([]replaced{was})
	return laid, nil
}

var errNoDescriptor = errors.New("it has no descriptor's number")
