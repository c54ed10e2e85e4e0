package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// A schema holds the declarations of package ast, each kind in the order of declaration.
type schema struct {
	nodes  []*node
	unions []*union
}

// A node is a struct type for a part of the tree.
type node struct {
	name   string
	fields []field
}

// A union is an interface for one of several nodes.
type union struct {
	name    string
	members []string
}

// A field is one with a value: fields of a struct within a node (ast.Limit) count as the node's.
type field struct {
	path  string // Limit.Times
	kind  kind
	slice bool   // of values of this kind
	name  string // of the node, union or enumeration
	last  string // of an enumeration: its last constant
	tag   tag
}

type kind int

const (
	isFlag kind = iota
	isText
	isNumber
	isEnum
	isPos
	isSpan
	isNode  // a pointer to it
	isUnion // a value of it
)

// A tag is the condition for a field to be there. The zero tag means always.
type tag struct {
	optional bool
	when     string // a Go expression, n being the node
	length   string
}

// load reads the declarations in dir, all but generated ones.
func load(dir string) (*schema, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(fset, name, nil,
			parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if !ast.IsGenerated(f) && !strings.HasSuffix(name, "_test.go") {
			files = append(files, f)
		}
	}
	pkg, err := (&types.Config{}).Check("ast", fset, files, nil)
	if err != nil {
		return nil, err
	}
	l := loader{pkg: pkg}
	return l.schema()
}

type loader struct {
	pkg   *types.Package
	types []*types.TypeName // in the order of declaration
	node  *types.Interface
}

func (l *loader) schema() (*schema, error) {
	scope := l.pkg.Scope()
	for _, name := range scope.Names() {
		if t, ok := scope.Lookup(name).(*types.TypeName); ok {
			l.types = append(l.types, t)
		}
	}
	slices.SortFunc(l.types, func(a, b *types.TypeName) int {
		return cmp.Compare(a.Pos(), b.Pos())
	})
	l.node = scope.Lookup("Node").Type().Underlying().(*types.Interface)
	s := new(schema)
	for _, t := range l.types {
		switch {
		case l.isNode(t):
			n := &node{name: t.Name()}
			if err := l.fields(n, "", t.Type().Underlying().(*types.Struct)); err != nil {
				return nil, fmt.Errorf("ast.%s%w", n.name, err)
			}
			s.nodes = append(s.nodes, n)
		case l.isUnion(t):
			s.unions = append(s.unions, l.union(t))
		}
	}
	return s, nil
}

// isNode reports whether t is a struct with a Span that is a Node.
func (l *loader) isNode(t *types.TypeName) bool {
	_, ok := t.Type().Underlying().(*types.Struct)
	return ok && t.Name() != "Span" && types.Implements(types.NewPointer(t.Type()), l.node)
}

// isUnion reports whether t is an interface implemented by some of the nodes.
func (l *loader) isUnion(t *types.TypeName) bool {
	return types.IsInterface(t.Type()) && t.Name() != "Node" && types.Implements(t.Type(), l.node)
}

func (l *loader) union(t *types.TypeName) *union {
	u := &union{name: t.Name()}
	for _, m := range l.types {
		if l.isNode(m) && types.Implements(types.NewPointer(m.Type()),
			t.Type().Underlying().(*types.Interface)) {
			u.members = append(u.members, m.Name())
		}
	}
	return u
}

// fields adds to n the fields of a struct at path in it. An error starts with the path of the
// field.
func (l *loader) fields(n *node, path string, s *types.Struct) error {
	for i := range s.NumFields() {
		v := s.Field(i)
		f := field{path: path + v.Name()}
		if t, ok := v.Type().(*types.Named); ok {
			if inner, ok := t.Underlying().(*types.Struct); ok && !l.isSimple(t) {
				if err := l.fields(n, f.path+".", inner); err != nil {
					return err
				}
				continue
			}
		}
		t := v.Type()
		if slice, ok := t.(*types.Slice); ok {
			f.slice, t = true, slice.Elem()
		}
		if !l.value(&f, t) {
			return fmt.Errorf(".%s: no code is known for the type %s", f.path, v.Type())
		}
		if err := l.tag(&f, n, reflect.StructTag(s.Tag(i)).Get("ast")); err != nil {
			return fmt.Errorf(".%s: %w", f.path, err)
		}
		n.fields = append(n.fields, f)
	}
	return nil
}

// isSimple reports whether t is a struct with code of its own.
func (l *loader) isSimple(t *types.Named) bool {
	return t.Obj().Name() == "Pos" || t.Obj().Name() == "Span"
}

// value fills in the type of f's value, and reports whether it is known.
func (l *loader) value(f *field, t types.Type) bool {
	if p, ok := t.(*types.Pointer); ok {
		named, ok := p.Elem().(*types.Named)
		f.kind = isNode
		if ok {
			f.name = named.Obj().Name()
		}
		return ok && l.isNode(named.Obj())
	}
	named, isNamed := t.(*types.Named)
	if isNamed {
		f.name = named.Obj().Name()
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		f.kind = isPos
		if f.name == "Span" {
			f.kind = isSpan
		}
		return isNamed && l.isSimple(named)
	case *types.Interface:
		f.kind = isUnion
		return isNamed && l.isUnion(named.Obj())
	case *types.Basic:
		switch {
		case isNamed:
			f.kind, f.last = isEnum, l.last(named)
			return u.Kind() == types.Uint8 && f.last != ""
		case u.Kind() == types.Bool:
			f.kind = isFlag
		case u.Kind() == types.String:
			f.kind = isText
		case u.Info()&types.IsInteger != 0:
			f.kind = isNumber
		default:
			return false
		}
		return true
	}
	return false
}

// last returns the constant of an enumeration with the greatest value.
func (l *loader) last(t *types.Named) string {
	name, greatest := "", constant.MakeInt64(-1)
	for _, n := range l.pkg.Scope().Names() {
		c, ok := l.pkg.Scope().Lookup(n).(*types.Const)
		if ok && types.Identical(c.Type(), t) && constant.Compare(c.Val(), token.GTR, greatest) {
			name, greatest = n, c.Val()
		}
	}
	return name
}

// tag reads the tag of a field of n, after the present fields.
func (l *loader) tag(f *field, n *node, text string) error {
	if text == "" {
		return nil
	}
	word, expr, _ := strings.Cut(text, " ")
	var err error
	switch {
	case word == "optional" && expr == "" && f.kind == isNode && !f.slice:
		f.tag.optional = true
	case word == "when" && f.kind == isNode && !f.slice:
		f.tag.when, err = l.expression(expr, n)
	case word == "len" && f.slice:
		f.tag.length, err = l.expression(expr, n)
	default:
		err = fmt.Errorf("the tag %q has no meaning here", text)
	}
	return err
}

// expression returns an expression of n's fields and the package's constants in the form for other
// packages.
func (l *loader) expression(text string, n *node) (string, error) {
	e, err := parser.ParseExpr(text)
	if err != nil {
		return "", err
	}
	ast.Inspect(e, func(x ast.Node) bool {
		id, ok := x.(*ast.Ident)
		switch {
		case !ok:
		case slices.ContainsFunc(n.fields, func(f field) bool { return f.path == id.Name }):
			id.Name = "n." + id.Name
		case l.pkg.Scope().Lookup(id.Name) != nil:
			id.Name = "ast." + id.Name
		case types.Universe.Lookup(id.Name) == nil:
			err = fmt.Errorf("%s is no field that stands before", id.Name)
		}
		return true
	})
	return types.ExprString(e), err
}
