package syntax

import (
	"reflect"
	"testing"

	"ftsh/parser/ast"
)

// TestWalk: Walk visits every node of the tree, in the order of the fields.
func TestWalk(t *testing.T) {
	trees := 0
	for _, src := range seeds() {
		list, err := Parse(src, Options{Blocks: true})
		if err != nil {
			continue // two of them fail
		}
		trees++
		var got, want []ast.Node
		ast.Walk(list, func(n ast.Node) bool {
			got = append(got, n)
			return true
		})
		reflectNodes(reflect.ValueOf(list), &want)
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: walked %d nodes of %d", src, len(got), len(want))
		}
	}
	if trees != len(seeds())-2 {
		t.Errorf("%d trees of %d texts", trees, len(seeds()))
	}
}

// reflectNodes adds the nodes in v.
func reflectNodes(v reflect.Value, nodes *[]ast.Node) {
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		if n, ok := v.Interface().(ast.Node); ok && v.Kind() == reflect.Pointer {
			*nodes = append(*nodes, n)
		}
		reflectNodes(v.Elem(), nodes)
	case reflect.Slice:
		for i := range v.Len() {
			reflectNodes(v.Index(i), nodes)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			reflectNodes(v.Field(i), nodes)
		}
	}
}

func BenchmarkWalk(b *testing.B) {
	list, err := Parse(longScript(20000), Options{Blocks: true})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		n := 0
		ast.Walk(list, func(ast.Node) bool { n++; return true })
	}
}
