package expand

import (
	"strconv"
	"strings"

	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A bashPart is an expansion with something of bash.
type bashPart struct {
	c        *Compiler
	src      source
	indirect bool
	quoted   bool
	colon    bool
	op       ast.ParamOp
	letter   byte // of ParamTransform, or of ParamNames
	prefix   string

	word   *Word      // of - = ? +
	change changer    // of the operators that change each value; nil for others
	offset *arithPart // of a slice
	length *arithPart // nil: the rest
}

// A changer is an operator that makes another value of each value.
type changer interface {
	// prepare expands its words and returns what it does with a value.
	prepare(sh Shell) (func(value string) (string, error), error)
}

// bashExp compiles an expansion of bash.
func (c *Compiler) bashExp(e *ast.BashExp, at quoting) part {
	if e.Op == ast.ParamBad || e.Name == "" {
		return newBadBash(e)
	}
	p := &bashPart{c: c, indirect: e.Indirect, quoted: at == quoted, colon: e.Colon, op: e.Op,
		letter: e.Letter}
	if e.Op == ast.ParamNames {
		p.prefix = e.Name
		p.src.list = e.Letter
		return p
	}
	p.src = c.source(e.From, e.Name, e.Subscript)
	switch e.Op {
	case ast.ParamDefault, ast.ParamAssign, ast.ParamError, ast.ParamAlternate:
		p.word = c.operand(e.Arg, at)
	case ast.ParamSmallSuffix, ast.ParamLargeSuffix, ast.ParamSmallPrefix, ast.ParamLargePrefix:
		p.change = c.trimmer(&ast.ParamExp{Op: e.Op, Arg: e.Arg})
	case ast.ParamReplace, ast.ParamReplacePrefix, ast.ParamReplaceSuffix:
		p.change = c.replacer(e)
	case ast.ParamUpper, ast.ParamLower, ast.ParamToggle:
		p.change = c.letterer(e)
	case ast.ParamSlice:
		p.offset = c.arith(e.Offset, true).(*arithPart)
		if e.Length != nil {
			p.length = c.arith(e.Length, true).(*arithPart)
		}
	case ast.ParamTransform:
		p.change = transformer(e.Letter)
	}
	return p
}

// newBadBash returns the error of an expansion without any rule.
func newBadBash(e *ast.BashExp) part {
	if s := e.Subscript; s != nil && s.All == 0 && len(s.Index.Parts) == 0 {
		return &badPart{s.From, `bad substitution: expected a subscript, found "[]"`}
	}
	p := badSubstitution(&ast.ParamExp{Name: e.Name, Arg: e.Arg})
	if parts := e.Arg.Parts; len(parts) > 0 && e.Name != "" {
		if l, ok := parts[0].(*ast.Lit); ok && strings.HasPrefix(l.Value, "@") {
			p.msg += ": after @ write one of Q E P A a U u L K k"
		}
	}
	return p
}

// listExp compiles an expansion of $@ or $* with an operator in the dialect of bash.
func (c *Compiler) listExp(e *ast.ParamExp, at quoting) part {
	return c.bashExp(&ast.BashExp{Span: e.Span, Name: e.Name, Op: e.Op, Colon: e.Colon, Arg: e.Arg}, at)
}

func (p *bashPart) emit(x *expansion) error {
	if p.op == ast.ParamNames {
		names := p.names(x.sh)
		if p.letter == '*' && !p.quoted && separator(x.sh, x.ifs) == "" {
			names = []string{strings.Join(names, "")} // as bash does it
		}
		return p.all(x, p.letter, names)
	}
	src := &p.src
	if p.indirect {
		if name, ok := p.reference(x.sh); ok {
			return x.value(name, p.quoted)
		}
		var err error
		if src, err = src.follow(p.c, x.sh, x.ifs); err != nil {
			return err
		}
	}
	if src.list != 0 {
		return p.several(x, src)
	}
	return p.single(x, src)
}

// reference returns the name in a variable that refers to another one: the value of ${!x}.
func (p *bashPart) reference(sh Shell) (string, bool) {
	if p.src.kind != variable || p.src.index != nil || p.op != ast.ParamPlain {
		return "", false
	}
	v, ok := sh.Vars().Itself(p.src.ref)
	return v.Value, ok && v.Attrs&vars.Nameref != 0
}

// single adds the expansion of one value.
func (p *bashPart) single(x *expansion, src *source) error {
	s, set, err := src.get(x.sh)
	if err != nil {
		return err
	}
	switch p.op {
	case ast.ParamDefault, ast.ParamAssign, ast.ParamError, ast.ParamAlternate:
		return p.choose(x, src, set && !(p.colon && s == ""), func() error {
			return x.value(s, p.quoted)
		})
	case ast.ParamTransform:
		if p.letter == 'a' || p.letter == 'A' {
			return p.declared(x, src, s, set)
		}
	}
	if !set && !(p.op == ast.ParamLength && src.index != nil) { // bash takes the length of any element
		if err := src.needed(x.sh); err != nil {
			return err
		}
	}
	switch {
	case p.op == ast.ParamLength:
		s = length(x.sh, s)
	case !set:
	case p.op == ast.ParamSlice:
		s, err = p.substring(x.sh, src, s)
	case p.change != nil:
		s, err = p.changed(x.sh, s)
	}
	if err != nil {
		return err
	}
	return x.value(s, p.quoted)
}

// changed returns the value that the operator makes of s.
func (p *bashPart) changed(sh Shell, s string) (string, error) {
	do, err := p.change.prepare(sh)
	if err != nil {
		return "", err
	}
	return do(s)
}

// choose is switchPart's for the parameter src.
func (p *bashPart) choose(x *expansion, src *source, set bool, value func() error) error {
	if p.op == ast.ParamAssign && !set {
		s, err := p.c.text(x.sh, p.word.parts, 0)
		if err != nil {
			return err
		}
		if err := src.assign(x.sh, s); err != nil {
			return err
		}
		return x.value(s, p.quoted)
	}
	s := switchPart{param: src.param, op: p.op, colon: p.colon, quoted: p.quoted, word: p.word}
	if src.index != nil {
		s.name += "[" + src.index.shown(x.sh, src.ref) + "]"
	}
	return s.choose(x, set, value)
}

// several adds the expansion of a list.
func (p *bashPart) several(x *expansion, src *source) error {
	values := src.values(x.sh)
	switch p.op {
	case ast.ParamLength:
		if src.kind == variable && len(values) == 0 && !src.isArray(x.sh) &&
			x.sh.Options().Has(option.NoUnset) {
			return src.param.unset("parameter not set")
		}
		return x.value(strconv.Itoa(len(values)), p.quoted)
	case ast.ParamKeys:
		values = src.keys(x.sh)
	case ast.ParamDefault, ast.ParamAssign, ast.ParamError, ast.ParamAlternate:
		return p.chooseList(x, src, values)
	case ast.ParamSlice:
		var err error
		if values, err = p.slice(x.sh, src, values); err != nil {
			return err
		}
	case ast.ParamTransform:
		if strings.IndexByte("aAKk", p.letter) >= 0 {
			return p.described(x, src, values)
		}
	}
	if p.change != nil && len(values) > 0 {
		do, err := p.change.prepare(x.sh)
		if err != nil {
			return err
		}
		changed := make([]string, len(values))
		for i, v := range values {
			if changed[i], err = do(v); err != nil {
				return err
			}
		}
		values = changed
	}
	return p.all(x, src.list, values)
}

// chooseList is choose for a list. It is set if it has a value. It is null if its values are null:
// as one string if they are joined, else only if there is at most one.
func (p *bashPart) chooseList(x *expansion, src *source, values []string) error {
	l := p.lister(src.list)
	set := len(values) > 0
	if p.op == ast.ParamAlternate && !set && src.list == '@' {
		x.none = true
		return nil
	}
	null := p.colon && !p.indirect && l.null(x, values) // through a reference it has no value or some
	return p.choose(x, src, set && !null, func() error {
		return l.all(x, values)
	})
}

// lister returns the rules by which values become fields.
func (p *bashPart) lister(list byte) *listPart {
	l := &listPart{star: list == '*', ifs: p.c.Names.IFS(), bash: true}
	l.quoted = p.quoted
	return l
}

// all adds values like those of "$@" or of "$*".
func (p *bashPart) all(x *expansion, list byte, values []string) error {
	return p.lister(list).all(x, values)
}

// names returns the names of variables with a prefix.
func (p *bashPart) names(sh Shell) (names []string) {
	for _, v := range sh.Vars().All() {
		if v.Attrs&vars.IsSet != 0 && strings.HasPrefix(v.Name, p.prefix) {
			names = append(names, v.Name)
		}
	}
	return names
}
