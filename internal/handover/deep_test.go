package handover

import (
	"bytes"
	"strings"
	"testing"

	"ftsh/internal/syntax"
)

// A tree of any depth accepted by the parser can be handed over.
func TestDeepest(t *testing.T) {
	for _, c := range []struct{ head, tail string }{
		{"( ", ")>a"},
		{"case a in a) ", "\nesac >a"},
		{"if a; then b; elif ", "\nthen c; fi >a"},
	} {
		const n = syntax.MaxDepth - 1
		list, err := syntax.Parse(strings.Repeat(c.head, n)+"a"+strings.Repeat(c.tail, n),
			syntax.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := &State{Run: list}
		b, err := s.Append(nil)
		if err == nil {
			_, err = Decode(bytes.NewReader(b))
		}
		if err != nil {
			t.Errorf("%s: %v", c.head, err)
		}
	}
}
