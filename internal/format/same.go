package format

import (
	"reflect"

	"ftsh/parser/ast"
)

// differ compares two readings of a script. It returns nil if they mean the same.
func differ(before, after *script) *Left {
	c := comparison{}
	if !c.same(reflect.ValueOf(before.list), reflect.ValueOf(after.list)) {
		return &Left{Pos: c.at, Reason: "its meaning would change"}
	}
	others := after.otherwise()
	for i, list := range before.otherwise() {
		switch {
		case list == nil && i == 0:
			continue // it is a script only with blocks
		case list == nil:
			return &Left{Pos: start(),
				Reason: "it cannot be parsed with its aliases in effect from the start"}
		}
		c := comparison{}
		if i >= len(others) || others[i] == nil ||
			!c.same(reflect.ValueOf(list), reflect.ValueOf(others[i])) {
			return &Left{Pos: orStart(c.at),
				Reason: "its meaning would change in sh, or with its aliases"}
		}
	}
	for i, text := range before.comments {
		if i >= len(after.comments) || after.comments[i] != text {
			return &Left{Pos: before.places[i].From,
				Reason: "this comment would move before another one, or be lost"}
		}
	}
	if len(after.comments) > len(before.comments) {
		return &Left{Pos: start(), Reason: "it would have more comments"}
	}
	return nil
}

func orStart(p ast.Pos) ast.Pos {
	if p.IsValid() {
		return p
	}
	return start()
}

// A comparison compares two trees, ignoring positions.
type comparison struct {
	at ast.Pos // of the innermost differing node of the first tree
}

func (c *comparison) same(a, b reflect.Value) bool {
	if c.value(a, b) {
		return true
	}
	if !c.at.IsValid() && a.IsValid() && a.CanInterface() {
		if n, ok := a.Interface().(ast.Node); ok && !(a.Kind() == reflect.Pointer && a.IsNil()) {
			c.at = n.Pos()
		}
	}
	return false
}

func (c *comparison) value(a, b reflect.Value) bool {
	switch a.Type() {
	case reflect.TypeFor[ast.Span](), reflect.TypeFor[ast.Places](), reflect.TypeFor[ast.Pos]():
		return true
	case reflect.TypeFor[[]ast.WordPart]():
		a, b = reflect.ValueOf(joined(a.Interface().([]ast.WordPart))),
			reflect.ValueOf(joined(b.Interface().([]ast.WordPart)))
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Interface:
		if a.IsNil() || b.IsNil() {
			return a.IsNil() == b.IsNil()
		}
		if a.Elem().Type() != b.Elem().Type() {
			return false
		}
		return c.same(a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !c.same(a.Index(i), b.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		return c.fields(a, b)
	}
	return a.Equal(b)
}

func (c *comparison) fields(a, b reflect.Value) bool {
	t := a.Type()
	for i := range t.NumField() {
		if t == reflect.TypeFor[ast.CmdSubst]() && t.Field(i).Name == "Backquote" {
			continue // `a` is $(a)
		}
		if !c.same(a.Field(i), b.Field(i)) {
			return false
		}
	}
	return true
}

// joined merges adjacent literals, as divided by a line continuation.
func joined(parts []ast.WordPart) []ast.WordPart {
	var out []ast.WordPart
	for _, p := range parts {
		if l, ok := p.(*ast.Lit); ok && len(out) > 0 {
			if last, ok := out[len(out)-1].(*ast.Lit); ok {
				out[len(out)-1] = &ast.Lit{Span: last.Span, Value: last.Value + l.Value}
				continue
			}
		}
		out = append(out, p)
	}
	return out
}
