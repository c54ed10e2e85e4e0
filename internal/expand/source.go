package expand

import (
	"strconv"
	"strings"

	"ftsh/internal/array"
	"ftsh/internal/option"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A source is what an expansion of bash takes its value or its values from.
type source struct {
	param
	index *Index // of a variable's element, or of all of them; nil: none
	list  byte   // '@' or '*': several values, of an array or the positional parameters; else 0
}

// A Warner is a Shell that writes a message about an expansion that goes on.
type Warner interface {
	Warn(err *Error)
}

func (c *Compiler) source(pos ast.Pos, name string, sub *ast.Subscript) source {
	s := source{param: c.newParam(&ast.ParamExp{Span: ast.Span{From: pos}, Name: name})}
	switch {
	case sub != nil:
		s.index = c.Index(sub)
		s.list = sub.All
	case name == "@" || name == "*":
		s.kind, s.list = special, name[0]
	}
	return s
}

// get returns the only value, and whether it is set.
func (s *source) get(sh Shell) (string, bool, error) {
	if s.index == nil {
		v, ok := s.param.get(sh)
		return v, ok, nil
	}
	e, err := s.element(sh)
	if err != nil {
		return "", false, err
	}
	v, ok := e.Value(sh.Vars(), s.ref)
	return v, ok, nil
}

// element evaluates the subscript. As in bash one that no element can have is written about only:
// the element is then one that is not there.
func (s *source) element(sh Shell) (Element, error) {
	e, err := s.index.At(sh, s.ref)
	if bad, ok := err.(*Error); ok && bad.BadSubscript {
		if w, ok := sh.(Warner); ok {
			w.Warn(bad)
		}
		return Element{Index: -1}, nil
	}
	return e, err
}

// needed is the error of an unset parameter under set -u.
func (s *source) needed(sh Shell) error {
	if !sh.Options().Has(option.NoUnset) {
		return nil
	}
	p := s.param
	if s.index != nil {
		p.name += "[" + s.index.shown(sh, s.ref) + "]"
	}
	return p.unset("parameter not set")
}

// isArray reports whether the values are those of an array.
func (s *source) isArray(sh Shell) bool {
	return s.kind == variable && sh.Vars().Attrs(s.ref)&(vars.Indexed|vars.Associative) != 0
}

// values returns all values of a list.
func (s *source) values(sh Shell) []string {
	if s.kind != variable {
		return sh.Params()
	}
	v := sh.Vars()
	if a := v.Indexed(s.ref); a != nil {
		return collect(a.All(), a.Len())
	}
	if a := v.Assoc(s.ref); a != nil {
		return collect(a.All(), a.Len())
	}
	if value, ok := v.Get(s.ref); ok {
		return []string{value}
	}
	return nil
}

func collect[K any](all func(func(K, string) bool), n int) []string {
	values := make([]string, 0, n)
	for _, v := range all {
		values = append(values, v)
	}
	return values
}

// keys returns the subscripts of all elements.
func (s *source) keys(sh Shell) (keys []string) {
	v := sh.Vars()
	if a := v.Assoc(s.ref); a != nil {
		for key := range a.All() {
			keys = append(keys, key)
		}
		return keys
	}
	if a := v.Indexed(s.ref); a != nil {
		for i := range a.All() {
			keys = append(keys, strconv.Itoa(i))
		}
		return keys
	}
	if _, ok := v.Get(s.ref); ok {
		return []string{"0"}
	}
	return nil
}

// assign sets the parameter, for ${x=word}.
func (s *source) assign(sh Shell, value string) error {
	if s.kind != variable || s.list != 0 {
		return s.fail("cannot be assigned to")
	}
	if s.index == nil {
		if err := sh.Vars().Set(s.ref, value); err != nil {
			return s.fail("is read only")
		}
		return nil
	}
	e, err := s.index.At(sh, s.ref)
	if err != nil {
		return err
	}
	if e.Keyed {
		err = sh.Vars().ChangeAssoc(s.ref, func(a *array.Assoc) { a.Set(e.Key, value) })
	} else {
		err = sh.Vars().ChangeIndexed(s.ref, func(a *array.Indexed) { a.Set(e.Index, value) })
	}
	if err != nil {
		return s.fail("is read only")
	}
	return nil
}

// noName is the name of a variable that is never set.
const noName = ""

// follow returns the source that the value of s names, for ${!x}. What is in the value stays data:
// a subscript in it is a key or an expression, and no command runs by it.
func (s *source) follow(c *Compiler, sh Shell, ifs vars.Ref) (*source, error) {
	name, set := "", false
	var err error
	if s.list != 0 {
		values := s.values(sh)
		name, set = strings.Join(values, separator(sh, ifs)), len(values) > 0
	} else if name, set, err = s.get(sh); err != nil {
		return nil, err
	}
	if !set && s.isArray(sh) { // it refers to nothing, without an error
		none := &source{param: s.param}
		none.ref = sh.Vars().Names().Ref(noName)
		return none, nil
	}
	if !set {
		return nil, s.fail("invalid indirect expansion: it is not set, and names no variable")
	}
	t := &source{}
	base, sub, ok := vars.SplitName(name)
	switch {
	case ok && vars.IsName(base):
		t.param = c.newParam(&ast.ParamExp{Name: base})
		t.index = c.dataIndex(s.pos, sh.Vars().Subscript(sub))
		t.list = t.index.All
	case vars.IsName(name), strings.Trim(name, "0123456789") == "" && name != "":
		t.param = c.newParam(&ast.ParamExp{Name: name})
	case name == "@" || name == "*":
		t.kind, t.name, t.list = special, name, name[0]
	case len(name) == 1 && strings.Contains("#?-$!", name):
		t.param = c.newParam(&ast.ParamExp{Name: name})
	default:
		return nil, s.fail("expected the name of a variable as its value, found " + strconv.Quote(name) +
			": invalid variable name")
	}
	t.pos = s.pos
	return t, nil
}
