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
// without the option inherit_errexit or POSIX mode. It is a level of set -x.
type withoutErrexit struct{ inner op }

func (o *withoutErrexit) exec(fr *frame) flow.Outcome {
	if b := fr.env.bash; b != nil {
		b.indent++
		b.substitution = true
	}
	if !fr.env.shopts.Has(option.InheritErrExit) && !fr.env.opts.Has(option.Posix) {
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

// A redirName is the variable of {name}>file, or the element: {name[0]}>file.
type redirName struct {
	ref  vars.Ref // of a variable
	name string
}

func newRedirName(c *compiler, name string) *redirName {
	if vars.IsName(name) {
		return &redirName{c.sh.names.Ref(name), name}
	}
	return &redirName{name: name}
}

func (n *redirName) isElement() bool { return strings.HasSuffix(n.name, "]") }

// set assigns to the variable.
func (n *redirName) set(fr *frame, value string) error {
	if n.isElement() {
		return fr.env.vars.AssignNamed(expandTarget(fr, n.name), value)
	}
	return fr.env.vars.Set(n.ref, value)
}

// value returns the descriptor in the variable.
func (n *redirName) value(fr *frame) (int, bool) {
	if n.isElement() {
		i, err := fr.env.vars.Evaluate(expandTarget(fr, n.name))
		return int(i), err == nil && i >= 0 && i < 1<<20
	}
	value, _ := fr.env.vars.Get(n.ref)
	i, err := strconv.ParseUint(value, 10, 20)
	return int(i), err == nil
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
		n, ok := r.name.value(fr)
		if !ok {
			return laid, &redirError{r.pos, r.name.name, errNoDescriptor}
		}
		fr.env.discard([]replaced{{n, fr.env.fds.Replace(n, fd.Entry{Origin: r.by})}})
		return laid, nil
	}
	if err := r.name.set(fr, strconv.Itoa(o.n)); err != nil {
		e.Release()
		return laid, &redirError{r.pos, r.name.name, err}
	}
	was := replaced{o.n, fr.env.fds.Replace(o.n, e)}
	if fr.env.shopts.Has(option.VarRedirClose) {
		return append(laid, was), nil
	}
	fr.env.discard([]replaced{was})
	return laid, nil
}

var errNoDescriptor = errors.New("it has no descriptor's number")

// withJob returns the command for a job: %1 is `fg %1`, and as an asynchronous list `bg %1`.
func withJob(n *ast.Simple, name string) *ast.Simple {
	if len(n.Args) == 0 {
		return n
	}
	if s, ok := n.Args[0].Literal(); !ok || !strings.HasPrefix(s, "%") {
		return n
	}
	c, at := *n, ast.Span{From: n.Args[0].From, To: n.Args[0].From}
	word := &ast.Word{Span: at, Parts: []ast.WordPart{&ast.Lit{Span: at, Value: name}}}
	c.Args = append([]*ast.Word{word}, n.Args...)
	return &c
}

// withKeywords returns a command with the assignments after its name before it: set -k.
func withKeywords(n *ast.Simple) *ast.Simple {
	c := *n
	c.Args = nil
	for i, w := range n.Args {
		var lit *ast.Lit
		if len(w.Parts) > 0 {
			lit, _ = w.Parts[0].(*ast.Lit)
		}
		name, rest := "", ""
		if lit != nil && i > 0 {
			name, rest, _ = strings.Cut(lit.Value, "=")
		}
		if name == "" || !vars.IsName(name) || len(name) == len(lit.Value) {
			c.Args = append(c.Args, w)
			continue
		}
		value := &ast.Word{Span: w.Span, Assign: true}
		if rest != "" {
			value.Parts = append(value.Parts, &ast.Lit{Span: lit.Span, Value: rest})
		}
		value.Parts = append(value.Parts, w.Parts[1:]...)
		c.Assigns = append(c.Assigns[:len(c.Assigns):len(c.Assigns)],
			&ast.Assign{Span: w.Span, Name: name, Value: value})
	}
	return &c
}
