package expand_test

import (
	"testing"

	"ftsh/parser/ast"
)

// What needs no expansion is known when a word is compiled: the shell then looks up a command's
// builtin once, and not each time that the command runs.
func TestFieldKnownWhenCompiled(t *testing.T) {
	for text, want := range map[string]bool{
		"echo": true, "[": true, "]": true, "a[": true, "][": true,
		"[a]": false, "[]": false, "*": false, "a?": false,
	} {
		w := newFrame().compiler().Word(&ast.Word{Parts: []ast.WordPart{&ast.Lit{Value: text}}})
		if field, ok := w.Field(); ok != want || ok && field != text {
			t.Errorf("Field of %q is %q, %v; want %v", text, field, ok, want)
		}
	}
	if field, ok := newFrame().compiler().Word(&ast.Word{}).Field(); ok {
		t.Errorf("a word without parts has the field %q", field)
	}
}
