package foreign

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ftsh/internal/syntax"
)

func TestMayBeOriginal(t *testing.T) {
	for _, c := range []struct {
		text string
		want bool
	}{
		{"a -> v", true},
		{"a 1->> v # so", true},
		{"a -<\\\n v", true},
		{"sed 's/ -> .*//'; a -> \\(b; a->v; a -> /tmp/v; a --> v", false},
		{"# a -> v\n\t# the function f\na # -> v", false},
		{"a '#' -> v", true},
		{"a \\# -> v", true},
		{"a \\\n# -> v", true}, // in a comment, but so is the look of the line
		{"function f\n a\nend", true},
		{"a; function\tf # first", true},
		{"function f { a; }; echo function f; x-function f", false},
		{"if $a .lt. $b; then", true},
		{"x.or.y; grep .lt.; a .nope. b", true}, // grep
		{"x.or.y; lib.so.1; a .nope. b", false},
	} {
		if got := mayBeOriginal(c.text); got != c.want {
			t.Errorf("%q: %t", c.text, got)
		}
	}
}

// TestMayBeOriginalMissesNothing makes texts of pieces that could mislead a look at bytes.
func TestMayBeOriginalMissesNothing(t *testing.T) {
	pieces := []string{"a", " ", "\n", "-> v", "->v", "2-< v", "#", "# ", "\"", "'", "`", "$(", ")", "\\",
		"\\\n", "function f", "end", ".lt.", "x", ";", "<<E\n", "\nE\n", "${x:-", "}", "|", "&"}
	random := rand.New(rand.NewPCG(1, 2))
	found := 0
	for range 100000 {
		var b strings.Builder
		for range 3 + random.IntN(12) {
			b.WriteString(pieces[random.IntN(len(pieces))])
		}
		text := b.String()
		list := Original(text, read(text, syntax.Options{Name: "s", Blocks: true}))
		if len(list) == 0 {
			continue
		}
		found++
		if !mayBeOriginal(text) {
			t.Fatalf("%q: %v", text, list)
		}
	}
	if found < 300 {
		t.Errorf("only %d texts have constructs of the original", found)
	}
}
