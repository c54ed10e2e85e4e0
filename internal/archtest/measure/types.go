package measure

import (
	"go/ast"
	"go/types"
)

// Selections counts the selectors of fields and methods on one type.
type Selections struct {
	All      int
	Promoted int // through an embedded struct
}

// SelectionsOn counts the selectors on a named type of a package. info must have Selections.
func SelectionsOn(info *types.Info, files []*ast.File, t *types.TypeName) (s Selections) {
	for _, f := range files {
		ast.Inspect(f, func(n ast.Node) bool {
			x, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			sel := info.Selections[x]
			if sel == nil || named(sel.Recv()) != t {
				return true
			}
			s.All++
			if len(sel.Index()) > 1 {
				s.Promoted++
			}
			return true
		})
	}
	return s
}

func named(t types.Type) *types.TypeName {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj()
	}
	return nil
}

// Size is the number of a type's fields and methods, including promoted ones.
type Size struct{ Fields, Methods int }

// SizeOf measures a named type. Fields of embedded structs count instead of the embedded field.
func SizeOf(t *types.TypeName) Size {
	size := Size{Fields: fields(t.Type(), map[types.Type]bool{})}
	if types.IsInterface(t.Type()) {
		size.Methods = t.Type().Underlying().(*types.Interface).NumMethods()
	} else {
		size.Methods = types.NewMethodSet(types.NewPointer(t.Type())).Len()
	}
	return size
}

func fields(t types.Type, seen map[types.Type]bool) (n int) {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok || seen[t] {
		return 0
	}
	seen[t] = true
	for i := range st.NumFields() {
		f := st.Field(i)
		if m := 0; f.Embedded() {
			if m = fields(f.Type(), seen); m > 0 {
				n += m
				continue
			}
		}
		n++
	}
	return n
}
