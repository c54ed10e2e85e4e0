package archtest

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"testing"
)

// doors are the interfaces and function fields of package interp by which a room calls one
// above it: what TestRoomsOfInterp cannot see. An interpreter is recursive, so there have to
// be some. docs/architecture.md names them.
func doors() []string {
	return []string{"ftsh/internal/builtin.Entry.Run", "op", "upward.andOr", "upward.command", "upward.eval"}
}

// Nothing else goes up.
func TestDoorsOfInterp(t *testing.T) {
	c := check(t, "ftsh/interp")
	found := map[string]bool{}
	c.throughInterfaces(found)
	c.throughFields(found)
	got := slices.Sorted(maps.Keys(found))
	if !slices.Equal(got, doors()) {
		t.Errorf("calls go up by %q, want %q", got, doors())
	}
}

// throughInterfaces adds the interfaces whose methods are called in a room below that of
// one which they may turn out to be.
func (c *checked) throughInterfaces(found map[string]bool) {
	for id, o := range c.info.Uses {
		method, ok := o.(*types.Func)
		if !ok || method.Pkg() != c.pkg {
			continue
		}
		recv := method.Signature().Recv()
		if recv == nil || !types.IsInterface(recv.Type()) {
			continue
		}
		for _, m := range c.methods(recv.Type().Underlying().(*types.Interface), method.Name()) {
			if !reachable(roomOf(c.file(id.Pos())))[roomOf(c.file(m.Pos()))] {
				found[types.TypeString(recv.Type(), types.RelativeTo(c.pkg))] = true
			}
		}
	}
}

// methods are those of the package's types that a call by an interface may reach.
func (c *checked) methods(i *types.Interface, name string) []types.Object {
	var all []types.Object
	for _, n := range c.pkg.Scope().Names() {
		typ, ok := c.pkg.Scope().Lookup(n).(*types.TypeName)
		if !ok || types.IsInterface(typ.Type()) {
			continue
		}
		if p := types.NewPointer(typ.Type()); types.Implements(p, i) {
			m, _, _ := types.LookupFieldOrMethod(p, true, c.pkg, name)
			if m.Pkg() == c.pkg {
				all = append(all, m)
			}
		}
	}
	return all
}

// throughFields adds the fields by which a function is called in a room below its own.
func (c *checked) throughFields(found map[string]bool) {
	called, set := map[*types.Var][]string{}, map[*types.Var][]string{} // rooms
	is := func(v *types.Var, value ast.Expr) {
		if p := c.function(value); p.IsValid() {
			set[v] = append(set[v], roomOf(c.file(p)))
		}
	}
	for _, f := range c.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if v := c.field(n.Fun); v != nil {
					called[v] = append(called[v], roomOf(c.file(n.Pos())))
				}
			case *ast.KeyValueExpr:
				is(c.field(n.Key), n.Value)
			case *ast.CompositeLit:
				if s, ok := c.info.TypeOf(n).Underlying().(*types.Struct); ok && len(n.Elts) == s.NumFields() {
					for i, e := range n.Elts {
						is(s.Field(i), e) // where it has a key there is no function in it
					}
				}
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					if len(n.Rhs) == len(n.Lhs) {
						is(c.field(left), n.Rhs[i])
					}
				}
			}
			return true
		})
	}
	for v, from := range called {
		for _, room := range from {
			for _, by := range set[v] {
				if !reachable(room)[by] {
					found[c.ownerOf(v)+"."+v.Name()] = true
				}
			}
		}
	}
}

// field is the field that an expression names; nil: it is none.
func (c *checked) field(e ast.Expr) *types.Var {
	if sel, ok := e.(*ast.SelectorExpr); ok {
		e = sel.Sel
	}
	if id, ok := e.(*ast.Ident); ok {
		if v, ok := c.info.Uses[id].(*types.Var); ok && v.IsField() {
			return v
		}
	}
	return nil
}

// function is where the function stands that an expression is, if it is one of the package.
func (c *checked) function(e ast.Expr) token.Pos {
	switch x := e.(type) {
	case *ast.FuncLit:
		return x.Pos()
	case *ast.SelectorExpr:
		e = x.Sel
	}
	if id, ok := e.(*ast.Ident); ok {
		if f, ok := c.info.Uses[id].(*types.Func); ok && f.Pkg() == c.pkg {
			return f.Pos()
		}
	}
	return token.NoPos
}

// ownerOf is the type that has a field.
func (c *checked) ownerOf(v *types.Var) string {
	for _, n := range v.Pkg().Scope().Names() {
		typ, ok := v.Pkg().Scope().Lookup(n).(*types.TypeName)
		if !ok {
			continue
		}
		if s, ok := typ.Type().Underlying().(*types.Struct); ok {
			for f := range s.Fields() {
				if f == v {
					return types.TypeString(typ.Type(), types.RelativeTo(c.pkg))
				}
			}
		}
	}
	return "struct"
}
