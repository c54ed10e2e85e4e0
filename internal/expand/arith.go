package expand

import (
	"errors"
	"strconv"
	"strings"
	"sync/atomic"

	"ftsh/internal/arith"
	"ftsh/internal/bashism"
	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// An arithPart is $((expression)). A literal expression is parsed at compile time; any other after
// its expansion, and the last one is remembered.
type arithPart struct {
	c   *Compiler
	pos ast.Pos
	// the start of a literal expression's text, if it is in one piece
	inner  ast.Pos
	quoted bool
	bash   bool      // the expression is in the dialect of bash
	expr   *parsed   // of a literal expression
	tmpl   *template // of one with simple expansions, or nil
	parts  []part    // of one with expansions, as in double quotes
	last   atomic.Pointer[parsed]
}

// A parsed is an expression, or the error of parsing it. The slots are vars.Refs.
type parsed struct {
	text string
	expr *arith.Expr
	bash *arith.BashExpr // in the dialect of bash, in place of expr
	err  error
}

func (c *Compiler) arith(e *ast.ArithExp, inQuotes bool) part {
	p := &arithPart{c: c, pos: e.Pos(), quoted: inQuotes, bash: c.Bash}
	p.parts = c.compile(nil, e.Parts, quoted)
	if text, _, ok := literalText(p.parts); ok {
		p.expr = p.parse(text)
		if len(e.Parts) == 1 {
			if l, ok := e.Parts[0].(*ast.Lit); ok && int(l.To.Offset-l.From.Offset) == len(text) {
				p.inner = l.From
			}
		}
	} else if !p.bash {
		p.tmpl = c.template(p.parts)
	}
	return p
}

func (p *arithPart) parse(text string) *parsed {
	bind := func(name string) int { return int(p.c.Names.Ref(name)) }
	e := &parsed{text: text}
	if p.bash {
		e.bash, e.err = arith.ParseBash(text, bind)
	} else {
		e.expr, e.err = arith.Parse(text, bind)
	}
	return e
}

func (p *arithPart) isQuoted() bool { return p.quoted }

func (p *arithPart) value(sh Shell) (string, error) {
	n, err := p.number(sh, nil)
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

// Number evaluates the word as an arithmetic expression. A word of nothing but $((expression)) is
// that expression.
func (w *Word) Number(sh Shell) (int64, error) { return w.TracedNumber(sh, nil) }

// TracedNumber is Number. If the word is $((expression)), it calls trace, unless that is nil, with
// the expanded text before the evaluation.
func (w *Word) TracedNumber(sh Shell, trace func(text string)) (int64, error) {
	if p, ok := w.single.(*arithPart); ok {
		return p.evaluated(sh, trace, true)
	}
	text, err := w.Text(sh)
	if err != nil {
		return 0, err
	}
	return w.NumberOf(sh, text)
}

// NumberOf is Number for a word that has been expanded to text.
func (w *Word) NumberOf(sh Shell, text string) (int64, error) {
	p := &arithPart{c: w.c, bash: w.c.Bash}
	n, err := p.eval(sh, p.parse(text))
	return n, own(err)
}

// own marks the error of an expression that is a word itself.
func own(err error) error {
	if e, ok := err.(*Error); ok {
		marked := *e
		marked.Own = true
		return &marked
	}
	return err
}

// number evaluates the expression, as TracedNumber does.
func (p *arithPart) number(sh Shell, trace func(text string)) (int64, error) {
	return p.evaluated(sh, trace, false)
}

// evaluated is number. If the expression is a word itself, it marks an error of the evaluation, unlike
// one of an expansion before it.
func (p *arithPart) evaluated(sh Shell, trace func(text string), itself bool) (int64, error) {
	e := p.expr
	if e == nil {
		if p.tmpl != nil && trace == nil {
			n, ok, err := p.tmpl.eval(p.c, sh)
			if ok {
				if err = p.explain(err, ""); err != nil && itself {
					err = own(err)
				}
				return n, err
			}
		}
		text, err := p.text(sh)
		if err != nil {
			return 0, err
		}
		if e = p.last.Load(); e == nil || e.text != text {
			e = p.parse(text)
			p.last.Store(e)
		}
	}
	if trace != nil {
		trace(e.text)
	}
	n, err := p.eval(sh, e)
	if err != nil && itself {
		err = own(err)
	}
	return n, err
}

// text expands the expression's text. In the dialect of bash the results of expansions in a
// subscript are protected: quotes in them are characters of the key.
func (p *arithPart) text(sh Shell) (string, error) {
	if !p.bash || !p.subscripts() {
		return p.c.text(sh, p.parts, 0)
	}
	var b strings.Builder
	depth := 0
	for i := range p.parts {
		s, err := p.c.text(sh, p.parts[i:i+1], 0)
		if err != nil {
			return "", err
		}
		if _, literal := p.parts[i].(*textPart); literal {
			depth += strings.Count(s, "[") - strings.Count(s, "]")
		} else if depth > 0 {
			s = vars.ProtectSubscript(s)
			if !arith.Paired(s) {
				s = keyBrackets.Replace(s)
			}
		}
		b.WriteString(s)
	}
	return b.String(), nil
}

// subscripts reports whether the expression's own text has a subscript.
func (p *arithPart) subscripts() bool {
	for _, part := range p.parts {
		if t, ok := part.(*textPart); ok && strings.IndexByte(t.text, '[') >= 0 {
			return true
		}
	}
	return false
}

// keyBrackets protects brackets that would end a subscript.
var keyBrackets = strings.NewReplacer("[", `\[`, "]", `\]`)

func (p *arithPart) eval(sh Shell, e *parsed) (int64, error) {
	if e.err != nil {
		return 0, p.explain(p.instead(e), e.text)
	}
	if e.bash != nil {
		n, err := e.bash.Eval(slotsOf(sh))
		return n, p.explain(err, e.text)
	}
	var env arith.Env = (*slots)(sh.Vars())
	if sh.Options().Has(option.NoUnset) {
		env = (*strictSlots)(sh.Vars())
	}
	n, err := e.expr.Eval(env)
	return n, p.explain(err, e.text)
}

// instead adds a replacement to the error of an expression valid only in bash.
func (p *arithPart) instead(e *parsed) error {
	var syntax *arith.Error
	if instead := bashism.Arithmetic(e.text); !p.bash && instead != "" && errors.As(e.err, &syntax) {
		return &arith.Error{Offset: syntax.Offset, Msg: syntax.Msg + ": " + instead}
	}
	return e.err
}

// explain turns an error of the evaluation of text into one of the expansion: with its position if
// text stands in the script unchanged, else with the text.
func (p *arithPart) explain(err error, text string) error {
	if err == nil {
		return nil
	}
	var syntax *arith.Error
	var readonly *vars.ReadonlyError
	var unset *Error
	switch {
	case errors.As(err, &syntax) && p.expr != nil:
		return &Error{Pos: p.at(syntax.Offset), Msg: "arithmetic expression: " + syntax.Msg,
			Value: true}
	case errors.As(err, &syntax):
		return &Error{Pos: p.pos, Msg: "arithmetic expression" + shown(text) + ": " + syntax.Msg,
			Value: true}
	case errors.As(err, &readonly):
		return &Error{Pos: p.pos, Name: readonly.Name, Msg: "is read only"}
	case errors.As(err, &unset) && !unset.Pos.IsValid():
		return &Error{Pos: p.pos, Name: unset.Name, Msg: unset.Msg, Unset: unset.Unset}
	}
	return err
}

// at is the position of a byte of a literal expression.
func (p *arithPart) at(offset int) ast.Pos {
	pos := p.inner
	if !pos.IsValid() {
		return p.pos
	}
	before := p.expr.text[:offset]
	pos.Offset += uint32(offset)
	pos.Col += uint32(offset)
	if n := strings.Count(before, "\n"); n > 0 {
		pos.Line += uint32(n)
		pos.Col = uint32(offset - strings.LastIndexByte(before, '\n'))
	}
	return pos
}

// shown returns the text of an expression for a message; nothing if it is empty or long.
func shown(text string) string {
	if text == "" || len(text) > 60 {
		return ""
	}
	return " " + strconv.Quote(text)
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
		return "", false, &Error{Name: st.Names().Name(vars.Ref(slot)), Msg: "parameter not set",
			Unset: true}
	}
	return v, true, nil
}

func (s *strictSlots) Set(slot int, value string) error {
	return (*vars.Store)(s).Set(vars.Ref(slot), value)
}
