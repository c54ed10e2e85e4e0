package expand

import (
	"errors"
	"strconv"
	"sync/atomic"

	"ftsh/internal/arith"
	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// An arithPart is $((expression)). A literal expression is parsed at compile time;
// another after its expansion, and the last one is remembered.
type arithPart struct {
	c      *Compiler
	pos    ast.Pos
	quoted bool
	expr   *parsed   // of a literal expression
	tmpl   *template // of one with simple expansions, or nil
	parts  []part    // of one with expansions, as in double quotes
	last   atomic.Pointer[parsed]
}

// A parsed is an expression or why it is none. The slots are vars.Refs.
type parsed struct {
	text string
	expr *arith.Expr
	err  error
}

func (c *Compiler) arith(e *ast.ArithExp, inQuotes bool) part {
	p := &arithPart{c: c, pos: e.Pos(), quoted: inQuotes}
	p.parts = c.compile(nil, e.Parts, quoted)
	if text, _, ok := literalText(p.parts); ok {
		p.expr = c.parse(text)
	} else {
		p.tmpl = c.template(p.parts)
	}
	return p
}

func (c *Compiler) parse(text string) *parsed {
	e, err := arith.Parse(text, func(name string) int { return int(c.Names.Ref(name)) })
	return &parsed{text, e, err}
}

func (p *arithPart) isQuoted() bool { return p.quoted }

func (p *arithPart) value(sh Shell) (string, error) {
	n, err := p.number(sh)
	if err != nil {
		return "", err
	}
	return strconv.FormatInt(n, 10), nil
}

func (p *arithPart) emit(x *expansion) error {
	s, err := p.value(x.sh)
	if err != nil {
		return err
	}
	return x.value(s, p.quoted)
}

// number evaluates the expression.
func (p *arithPart) number(sh Shell) (int64, error) {
	e := p.expr
	if e == nil {
		if p.tmpl != nil {
			n, ok, err := p.tmpl.eval(p.c, sh)
			if ok {
				return n, p.wrap(err)
			}
		}
		text, err := p.c.text(sh, p.parts)
		if err != nil {
			return 0, err
		}
		if e = p.last.Load(); e == nil || e.text != text {
			e = p.c.parse(text)
			p.last.Store(e)
		}
	}
	if e.err != nil {
		return 0, p.wrap(e.err)
	}
	var env arith.Env = (*slots)(sh.Vars())
	if sh.Options().Has(option.NoUnset) {
		env = (*strictSlots)(sh.Vars())
	}
	n, err := e.expr.Eval(env)
	return n, p.wrap(err)
}

// wrap makes an error of the evaluation one of the expansion.
func (p *arithPart) wrap(err error) error {
	if err == nil {
		return nil
	}
	var syntax *arith.Error
	var readonly *vars.ReadonlyError
	var unset *Error
	switch {
	case errors.As(err, &syntax):
		return &Error{Pos: p.pos, Msg: "arithmetic expression: " + syntax.Msg}
	case errors.As(err, &readonly):
		return &Error{Pos: p.pos, Name: readonly.Name, Msg: "is read only"}
	case errors.As(err, &unset) && !unset.Pos.IsValid():
		return &Error{Pos: p.pos, Name: unset.Name, Msg: unset.Msg}
	}
	return err
}

// slots is a store as an arith.Env. (A conversion of the pointer, so that no
// evaluation allocates.)
type slots vars.Store

func (s *slots) Get(slot int) (string, bool, error) {
	v, ok := (*vars.Store)(s).Get(vars.Ref(slot))
	return v, ok, nil
}

func (s *slots) Set(slot int, value string) error {
	return (*vars.Store)(s).Set(vars.Ref(slot), value)
}

// strictSlots is slots under set -u.
type strictSlots vars.Store

func (s *strictSlots) Get(slot int) (string, bool, error) {
	st := (*vars.Store)(s)
	v, ok := st.Get(vars.Ref(slot))
	if !ok {
		return "", false, &Error{Name: st.Names().Name(vars.Ref(slot)), Msg: "parameter not set"}
	}
	return v, true, nil
}

func (s *strictSlots) Set(slot int, value string) error {
	return (*vars.Store)(s).Set(vars.Ref(slot), value)
}
