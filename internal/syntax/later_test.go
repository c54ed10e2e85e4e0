package syntax

import (
	"io"
	"reflect"
	"testing"

	"ftsh/parser/ast"
)

// Bodies passed over and read later equal those of a parser reading everything, positions included.
func TestSkippedBodies(t *testing.T) {
	const src = `a() { echo one; }
b() ( cat <<E
text $x
E
)   # a comment
  c ()
{ d() { nested; }; d; } >out
e() { cat <<E; }; echo between
outside
E
f() try 3 times; get; end
if x; then g() { in_if; }; fi
`
	opts := Options{Name: "s", Blocks: true}
	checked := Check(src, opts)
	if checked.Err != nil {
		t.Fatal(checked.Err)
	}
	whole, err := Parse(src, opts)
	if err != nil {
		t.Fatal(err)
	}
	p := New(src, opts)
	p.Skip(checked)
	var andOrs []*ast.AndOr
	var skipped []string
	for {
		list, err := p.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		ast.Walk(list, func(n ast.Node) bool {
			if f, ok := n.(*ast.FuncDecl); ok {
				if _, ok := f.Body.(*Unread); ok {
					skipped = append(skipped, f.Name)
				}
				f.Body = Body(src, opts, f)
			}
			return true
		})
		andOrs = append(andOrs, list.AndOrs...)
	}
	if want := []string{"a", "b", "c", "f"}; !reflect.DeepEqual(skipped, want) {
		t.Errorf("passed over the bodies of %q, want %q", skipped, want)
	}
	if got, want := dump(&ast.List{AndOrs: andOrs}), dump(whole); got != want {
		t.Errorf("the trees differ:\n%s\n%s", got, want)
	}
	if !reflect.DeepEqual(andOrs, whole.AndOrs) {
		t.Error("the positions differ")
	}
}
