package expand

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"ftsh/internal/bashism"
	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A kind of parameter.
type paramKind uint8

const (
	variable paramKind = iota
	positional
	special // $0 $? $$ $! $-
	count   // $#
)

// A param is a parameter with a single value.
type param struct {
	pos   ast.Pos
	name  string
	kind  paramKind
	ref   vars.Ref // of a variable
	index int      // of a positional parameter, from 0
}

func (c *Compiler) newParam(e *ast.ParamExp) param {
	p := param{pos: e.Pos(), name: e.Name}
	switch e.Name {
	case "0", "?", "$", "!", "-":
		p.kind = special
		return p
	case "#":
		p.kind = count
		return p
	}
	if c := e.Name[0]; '0' <= c && c <= '9' {
		n, err := strconv.Atoi(e.Name)
		if err != nil {
			n = math.MaxInt // never set
		}
		p.kind, p.index = positional, n-1
		if n == 0 { // ${00}
			p.kind, p.name = special, "0"
		}
		return p
	}
	p.ref = c.Names.Ref(e.Name)
	return p
}

// get returns the parameter's value and whether it is set.
func (p *param) get(sh Shell) (string, bool) {
	switch p.kind {
	case variable:
		return sh.Vars().Get(p.ref)
	case positional:
		if ps := sh.Params(); p.index < len(ps) {
			return ps[p.index], true
		}
		return "", false
	case count:
		return strconv.Itoa(len(sh.Params())), true
	}
	if p.name == "!" && !sh.BangSet() {
		return "", false
	}
	return sh.Special(p.name[0]), true
}

// need is get under set -u.
func (p *param) need(sh Shell) (string, error) {
	s, ok := p.get(sh)
	if !ok && sh.Options().Has(option.NoUnset) {
		return "", p.unset("parameter not set")
	}
	return s, nil
}

func (p *param) fail(msg string) error { return &Error{Pos: p.pos, Name: p.name, Msg: msg} }

func (p *param) unset(msg string) error {
	return &Error{Pos: p.pos, Name: p.name, Msg: msg, Unset: true}
}

// param compiles a parameter expansion.
func (c *Compiler) param(e *ast.ParamExp, at quoting) part {
	inQuotes := at == quoted
	if e.Op == ast.ParamBad {
		return newBad(e)
	}
	if e.Name == "@" || e.Name == "*" {
		if c.Bash && e.Op != ast.ParamPlain {
			return c.listExp(e, at)
		}
		return c.listParam(e, at)
	}
	p := c.newParam(e)
	switch e.Op {
	case ast.ParamPlain:
		return &plainPart{p, inQuotes}
	case ast.ParamLength:
		return &lengthPart{p, inQuotes}
	case ast.ParamSmallSuffix, ast.ParamLargeSuffix, ast.ParamSmallPrefix, ast.ParamLargePrefix:
		return &trimPart{p, inQuotes, c.trimmer(e)}
	}
	s := switchPart{param: p, op: e.Op, colon: e.Colon, quoted: inQuotes}
	s.word = c.operand(e.Arg, at)
	return &s
}

// A badPart is an expansion without any rule: an error once it is reached.
type badPart struct {
	pos ast.Pos
	msg string
}

func newBad(e *ast.ParamExp) *badPart {
	p := badSubstitution(e)
	p.instead(e)
	return p
}

// badSubstitution is newBad without a replacement.
func badSubstitution(e *ast.ParamExp) *badPart {
	p := &badPart{e.Arg.Pos(), "bad substitution: expected "}
	if e.Name == "" {
		p.msg += "a parameter"
	} else {
		p.msg += `an operator or "}"`
	}
	p.msg += ", found "
	if len(e.Arg.Parts) == 0 {
		p.msg += `"}"`
		return p
	}
	switch part := e.Arg.Parts[0].(type) {
	case *ast.Lit:
		_, n := utf8.DecodeRuneInString(part.Value)
		p.msg += strconv.Quote(part.Value[:n])
	case *ast.Quoted, *ast.DblQuoted:
		p.msg += "a quotation"
	default:
		p.msg += "an expansion"
	}
	return p
}

// instead adds a replacement, if the expansion is one of bash's.
func (p *badPart) instead(e *ast.ParamExp) {
	if len(e.Arg.Parts) == 0 {
		return
	}
	l, ok := e.Arg.Parts[0].(*ast.Lit)
	if !ok {
		return
	}
	rest := l.Value
	after := int(e.From.Offset) + len("${") + len(e.Name)
	if int(e.Arg.From.Offset) == after+1 && !strings.HasPrefix(rest, "[") {
		rest = ":" + rest // the parser has taken it for part of :- or its like
	}
	if s := bashism.Expansion(e.Name, rest); s != "" {
		p.msg += ": " + s
	}
}

func (p *badPart) emit(*expansion) error { return &Error{Pos: p.pos, Msg: p.msg} }

// operand compiles the word of ${x-word}.
func (c *Compiler) operand(w *ast.Word, at quoting) *Word {
	if at == unquoted {
		at = operand
	}
	ow := &Word{c: c}
	ow.parts = c.compile(ow.one[:0], w.Parts, at)
	return ow
}

// A plainPart is $x.
type plainPart struct {
	param
	quoted bool
}

func (p *plainPart) isQuoted() bool                 { return p.quoted }
func (p *plainPart) value(sh Shell) (string, error) { return p.need(sh) }

func (p *plainPart) emit(x *expansion) error {
	s, err := p.need(x.sh)
	if err != nil {
		return err
	}
	return x.value(s, p.quoted)
}

// A lengthPart is ${#x}: the number of characters.
type lengthPart struct {
	param
	quoted bool
}

func (p *lengthPart) isQuoted() bool { return p.quoted }

func (p *lengthPart) value(sh Shell) (string, error) {
	s, err := p.need(sh)
	if err != nil {
		return "", err
	}
	return length(sh, s), nil
}

// length returns the number of characters of s.
func length(sh Shell, s string) string {
	if sh.Vars().Bytes() {
		return strconv.Itoa(len(s))
	}
	return strconv.Itoa(utf8.RuneCountInString(s))
}

func (p *lengthPart) emit(x *expansion) error {
	s, err := p.value(x.sh)
	if err != nil {
		return err
	}
	return x.value(s, p.quoted)
}

// A switchPart is one of ${x-word} ${x=word} ${x?word} ${x+word}, perhaps with a colon.
type switchPart struct {
	param
	op     ast.ParamOp
	colon  bool
	quoted bool
	word   *Word
}

func (p *switchPart) emit(x *expansion) error {
	s, ok := p.get(x.sh)
	return p.choose(x, ok && !(p.colon && s == ""), func() error { return x.value(s, p.quoted) })
}

// choose adds the value or the word, depending on whether the parameter is set.
func (p *switchPart) choose(x *expansion, set bool, value func() error) error {
	switch {
	case p.op == ast.ParamAlternate && set, p.op == ast.ParamDefault && !set:
		if p.quoted {
			x.started = true
		}
		return x.emit(p.word.parts)
	case p.op == ast.ParamAlternate:
		return x.value("", p.quoted)
	case set:
		return value()
	case p.op == ast.ParamAssign:
		return p.assign(x)
	}
	return p.unset(x)
}

func (p *switchPart) assign(x *expansion) error {
	if p.kind != variable || p.name == "@" || p.name == "*" {
		return p.fail("bad variable name")
	}
	s, err := p.word.c.text(x.sh, p.word.parts, 0)
	if err != nil {
		return err
	}
	if err := x.sh.Vars().Set(p.ref, s); err != nil {
		return p.fail("is read only")
	}
	return x.value(s, p.quoted)
}

// unset is the failure of ${x?word}.
func (p *switchPart) unset(x *expansion) error {
	msg, err := p.word.c.text(x.sh, p.word.parts, 0)
	switch {
	case err != nil:
		return err
	case len(p.word.parts) > 0:
		return p.param.unset(msg)
	case p.colon:
		return p.param.unset("parameter not set or null")
	}
	return p.param.unset("parameter not set")
}
