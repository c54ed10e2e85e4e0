package archtest

import (
	"go/types"
	"strings"
	"testing"

	"ftsh/internal/archtest/measure"
)

// A receiver reaches a part of a shell, a frame or a block by the part's name.
func TestPartsHaveNames(t *testing.T) {
	c := check(t, "ftsh/interp")
	for _, name := range []string{"Shell", "frame", "block"} {
		typ := c.pkg.Scope().Lookup(name).(*types.TypeName)
		s := measure.SelectionsOn(c.info, c.files, typ)
		if s.All == 0 || s.Promoted > 0 {
			t.Errorf("%s: %d of %d selections go through an embedded struct", name, s.Promoted, s.All)
		}
	}
}

// Comments read like English and lines fit a screen. The bounds are near elvish and the Go
// standard library, measured by the same command (go run ./internal/archtest/figures DIR).
func TestComments(t *testing.T) {
	s, err := measure.Go("../..")
	if err != nil {
		t.Fatal(err)
	}
	if r := s.PerHundredWords(); r > 1.3 {
		t.Errorf("%.2f of 100 words in comments are what, who, that or which, want at most 1.3", r)
	}
	if s.Behind > 10 {
		t.Errorf("%d lines of comments say behind; the order of things is after", s.Behind)
	}
	if r := s.LongPerThousand(); r > 6 {
		t.Errorf("%.1f of 1,000 lines have more than 100 columns, want at most 6", r)
	}
}

// At most one sentence in fifty of the pages has more than 30 words.
func TestPages(t *testing.T) {
	p, err := measure.Markdown("../..")
	if err != nil {
		t.Fatal(err)
	}
	if 50*len(p.Long) > p.Sentences {
		t.Errorf("%d of %d sentences have more than 30 words, the longest ones:\n%s", len(p.Long), p.Sentences,
			strings.Join(p.Long[:min(len(p.Long), 5)], "\n"))
	}
}
