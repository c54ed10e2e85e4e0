package treehash

import (
	"testing"

	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

func sumOf(t *testing.T, text string) string {
	t.Helper()
	l, err := syntax.Parse(text, syntax.Options{Name: "s", Blocks: true})
	if err != nil {
		t.Fatal(err)
	}
	return Sum(l, nil)
}

func TestSum(t *testing.T) {
	const text = "a $x 'b c' >f <<E && d | e\nhere $y\nE\nif t; then try 3 times; b; check; c; " +
		"end; fi\nf() { g; }\n"
	const want = "c9f52c135000ae279cf3fd57a939a2d2"
	if got := sumOf(t, text); got != want {
		t.Errorf("got %s, want %s: journals on disk would not fit any more", got, want)
	}
	for _, same := range []string{
		"a  $x 'b c' > f <<E && d | e # why\nhere $y\nE\n\n\n  if t\nthen try 5 times every 3 s " +
			"timeout 1 h contained known permanent '*x*' transient '*y*' *z*\n b; check; c; end; fi\nf()\n{ g; }\n",
	} {
		if sumOf(t, same) != sumOf(t, text) {
			t.Errorf("%s: another sum", same)
		}
	}
	for _, other := range []string{
		"a $x 'b c' >f <<E && d | e\nhere $z\nE\nif t; then try 3 times; b; check; c; end; " +
			"fi\nf() { g; }\n",
		"a $x 'b c' >>f <<E && d | e\nhere $y\nE\nif t; then try 3 times; b; check; c; end; " +
			"fi\nf() { g; }\n",
		"a $x 'b c' >f <<E || d | e\nhere $y\nE\nif t; then try 3 times; b; check; c; end; " +
			"fi\nf() { g; }\n",
		"a $x 'b c' >f <<E && d | e\nhere $y\nE\nif t; then try 3 times; b; check; k; end; " +
			"fi\nf() { g; }\n",
		"a $x 'b c' >f <<E && d | e\nhere $y\nE\nif t; then try 3 times; b; check; c; end; " +
			"fi\nf() { gg; }\n",
		"a $x b c >f <<E && d | e\nhere $y\nE\nif t; then try 3 times; b; check; c; end; fi\nf() " +
			"{ g; }\n",
	} {
		if sumOf(t, other) == sumOf(t, text) {
			t.Errorf("%s: the same sum", other)
		}
	}
	var none *ast.List
	if Sum(none) == Sum(none, none) {
		t.Error("a list more is no difference")
	}
}
